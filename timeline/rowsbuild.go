package timeline

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"threadlens/model"
	"threadlens/model/filter"
	"threadlens/timeline/lanes"
)

// BuildRows chooses, sorts and places the rows of a trace.
func BuildRows(t *model.Trace, opts RowsOptions, m Metrics) *Rows {
	b := rowsBuilder{t: t, opts: &opts, place: filter.Place{Trace: t, Window: opts.Window, Names: opts.Names}}
	targets := opts.Targets
	if targets == nil {
		targets = t.Targets()
	}
	targets = b.relevant(targets)
	b.pins()
	b.path()
	b.bandsAbove()
	isKernel := func(p model.ProcIx) bool { return lanes.IsKernel(t, &t.Processes[p]) }
	others := b.relevant(b.others(targets))
	var kernel []model.ProcIx
	if opts.Group == GroupProcess {
		if !slices.ContainsFunc(others, isKernel) { // all kernel threads are targets
			kernel, targets = split(targets, isKernel)
		}
		for _, p := range targets {
			b.process(p, true)
		}
	} else {
		b.groups(targets)
	}
	// Without targets, reports cover all threads, and all are shown.
	all := len(targets) == 0
	expanded := all || len(kernel) > 0
	for _, p := range others {
		if isKernel(p) {
			kernel = append(kernel, p)
		} else {
			b.process(p, all)
		}
	}
	b.kernel(kernel, expanded)
	b.bandsBelow()
	b.hide()
	return newRows(b.list, b.total, opts.Sort, m)
}

// split divides processes into those for which is holds and the others.
func split(procs []model.ProcIx, is func(model.ProcIx) bool) (those, others []model.ProcIx) {
	for _, p := range procs {
		if is(p) {
			those = append(those, p)
		} else {
			others = append(others, p)
		}
	}
	return those, others
}

// execution is the time a process's threads executed in the whole trace.
func execution(t *model.Trace, p model.ProcIx) (sum model.Time) {
	for _, ix := range t.Processes[p].Threads {
		s := t.Sums(ix, t.Whole())
		sum += s[model.Execution]
	}
	return sum
}

type rowsBuilder struct {
	t      *model.Trace
	opts   *RowsOptions
	place  filter.Place
	pinned map[model.ThreadIx]bool // those shown
	list   []Row
	total  int             // of the rows' threads, see Rows.Total
	hidden [numReasons]int // number of threads, by reason
}

// pins adds the rows of the pinned threads.
func (b *rowsBuilder) pins() {
	b.pinned = map[model.ThreadIx]bool{}
	for _, ix := range b.opts.Pinned {
		if b.t.Seen(ix) && b.reason(ix) == shown && !b.pinned[ix] {
			b.pinned[ix] = true
			b.thread(ix)
		}
	}
}

// others are the processes that are not targets, the busiest first.
func (b *rowsBuilder) others(targets []model.ProcIx) []model.ProcIx {
	var list []model.ProcIx
	time := map[model.ProcIx]model.Time{}
	for i := range b.t.Processes {
		p := model.ProcIx(i)
		if b.t.Processes[p].Class == model.ClassIdle || slices.Contains(targets, p) {
			continue
		}
		list = append(list, p)
		time[p] = execution(b.t, p)
	}
	slices.SortStableFunc(list, func(p, q model.ProcIx) int { return cmp.Compare(time[q], time[p]) })
	return list
}

// process adds the rows of a process that has threads to show.
func (b *rowsBuilder) process(p model.ProcIx, expanded bool) {
	proc := &b.t.Processes[p]
	row := Row{Kind: RowProcess, Proc: p, Name: Printable(proc.Title()), ID: id(proc.PID)}
	switch {
	case !proc.Known:
		row.Name, row.ID = "Unknown process", ""
	case row.Name == "":
		row.Name = "Process " + row.ID
		row.ID = ""
	}
	b.choose(&row, proc.Threads)
	b.add(row, expanded)
}

// kernel adds the rows of the kernel threads.
func (b *rowsBuilder) kernel(procs []model.ProcIx, expanded bool) {
	row := Row{Kind: RowKernel, Proc: KernelGroup, Name: "Kernel threads"}
	for _, p := range procs {
		b.choose(&row, b.t.Processes[p].Threads)
	}
	b.add(row, expanded)
}

// groups adds the rows of the threads of processes, by what they have in common.
// Groups are in the order of their first threads.
func (b *rowsBuilder) groups(procs []model.ProcIx) {
	members := map[string][]model.ThreadIx{}
	var all []model.ThreadIx
	for _, p := range procs {
		all = append(all, b.t.Processes[p].Threads...)
	}
	b.opts.SortThreads(b.t, all)
	var names []string
	for _, ix := range all {
		name := b.opts.groupOf(b.t, ix)
		if members[name] == nil {
			names = append(names, name)
		}
		members[name] = append(members[name], ix)
	}
	for _, name := range names {
		row := Row{
			Kind: RowGroup, Proc: model.NoProc, Common: name, Name: b.opts.groupTitle(name), Members: members[name],
		}
		b.choose(&row, members[name])
		b.add(row, true)
	}
}

// choose adds those threads of a list that are to be shown to the row above them.
func (b *rowsBuilder) choose(row *Row, threads []model.ThreadIx) {
	for _, ix := range threads {
		if !b.t.Seen(ix) {
			continue
		}
		row.Total++
		if why := b.reason(ix); why != shown {
			b.hidden[why]++
			continue
		}
		row.Shown++
		if !b.pinned[ix] {
			row.Threads = append(row.Threads, ix)
		}
	}
}

// reason is why a thread is not shown.
type reason uint8

const (
	shown    reason = iota
	byUser          // the user hid it
	inactive        // it does nothing in the window
	filtered        // the filter does not match it
	numReasons
)

// reasonWords are the reasons that the row of hidden threads gives.
var reasonWords = [numReasons]string{
	byUser: "manually", inactive: "inactive in the window", filtered: "by the filter",
}

// reason is why a thread is not shown, if it is not.
func (b *rowsBuilder) reason(ix model.ThreadIx) reason {
	switch {
	case b.opts.Guests[ix]:
		return shown
	case !b.opts.Filter.Lane(b.place, ix):
		return filtered
	case b.opts.Hidden[ix]:
		return byUser
	case b.opts.HideInactive && b.idle(ix):
		return inactive
	}
	return shown
}

// add adds a row and, if it is expanded, those of its threads.
func (b *rowsBuilder) add(row Row, expanded bool) {
	row.Thread = model.NoThread
	row.Expanded = expanded || !b.opts.Filter.Empty()
	if choice, ok := b.opts.Expanded[row.Key()]; ok {
		row.Expanded = choice
	}
	if row.Expanded {
		b.total += row.Total
	} else {
		b.total += row.Shown - len(row.Threads) // pinned
	}
	if row.Shown == 0 {
		return
	}
	b.opts.SortThreads(b.t, row.Threads)
	b.list = append(b.list, row)
	if row.Expanded {
		b.lanes(&row)
	}
}

// thread adds the row of a thread.
func (b *rowsBuilder) thread(ix model.ThreadIx) {
	th := &b.t.Threads[ix]
	name := ThreadName(b.t, ix)
	if given := b.opts.Names[ix]; given != "" {
		name = Printable(given)
	}
	row := Row{Kind: RowThread, Proc: th.Proc, Thread: ix, Name: name, ID: id(uint32(th.TID)), Pinned: b.pinned[ix]}
	if b.t.ServesWindows(ix) {
		row.ID += " · UI"
	}
	b.list = append(b.list, row)
	b.spansBelow(ix)
}

// ThreadName is the printable label of a thread, "Thread" if it has none.
func ThreadName(t *model.Trace, ix model.ThreadIx) string {
	if n := t.ThreadLabel(ix); n != "" {
		return Printable(n)
	}
	return "Thread"
}

// hide adds the row that counts the threads that are not shown, and gives the
// reasons.
func (b *rowsBuilder) hide() {
	n := 0
	for why := byUser; why < numReasons; why++ {
		n += b.hidden[why]
	}
	if n == 0 {
		return
	}
	var parts []string
	for why := byUser; why < numReasons; why++ {
		switch b.hidden[why] {
		case 0:
		case n:
			parts = append(parts, reasonWords[why])
		default:
			parts = append(parts, FormatCount(int64(b.hidden[why]))+" "+reasonWords[why])
		}
	}
	noun := "threads"
	if n == 1 {
		noun = "thread"
	}
	b.list = append(b.list, Row{
		Kind: RowHidden, Proc: model.NoProc, Thread: model.NoThread, Shown: n,
		Name: fmt.Sprintf("%s %s hidden (%s)", FormatCount(int64(n)), noun, strings.Join(parts, ", ")),
	})
}

// idle reports whether a thread is neither running nor runnable in the window.
func (b *rowsBuilder) idle(ix model.ThreadIx) bool {
	s := b.t.Sums(ix, b.opts.Window)
	return s[model.Execution]+s[model.Interrupt]+s[model.Preemption]+s[model.Dispatch] == 0
}

// id writes a process or thread id, "" for none.
func id(n uint32) string {
	if n == model.NoPID {
		return ""
	}
	return strconv.FormatUint(uint64(n), 10)
}
