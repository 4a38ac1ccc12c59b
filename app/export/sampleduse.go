package export

import (
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/report"
	"threadlens/timeline"
	"threadlens/timeline/paint"
)

// Utilization is the CPU use of t with the given processes as "this process"; on CPUs without
// context switches, as samples show it.
func Utilization(t *model.Trace, targets []model.ProcIx) *timeline.Utilization {
	u := timeline.NewUtilization(t, targets)
	u.Sampled = sampled(report.NewSampledUse(t, measure.Target{Procs: targets}))
	return u
}

// ThreadUse is Utilization with the given threads as "this process", and all others as
// "other processes".
func ThreadUse(t *model.Trace, threads []model.ThreadIx) *timeline.Utilization {
	u := timeline.NewThreadUse(t, threads)
	u.Sampled = sampled(report.NewSampledThreads(t, threads))
	return u
}

// sampled is the sampled use for the timeline, nil without any.
func sampled(u *report.SampledUse) *timeline.SampledUse {
	least := u.LeastBucket()
	if least == 0 {
		return nil
	}
	_, unknown := u.CPUs()
	return &timeline.SampledUse{CPUs: unknown, Least: least, In: func(r model.Range) (s timeline.SampledTimes) {
		p := u.In(r)
		s.Times[paint.ClassTarget], s.Times[paint.ClassOther], s.Times[paint.ClassSystem] = p.Target, p.Other, p.System
		s.Times[paint.ClassInterrupt], s.Times[paint.ClassIdle] = p.Interrupts, p.Idle
		s.Low, s.High = p.Low, p.High
		return s
	}}
}
