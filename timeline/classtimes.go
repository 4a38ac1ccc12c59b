package timeline

import (
	"threadlens/model"
	"threadlens/timeline/paint"
)

// ClassTimes is CPU time by class, ns.
type ClassTimes [paint.NumClasses]model.Time

// Total is the time of all classes.
func (c *ClassTimes) Total() (sum model.Time) {
	for _, t := range c {
		sum += t
	}
	return sum
}

// SampledUse is the use of the CPUs that record no context switches, as far as samples
// show it. Package measure counts the samples; this package draws the use.
type SampledUse struct {
	// CPUs is the number of CPUs about which nothing else is ever known: those that are
	// not among the Processors of a Utilization.
	CPUs int
	// Least is the shortest stretch of time with enough samples.
	Least model.Time
	// In returns the use of a stretch of time.
	In func(r model.Range) SampledTimes
}

// SampledTimes is sampled CPU time by class; Low and High bound, with 95 %
// confidence, what threads used.
type SampledTimes struct {
	Times     ClassTimes
	Low, High model.Time
}

// Used is the sampled use of threads.
func (s *SampledTimes) Used() model.Time {
	return s.Times[paint.ClassTarget] + s.Times[paint.ClassOther] + s.Times[paint.ClassSystem]
}

// scaled is s multiplied by part / all.
func (s SampledTimes) scaled(part, all model.Time) SampledTimes {
	if part == all || all == 0 {
		return s
	}
	k := float64(part) / float64(all)
	for c, t := range s.Times {
		s.Times[c] = model.Time(float64(t) * k)
	}
	s.Low, s.High = model.Time(float64(s.Low)*k), model.Time(float64(s.High)*k)
	return s
}
