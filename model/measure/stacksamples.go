package measure

import (
	"sort"

	"threadlens/model"
)

// StackSamples counts the execution samples of a window, from which profilers
// estimate CPU time: one sample stands for Every on one CPU.
type StackSamples struct {
	Range model.Range
	Every model.Time // 0 if the trace does not contain it
	N     int64
	Of    []int64
}

// StackSamplesOf counts the samples of a window.
func StackSamplesOf(t *model.Trace, r model.Range) StackSamples {
	r = r.Clip(t.Whole())
	s := StackSamples{Range: r, Every: t.Info.SampleEvery, Of: make([]int64, len(t.Threads))}
	all := t.Samples
	from := sort.Search(len(all), func(i int) bool { return all[i].Time >= r.From })
	for i := from; i < len(all) && all[i].Time < r.To; i++ {
		if ix := all[i].Thread; int(ix) < len(s.Of) && !t.Threads[ix].Idle {
			s.Of[ix]++
			s.N++
		}
	}
	return s
}

// Sum is the number of samples of some threads.
func (s *StackSamples) Sum(threads []model.ThreadIx) (n int64) {
	for _, ix := range threads {
		n += s.Of[ix]
	}
	return n
}

// Share is the share of one CPU over the window for which n samples stand, 1 being
// all of it; 0 if the sampling rate is unknown.
func (s *StackSamples) Share(n int64) float64 {
	if s.Every == 0 {
		return 0
	}
	return SampleShare(n, Rate{1, s.Every}.PerSecond(), s.Range.Len())
}

// Interval is the 95 % interval of the share for which n samples on some CPUs
// stand, 1 being all of one CPU; 0 if the rate is unknown.
func (s *StackSamples) Interval(n int64, cpus int) (low, high float64) {
	if s.Every == 0 {
		return 0, 0
	}
	of := float64(cpus)
	low, high = Wilson(float64(n), Quotient(s.Range.Len(), s.Every)*of)
	return low * of, high * of
}

// SampleShare is the share of one CPU for which n samples at a rate per second
// stand: n / (rate × seconds).
func SampleShare(n int64, perSecond float64, window model.Time) float64 {
	expected := perSecond * float64(window) / 1e9
	if expected == 0 {
		return 0
	}
	return float64(n) / expected
}

// Rate is how many things happened in a length of trace time. The two are kept
// apart, because the count is right even if the clock is not.
type Rate struct {
	Count  int64
	Window model.Time
}

// PerSecond is the quotient.
func (r Rate) PerSecond() float64 { return Quotient(model.Time(r.Count)*1e9, r.Window) }

// String is count, time and quotient.
func (r Rate) String() string {
	return Count(r.Count) + " in " + Duration(r.Window) + ", " + threeSignificant(r.PerSecond()) + " per second"
}
