package measure

import (
	"context"
	"math"
	"sync"

	"threadlens/model"
)

// Emulation is what a tool that samples at the clock tick would have shown for a
// window, next to the truth: at every tick each CPU charges one period to its
// occupant just before.
type Emulation struct {
	Clock
	Range model.Range
	CPUs  int // known CPUs
	// Ticks counts the ticks of each phase in the window; each CPU is sampled at
	// each of them.
	Ticks [Phases]int64
	// Cores is for each CPU the time in which threads had it.
	Cores   []Charge
	Threads []*Charge
}

// Charge is a time on CPUs: the exact one, and that by the ticks. It includes the
// interrupts inside it, which the tick cannot distinguish from the thread that they
// interrupt.
type Charge struct {
	Exact model.Time
	// Hits[j] is the number of ticks of phase j that were charged.
	Hits [Phases]int64
	// starts counts the switches to the thread by their phase.
	starts [Phases]int64
}

// Emulate samples a window of a trace at 32 phases of a clock. It can be cancelled
// by ctx, and reports the share done (0 to 1) to progress, unless that is nil, from
// one goroutine at a time.
func Emulate(ctx context.Context, t *model.Trace, r model.Range, c Clock, progress func(done float64)) (*Emulation, error) {
	e := &Emulation{
		Clock: c, Range: r.Clip(t.Whole()), CPUs: KnownCores(t),
		Cores: make([]Charge, len(t.Cores)), Threads: make([]*Charge, len(t.Threads)),
	}
	for j := range e.Ticks {
		shifted := Clock{c.Tick, c.Phase + model.Time(j)*c.Tick/Phases}
		e.Ticks[j] = shifted.Ticks(e.Range)
	}
	m := Meter{Ctx: ctx, progress: progress, total: e.Range.Len() * model.Time(len(t.Cores))}
	var parts [][]*Charge
	Each(len(t.Cores), func() func(int) {
		part := make([]*Charge, len(t.Threads))
		parts = append(parts, part)
		return func(cpu int) { e.walk(t, model.CPU(cpu), part, &m) }
	})
	for _, part := range parts {
		for ix, c := range part {
			if c == nil {
				continue
			}
			if e.Threads[ix] == nil {
				e.Threads[ix] = new(Charge)
			}
			e.Threads[ix].Add(c)
		}
	}
	return e, ctx.Err()
}

// walk goes over the slices of a CPU. Most are shorter than the distance between
// two ticks of any phase, and cost only a comparison.
func (e *Emulation) walk(t *model.Trace, cpu model.CPU, threads []*Charge, m *Meter) {
	last := e.fine(e.Range.From)
	next := e.fineAt(last + 1)
	var busy Charge
	at, steps := e.Range.From, 0
	for s := range t.Slices(cpu, e.Range) {
		if steps++; steps%MeterEvery == 0 {
			if !m.Step(s.From - at) {
				return
			}
			at = s.From
		}
		r := s.Clip(e.Range)
		var c *Charge
		if ix, ok := s.Occupant.Thread(); ok && int(ix) < len(threads) {
			if c = threads[ix]; c == nil {
				c = new(Charge)
				threads[ix] = c
			}
			c.Exact += r.Len()
			busy.Exact += r.Len()
			if s.Switched && s.From >= e.Range.From {
				c.starts[last&(Phases-1)]++
			}
		}
		if r.To < next {
			continue
		}
		end := e.fine(r.To)
		if c != nil {
			c.hit(last, end)
			busy.hit(last, end)
		}
		last, next = end, e.fineAt(end+1)
	}
	e.Cores[cpu] = busy
	m.Step(e.Range.To - at)
}

// hit charges the ticks of all phases after number last, up to number end.
func (c *Charge) hit(last, end int64) {
	if all := (end - last) / Phases; all > 0 {
		for j := range c.Hits {
			c.Hits[j] += all
		}
		last += all * Phases
	}
	for last++; last <= end; last++ {
		c.Hits[last&(Phases-1)]++
	}
}

// Add adds another charge to c.
func (c *Charge) Add(o *Charge) {
	c.Exact += o.Exact
	for j := range c.Hits {
		c.Hits[j] += o.Hits[j]
		c.starts[j] += o.starts[j]
	}
}

// Thread is the charge of a thread.
func (e *Emulation) Thread(ix model.ThreadIx) Charge {
	if c := e.Threads[ix]; c != nil {
		return *c
	}
	return Charge{}
}

// Sum is the charge of several threads together, such as a process or a selection.
func (e *Emulation) Sum(threads []model.ThreadIx) Charge {
	var sum Charge
	for _, ix := range threads {
		if c := e.Threads[ix]; c != nil {
			sum.Add(c)
		}
	}
	return sum
}

// Machine is the busy time of all CPUs together.
func (e *Emulation) Machine() Charge {
	var sum Charge
	for i := range e.Cores {
		sum.Add(&e.Cores[i])
	}
	return sum
}

// Sampled is what the ticks of the clock's own phase would have charged, ns: their
// share of the ticks in the window, multiplied by its length.
func (e *Emulation) Sampled(c *Charge) model.Time { return model.Time(math.Round(e.sampled(c, 0))) }

// sampled is what the ticks of a phase would have charged, ns; 0 if there is no
// tick.
func (e *Emulation) sampled(c *Charge, phase int) float64 {
	return SampledTime(c.Hits[phase], e.Ticks[phase], e.Range.Len())
}

// SampledTime is the time for which the given hits stand in a window with the given
// number of whole ticks on each CPU: the window's incomplete last period is scaled.
func SampledTime(hits, ticks int64, window model.Time) float64 {
	if ticks == 0 {
		return 0
	}
	return float64(hits) / float64(ticks) * float64(window)
}

// Spread is what the sampled time would have been at the 32 phases, ns.
type Spread struct{ Mean, Deviation, Low, High float64 }

// Spread is how a sampled time depends on the phase of the clock, over the phases
// that have a tick in the window. Its mean approximates the exact time; its
// deviation is large if a thread keeps in step with the clock.
func (e *Emulation) Spread(c *Charge) Spread {
	s := Spread{Low: math.Inf(1), High: math.Inf(-1)}
	var squares, n float64
	for j := range c.Hits {
		if e.Ticks[j] > 0 {
			v := e.sampled(c, j)
			s.Low, s.High = min(s.Low, v), max(s.High, v)
			s.Mean += v
			n++
		}
	}
	if n == 0 {
		return Spread{}
	}
	s.Mean /= n
	for j := range c.Hits {
		if e.Ticks[j] > 0 {
			d := e.sampled(c, j) - s.Mean
			squares += d * d
		}
	}
	s.Deviation = math.Sqrt(squares / n)
	return s
}

// MeterEvery is the number of steps between two checks of a meter.
const MeterEvery = 1 << 14

// Meter adds up the progress of several workers, and stops them.
type Meter struct {
	Ctx         context.Context
	progress    func(done float64)
	mutex       sync.Mutex
	done, total model.Time
}

// Step reports that d more is done; it returns false if the work is to stop.
func (m *Meter) Step(d model.Time) bool {
	if m.Ctx.Err() != nil {
		return false
	}
	m.mutex.Lock()
	defer m.mutex.Unlock()
	m.done += max(0, d)
	if m.progress != nil {
		m.progress(Quotient(m.done, m.total))
	}
	return true
}
