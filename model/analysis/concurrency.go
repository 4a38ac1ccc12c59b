package analysis

import (
	"fmt"

	"threadlens/model"
)

// Concurrency is how long exactly k of some threads ran at once (thread_model
// 6.4).
type Concurrency struct {
	// H[k] is in ns; it adds up to the window. It has at least as many entries
	// as there are known processors, and one for 0.
	H []model.Time
	// CPUs is the number of known processors.
	CPUs int
}

// ConcurrencyOf computes the histogram of the threads over r.
func ConcurrencyOf(t *model.Trace, list []model.ThreadIx, r model.Range) Concurrency {
	r = r.Clip(t.Whole())
	c := Concurrency{CPUs: knownCores(t)}
	c.H = make([]model.Time, c.CPUs+1)
	selected := inSet(t, list)
	w := sweeper{
		fill: func(p *piece) {
			for cpu := range t.Cores {
				for s := range t.Slices(model.CPU(cpu), p.Range) {
					ix, ok := s.Occupant.Thread()
					if ok && int(ix) < len(selected) && selected[ix] && !p.span(0, s.Range) {
						return
					}
				}
			}
		},
		visit: func(l level) { addTo(&c.H, l.n[0], l.Len()) },
	}
	w.run(r)
	return c
}

// addTo adds d to h[k], lengthening h as needed.
func addTo(h *[]model.Time, k int, d model.Time) {
	for len(*h) <= k {
		*h = append(*h, 0)
	}
	(*h)[k] += d
}

// Running is the sum of the running times of the threads, gross, ns.
func (c Concurrency) Running() model.Time {
	var sum model.Time
	for k, d := range c.H {
		sum += model.Time(k) * d
	}
	return sum
}

// Active is the time during which at least one of the threads ran, ns.
func (c Concurrency) Active() model.Time { return c.Window() - c.H[0] }

// Window is the length of the window, ns.
func (c Concurrency) Window() model.Time {
	var sum model.Time
	for _, d := range c.H {
		sum += d
	}
	return sum
}

// Average is the mean number of threads running at once.
func (c Concurrency) Average() float64 { return quotient(c.Running(), c.Window()) }

// Ratio is the share of the machine that the threads used, 0 to 1.
func (c Concurrency) Ratio() float64 {
	return quotient(c.Running(), c.Window()*model.Time(c.CPUs))
}

// Antiratio is the share of the window in which any of the threads ran, 0 to 1.
func (c Concurrency) Antiratio() float64 { return quotient(c.Active(), c.Window()) }

// Parallelism is the mean number of threads running while any did.
func (c Concurrency) Parallelism() float64 { return quotient(c.Running(), c.Active()) }

// concurrency is the table of ConcurrencyOf.
func concurrency(t *model.Trace, s Scope, table *Table) error {
	table.Name, table.Title = "concurrency", "Threads running at once"
	table.Columns = []Column{
		{Name: "k", Title: "Threads at once", Kind: KindCount},
		{Name: "time_ns", Title: "Time", Kind: KindDuration},
		{Name: "percent", Title: "Share", Kind: KindPercent, Digits: 1},
	}
	c := ConcurrencyOf(t, s.Threads, s.Range)
	for k, d := range c.H {
		table.Rows = append(table.Rows, []Value{count(k), duration(d), percent(d, s.Range.Len())})
	}
	table.Total = []Value{text("Total"), duration(c.Window()), percent(c.Window(), s.Range.Len())}
	table.Notes = []string{
		s.shown(t) + " on " + plural(c.CPUs, "processor", "processors") + ".",
		fmt.Sprintf("Ratio %.3f%% (share of the machine they used), antiratio %.3f%% (share of the time in which any of them ran).",
			100*c.Ratio(), 100*c.Antiratio()),
		fmt.Sprintf("Average %.5f at once, effective parallelism %.5f while any ran.", c.Average(), c.Parallelism()),
	}
	return nil
}
