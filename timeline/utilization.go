package timeline

import (
	"math/bits"

	"threadlens/model"
)

// Utilization is the CPU use of a whole trace by class, for the overview: the
// chart of thread_model 6.3 at a resolution finer than any screen.
type Utilization struct {
	// Processors is the number of those whose activity is known: the height of
	// the chart.
	Processors int

	end  model.Time               // of the trace
	exp  int                      // buckets are 2^exp ns
	sums [NumClasses][]model.Time // time before each bucket, of all processors
}

// utilizationBuckets is the least number of buckets.
const utilizationBuckets = 1 << 13

// NewUtilization computes the CPU use of t with the given processes as "this
// process". It walks all switches once.
func NewUtilization(t *model.Trace, targets []model.ProcIx) *Utilization {
	u := &Utilization{end: t.End, exp: max(0, bits.Len64(uint64(t.End)/utilizationBuckets)-1)}
	for c := range u.sums {
		u.sums[c] = make([]model.Time, int(t.End>>u.exp)+2)
	}
	classes := make([]Class, len(t.Processes))
	for p := range classes {
		classes[p] = ClassOther
		if t.Processes[p].Class == model.ClassSystem {
			classes[p] = ClassSystem
		}
	}
	for _, p := range targets {
		classes[p] = ClassTarget
	}
	for cpu := range t.Cores {
		if t.Cores[cpu].Known {
			u.Processors++
			u.addCPU(t, model.CPU(cpu), classes)
		}
	}
	for _, s := range u.sums {
		for i := 1; i < len(s); i++ {
			s[i] += s[i-1]
		}
	}
	return u
}

func (u *Utilization) addCPU(t *model.Trace, cpu model.CPU, classes []Class) {
	irqs := newInterrupts(t, cpu)
	i := 0
	for s := range t.Slices(cpu, t.Whole()) {
		c := ClassIdle
		if ix, ok := s.Occupant.Thread(); ok {
			c = classes[t.Threads[ix].Proc]
		} else if s.Occupant == model.OccupantUnknown {
			c = ClassUnknown
		}
		at := s.From
		for ; i < len(irqs) && irqs[i].From < s.To; i++ {
			r := irqs[i].Clip(model.Range{From: at, To: s.To})
			u.add(c, at, r.From)
			u.add(ClassInterrupt, r.From, r.To)
			if at = r.To; irqs[i].To > s.To {
				break // goes on in the next slice
			}
		}
		u.add(c, at, s.To)
	}
}

// add adds [from, to) to the buckets, each one place late: they become sums of
// what is before.
func (u *Utilization) add(c Class, from, to model.Time) {
	for from < to {
		i := from >> u.exp
		end := min(to, (i+1)<<u.exp)
		u.sums[c][i+1] += end - from
		from = end
	}
}

// Mean is the number of processors in use during r by class, idle ones included:
// they add up to Processors inside the trace. Bounds of r inside a bucket are
// interpolated.
func (u *Utilization) Mean(r model.Range) (mean [NumClasses]float64) {
	if r.Len() == 0 {
		return mean
	}
	for c := range mean {
		mean[c] = (u.before(Class(c), r.To) - u.before(Class(c), r.From)) / float64(r.Len())
	}
	return mean
}

// before is the time of a class before t.
func (u *Utilization) before(c Class, t model.Time) float64 {
	t = min(max(t, 0), u.end)
	s := u.sums[c]
	i := int(t >> u.exp)
	start := model.Time(i) << u.exp
	if t == start {
		return float64(s[i])
	}
	length := min(model.Time(1)<<u.exp, u.end-start)
	return float64(s[i]) + float64(s[i+1]-s[i])*float64(t-start)/float64(length)
}
