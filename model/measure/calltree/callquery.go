package calltree

import (
	"slices"

	"threadlens/model"
	"threadlens/model/measure"
)

// TreeKind is which stacks a call tree consists of.
type TreeKind uint8

// Kinds of call trees.
const (
	// TreeExecution is of execution samples: one stands for the time up to the next
	// one of its thread, or to the end of the stretch in which the thread ran.
	TreeExecution TreeKind = iota
	// TreeBlocking is where threads were while they waited or were preempted.
	TreeBlocking
	// TreeUnblocking is where others were when they ended those waits.
	TreeUnblocking
)

var treeNames = [...]string{"execution", "blocking", "unblocking"}

// String is the kind's name, which is that of its report.
func (k TreeKind) String() string { return treeNames[k] }

// Title is the kind's name for people.
func (k TreeKind) Title() string {
	return [...]string{"Where threads ran", "Where threads did not run", "Where waits were ended"}[k]
}

// TreeNames are the names of all kinds.
func TreeNames() []string { return treeNames[:] }

// ParseTree reads a name that String returns.
func ParseTree(s string) (TreeKind, bool) {
	i := slices.Index(treeNames[:], s)
	return TreeKind(max(i, 0)), i >= 0
}

// blockingCategories are those with blocking and unblocking trees, and their
// spellings for users.
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
	{model.WaitForWork, "work"},
	{model.Unclassified, "unclassified"},
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

// TreeQuery selects the stacks of a trace for the trees.
type TreeQuery struct {
	Kind    TreeKind
	Range   model.Range
	Threads []model.ThreadIx
	// Categories are for blocking and unblocking trees, nil for all.
	Categories []model.Category
	// Mine keeps only frames of the program and those that it calls immediately.
	Mine bool
}

// CallTrees builds the trees for a query: one of execution, or one for each
// category that threads were in. The times in the trees are those in the profile,
// for unblocking trees those of waits. The samples of CPUs without context switches
// form a separate tree after that of execution, since their time is in no profile.
func CallTrees(t *model.Trace, q TreeQuery) []CallTree {
	q.Range = q.Range.Clip(t.Whole())
	sums := q.sums(t)
	var list []CallTree
	add := func(c model.Category) {
		if s := sums[c]; s != nil {
			list = append(list, s.tree(t, c, q.Mine, q.Kind == TreeBlocking && c != model.Preemption))
		}
	}
	add(model.Execution)
	if s := sums[sampledTree]; s != nil {
		tree := s.tree(t, model.Execution, q.Mine, false)
		tree.Sampled, tree.Nodes[0].Name = true, SampledTitle
		list = append(list, tree)
	}
	for _, c := range blockingCategories {
		add(c.category)
	}
	return list
}

// treeSums are sums by category, nil if there is nothing.
type treeSums [sampledTree + 1]*stackSums

// sampledTree is the index in treeSums of the sampled pieces.
const sampledTree = model.NumCategories

func (s *treeSums) of(t *model.Trace, p *treePiece) *stackSums {
	c := p.category
	if p.sampled {
		c = sampledTree
	}
	if s[c] == nil {
		s[c] = newStackSums(t)
	}
	return s[c]
}

// sums adds up the stacks of the threads, on all CPUs.
func (q *TreeQuery) sums(t *model.Trace) treeSums {
	var parts []*treeSums
	q.each(t, func() func(*treePiece) {
		part := new(treeSums)
		parts = append(parts, part)
		return func(p *treePiece) { part.of(t, p).of(p.stack, p.instead).add(p.sum, &p.instance) }
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

// each passes all pieces of a query on, those of a thread in order of time. It
// makes a worker for each CPU, and passes it one piece at a time, which it must not
// keep.
func (q *TreeQuery) each(t *model.Trace, worker func() func(*treePiece)) {
	var samples *measure.AllSamples
	var sampled *measure.Sampled
	if q.Kind == TreeExecution {
		samples, sampled = measure.SamplesByThread(t), measure.SampledOf(t, q.Range)
	}
	var wanted [model.NumCategories]bool
	for _, c := range blockingCategories {
		wanted[c.category] = q.Categories == nil || slices.Contains(q.Categories, c.category)
	}
	measure.Each(len(q.Threads), func() func(int) {
		add := worker()
		return func(i int) {
			switch ix := q.Threads[i]; q.Kind {
			case TreeExecution:
				executed(t, ix, q.Range, samples.Of(ix), add)
				eachSampled(sampled, t, ix, add)
			case TreeBlocking:
				blocked(t, ix, q.Range, &wanted, add)
			default:
				unblocked(t, ix, q.Range, &wanted, add)
			}
		}
	})
}

// TreesIn builds the call trees of a scope whose defaults are filled in.
func TreesIn(s *measure.Scope, t *model.Trace, kind TreeKind) []CallTree {
	return CallTrees(t, TreeQuery{Kind: kind, Range: s.Range, Threads: s.Threads, Categories: s.Kind.Categories, Mine: s.Tree.Mine})
}
