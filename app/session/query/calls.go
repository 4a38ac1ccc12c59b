package query

import (
	"maps"
	"slices"

	"threadlens/app/session/naming"
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/measure/calltree"
	"threadlens/timeline"
)

// AllBlocking in CallChoice.Category means all categories.
const AllBlocking = model.NumCategories

// CallChoice is which call trees are shown.
type CallChoice struct {
	Kind calltree.TreeKind
	// Category is that of blocking and unblocking trees, AllBlocking for each.
	Category model.Category
	// Thread is the one whose trees they are, NoThread for all in view.
	Thread model.ThreadIx
}

// CallChoiceOf is the choice of the tree that contains the time of a category; ok is false for
// ready time and interrupts, which are in none.
func CallChoiceOf(c model.Category, thread model.ThreadIx) (choice CallChoice, ok bool) {
	switch {
	case c == model.Execution:
		return CallChoice{calltree.TreeExecution, AllBlocking, thread}, true
	case slices.Contains(BlockingCategories(), c):
		return CallChoice{calltree.TreeBlocking, c, thread}, true
	}
	return CallChoice{}, false
}

// BlockingCategories are those of blocking trees.
func BlockingCategories() []model.Category {
	var list []model.Category
	for _, name := range calltree.BlockingNames() {
		c, _ := calltree.ParseBlocking(name)
		list = append(list, c)
	}
	return list
}

// Title is the title of the trees.
func (c CallChoice) Title() string {
	switch {
	case c.Kind == calltree.TreeExecution:
		return "Execution"
	case c.Kind == calltree.TreeBlocking && c.Category == AllBlocking:
		return "Blocking and preemption"
	case c.Kind == calltree.TreeUnblocking && c.Category == AllBlocking:
		return "Unblocking"
	case c.Kind == calltree.TreeUnblocking:
		return "Unblocking of " + c.Category.Title()
	}
	return c.Category.Title()
}

// DefaultNoise is the share of a tree in percent below which its functions are left out by default.
const DefaultNoise = measure.DefaultNoise

// Calls is a query for call trees. It is a plain value, so that they can be made in the background.
type Calls struct {
	Trace   *model.Trace
	Choice  CallChoice
	Threads []model.ThreadIx
	Window  model.Range
	Noise   float64
	Mine    bool // Just My Code
	Terms   naming.Terms
}

// Same reports whether another query has the same result.
func (q *Calls) Same(o *Calls) bool {
	return q.Trace == o.Trace && q.Choice == o.Choice && slices.Equal(q.Threads, o.Threads) && q.Window == o.Window &&
		q.Noise == o.Noise && q.Mine == o.Mine && q.Terms.Clock == o.Terms.Clock && maps.Equal(q.Terms.Names, o.Terms.Names)
}

// Limits of what Calls.Quick considers quick enough between two frames.
const (
	quickSamples = 300_000
	quickStacks  = 100_000
)

// Quick reports whether the part that does not depend on the window is quickly processed.
func (q *Calls) Quick() bool {
	return q.Trace == nil || len(q.Trace.Samples) <= quickSamples && q.Trace.Tables.Stacks.Len() <= quickStacks
}

// tree is the query for the report.
func (q *Calls) tree() calltree.TreeQuery {
	return calltree.TreeQuery{Kind: q.Choice.Kind, Range: q.Window, Threads: q.Threads, Categories: q.categories(), Mine: q.Mine}
}

func (q *Calls) categories() []model.Category {
	if q.Choice.Category == AllBlocking {
		return nil
	}
	return []model.Category{q.Choice.Category}
}

// Of describes whose trees they are, and of when.
func (q *Calls) Of() string {
	who := timeline.FormatCount(int64(len(q.Threads))) + " threads"
	switch {
	case q.Choice.Thread != model.NoThread:
		who = q.Terms.Thread(q.Trace, q.Choice.Thread)
	case len(q.Threads) == 1:
		who = "1 thread"
	}
	return who + " · " + q.Terms.Clock.Range(q.Window)
}

// InstanceText is the position among the instances.
func (q *Calls) InstanceText(step calltree.InstanceStep) string {
	return "Instance " + timeline.FormatCount(step.Number) + " of " + timeline.FormatCount(step.Count) + ": " +
		q.Terms.Thread(q.Trace, step.Thread) + ", " + timeline.FormatDuration(step.Len()) + " at " + q.Terms.Clock.Instant(step.From, q.Window.Len())
}
