package analysis

import (
	"slices"
	"sort"

	"threadlens/model"
)

// TreeKind says which stacks a call tree is made of.
type TreeKind uint8

// Kinds of call trees.
const (
	// TreeExecution is of execution samples: one stands for the time up to the
	// next one of its thread, or to the end of the stretch in which that ran.
	TreeExecution TreeKind = iota
	// TreeBlocking is of where threads stood while they waited or were preempted.
	TreeBlocking
	// TreeUnblocking is of where others stood as they ended those waits.
	TreeUnblocking
)

var treeNames = [...]string{"execution", "blocking", "unblocking"}

// String is the kind's name, which is that of its report.
func (k TreeKind) String() string { return treeNames[k] }

// TreeNames are the names of all kinds.
func TreeNames() []string { return treeNames[:] }

// ParseTree reads a name that String returns.
func ParseTree(s string) (TreeKind, bool) {
	i := slices.Index(treeNames[:], s)
	return TreeKind(max(i, 0)), i >= 0
}

// blockingCategories are those of which there are blocking and unblocking trees,
// and how a user spells them.
var blockingCategories = []struct {
	category model.Category
	name     string
}{
	{model.Synchronization, "synchronization"},
	{model.IO, "io"},
	{model.Sleep, "sleep"},
	{model.MemoryManagement, "memory"},
	{model.Preemption, "preemption"},
	{model.UIProcessing, "ui"},
	{model.UnknownCategory, "unknown"},
}

// ParseBlocking reads the name of a category in which threads do not run.
func ParseBlocking(s string) (model.Category, bool) {
	for _, c := range blockingCategories {
		if c.name == s {
			return c.category, true
		}
	}
	return model.UnknownCategory, false
}

// BlockingNames are the names that ParseBlocking reads.
func BlockingNames() []string {
	var names []string
	for _, c := range blockingCategories {
		names = append(names, c.name)
	}
	return names
}

// TreeQuery says of which stacks of a trace there are to be trees.
type TreeQuery struct {
	Kind    TreeKind
	Range   model.Range
	Threads []model.ThreadIx
	// Categories are those of blocking and unblocking trees, nil for all.
	Categories []model.Category
	// Mine keeps only frames of the program and those that it calls immediately.
	Mine bool
}

// CallTrees makes the trees that a query asks for: one of execution, or one of
// each category that threads stood in. The time in the trees is that which the
// profile tells, of waits for unblocking trees.
func CallTrees(t *model.Trace, q TreeQuery) []CallTree {
	q.Range = q.Range.Clip(t.Whole())
	sums := q.sums(t)
	var list []CallTree
	add := func(c model.Category) {
		if s := sums[c]; s != nil {
			list = append(list, s.tree(t, c, q.Mine))
		}
	}
	add(model.Execution)
	for _, c := range blockingCategories {
		add(c.category)
	}
	return list
}

// treeSums are sums by category, nil where there is nothing.
type treeSums [model.NumCategories]*stackSums

func (s *treeSums) of(t *model.Trace, c model.Category) *stackSums {
	if s[c] == nil {
		s[c] = newStackSums(t)
	}
	return s[c]
}

// sums sums up the stacks of the threads, on all processors.
func (q *TreeQuery) sums(t *model.Trace) treeSums {
	var samples *threadSamples
	if q.Kind == TreeExecution {
		samples = samplesByThread(t)
	}
	var wanted [model.NumCategories]bool
	for _, c := range blockingCategories {
		wanted[c.category] = q.Categories == nil || slices.Contains(q.Categories, c.category)
	}
	var parts []*treeSums
	Each(len(q.Threads), func() func(int) {
		part := new(treeSums)
		parts = append(parts, part)
		return func(i int) {
			switch ix := q.Threads[i]; q.Kind {
			case TreeExecution:
				part.executed(t, ix, q.Range, samples.of(ix))
			case TreeBlocking:
				part.blocked(t, ix, q.Range, &wanted)
			default:
				part.unblocked(t, ix, q.Range, &wanted)
			}
		}
	})
	var all treeSums
	for _, part := range parts {
		for c, s := range part {
			switch {
			case s == nil:
			case all[c] == nil:
				all[c] = s
			default:
				all[c].merge(s)
			}
		}
	}
	return all
}

// What stands in a tree where there is no stack.
const (
	noStack  = "[no stack]"
	noSample = "[no sample]"
)

// blocked sums up where a thread stood while it did not run.
func (s *treeSums) blocked(t *model.Trace, ix model.ThreadIx, r model.Range, wanted *[model.NumCategories]bool) {
	for stop := range t.Stops(ix, r) {
		if wanted[stop.Category] {
			s.of(t, stop.Category).of(stop.Stack, noStack).add(CallSum{stop.Len(), 1}, &Instance{stop.Range, ix})
		}
	}
}

// unblocked sums up where others stood as they ended the waits of a thread.
func (s *treeSums) unblocked(t *model.Trace, ix model.ThreadIx, r model.Range, wanted *[model.NumCategories]bool) {
	for stop := range t.Stops(ix, r) {
		if stop.State == model.Waiting && wanted[stop.Category] {
			s.of(t, stop.Category).of(stop.Wake, endedBy(&stop)).add(CallSum{stop.Len(), 1}, &Instance{stop.Range, ix})
		}
	}
}

// endedBy is what stands in an unblocking tree in place of a stack.
func endedBy(stop *model.Stop) string {
	switch {
	case stop.Ctx == model.CtxThread:
		return noStack
	case stop.Flags&model.OpenEnd != 0:
		return "[not ended]"
	case stop.Ctx == model.CtxTimer:
		return "[by timer]"
	case aSource(stop.Ctx), stop.Ctx == model.CtxIpi:
		return "[by interrupt]"
	}
	return "[not recorded]"
}

// executed sums up what a thread executed by its samples, in order of time.
func (s *treeSums) executed(t *model.Trace, ix model.ThreadIx, r model.Range, samples []int32) {
	rest := t.Sums(ix, r)[model.Execution]
	first := sort.Search(len(samples), func(i int) bool { return t.Samples[samples[i]].Time >= r.From })
	if seg, ok := t.SegmentAt(ix, r.From); ok { // what ran at the beginning may have been sampled before
		first = sort.Search(first, func(i int) bool { return t.Samples[samples[i]].Time >= seg.From })
	}
	var seg model.Segment
	for i := first; i < len(samples); i++ {
		x := &t.Samples[samples[i]]
		since := x.Time
		if !seg.Contains(x.Time) {
			var ok bool
			if seg, ok = t.SegmentAt(ix, x.Time); !ok {
				continue
			}
			since = seg.From // nothing else tells what the thread did before it
		}
		if seg.From >= r.To {
			break
		}
		if seg.State != model.Running {
			continue
		}
		at := model.Range{From: since, To: seg.To}
		if i+1 < len(samples) {
			at.To = min(at.To, t.Samples[samples[i+1]].Time)
		}
		if at = at.Clip(r); at.Len() > 0 {
			net := executedIn(t, seg.CPU, at)
			rest -= net
			s.of(t, model.Execution).of(x.Stack, noStack).add(CallSum{net, 1}, &Instance{at, ix})
		}
	}
	if rest > 0 {
		s.of(t, model.Execution).of(model.NoStack, noSample).add(CallSum{Time: rest}, &Instance{Thread: model.NoThread})
	}
}

// executedIn is how long of r a thread that has a processor runs, between
// interrupts.
func executedIn(t *model.Trace, cpu model.CPU, r model.Range) model.Time {
	isr, dpc := t.InterruptsBefore(cpu, r.From)
	isr2, dpc2 := t.InterruptsBefore(cpu, r.To)
	return r.Len() - (isr2 - isr) - (dpc2 - dpc)
}

// threadSamples are the samples of each thread in order of time, as indexes of
// Trace.Samples.
type threadSamples struct {
	list  []int32
	first []int32 // of each thread, and the end
}

func (s *threadSamples) of(ix model.ThreadIx) []int32 { return s.list[s.first[ix]:s.first[ix+1]] }

// samplesByThread sorts the samples by thread; they are kept with the trace.
func samplesByThread(t *model.Trace) *threadSamples {
	if s, ok := t.Kept(keptSamples{}).(*threadSamples); ok {
		return s
	}
	s := &threadSamples{first: make([]int32, len(t.Threads)+1)}
	for i := range t.Samples {
		if ix := t.Samples[i].Thread; int(ix) < len(t.Threads) {
			s.first[ix+1]++
		}
	}
	for ix := range t.Threads {
		s.first[ix+1] += s.first[ix]
	}
	s.list = make([]int32, s.first[len(t.Threads)])
	next := slices.Clone(s.first)
	for i := range t.Samples {
		if ix := t.Samples[i].Thread; int(ix) < len(t.Threads) {
			s.list[next[ix]] = int32(i)
			next[ix]++
		}
	}
	t.Keep(keptSamples{}, s)
	return s
}

// keptSamples is the key under which a trace keeps its samples by thread.
type keptSamples struct{}
