package findings

import (
	"cmp"
	"slices"

	"threadlens/model"
	"threadlens/model/measure"
)

// doing is what the active thread does while threads take turns.
type doing struct {
	says, try string
	parts     []doingPart // the longest first
}

type doingPart struct {
	time      model.Time
	says, try string
}

// doings are the activities by the categories of that time.
var doings = []struct {
	categories []model.Category
	says, try  string
}{
	{[]model.Category{model.Execution, model.Interrupt}, "runs", "Reduce the work that only one thread can do at a time: hold the shared lock or data " +
		"for a shorter time, split it, or give each thread its own data."},
	{[]model.Category{model.Sleep}, "sleeps", "Do not sleep while others wait: before sleeping, release the lock or pass on the data. In a database, end the transaction before sleeping: it holds its row locks until it ends."},
	{[]model.Category{model.IO}, "waits for I/O", "Do the I/O before or after the work that the others wait for, not during it."},
	{[]model.Category{model.Preemption, model.Dispatch}, "waits for a CPU", "Raise the priority of the active thread, or run fewer other busy threads."},
	{[]model.Category{model.MemoryManagement}, "waits for memory", "Before its turn starts, let each thread access the memory that it will need, so that no page fault delays it while the other threads wait."},
	{[]model.Category{model.Synchronization}, "waits for threads outside this group", "Find out what the active thread waits for while the others wait for it: the tab “Unblocking stack” shows what ended each wait."},
	{[]model.Category{model.WaitForWork, model.UIProcessing}, "waits for work", "Release the lock, or hand over the data that others wait for, before waiting for work."},
	{[]model.Category{model.Unclassified, model.UnknownCategory}, "waits for an unknown reason", "Record system calls (“threadlens record --with calls”): they show what the active thread waits for while the others wait for it."},
}

// doingOf is what the active thread does: what takes half of the time, otherwise the two
// activities that take most.
func doingOf(a *activity) (d doing) {
	for _, k := range doings {
		var sum model.Time
		for _, c := range k.categories {
			sum += a.sums[c]
		}
		if sum > 0 {
			d.parts = append(d.parts, doingPart{sum, k.says, k.try})
		}
	}
	slices.SortStableFunc(d.parts, func(x, y doingPart) int { return cmp.Compare(y.time, x.time) })
	if len(d.parts) == 0 {
		return d
	}
	first := d.parts[0]
	d.try = first.try
	d.says = first.says + " for " + share(first.time, a.sum) + " of its time (" + measure.Duration(first.time) + ")"
	if 2*first.time < a.sum && len(d.parts) > 1 {
		second := d.parts[1]
		d.says += ", " + second.says + " for " + share(second.time, a.sum)
	}
	return d
}
