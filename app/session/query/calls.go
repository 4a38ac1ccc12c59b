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

// AllBlocking stands in CallChoice.Category for all categories.
const AllBlocking = model.NumCategories

// CallChoice says which call trees are shown.
type CallChoice struct {
	Kind calltree.TreeKind
	// Category is that of blocking and unblocking trees, AllBlocking for each.
	Category model.Category
	// Thread is the one whose trees they are, NoThread for all in view.
	Thread model.ThreadIx
}

// CallChoiceOf is the choice of the tree in which the time of a category is; ok is
// false for what stands in none: ready time and interrupts.
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

// Title is what the trees are called.
func (c CallChoice) Title() string {
	switch {
	case c.Kind == calltree.TreeExecution:
		return "Execution"
	case c.Kind == calltree.TreeBlocking && c.Category == AllBlocking:
		return "Blocking, all categories"
	case c.Kind == calltree.TreeUnblocking && c.Category == AllBlocking:
		return "Unblocking"
	case c.Kind == calltree.TreeUnblocking:
		return "Unblocking of " + c.Category.Title()
	}
	return c.Category.Title()
}

// DefaultNoise is the share of a tree in percent below which its functions are left
// out at first.
const DefaultNoise = measure.DefaultNoise

// Calls is what call trees are asked of. It is a plain value, so that they can
// be made in the background.
type Calls struct {
	Trace   *model.Trace
	Choice  CallChoice
	Threads []model.ThreadIx
	Window  model.Range
	Noise   float64
	Mine    bool // Just My Code
	Terms   naming.Terms
}

// Same reports whether another query has the same answer.
func (q *Calls) Same(o *Calls) bool {
	return q.Trace == o.Trace && q.Choice == o.Choice && slices.Equal(q.Threads, o.Threads) && q.Window == o.Window &&
		q.Noise == o.Noise && q.Mine == o.Mine && q.Terms.Clock == o.Terms.Clock && maps.Equal(q.Terms.Names, o.Terms.Names)
}

// Most of what Calls.Quick allows to be looked at between two frames.
const (
	quickSamples = 300_000
	quickStacks  = 100_000
)

// Quick reports whether what does not depend on the window is soon looked at.
func (q *Calls) Quick() bool {
	return q.Trace == nil || len(q.Trace.Samples) <= quickSamples && q.Trace.Tables.Stacks.Len() <= quickStacks
}

// tree is the question to the report.
func (q *Calls) tree() calltree.TreeQuery {
	return calltree.TreeQuery{Kind: q.Choice.Kind, Range: q.Window, Threads: q.Threads, Categories: q.categories(), Mine: q.Mine}
}

func (q *Calls) categories() []model.Category {
	if q.Choice.Category == AllBlocking {
		return nil
	}
	return []model.Category{q.Choice.Category}
}

// Of says in words whose trees they are, and of when.
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

// InstanceText says which instance of how many one is at.
func (q *Calls) InstanceText(step calltree.InstanceStep) string {
	return "Instance " + timeline.FormatCount(step.Number) + " of " + timeline.FormatCount(step.Count) + ": " +
		q.Terms.Thread(q.Trace, step.Thread) + ", " + timeline.FormatDuration(step.Len()) + " at " + q.Terms.Clock.Instant(step.From, q.Window.Len())
}
