package timeline

import (
	"math/bits"

	"threadlens/model"
	"threadlens/timeline/lanes"
	"threadlens/timeline/paint"
)

// Utilization is the CPU use of a trace by class, exact for any stretch of time. It
// holds the sums before every bucket of time, and walks the switches only from the
// start of the last bucket on, so that the cost of a column does not depend on its
// contents.
type Utilization struct {
	// Processors is the number of CPUs whose activity is known: the height of the
	// chart.
	Processors int
	// Sampled is the use of the other CPUs by samples, nil if there is none. It is set
	// before the first frame.
	Sampled *SampledUse
	// Targets is the number of processes that count as "this process".
	Targets int

	trace   *model.Trace
	classes []paint.Class      // of the threads
	irqs    []lanes.Interrupts // of the CPUs
	exp     int                // buckets are 2^exp ns
	sums    [paint.NumClasses][]model.Time
}

// Limits of the number of buckets. Between them there is about one per fixed number
// of switches.
const (
	minUseBuckets     = 1 << 13
	maxUseBuckets     = 1 << 18
	switchesPerBucket = 64
)

// NewUtilization computes the CPU use of t with the given processes as "this
// process". It walks all switches once.
func NewUtilization(t *model.Trace, targets []model.ProcIx) *Utilization {
	procs := make([]paint.Class, len(t.Processes))
	for p := range procs {
		procs[p] = paint.ClassOther
		if t.Processes[p].Class == model.ClassSystem {
			procs[p] = paint.ClassSystem
		}
	}
	for _, p := range targets {
		procs[p] = paint.ClassTarget
	}
	classes := make([]paint.Class, len(t.Threads))
	for ix := range classes {
		classes[ix] = procs[t.Threads[ix].Proc]
	}
	u := newUtilization(t, classes)
	u.Targets = len(targets)
	return u
}

// NewThreadUse is the CPU use with the given threads as "this process", and all
// others as "other processes".
func NewThreadUse(t *model.Trace, threads []model.ThreadIx) *Utilization {
	classes := make([]paint.Class, len(t.Threads))
	for ix := range classes {
		classes[ix] = paint.ClassOther
	}
	for _, ix := range threads {
		classes[ix] = paint.ClassTarget
	}
	return newUtilization(t, classes)
}

func newUtilization(t *model.Trace, classes []paint.Class) *Utilization {
	u := &Utilization{trace: t, classes: classes, irqs: make([]lanes.Interrupts, len(t.Cores))}
	switches := int64(0)
	for cpu := range t.Cores {
		switches += t.Cores[cpu].Switches
		u.irqs[cpu] = lanes.NewInterrupts(t, model.CPU(cpu))
		if t.Cores[cpu].Known {
			u.Processors++
		}
	}
	buckets := min(max(switches/switchesPerBucket, minUseBuckets), maxUseBuckets)
	u.exp = max(0, bits.Len64(uint64(int64(t.End)/buckets))-1)
	for c := range u.sums {
		u.sums[c] = make([]model.Time, int(t.End>>u.exp)+2)
	}
	u.walk(t.Whole(), u.add)
	for _, s := range u.sums {
		for i := 1; i < len(s); i++ {
			s[i] += s[i-1]
		}
	}
	return u
}

// walk passes the time of each CPU in r, with its class, to add.
func (u *Utilization) walk(r model.Range, add func(c paint.Class, from, to model.Time)) {
	for cpu := range u.trace.Cores {
		if u.trace.Cores[cpu].Known && r.Len() > 0 {
			u.walkCPU(model.CPU(cpu), r, u.irqs[cpu].From(r.From, 0), add)
		}
	}
}

// walkCPU is walk for one CPU; i is the first interrupt that ends in r or later. It
// returns an index near that of the first interrupt after r.
func (u *Utilization) walkCPU(cpu model.CPU, r model.Range, i int, add func(c paint.Class, from, to model.Time)) int {
	irqs := u.irqs[cpu]
	for s := range u.trace.Slices(cpu, r) {
		c, slice := u.classOf(s.Occupant), s.Clip(r)
		at := slice.From
		for ; i < len(irqs) && irqs[i].From < slice.To; i++ {
			q := irqs[i].Clip(model.Range{From: at, To: slice.To})
			add(c, at, q.From)
			add(paint.ClassInterrupt, q.From, q.To)
			if at = q.To; irqs[i].To > slice.To {
				break // continues in the next slice
			}
		}
		add(c, at, slice.To)
	}
	return i
}

// classOf is the class of time in which o occupies a CPU.
func (u *Utilization) classOf(o model.Occupant) paint.Class {
	if ix, ok := o.Thread(); ok {
		return u.classes[ix]
	}
	switch o {
	case model.OccupantUnknown:
		return paint.ClassUnknown
	case model.OccupantOffline:
		return paint.ClassOffline
	case model.OccupantStolen:
		return paint.ClassStolen
	}
	return paint.ClassIdle
}

// add adds [from, to) to the buckets, each one index late: they become the sums of
// what is before.
func (u *Utilization) add(c paint.Class, from, to model.Time) {
	for from < to {
		i := from >> u.exp
		end := min(to, (i+1)<<u.exp)
		u.sums[c][i+1] += end - from
		from = end
	}
}

// In is the CPU time inside r by class, exact. It adds up to Processors times the
// length of r inside the trace.
func (u *Utilization) In(r model.Range) (times ClassTimes) {
	r = r.Clip(u.trace.Whole())
	add := func(c paint.Class, from, to model.Time) { times[c] += to - from }
	first, last := (r.From+1<<u.exp-1)>>u.exp, r.To>>u.exp // whole buckets
	if first >= last {
		u.walk(r, add)
		return times
	}
	u.walk(model.Range{From: r.From, To: first << u.exp}, add)
	u.walk(model.Range{From: last << u.exp, To: r.To}, add)
	for c, s := range u.sums {
		times[c] += s[last] - s[first]
	}
	return times
}

// Mean is the number of CPUs in use during r by class, including idle ones: they
// add up to Processors inside the trace.
func (u *Utilization) Mean(r model.Range) (mean [paint.NumClasses]float64) {
	if r.Len() == 0 {
		return mean
	}
	for c, t := range u.In(r) {
		mean[c] = float64(t) / float64(r.Len())
	}
	return mean
}

// All is the number of CPUs that the chart covers: the known ones and the sampled ones.
func (u *Utilization) All() int {
	if u.Sampled == nil {
		return u.Processors
	}
	return u.Processors + u.Sampled.CPUs
}

// Split is the use in r: the known part, and the sampled part of the time that would
// otherwise be unknown.
func (u *Utilization) Split(r model.Range) (exact ClassTimes, sampled SampledTimes) {
	exact = u.In(r)
	if u.Sampled == nil {
		return exact, sampled
	}
	r = r.Clip(u.trace.Whole())
	if r.Len() >= u.Sampled.Least {
		sampled = u.Sampled.In(r)
	}
	u.fit(&exact, &sampled, r.Len())
	return exact, sampled
}

// fit subtracts the sampled use from the unknown time, in a stretch of that length.
// Samples may stand for more than there is, because of rounding and lost time.
func (u *Utilization) fit(exact *ClassTimes, sampled *SampledTimes, length model.Time) {
	exact[paint.ClassUnknown] += length * model.Time(u.Sampled.CPUs)
	if sum := sampled.Times.Total(); sum > exact[paint.ClassUnknown] {
		share := float64(exact[paint.ClassUnknown]) / float64(sum)
		for c, t := range sampled.Times {
			sampled.Times[c] = model.Time(float64(t) * share)
		}
	}
	exact[paint.ClassUnknown] -= sampled.Times.Total()
}
