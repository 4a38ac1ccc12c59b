package timeline

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"threadlens/model"
)

// SortBy is an order of thread rows inside their process.
type SortBy uint8

// Orders. Ties keep the order of thread indexes, which is that of appearance.
const (
	SortStart     SortBy = iota
	SortStop             // by the end of life
	SortName             // without case, numbers by value
	SortTID              // by thread id
	SortExecution        // by share of RowsOptions.Window in Execution, most first
	SortWaiting          // by share of the window in Synchronization, most first
)

// String is the order's name on screen.
func (s SortBy) String() string {
	return []string{"Start time", "Stop time", "Name", "Thread id", "Execution", "Synchronization"}[min(s, SortWaiting)]
}

// RowsOptions chooses the rows. The zero value shows the target expanded,
// everything else collapsed.
type RowsOptions struct {
	// Targets are the processes that come first, expanded. Nil: those that the
	// trace was recorded for, or, if it does not tell, the one that ran longest.
	Targets []model.ProcIx
	// Toggled processes have the other state of expansion than by default.
	// KernelGroup stands for the kernel threads.
	Toggled map[model.ProcIx]bool
	Hidden  map[model.ThreadIx]bool // hidden by the user
	// HideInactive hides threads that do nothing but wait in Window.
	HideInactive bool
	Window       model.Range
	// Filter keeps threads whose name, id or process contains all its words in
	// any case; "!word" excludes.
	Filter string
	Sort   SortBy

	// NoMarkers and NoDisks leave out the rows of markers and of disks;
	// Processors adds those of what each processor runs and of its interrupts.
	NoMarkers, NoDisks, Processors bool
	// Spans shows the markers of each thread below it; for threads in SpansOf it
	// is the other way round.
	Spans   bool
	SpansOf map[model.ThreadIx]bool
}

// KernelGroup is the key of the kernel threads in RowsOptions.Toggled.
const KernelGroup = model.NoProc - 1

// BuildRows chooses, sorts and places the rows of a trace.
func BuildRows(t *model.Trace, opts RowsOptions, m Metrics) *Rows {
	b := rowsBuilder{t: t, opts: opts, words: strings.Fields(strings.ToLower(opts.Filter))}
	targets := opts.Targets
	if targets == nil {
		targets = t.Targets()
	}
	var kernel []model.ProcIx
	b.bandsAbove()
	for _, p := range targets {
		b.process(p, true)
	}
	for _, p := range b.others(targets) {
		if isKernel(t, &t.Processes[p]) {
			kernel = append(kernel, p)
		} else {
			b.process(p, false)
		}
	}
	b.kernel(kernel)
	b.bandsBelow()
	b.hidden()
	return newRows(b.list, opts.Sort, m)
}

// execution is the time a process's threads executed in the whole trace.
func execution(t *model.Trace, p model.ProcIx) (sum model.Time) {
	for _, ix := range t.Processes[p].Threads {
		s := t.Sums(ix, t.Whole())
		sum += s[model.Execution]
	}
	return sum
}

// isKernel tells whether a process is one of the many that Linux makes of the
// kernel's threads.
func isKernel(t *model.Trace, p *model.Process) bool {
	return p.Class == model.ClassSystem && t.Info.OS.Family == "linux"
}

// seen tells whether anything is known of what a thread did.
func seen(t *model.Trace, ix model.ThreadIx) bool {
	th := &t.Threads[ix]
	switch {
	case th.Idle || th.Len() == 0:
		return false
	case th.Len() > 1:
		return true
	}
	s := t.Segment(ix, 0)
	return s.State != model.Unknown || s.Sub != model.SubNotSeen
}

type rowsBuilder struct {
	t     *model.Trace
	opts  RowsOptions
	words []string
	list  []Row
	// Threads that are not shown, by reason.
	byUser, inactive, filtered int
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
	row := Row{
		Kind: RowProcess, Proc: p, Thread: model.NoThread, Name: Printable(proc.Name),
		ID: id(proc.PID), Expanded: expanded != b.opts.Toggled[p],
	}
	switch {
	case !proc.Known:
		row.Name, row.ID = "Unknown process", ""
	case row.Name == "":
		row.Name = "Process " + row.ID
		row.ID = ""
	}
	b.choose(&row, proc)
	b.add(row)
}

// kernel adds the rows of the kernel's threads.
func (b *rowsBuilder) kernel(procs []model.ProcIx) {
	row := Row{
		Kind: RowKernel, Proc: KernelGroup, Thread: model.NoThread, Name: "Kernel threads",
		Expanded: b.opts.Toggled[KernelGroup],
	}
	for _, p := range procs {
		b.choose(&row, &b.t.Processes[p])
	}
	b.add(row)
}

// choose adds the threads of a process that are to be shown to its row.
func (b *rowsBuilder) choose(row *Row, proc *model.Process) {
	for _, ix := range proc.Threads {
		if b.t.Threads[ix].Idle {
			continue
		}
		row.Total++
		switch {
		case !seen(b.t, ix):
		case !b.matches(ix, proc):
			b.filtered++
		case b.opts.Hidden[ix]:
			b.byUser++
		case b.opts.HideInactive && b.idle(ix):
			b.inactive++
		default:
			row.Shown++
			row.Threads = append(row.Threads, ix)
		}
	}
}

// add adds a row and, if it is expanded, those of its threads.
func (b *rowsBuilder) add(row Row) {
	if row.Shown == 0 {
		return
	}
	b.sort(row.Threads)
	b.list = append(b.list, row)
	if !row.Expanded {
		return
	}
	for _, ix := range row.Threads {
		b.list = append(b.list, Row{
			Kind: RowThread, Proc: b.t.Threads[ix].Proc, Thread: ix,
			Name: ThreadName(b.t, ix), ID: id(uint32(b.t.Threads[ix].TID)),
		})
		b.spansBelow(ix)
	}
}

// ThreadName is the printable name of a thread, "Thread" when it has none.
func ThreadName(t *model.Trace, ix model.ThreadIx) string {
	if n := t.Threads[ix].Name(); n != "" {
		return Printable(n)
	}
	return "Thread"
}

// hidden adds the row that counts what is not shown, and says why.
func (b *rowsBuilder) hidden() {
	n := b.byUser + b.inactive + b.filtered
	if n == 0 {
		return
	}
	var why []string
	for _, p := range []struct {
		n    int
		text string
	}{{b.byUser, "by you"}, {b.inactive, "without activity in the window"}, {b.filtered, "by the filter"}} {
		switch p.n {
		case 0:
		case n:
			why = append(why, p.text)
		default:
			why = append(why, FormatCount(int64(p.n))+" "+p.text)
		}
	}
	noun := "threads"
	if n == 1 {
		noun = "thread"
	}
	b.list = append(b.list, Row{
		Kind: RowHidden, Proc: model.NoProc, Thread: model.NoThread, Shown: n,
		Name: fmt.Sprintf("%s %s hidden: %s", FormatCount(int64(n)), noun, strings.Join(why, ", ")),
	})
}

// matches tells whether a thread passes the filter.
func (b *rowsBuilder) matches(ix model.ThreadIx, proc *model.Process) bool {
	th := &b.t.Threads[ix]
	text := strings.ToLower(fmt.Sprintf("%s %d %s %d", th.Name(), th.TID, proc.Name, proc.PID))
	for _, w := range b.words {
		word, not := strings.CutPrefix(w, "!")
		if word != "" && strings.Contains(text, word) == not {
			return false
		}
	}
	return true
}

// idle tells whether a thread neither runs nor wants to in the window.
func (b *rowsBuilder) idle(ix model.ThreadIx) bool {
	s := b.t.Sums(ix, b.opts.Window)
	return s[model.Execution]+s[model.Interrupt]+s[model.Preemption]+s[model.Dispatch] == 0
}

// sort orders the threads of a process.
func (b *rowsBuilder) sort(list []model.ThreadIx) {
	key := map[model.ThreadIx]model.Time{}
	for _, ix := range list {
		th := &b.t.Threads[ix]
		switch b.opts.Sort {
		case SortStart:
			key[ix] = th.Life.From
		case SortStop:
			key[ix] = th.Life.To
		case SortTID:
			key[ix] = model.Time(th.TID)
		case SortExecution:
			s := b.t.Sums(ix, b.opts.Window)
			key[ix] = -s[model.Execution]
		case SortWaiting:
			s := b.t.Sums(ix, b.opts.Window)
			key[ix] = -s[model.Synchronization]
		}
	}
	slices.SortStableFunc(list, func(x, y model.ThreadIx) int {
		if b.opts.Sort == SortName {
			return natural(b.t.Threads[x].Name(), b.t.Threads[y].Name())
		}
		return cmp.Compare(key[x], key[y])
	})
}

// natural compares names without case, and the numbers in them by value.
func natural(a, b string) int {
	a, b = strings.ToLower(a), strings.ToLower(b)
	for a != "" && b != "" {
		x, y := digits(a), digits(b)
		if x > 0 && y > 0 {
			p, q := strings.TrimLeft(a[:x], "0"), strings.TrimLeft(b[:y], "0")
			if c := cmp.Or(len(p)-len(q), strings.Compare(p, q)); c != 0 {
				return c
			}
			a, b = a[x:], b[y:]
			continue
		}
		if a[0] != b[0] {
			return int(a[0]) - int(b[0])
		}
		a, b = a[1:], b[1:]
	}
	return len(a) - len(b)
}

// digits is the number of leading digits of s.
func digits(s string) int { return len(s) - len(strings.TrimLeft(s, "0123456789")) }

// id writes a process or thread id, "" for none.
func id(n uint32) string {
	if n == model.NoPID {
		return ""
	}
	return strconv.FormatUint(uint64(n), 10)
}
