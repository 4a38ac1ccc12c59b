package measure

import (
	"sort"

	"threadlens/model"
)

// Usage is how the CPUs were used between any two instants, exact to the
// nanosecond, and fast enough for every frame while a window is dragged: it keeps
// the sums before every few slices of each CPU, so that an instant costs a search
// and a walk over a few slices, however long the window is.
//
// It is built once for a trace and its targets, by one walk over all switches, and
// then only read, by any number of goroutines.
type Usage struct {
	t       *model.Trace
	r       model.Range // the range for which it can be used
	cpus    []model.CPU // the known ones
	points  [][]usagePoint
	classes []UseClass // by process
}

// UseClass is one of the classes of CPU time other than interrupts.
type UseClass uint8

const (
	UseTarget UseClass = iota
	UseOther
	UseSystem
	UseIdle
	useUnknown
	useOffline
	useStolen
	useClasses
)

// usagePoint holds the time of one CPU before a slice, net of interrupts.
type usagePoint struct {
	at   model.Time
	sums [useClasses]model.Time
}

// usageStride is the number of slices from one point to the next: enough to make
// their memory small compared with that of the slices, few enough to walk.
const usageStride = 16

// NewUsage prepares for questions about t with a target.
func NewUsage(t *model.Trace, target Target) *Usage { return newUsage(t, t.Whole(), target) }

// newUsage is NewUsage for r alone.
func newUsage(t *model.Trace, r model.Range, target Target) *Usage {
	u := &Usage{t: t, r: r, classes: ClassesOf(t, target)}
	for c := range t.Cores {
		if t.Cores[c].Known {
			u.cpus = append(u.cpus, model.CPU(c))
		}
	}
	u.points = make([][]usagePoint, len(u.cpus))
	Each(len(u.cpus), func() func(int) {
		return func(i int) { u.points[i] = u.walk(u.cpus[i]) }
	})
	return u
}

// ClassesOf are the classes of CPU time used by each process.
func ClassesOf(t *model.Trace, target Target) []UseClass {
	classes := make([]UseClass, len(t.Processes))
	for p := range t.Processes {
		classes[p] = UseOther
		if t.Processes[p].Class == model.ClassSystem {
			classes[p] = UseSystem
		}
	}
	for _, p := range target.Procs {
		classes[p] = UseTarget
	}
	return classes
}

// Processors is the number of CPUs that all figures cover: the known ones.
func (u *Usage) Processors() int { return len(u.cpus) }

// walk makes the points of a CPU.
func (u *Usage) walk(cpu model.CPU) (points []usagePoint) {
	var w usageWalker
	n := 0
	for s := range u.t.Slices(cpu, u.r) {
		if n == 0 {
			w = u.walker(cpu, usagePoint{at: s.From})
		}
		if n%usageStride == 0 {
			points = append(points, usagePoint{s.From, w.sums})
		}
		n++
		w.add(&s, s.To)
	}
	return points
}

// usageWalker goes over the slices of a CPU from a point on.
type usageWalker struct {
	u    *Usage
	cpu  model.CPU
	sums [useClasses]model.Time
	irqs bool
	irq  model.Time // interrupt time before the instant reached
}

func (u *Usage) walker(cpu model.CPU, p usagePoint) usageWalker {
	w := usageWalker{u: u, cpu: cpu, sums: p.sums, irqs: u.t.Info.Has.Interrupts || u.t.Events[model.KindIrq]+u.t.Events[model.KindIrqEnter] > 0}
	w.irq = w.interrupts(p.at)
	return w
}

func (w *usageWalker) interrupts(at model.Time) model.Time {
	if !w.irqs {
		return 0
	}
	isr, dpc := w.u.t.InterruptsBefore(w.cpu, at)
	return isr + dpc
}

// add adds a slice, whose start the walk has reached, up to an instant inside it or
// its end, net of interrupts.
func (w *usageWalker) add(s *model.Slice, to model.Time) {
	irq := w.interrupts(to)
	w.sums[w.u.class(s)] += to - s.From - (irq - w.irq)
	w.irq = irq
}

func (u *Usage) class(s *model.Slice) UseClass {
	if ix, ok := s.Occupant.Thread(); ok {
		return u.classes[u.t.Threads[ix].Proc]
	}
	switch s.Occupant {
	case model.OccupantIdle:
		return UseIdle
	case model.OccupantOffline:
		return useOffline
	case model.OccupantStolen:
		return useStolen
	}
	return useUnknown
}

// In returns the use of the CPUs between each two adjacent edges, which must be
// ascending: one Use less than there are edges. Beyond the trace there is no use.
func (u *Usage) In(edges []model.Time) []Use {
	if len(edges) < 2 {
		return nil
	}
	parts := make([][]Use, len(u.cpus))
	Each(len(u.cpus), func() func(int) {
		return func(i int) { parts[i] = u.before(i, edges) }
	})
	use := make([]Use, len(edges)-1)
	for _, before := range parts {
		for i := range use {
			use[i].Add(&before[i+1])
			use[i].sub(&before[i])
		}
	}
	return use
}

// before is the use of a CPU before each edge. The walk proceeds from edge to edge,
// and skips to a point if the next edge lies beyond one.
func (u *Usage) before(i int, edges []model.Time) []Use {
	list := make([]Use, len(edges))
	cpu, points := u.cpus[i], u.points[i]
	if len(points) == 0 {
		return list // of a trace without length
	}
	for k := 0; k < len(edges); {
		at := u.clip(edges[k])
		p := max(0, sort.Search(len(points), func(p int) bool { return points[p].at > at })-1)
		k = u.from(cpu, points, p, edges, k, list)
	}
	return list
}

func (u *Usage) clip(at model.Time) model.Time { return min(max(at, u.r.From), u.r.To) }

// from fills the list from edge k on, walking from point p, and returns the first
// edge that is left.
func (u *Usage) from(cpu model.CPU, points []usagePoint, p int, edges []model.Time, k int, list []Use) int {
	w := u.walker(cpu, points[p])
	for s := range u.t.Slices(cpu, model.Range{From: points[p].at, To: u.r.To}) {
		for at := u.clip(edges[k]); at <= s.To; at = u.clip(edges[k]) {
			part := w
			part.add(&s, max(at, s.From))
			list[k] = part.use(at)
			if k++; k == len(edges) {
				return k
			}
		}
		if next := p + 2; next < len(points) && u.clip(edges[k]) >= points[next].at {
			return k
		}
		w.add(&s, s.To)
		for p+1 < len(points) && points[p+1].at <= s.To {
			p++
		}
	}
	return len(edges)
}

// use is what the walk has added up, with the interrupts before at.
func (w *usageWalker) use(at model.Time) Use {
	use := Use{
		Target: w.sums[UseTarget], Other: w.sums[UseOther], System: w.sums[UseSystem],
		Idle: w.sums[UseIdle], Unknown: w.sums[useUnknown], Offline: w.sums[useOffline], Stolen: w.sums[useStolen],
	}
	if w.irqs {
		use.ISR, use.DPC = w.u.t.InterruptsBefore(w.cpu, at)
	}
	return use
}

// Utilization returns the use of the CPUs in each bucket of r: bucket i is [r.From
// + i·bucket, …), the last one may be shorter. It fails if bucket is not positive
// or divides r into more than a million pieces.
func Utilization(t *model.Trace, r model.Range, bucket model.Time, target Target) ([]Use, error) {
	r = r.Clip(t.Whole())
	edges, err := bucketEdges(r, bucket)
	if err != nil {
		return nil, err
	}
	return newUsage(t, r, target).In(edges), nil
}

// Edges are the boundaries of the scope's buckets.
func (s *Scope) Edges() ([]model.Time, error) {
	bucket := s.Bucket
	if bucket == 0 {
		bucket = DefaultBucket(s.Range.Len())
	}
	return bucketEdges(s.Range, bucket)
}

// Sentence gives the averages as shares of the machine, with the words for the target.
func (u *Use) Sentence(target string) string {
	total := u.Total()
	stolen := ""
	if u.Stolen > 0 {
		stolen = ", " + model.StolenWords + " " + Share(u.Stolen, total)
	}
	return "Of the machine: " + target + " " + Share(u.Target, total) + ", other " + Share(u.Other, total) +
		", system " + Share(u.System, total) + ", interrupts " + Share(u.ISR+u.DPC, total) +
		stolen + ", idle " + Share(u.Idle, total) + "."
}

// DefaultBucket is the shortest of 1, 2 or 5 times a power of ten, at least a
// millisecond, that gives at most a hundred rows.
func DefaultBucket(length model.Time) model.Time { return bucketFor(length, 100) }
