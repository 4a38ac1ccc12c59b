package report

import (
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/measure/runqueue"
)

// clumps is the table of ClumpsOf: the ticks after which at least two threads
// were made ready.
func clumps(t *model.Trace, s measure.Scope, table *Table) error {
	table.Name, table.Title = "clumps", "Threads made ready together"
	table.Columns = []Column{
		{Name: "at_ns", Title: "Time of tick", Kind: KindInstant},
		{Name: "ready", Title: "Made ready", Kind: KindCount},
		{Name: "queue", Title: "Run queue", Kind: KindCount},
	}
	c := runqueue.ClumpsOf(t, s.Threads, s.Range, s.Tick)
	c.Virtual = measure.Virtualized(t, s) // a counter may show it, too
	for _, d := range c.Dots {
		if d.Ready > 1 {
			table.Rows = append(table.Rows, []Value{instant(d.At), count(d.Ready), count(d.Queue)})
		}
	}
	table.Notes = append([]string{
		s.Shown(t) + ". Made ready: threads made ready within " + measure.Duration(runqueue.ClumpWindow) + " after a tick. Run queue: maximum run-queue length in that time.",
	}, c.Sentences()...)
	return nil
}
