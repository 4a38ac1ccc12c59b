package measure

import (
	"math"
	"slices"
	"strings"

	"threadlens/model"
)

// ExactUse is what the trace itself shows about the subject of a counter.
type ExactUse struct {
	t       *model.Trace
	cores   []model.CPU      // of a machine or a CPU
	threads []model.ThreadIx // of a process
	member  []bool           // by thread
	cpus    int              // the CPUs that make 100 %
}

// ExactOf finds the subject of a series in the trace. ok is false if the trace
// cannot show it, or if several processes may be meant.
func ExactOf(t *model.Trace, s *model.CounterSeries) (u ExactUse, ok bool) {
	u = ExactUse{t: t, cpus: KnownCores(t)}
	switch s.Subject {
	case model.CounterMachine:
		for c := range t.Cores {
			if t.Cores[c].Known {
				u.cores = append(u.cores, model.CPU(c))
			}
		}
		return u, len(u.cores) > 0
	case model.CounterProcessor:
		u.cpus, u.cores = 1, []model.CPU{s.CPU}
		return u, int(s.CPU) < len(t.Cores) && t.Cores[s.CPU].Known
	case model.CounterProcess:
		procs := matching(t, func(_ model.ProcIx, p *model.Process) bool { return counts(s, p) })
		if len(procs) != 1 {
			return u, false
		}
		u.threads = t.Processes[procs[0]].Threads
		u.member = InSet(t, u.threads)
		return u, u.cpus > 0
	}
	return u, false
}

// counts reports whether a process may be the subject of a series.
func counts(s *model.CounterSeries, p *model.Process) bool {
	if !p.Known || p.Class == model.ClassIdle {
		return false
	}
	if s.PID != model.NoPID {
		return p.PID == s.PID
	}
	plain := func(name string) string { return strings.TrimSuffix(strings.ToLower(name), ".exe") }
	return plain(p.Name) == plain(s.Process)
}

// busy is the CPU time that the subject used in r.
func (u *ExactUse) busy(r model.Range) model.Time {
	var sum model.Time
	for _, c := range u.cores {
		ct := u.t.CoreTime(c, r)
		sum += ct.Run + ct.ISR + ct.DPC
	}
	for _, ix := range u.threads {
		s := u.t.Sums(ix, r)
		sum += s[model.Execution]
	}
	return sum
}

// Unknown reports whether in part of r it is unknown what the subject used. A process
// may have run wherever a CPU is unknown.
func (u *ExactUse) Unknown(r model.Range) bool {
	if u.threads != nil {
		return UnknownTime(u.t, r) > 0
	}
	for _, c := range u.cores {
		if core := u.t.CoreTime(c, r); core.Unknown > 0 {
			return true
		}
	}
	return false
}

// TicksIn is the number of clock ticks in r.
func TicksIn(r model.Range) model.Time { return r.To/Tick - r.From/Tick }

// Share is busy in percent of the subject's CPUs.
func (u *ExactUse) Share(r model.Range) float64 {
	return 100 * Quotient(u.busy(r), r.Len()*model.Time(u.cpus))
}

// Sampled is the share of r that reading the CPUs at every clock tick would have
// shown.
func (u *ExactUse) Sampled(r model.Range) (share float64, ok bool) {
	ticks := TicksIn(r)
	if ticks <= 0 {
		return 0, false
	}
	cores := u.cores
	if u.threads != nil {
		cores = nil
		for c := range u.t.Cores {
			cores = append(cores, model.CPU(c))
		}
	}
	var hits model.Time
	for _, c := range cores {
		for s := range u.t.Slices(c, r) {
			ix, ran := s.Occupant.Thread()
			if !ran || u.member != nil && !u.member[ix] {
				continue
			}
			clip := s.Clip(r)
			hits += TicksIn(clip)
		}
	}
	return 100 * Quotient(hits, ticks*model.Time(u.cpus)), true
}

// cumulativeUse is the cumulative busy time of a subject at equal steps; between them
// it is taken to grow evenly.
type cumulativeUse struct {
	step model.Time
	sum  []float64 // before each step, ns
}

// maxSteps bounds the steps of cumulativeUse.
const maxSteps = 1 << 14

// cumulativeUseOf computes the use over the whole trace in steps of about the given
// length.
func (u *ExactUse) cumulativeUseOf(step model.Time) cumulativeUse {
	end := u.t.End
	step = max(step, end/maxSteps, 1)
	b := Buckets{u.t.Whole(), step, make([]Use, (end+step-1)/step)}
	for _, ix := range u.threads {
		b.addThread(u.t, ix)
	}
	c := cumulativeUse{step: step, sum: make([]float64, len(b.Use)+1)}
	for i := range b.Use {
		busy := b.Use[i].Target
		for _, cpu := range u.cores {
			ct := u.t.CoreTime(cpu, b.Span(i))
			busy += ct.Run + ct.ISR + ct.DPC
		}
		c.sum[i+1] = c.sum[i] + float64(busy)
	}
	return c
}

// before is the busy time before at, an instant in the trace.
func (c *cumulativeUse) before(at model.Time) float64 {
	i := min(int(at/c.step), len(c.sum)-2)
	part := float64(at-model.Time(i)*c.step) / float64(c.step)
	return c.sum[i] + (c.sum[i+1]-c.sum[i])*min(part, 1)
}

// CounterOffset is how well a counter fits the exact cumulative use of its subject
// after its times are moved.
type CounterOffset struct {
	By   model.Time // to add to the counter's times
	Mean float64    // mean distance from the exact share, percent points
}

// offsetSteps is how many offsets a sampling interval is divided into, and
// offsetReach how many intervals a counter is moved either way.
const (
	offsetSteps = 64
	offsetReach = 2
	leastPoints = 5 // fewer fit anywhere
)

// BestOffset finds by how much the times of a counter have to be moved for its
// values to come nearest to the exact ones: the edges of the intervals in which
// tools sample are rarely at the times in their files. ok is false if the trace
// cannot show it, or contains too few of the samples.
func BestOffset(t *model.Trace, s *model.CounterSeries) (best CounterOffset, ok bool) {
	u, ok := ExactOf(t, s)
	inside := s.In(t.Whole())
	if !ok || len(inside) < leastPoints || t.End < 2 {
		return best, false
	}
	lengths := make([]model.Time, len(inside))
	for i, p := range inside {
		lengths[i] = p.Len()
	}
	slices.Sort(lengths)
	interval := lengths[len(lengths)/2]
	step := max(interval/offsetSteps, 1)
	f := offsetFit{points: inside, s: s, u: &u, cumulativeUse: u.cumulativeUseOf(step)}
	f.least, ok = max(leastPoints, f.fitting(0)*3/4), false
	for k := model.Time(0); k <= offsetReach*offsetSteps; k++ {
		for _, by := range [...]model.Time{k * step, -k * step} {
			if mean, fits := f.at(by); fits && (!ok || mean < best.Mean) {
				best, ok = CounterOffset{by, mean}, true
			}
		}
	}
	return best, ok
}

// offsetFit measures how well a counter fits at an offset.
type offsetFit struct {
	points        []model.CounterPoint
	s             *model.CounterSeries
	u             *ExactUse
	cumulativeUse cumulativeUse
	least         int // number of points that have to lie in the trace
}

func (f *offsetFit) fitting(by model.Time) int {
	n := 0
	for _, p := range f.points {
		if f.fits(p, by) {
			n++
		}
	}
	return n
}

// fits reports whether a plausible point lies in the trace.
func (f *offsetFit) fits(p model.CounterPoint, by model.Time) bool {
	limit, limited := CounterLimit(f.s, p, f.u.cpus)
	return p.Len() > 0 && p.From+by >= 0 && p.To+by <= f.u.t.End && !(limited && p.Value > limit)
}

func (f *offsetFit) at(by model.Time) (mean float64, ok bool) {
	var sum float64
	n := 0
	for _, p := range f.points {
		share, known := CounterShare(f.s, p, f.u.cpus)
		if !known || !f.fits(p, by) {
			continue
		}
		busy := f.cumulativeUse.before(p.To+by) - f.cumulativeUse.before(p.From+by)
		sum += math.Abs(share - 100*busy/(float64(p.Len())*float64(f.u.cpus)))
		n++
	}
	return sum / float64(max(n, 1)), n >= f.least
}

// addThread adds a thread's execution to the buckets, as time of the target. It
// skips the buckets inside a segment off the CPU, so that its cost is proportional
// to the smaller of the numbers of buckets and segments.
func (b *Buckets) addThread(t *model.Trace, ix model.ThreadIx) {
	life := t.Threads[ix].Life.Clip(b.Range)
	if life.Len() == 0 || t.Threads[ix].Len() == 0 {
		return
	}
	for i := b.index(life.From); i < len(b.Use); {
		span := b.Span(i)
		if span.From >= life.To {
			return
		}
		s, ok := t.SegmentAt(ix, max(span.From, life.From))
		if ok && s.State != model.Running && s.To >= span.To {
			i = max(i+1, b.index(min(s.To, b.Range.To-1)))
			continue
		}
		sums := t.Sums(ix, span)
		b.Use[i].Target += sums[model.Execution]
		i++
	}
}
