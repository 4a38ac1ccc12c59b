package model

import "sort"

// Reading is the value of a hardware counter of a CPU at an instant, from an
// arbitrary origin. A counter that shares its register with others was running for
// only a part of the time in which it was enabled; both are 0 if the source does
// not report them.
type Reading struct {
	Time             Time
	Value            int64
	Enabled, Running Time
}

// CountSeries is the readings of one counter on one CPU, by time.
type CountSeries struct {
	CPU      CPU
	Name     StringID
	Readings []Reading
}

// doCount keeps a reading. Those that step back in time are left out: nothing is
// known about the time before them.
func (b *Builder) doCount(e *Event) {
	if int(e.CPU) >= len(b.cpus) {
		return
	}
	t := b.trace
	key := countKey{e.CPU, e.Name}
	i, ok := b.counts[key]
	if !ok {
		i = len(t.Counts)
		b.counts[key] = i
		t.Counts = append(t.Counts, CountSeries{CPU: e.CPU, Name: e.Name})
	}
	s := &t.Counts[i]
	if n := len(s.Readings); n > 0 && s.Readings[n-1].Time >= e.Time {
		return
	}
	s.Readings = append(s.Readings, Reading{e.Time, e.Arg, Time(e.Arg2), e.End})
}

// countKey identifies the series of a reading.
type countKey struct {
	cpu  CPU
	name StringID
}

// CountStep is what a counter counted from one reading to the next.
type CountStep struct {
	Range
	// Thread is the thread that had the CPU all the time in between, NoThread if
	// several had, or none.
	Thread ThreadIx
	Count  int64
	// Backwards is set where the counter's value fell: something else set its
	// register, and Count means nothing.
	Backwards        bool
	Enabled, Running Time
}

// Steps yields the steps of a series that end in r: those of adjacent windows add
// up to the steps of both together.
func (t *Trace) Steps(s *CountSeries, r Range) func(yield func(CountStep) bool) {
	return func(yield func(CountStep) bool) {
		list := s.Readings
		first := sort.Search(len(list), func(i int) bool { return list[i].Time > r.From })
		for i := max(1, first); i < len(list) && list[i].Time <= r.To; i++ {
			from, to := &list[i-1], &list[i]
			step := CountStep{
				Range: Range{from.Time, to.Time}, Thread: t.soleThread(s.CPU, Range{from.Time, to.Time}),
				Count: to.Value - from.Value, Backwards: to.Value < from.Value,
				Enabled: max(0, to.Enabled-from.Enabled), Running: max(0, to.Running-from.Running),
			}
			if !yield(step) {
				return
			}
		}
	}
}

// soleThread is the only thread on a CPU during r, NoThread if there is no such
// thread.
func (t *Trace) soleThread(cpu CPU, r Range) ThreadIx {
	s, ok := t.SliceAt(cpu, r.From)
	if !ok || s.To < r.To {
		return NoThread
	}
	ix, ok := s.Occupant.Thread()
	if !ok {
		return NoThread
	}
	return ix
}
