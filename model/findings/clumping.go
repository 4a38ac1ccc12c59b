package findings

import (
	"cmp"
	"fmt"
	"slices"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/measure/runqueue"
)

var clumpingLimits = []Limit{
	{"E9.wakes", float64(runqueue.DefaultClumpTest.Wakes), "", "minimum number of wake-ups by timers and interrupts"},
	{"E9.resultant", runqueue.DefaultClumpTest.Resultant, "", "minimum concentration of the wake-ups at one phase of the clock period (mean resultant length): 0 means evenly spread, 1 means all at the same phase; not required if E9.excess and E9.closely are both reached"},
	{"E9.excess", runqueue.DefaultClumpTest.Excess, "", "minimum factor by which the wake-ups within 500 µs after another wake-up outnumber those expected by chance"},
	{"E9.closely", 100 * runqueue.DefaultClumpTest.Closely, "%", "E9.excess applies only if at least this share of the wake-ups come within 500 µs after another wake-up"},
	{"E9.queue", float64(runqueue.DefaultClumpTest.Queue), "", "minimum peak number of threads queued after a clock tick: a single queued thread is not a clump of wake-ups"},
	{"E9.mean", runqueue.DefaultClumpTest.Mean, "", "minimum mean number of threads queued after a tick: with fewer, most ticks wake only one thread"},
	{"E9.busy", 100 * runqueue.BusyMachine, "%", "the finding is a warning if the CPUs are busy for at least this share of their time, or if the machine is virtual; otherwise, it is only “info”: on mostly idle physical CPUs, clumps of wake-ups only distort measurements"},
}

// clumping is E9: timers wake many threads at once.
var clumping = Rule{
	ID: "E9", Name: "Timer clumping",
	Doc:    "timers and interrupts wake many threads at the same time, and these then queue for a CPU",
	rests:  onWakes,
	Report: "clumps",
	limits: clumpingLimits,
	check:  findClumping,
}

func findClumping(l *ruleContext) []Finding {
	c, ok := runqueue.ClumpsBy(l.t, l.withoutTriers(l.target), l.Range, l.Tick, &runqueue.ClumpTest{
		Wakes: int(l.number("E9.wakes")), Resultant: l.number("E9.resultant"), Excess: l.number("E9.excess"),
		Closely: l.part("E9.closely"), Queue: int(l.number("E9.queue")), Mean: l.number("E9.mean"),
	})
	if !ok {
		return nil
	}
	c.Virtual = measure.Virtualized(l.t, l.Scope)
	f := Finding{
		Severity: Info, Range: l.Range, Cost: model.Time(c.Mean * float64(l.Range.Len())),
		Sentence: fmt.Sprintf("Timers wake threads in clumps: up to %d threads queue after a clock tick. The mean number of queued threads is %.2f just after a tick, but only %.4f over the whole time.",
			c.Peak, c.AtTicks, c.Mean),
		Details: []Detail{
			{"Wake-ups", measure.Count(int64(c.Wakes)), fmt.Sprintf("by timers and interrupts; %s of them follow another wake-up within %s (%s expected by chance)",
				measure.Percent(100*c.Closely, 1), measure.Duration(runqueue.ClumpWindow), measure.Percent(100*c.Chance, 1))},
			{"Period", measure.Duration(c.Tick), fmt.Sprintf("clock period that best fits the wake-ups; concentration of the wake-ups at one point of this period, from 0 (evenly spread) to 1 (all at the same point): %.3f", c.Resultant)},
			{"Utilization", measure.Percent(100*c.Utilization, 1), "of the machine"},
		},
		Try: "Let periodic threads wake up at different times. As long as they wake up together, tools that sample the run queue at clock ticks greatly overestimate the queue's length.",
	}
	if c.Virtual {
		f.Details = append(f.Details, Detail{"Hypervisor", "yes", "the hypervisor delivers ticks late and in batches, which makes clumps of wake-ups larger"})
	}
	if c.Virtual || c.Utilization >= l.part("E9.busy") {
		f.Severity = Warning
	}
	f.Evidence = queuedAfter(l, c.Dots)
	for _, e := range f.Evidence {
		if !slices.Contains(f.Threads, e.Thread) {
			f.Threads = append(f.Threads, e.Thread)
		}
	}
	return []Finding{f}
}

// queuedAfter are, for the ticks after which most threads were queued, the threads
// that were then queued longest.
func queuedAfter(l *ruleContext, dots []runqueue.Clump) (list []Evidence) {
	dots = slices.Clone(dots)
	slices.SortStableFunc(dots, func(a, b runqueue.Clump) int { return cmp.Compare(b.Queue, a.Queue) })
	for _, d := range dots[:min(len(dots), MaxEvidence)] {
		if e, ok := longestQueued(l, model.Range{From: d.At, To: d.At + runqueue.ClumpWindow}); ok {
			list = append(list, e)
		}
	}
	return list
}

// longestQueued is the stretch in a queue, of any of the target's threads, that
// overlaps a window most; the whole stretch.
func longestQueued(l *ruleContext, r model.Range) (e Evidence, ok bool) {
	var most model.Time
	for _, ix := range l.target {
		for q, s := range l.t.Queued(ix, r) {
			if q.Sub != model.SubStolen && s.Len() > most {
				most, ok = s.Len(), true
				e = Evidence{ix, s}
			}
		}
	}
	if s, found := l.t.SegmentAt(e.Thread, e.From); ok && found {
		e.Range = s.Clip(l.Range)
	}
	return e, ok
}
