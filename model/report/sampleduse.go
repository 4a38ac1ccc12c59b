package report

import (
	"threadlens/model"
	"threadlens/model/measure"
)

// SampledUse is how the CPUs without context switches were used, by class, as far
// as samples show it. It is built once for a trace and its target, and then only
// read, by any number of goroutines.
type SampledUse struct {
	t     *model.Trace
	whole *measure.Sampled
	// times of the samples by class, in order; only the first three classes.
	times [measure.UseIdle][]model.Time
}

// NewSampledUse prepares for questions about t with a target.
func NewSampledUse(t *model.Trace, target measure.Target) *SampledUse {
	class := measure.ClassesOf(t, target)
	return newSampledUse(t, t.Whole(), func(ix model.ThreadIx) measure.UseClass { return class[t.Threads[ix].Proc] })
}

// NewSampledThreads prepares for questions about t with some threads as the target,
// and all others as others.
func NewSampledThreads(t *model.Trace, threads []model.ThreadIx) *SampledUse {
	chosen := measure.InSet(t, threads)
	return newSampledUse(t, t.Whole(), func(ix model.ThreadIx) measure.UseClass {
		if chosen[ix] {
			return measure.UseTarget
		}
		return measure.UseOther
	})
}

func newSampledUse(t *model.Trace, r model.Range, class func(model.ThreadIx) measure.UseClass) *SampledUse {
	u := &SampledUse{t: t, whole: measure.SampledOf(t, r)}
	if u.whole.LeastBucket() == 0 {
		return u
	}
	for i, at := range u.whole.Index.All {
		c := class(u.whole.Index.By[i])
		u.times[c] = append(u.times[c], at)
	}
	return u
}

// LeastBucket is Sampled.LeastBucket.
func (u *SampledUse) LeastBucket() model.Time { return u.whole.LeastBucket() }

// CPUs is the number of CPUs that are sampled, and the number of those about which
// nothing else is ever known.
func (u *SampledUse) CPUs() (all, unknown int) {
	for _, cpu := range u.whole.Index.CPUs {
		if !u.t.Cores[cpu].Known {
			unknown++
		}
	}
	return u.whole.CPUs, unknown
}

// SampledPiece is the sampled use of a stretch of time, in ns of CPU time. Low and High
// bound what threads used, the sum of the first three, with 95 % confidence.
type SampledPiece struct {
	Target, Other, System, Interrupts, Idle model.Time

	Low, High model.Time
	Samples   int64 // of threads
	Lost      bool  // events of these CPUs were lost in it: times are lower bounds
}

// In is the use of a stretch of time. It means little if that is shorter than the
// least bucket.
func (u *SampledUse) In(r model.Range) SampledPiece {
	s := measure.SampledOf(u.t, r)
	e := s.OfAll()
	of := func(times []model.Time) model.Time { return model.Time(measure.Within(times, s.Range)) * s.Period }
	return SampledPiece{
		Target: of(u.times[measure.UseTarget]), Other: of(u.times[measure.UseOther]), System: of(u.times[measure.UseSystem]),
		Interrupts: model.Time(s.Interrupts) * s.Period, Idle: model.Time(s.Idle) * s.Period,
		Low: e.Low, High: e.High, Samples: s.All, Lost: s.Lost,
	}
}

// Scaled is a piece scaled by part / all.
func (p SampledPiece) Scaled(part, all model.Time) SampledPiece {
	if part == all || all == 0 {
		return p
	}
	k := float64(part) / float64(all)
	for _, t := range []*model.Time{&p.Target, &p.Other, &p.System, &p.Interrupts, &p.Idle, &p.Low, &p.High} {
		*t = model.Time(float64(*t) * k)
	}
	return p
}

// Threads is the time that threads used, which Low and High bound.
func (p *SampledPiece) Threads() model.Time { return p.Target + p.Other + p.System }

var sampledUseColumns = [...]struct{ name, title string }{
	{"sampled_target", "Sampled, this process"},
	{"sampled_other", "Sampled, other"},
	{"sampled_system", "Sampled, system"},
	{"sampled_low", "95% CI from"},
	{"sampled_high", "95% CI to"},
	{"sampled_interrupts", "Sampled, interrupts"},
	{"sampled_idle", "Sampled, idle"},
}

func (u *SampledUse) columns() []Column {
	var cols []Column
	for _, c := range sampledUseColumns {
		cols = append(cols, Column{Name: c.name + "_cores", Title: c.title, Kind: KindCores, Digits: 3, Sparse: true})
	}
	return cols
}

// bucket is the length of buckets that is at least want and long enough for sampled
// use.
func (u *SampledUse) bucket(want model.Time) model.Time {
	if least := u.whole.LeastBucket(); want < least {
		return RoundUp(least)
	}
	return want
}

// cells are the sampled use of a bucket with the interval of its sum, empty if it is
// too short, as the last one may be.
func (u *SampledUse) cells(span model.Range) []Value {
	cells := make([]Value, len(sampledUseColumns))
	if least := u.whole.LeastBucket(); least == 0 || span.Len() < least {
		return cells
	}
	p := u.In(span)
	of := func(used model.Time) Value { return atLeast(cores(used, span.Len()), p.Lost && used > 0) }
	copy(cells, []Value{of(p.Target), of(p.Other), of(p.System), cores(p.Low, span.Len()), cores(p.High, span.Len())})
	if u.whole.Idle+u.whole.Interrupts > 0 {
		copy(cells[5:], []Value{of(p.Interrupts), of(p.Idle)})
	}
	return cells
}

func (u *SampledUse) notes(bucket model.Time) []string {
	if !u.whole.Any() {
		return nil
	}
	notes := []string{u.whole.Sentence()}
	switch least := u.whole.LeastBucket(); {
	case least == 0:
		notes = append(notes, "The columns titled Sampled are empty: the samples were taken by event count (such as CPU cycles), not at fixed times, so they do not show utilization.")
	case bucket < least:
		notes = append(notes, "The columns titled Sampled are empty: they need buckets of at least ten sampling periods, "+measure.Duration(least)+".")
	default:
		notes = append(notes, "The columns titled Sampled estimate how threads used the CPUs without recorded context switches. The 95% CI is for the sum "+
			"of this process, other and system. The remaining time of these CPUs was idle, in interrupts or unknown.")
	}
	return notes
}

// RoundUp is the next of 1, 2 or 5 times a power of ten.
func RoundUp(t model.Time) model.Time {
	for b := model.Time(1); ; b *= 10 {
		for _, m := range []model.Time{1, 2, 5} {
			if t <= b*m || b > 1e17 {
				return b * m
			}
		}
	}
}
