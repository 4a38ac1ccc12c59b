package measure

import (
	"threadlens/model"
)

// Concurrency is how long exactly k of some threads ran simultaneously.
type Concurrency struct {
	// H[k] is in ns; it adds up to the window. It has at least as many entries as
	// there are known CPUs, and one for 0.
	H []model.Time
	// CPUs is the number of known CPUs.
	CPUs int
	// Queued is how long the threads were ready or preempted, added up, ns. Only
	// ConcurrencyOf and Demand fill it in.
	Queued model.Time
}

// concurrencyPieces is the number of parts into which a window is divided for
// walking it, so that all CPUs are busy.
const concurrencyPieces = 256

// ConcurrencyOf computes the histogram of the threads over r.
func ConcurrencyOf(t *model.Trace, list []model.ThreadIx, r model.Range) Concurrency {
	r = r.Clip(t.Whole())
	edges := make([]model.Time, 0, concurrencyPieces+1)
	for i := range model.Time(concurrencyPieces) {
		edges = append(edges, r.From+r.Len()/concurrencyPieces*i)
	}
	var all Concurrency
	for _, c := range ConcurrencyIn(t, list, append(edges, r.To)) {
		all.Add(&c)
	}
	all.Demand(t, list, r)
	return all
}

// Demand adds how long the threads were queued in r.
func (c *Concurrency) Demand(t *model.Trace, list []model.ThreadIx, r model.Range) {
	sums := t.Profile(list, r)
	c.Queued = sums[model.Preemption] + sums[model.Dispatch]
}

// QueuedShare is the share, 0 to 1, of the time in which the threads wanted a CPU
// that they were ready or preempted.
func (c Concurrency) QueuedShare() float64 { return Quotient(c.Queued, c.Running()+c.Queued) }

// ConcurrencyIn computes the histogram of the threads between each two adjacent
// edges, which must be in ascending order and inside the trace: the rolling figures
// of a chart.
func ConcurrencyIn(t *model.Trace, list []model.ThreadIx, edges []model.Time) []Concurrency {
	if len(edges) < 2 {
		return nil
	}
	selected, cpus := InSet(t, list), KnownCores(t)
	series := make([]Concurrency, len(edges)-1)
	Each(len(series), func() func(int) {
		var c *Concurrency
		w := sweeper{
			fill:  func(p *SweepPiece) { fillRunning(t, selected, p) },
			visit: func(l level) { AddTo(&c.H, l.n[0], l.Len()) },
		}
		return func(i int) {
			c = &series[i]
			c.CPUs, c.H = cpus, make([]model.Time, cpus+1)
			w.run(model.Range{From: edges[i], To: edges[i+1]})
		}
	})
	return series
}

// fillRunning passes the times in which the selected threads ran to p.
func fillRunning(t *model.Trace, selected []bool, p *SweepPiece) {
	for cpu := range t.Cores {
		for s := range t.Slices(model.CPU(cpu), p.Range) {
			if ix, ok := s.Occupant.Thread(); ok && selected[ix] && !p.Span(0, s.Range) {
				return
			}
		}
	}
}

// Add adds the histogram of another window.
func (c *Concurrency) Add(o *Concurrency) {
	c.CPUs = o.CPUs
	for k, d := range o.H {
		AddTo(&c.H, k, d)
	}
}

// Running is the sum of the running times of the threads, including interrupts, ns.
func (c Concurrency) Running() model.Time {
	var sum model.Time
	for k, d := range c.H {
		sum += model.Time(k) * d
	}
	return sum
}

// Active is the time in which at least one of the threads ran, ns.
func (c Concurrency) Active() model.Time {
	if len(c.H) == 0 { // the sum of no windows
		return 0
	}
	return c.Window() - c.H[0]
}

// Window is the length of the window, ns.
func (c Concurrency) Window() model.Time {
	var sum model.Time
	for _, d := range c.H {
		sum += d
	}
	return sum
}

// Average is the mean number of threads running simultaneously.
func (c Concurrency) Average() float64 { return Quotient(c.Running(), c.Window()) }

// Ratio is the share of the machine that the threads used, 0 to 1.
func (c Concurrency) Ratio() float64 {
	return Quotient(c.Running(), c.Window()*model.Time(c.CPUs))
}

// Antiratio is the share of the window in which any of the threads ran, 0 to 1.
func (c Concurrency) Antiratio() float64 { return Quotient(c.Active(), c.Window()) }

// Parallelism is the mean number of threads running while any did.
func (c Concurrency) Parallelism() float64 { return Quotient(c.Running(), c.Active()) }
