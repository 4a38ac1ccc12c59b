package timeline

import (
	"sort"

	"threadlens/model"
)

// RowKind is what a row shows.
type RowKind uint8

// Kinds of rows.
const (
	// RowProcess heads a process: a parallelism strip when expanded, a merged lane
	// when collapsed.
	RowProcess RowKind = iota
	// RowKernel heads the kernel threads of a Linux trace, taken together.
	RowKernel
	// RowThread is the lane of one thread.
	RowThread
	// RowHidden is the last row: how many threads are hidden, and "Show".
	RowHidden
	// RowGroup heads threads of the targets that have something in common, see
	// RowsOptions.Group.
	RowGroup
	// RowMarkers shows the spans, flags and messages of all threads, RowSpans
	// those of the thread above it.
	RowMarkers
	RowSpans
	// RowDisk heads the channels of a disk, RowProcessors those of the CPUs;
	// RowChannel is one of them.
	RowDisk
	RowProcessors
	RowChannel
	// RowChart is the only row of ChartRows: the CPU use.
	RowChart
	// RowSocket heads CPUs in the Cores view, RowCore is the lane of one, RowQueue
	// the run-queue length.
	RowSocket
	RowCore
	RowQueue
	// RowPath is the lane of the path of the scene.
	RowPath
	// RowFold heads the threads of the process or group above it that only wait, see
	// RowsOptions.Fold.
	RowFold
)

// Heads reports whether rows of the kind are above others, those of threads or of
// channels, which they show or hide.
func (k RowKind) Heads() bool {
	return k == RowProcess || k == RowKernel || k == RowGroup || k == RowDisk || k == RowProcessors || k == RowSocket || k == RowFold
}

// raised reports whether rows of the kind start a part of the picture.
func (k RowKind) raised() bool { return k.Heads() && k != RowFold }

// RowKey identifies a row that heads others, or that can be expanded, across all
// changes of the rows.
type RowKey struct {
	Kind   RowKind
	Proc   model.ProcIx // of RowProcess; KernelGroup of RowKernel; of RowFold that of the row above; else NoProc
	Common string       // of RowGroup and a RowFold below one: what its threads have in common; of RowDisk: the device; of RowSocket: its number
}

// KernelGroup represents the kernel threads where a process is expected.
const KernelGroup = model.NoProc - 1

// KernelRow is the key of the kernel's threads.
var KernelRow = RowKey{Kind: RowKernel, Proc: KernelGroup}

// ProcessRow is the key of a process.
func ProcessRow(p model.ProcIx) RowKey { return RowKey{Kind: RowProcess, Proc: p} }

// Row is one row of the picture.
type Row struct {
	Kind     RowKind
	Proc     model.ProcIx   // of RowProcess and RowThread; KernelGroup of RowKernel; else NoProc
	Thread   model.ThreadIx // of RowThread, else NoThread
	Name     string         // printable
	ID       string         // pid or tid; followed by "· UI" for a thread that serves windows
	Common   string         // of RowGroup, see RowKey
	Expanded bool           // for rows that head others
	Pinned   bool           // for RowThread; RowPath always is
	// Shown and Total count the threads that the row heads, including pinned ones;
	// for RowHidden, Shown is the number of hidden threads.
	Shown, Total int
	// Threads are the threads below the row, or those that would be there if it
	// were expanded, sorted.
	Threads []model.ThreadIx
	// Members are all threads of a RowGroup, including hidden ones, or those of a
	// RowFold.
	Members []model.ThreadIx

	// Names are the names that the user gave to threads, for RowPath.
	Names map[model.ThreadIx]string

	HasSpans bool        // for RowThread: it has its own markers
	Bands    Bands       // of RowMarkers, RowSpans, RowChannel
	CPUs     []model.CPU // for RowSocket those below it, for RowCore its own
	pitch    float32     // of RowCore, dp with comfortable lanes
}

// Key is the key of a row that heads others, or that can be expanded.
func (r *Row) Key() RowKey { return RowKey{r.Kind, r.Proc, r.Common} }

// height is the height of a row, device pixels.
func (r *Row) height(m Metrics) int {
	switch {
	case r.Kind == RowThread:
		return m.Px(m.Pitch)
	case r.Kind == RowPath:
		return m.TextPx(pathPitch)
	case r.Kind.isBands():
		return r.bandsHeight(m)
	case r.Kind.isCore():
		return r.coreHeight(m)
	}
	return m.Px(m.Group)
}

// Rows is the list of rows and their places. It is immutable.
type Rows struct {
	List []Row
	// Pinned is the number of rows at the head of List that stay in place while the
	// others scroll.
	Pinned int
	// Threads is the number of threads that have a row or are in a fold, Total the number of threads
	// of the expanded processes and groups, including hidden ones; in the Cores view both count CPUs.
	Threads, Total int

	// Sort is the order of the threads.
	Sort SortBy
	// Cores are the colours of slices in the Cores view, nil elsewhere.
	Cores     *CoreColours
	corePitch float32 // of the rows of CPUs, dp with comfortable lanes

	metrics Metrics
	top     []int // of each row, and the total height: len(List)+1 entries
	row     map[model.ThreadIx]int
	head    map[RowKey]int
}

// newRows places a list of rows.
func newRows(list []Row, total int, by SortBy, m Metrics) *Rows {
	r := &Rows{
		List: list, Total: total, Sort: by, metrics: m, top: make([]int, 1, len(list)+1),
		row: map[model.ThreadIx]int{}, head: map[RowKey]int{},
	}
	y := 0
	for i := range list {
		row := &list[i]
		y += row.height(m)
		r.top = append(r.top, y)
		if row.Pinned {
			r.Pinned++
		}
		switch {
		case row.Kind == RowMarkers:
			r.head[row.Key()] = i
		case row.Kind == RowThread:
			r.row[row.Thread] = i
			r.Threads++
		case row.Kind == RowCore:
			r.Threads++
		case row.Kind.Heads():
			r.head[row.Key()] = i
			if row.Expanded {
				continue
			}
			for _, ix := range row.Threads {
				r.row[ix] = i
			}
			if row.Kind == RowFold {
				r.Threads += len(row.Threads)
			}
		}
	}
	return r
}

// Resize returns the same rows with other metrics.
func (r *Rows) Resize(m Metrics) *Rows {
	n := newRows(r.List, r.Total, r.Sort, m)
	n.Cores = r.Cores
	return n
}

// Height is the height of all rows, device pixels.
func (r *Rows) Height() int { return r.top[len(r.List)] }

// Top is the upper edge of row i below the first row's, device pixels; Top of
// len(List) is Height.
func (r *Rows) Top(i int) int { return r.top[i] }

// At is the index of the row at y pixels below the first row's upper edge, -1
// outside.
func (r *Rows) At(y int) int {
	if y < 0 || y >= r.Height() {
		return -1
	}
	return sort.SearchInts(r.top, y+1) - 1
}

// OfThread is the index of the row of a thread, or of the collapsed one that
// represents it (exact is then false); -1 if it is hidden.
func (r *Rows) OfThread(ix model.ThreadIx) (row int, exact bool) {
	row, ok := r.row[ix]
	if !ok {
		return -1, false
	}
	return row, r.List[row].Kind == RowThread
}

// OfKey is the index of a row that heads others, -1 if there is none.
func (r *Rows) OfKey(key RowKey) int {
	if i, ok := r.head[key]; ok {
		return i
	}
	return -1
}

// HeadOf is the index of the row that heads the one of a thread, -1 for none.
func (r *Rows) HeadOf(i int) int {
	for ; i >= r.Pinned; i-- {
		if r.List[i].Kind.Heads() {
			return i
		}
	}
	return -1
}

// Visible are the threads that have a row of their own or are in a fold, in the
// order of rows: the scope of the profile.
func (r *Rows) Visible() []model.ThreadIx {
	var list []model.ThreadIx
	for i := range r.List {
		switch row := &r.List[i]; {
		case row.Kind == RowThread:
			list = append(list, row.Thread)
		case row.Kind == RowFold && !row.Expanded:
			list = append(list, row.Threads...)
		}
	}
	return list
}
