package measure

import (
	"sort"

	"threadlens/model"
)

// Sampled is the CPU time that samples show on CPUs without context switches, where
// threads have no states: each sample stands for one period of its thread. Samples
// of CPUs with switches are not in it, since the time there is known.
type Sampled struct {
	Range model.Range
	// Period is the time between two samples of a CPU; 0 if samples are taken by
	// cycles or other events, or the period is unknown. Then there are only shares
	// of the samples, and no times.
	Period model.Time
	// CPUs is how many CPUs have no context switches, 0 if the trace has no samples
	// of such CPUs. Known is how much of their time in Range could be sampled: all
	// except that of lost events and what is known otherwise. All is the number of
	// samples in Range.
	CPUs  int
	Known model.Time
	All   int64
	// Idle and Interrupts are the numbers of samples on these CPUs while no thread ran:
	// in the idle loop, and in interrupts.
	Idle, Interrupts int64
	// Lost is set if events of these CPUs were lost: times are lower bounds.
	Lost bool

	Index *sampledIndex
}

// SampledOf prepares for questions about a window.
func SampledOf(t *model.Trace, r model.Range) *Sampled {
	r = r.Clip(t.Whole())
	s := &Sampled{Range: r, Period: t.Info.SampleEvery, Index: sampledIn(t)}
	s.CPUs = len(s.Index.CPUs)
	if s.CPUs == 0 {
		return s
	}
	s.All = Within(s.Index.All, r)
	s.Idle, s.Interrupts = Within(s.Index.idle, r), Within(s.Index.interrupts, r)
	for _, cpu := range s.Index.CPUs {
		s.Known += unswitchedTime(t, cpu, r)
		s.Lost = s.Lost || t.LossIn(cpu, r)
	}
	return s
}

// Any reports whether the trace has samples on CPUs without context switches.
func (s *Sampled) Any() bool { return s.CPUs > 0 }

// Thread is the number of samples of a thread.
func (s *Sampled) Thread(ix model.ThreadIx) int64 {
	if !s.Any() {
		return 0
	}
	return Within(s.Index.Of[ix].Times, s.Range)
}

// Threads is the number of samples of some threads.
func (s *Sampled) Threads(list []model.ThreadIx) (n int64) {
	for _, ix := range list {
		n += s.Thread(ix)
	}
	return n
}

// Estimate is a sampled CPU time with its 95 % interval, or, if the period is not a
// time, the share of the samples with its interval.
type Estimate struct {
	Samples         int64
	Time, Low, High model.Time
	// Share and its bounds are 0 … 1.
	Share, ShareLow, ShareHigh float64
}

// Estimate is what a number of samples stands for. most is the longest time for
// which they can stand: the life of a thread in the window; 0 means no limit.
func (s *Sampled) Estimate(samples int64, most model.Time) Estimate {
	e := Estimate{Samples: samples}
	if s.Period == 0 {
		e.Share = Quotient(model.Time(samples), model.Time(s.All))
		e.ShareLow, e.ShareHigh = Wilson(float64(samples), float64(s.All))
		return e
	}
	low, high := Wilson(float64(samples), Quotient(s.Known, s.Period))
	e.Time = model.Time(samples) * s.Period
	e.Low, e.High = model.Time(low*float64(s.Known)), model.Time(high*float64(s.Known))
	if most > 0 {
		e.High = min(e.High, most)
	}
	// There may be one more sample than whole periods fit into the window.
	e.Low, e.High = min(e.Low, e.Time), max(e.High, e.Time)
	return e
}

// OfThread is the estimate of a thread, which is no longer than its life.
func (s *Sampled) OfThread(t *model.Trace, ix model.ThreadIx) Estimate {
	return s.Estimate(s.Thread(ix), t.Threads[ix].Life.Clip(s.Range).Len())
}

// OfAll is the estimate of all samples.
func (s *Sampled) OfAll() Estimate { return s.Estimate(s.All, 0) }

// String is the estimate for people: "3.00 ms sampled (95 %: 1.02 to 8.81 ms)", or
// the share of the samples.
func (e *Estimate) String() string {
	if e.Time == 0 && e.High == 0 {
		return percentText(e.Share) + " of the samples (95% interval: " + percentText(e.ShareLow) + " to " + percentText(e.ShareHigh) + ")"
	}
	return Duration(e.Time) + " sampled (95% interval: " + Duration(e.Low) + " to " + Duration(e.High) + ")"
}

func percentText(share float64) string { return Percent(100*share, 1) }

// Sentence explains what the samples are and what they stand for; "" if there are
// none.
func (s *Sampled) Sentence() string {
	switch {
	case !s.Any():
		return ""
	case s.Period == 0:
		return "Sampled: " + Plural(s.All, "sample", "samples") + " of threads on " + Plural(s.CPUs, "CPU", "CPUs") +
			" without recorded context switches. The samples were taken by event count, so they show shares, not times; the " +
			"95% intervals are Wilson score intervals." + s.besides()
	}
	all := s.OfAll()
	return "Sampled: " + Plural(s.All, "sample", "samples") + " of threads on " + Plural(s.CPUs, "CPU", "CPUs") + " without recorded context switches, each counted as " +
		Duration(s.Period) + ": " + all.String() + ". The 95% intervals are Wilson score intervals, based on " + Duration(s.Known) + " of these CPUs' time, which does not include times with lost events." + s.besides()
}

// Beside is the note to the times of some threads by state: why these are unknown,
// and what was sampled; "" if there are no samples.
func (s *Sampled) Beside(t *model.Trace, threads []model.ThreadIx) string {
	if !s.Any() {
		return ""
	}
	e := s.Estimate(s.Threads(threads), 0)
	if t.SwitchCount() == 0 {
		return "Unknown: the trace has no context switches; " + e.String()
	}
	return e.String() + " on CPUs without recorded context switches"
}

// besides counts the samples of no thread, so that all samples are accounted for.
func (s *Sampled) besides() string {
	if s.Idle+s.Interrupts == 0 {
		return ""
	}
	return " In addition, " + Count(s.Idle) + " samples were taken on an idle CPU and " + Count(s.Interrupts) + " in an interrupt with no thread running, of " +
		Plural(s.All+s.Idle+s.Interrupts, "sample", "samples") + " in total."
}

// unswitchedTime is the time of a CPU without switches that samples could show: all
// that is not known otherwise, without the stretches of lost events.
func unswitchedTime(t *model.Trace, cpu model.CPU, r model.Range) model.Time {
	core := t.CoreTime(cpu, r)
	return max(core.Unknown+core.ISR+core.DPC-t.LostTime(cpu, r), 0)
}

// sampledIndex holds the samples on CPUs without switches. A sample at the very end
// of the trace counts as if it were 1 ns earlier, so that it is inside.
type sampledIndex struct {
	CPUs []model.CPU // those without switches; empty if they have no samples
	All  []model.Time
	By   []model.ThreadIx // the thread of each of all samples
	Of   []ThreadSamples  // by thread; nil if there are none
	// idle and interrupts are the times of samples of no thread.
	idle, interrupts []model.Time
}

// Within is how many of the given times lie in r.
func Within(times []model.Time, r model.Range) int64 {
	before := func(at model.Time) int { return sort.Search(len(times), func(i int) bool { return times[i] >= at }) }
	return int64(max(0, before(r.To)-before(r.From)))
}

// standsForTime reports whether a sample stands for time: nothing else shows what its
// CPU did.
func standsForTime(t *model.Trace, s *model.Sample) bool {
	return int(s.Thread) < len(t.Threads) && samplesAlone(t, s.CPU, s.Time)
}

// samplesAlone reports whether only samples show what a CPU did at an instant.
func samplesAlone(t *model.Trace, cpu model.CPU, at model.Time) bool {
	if int(cpu) >= len(t.Cores) || t.Cores[cpu].Switches > 0 {
		return false
	}
	if !t.Cores[cpu].Known {
		return true
	}
	slice, ok := t.SliceAt(cpu, min(at, max(t.End-1, 0)))
	return !ok || slice.Occupant == model.OccupantUnknown
}

// sampledIn finds the samples that stand for time; they are kept with the trace.
func sampledIn(t *model.Trace) *sampledIndex {
	if s, ok := t.Kept(keptSampled{}).(*sampledIndex); ok {
		return s
	}
	s := &sampledIndex{}
	if cpus := withoutSwitches(t); len(cpus) > 0 {
		s.gather(t, cpus)
	}
	t.Keep(keptSampled{}, s)
	return s
}

func (s *sampledIndex) gather(t *model.Trace, cpus []model.CPU) {
	of := make([]ThreadSamples, len(t.Threads))
	for i := range t.Samples {
		x := &t.Samples[i]
		if standsForTime(t, x) {
			at, list := min(x.Time, max(t.End-1, 0)), &of[x.Thread]
			s.All, s.By = append(s.All, at), append(s.By, x.Thread)
			list.Times, list.Stacks = append(list.Times, at), append(list.Stacks, x.Stack)
		}
	}
	if len(s.All) == 0 {
		return
	}
	s.Of, s.CPUs = of, cpus
	for _, x := range t.IdleSamples {
		if !samplesAlone(t, x.CPU, x.Time) {
			continue
		}
		list := &s.idle
		if x.Level != model.LevelNone {
			list = &s.interrupts
		}
		*list = append(*list, min(x.Time, max(t.End-1, 0)))
	}
}

// withoutSwitches are the CPUs that have no context switches.
func withoutSwitches(t *model.Trace) (cpus []model.CPU) {
	for i := range t.Cores {
		if t.Cores[i].Switches == 0 {
			cpus = append(cpus, model.CPU(i))
		}
	}
	return cpus
}

// keptSampled is the key under which a trace keeps its sampled times.
type keptSampled struct{}

// LeastBucket is the shortest bucket of sampled CPU use: ten periods. It is 0 if
// there is no use to show: without samples on CPUs without context switches, or if
// their period is not a time.
func (s *Sampled) LeastBucket() model.Time {
	if !s.Any() {
		return 0
	}
	return leastPeriods * s.Period
}

// leastPeriods is how many sample periods a bucket of sampled use needs: with fewer
// the confidence interval is as wide as the value itself.
const leastPeriods = 10
