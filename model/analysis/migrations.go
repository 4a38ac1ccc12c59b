package analysis

import (
	"fmt"
	"slices"

	"threadlens/model"
)

// migrations counts each thread's switches onto another processor than the one
// it ran on last (thread_model 6.7). Shares are of the switches whose last
// processor is known.
func migrations(t *model.Trace, s Scope, table *Table) error {
	table.Name, table.Title = "migrations", "Context switches and migrations"
	table.Columns = []Column{
		{Name: "thread", Title: "Thread", Kind: KindThread},
		{Name: "switches", Title: "Switches", Kind: KindCount},
		{Name: "cross_core", Title: "Cross-core", Kind: KindCount},
		{Name: "percent_cross_core", Title: "Cross-core share", Kind: KindPercent, Digits: 1},
	}
	type row struct {
		ix model.ThreadIx
		switchIns
	}
	rows := make([]row, len(s.Threads))
	each(len(rows), func() func(int) {
		return func(i int) {
			rows[i].ix = s.Threads[i]
			rows[i].switchIns, _ = countSwitchIns(t, rows[i].ix, s.Range)
		}
	})
	var total switchIns
	for i := range rows {
		total.add(rows[i].switchIns)
	}
	slices.SortStableFunc(rows, func(a, b row) int {
		if a.cross != b.cross {
			return b.cross - a.cross
		}
		return b.n - a.n
	})
	for _, r := range rows {
		table.Rows = append(table.Rows, append([]Value{thread(t, r.ix)}, r.cells()...))
	}
	table.Total = append([]Value{text("Total")}, total.cells()...)
	table.Notes = []string{
		fmt.Sprintf("%d of %s from a known processor were onto another one.", total.cross, plural(total.known, "switch", "switches")),
	}
	all, idle := switchesIn(t, s.Range)
	table.Notes = append(table.Notes, fmt.Sprintf("All processors: %s, %s of them to idle, %.4g a second.",
		plural(all, "switch", "switches"), Count(idle), 1e9*quotient(model.Time(all), s.Range.Len())))
	return nil
}

// switchIns counts the times a thread was given a processor.
type switchIns struct {
	n     int
	known int // those before which it is known where it ran last
	cross int // those of known onto another processor
}

func (c *switchIns) add(o switchIns) {
	c.n += o.n
	c.known += o.known
	c.cross += o.cross
}

func (c switchIns) cells() []Value {
	return []Value{count(c.n), count(c.cross), percent(model.Time(c.cross), model.Time(c.known))}
}

// countSwitchIns counts a thread's switches in r, with those that were not
// recorded but must have happened, because the thread ran after it had not.
// What it was doing where the trace does not tell is no switch. partial tells
// whether lost events touch the thread in r.
func countSwitchIns(t *model.Trace, ix model.ThreadIx, r model.Range) (c switchIns, partial bool) {
	last := lastCPU(t, ix, r.From)
	before := model.Unknown
	for s := range t.Segments(ix, r) {
		if s.Sub == model.SubLoss || s.Flags&model.LossOverlap != 0 {
			partial = true
		}
		if s.State == model.Running {
			if s.From >= r.From && (s.Flags&model.Inferred == 0 || before != model.Unknown) {
				c.count(last, s.CPU)
			}
			last = s.CPU
		}
		before = s.State
	}
	return c, partial
}

func (c *switchIns) count(last, cpu model.CPU) {
	c.n++
	if last != model.NoCPU {
		c.known++
		if last != cpu {
			c.cross++
		}
	}
}

// lastCPU is the processor on which a thread ran last before at, NoCPU when
// that is not known.
func lastCPU(t *model.Trace, ix model.ThreadIx, at model.Time) model.CPU {
	s, ok := t.SegmentAt(ix, at-1)
	for i := s.Index; ok && i >= 0; i-- {
		if s = t.Segment(ix, i); s.State == model.Running {
			return s.CPU
		}
	}
	return model.NoCPU
}

// switchesIn counts the context switches of all processors in r, and those of
// them that ended in idle.
func switchesIn(t *model.Trace, r model.Range) (all, idle int64) {
	for c := range t.Cores {
		a := activityOf(t, model.CPU(c), r, nil)
		all += a.switches
		idle += a.toIdle
	}
	return all, idle
}
