package timeline

import (
	"sort"

	"threadlens/model"
)

// RowKind says what a row shows.
type RowKind uint8

// Kinds of rows.
const (
	// RowProcess heads a process: parallelism strip when expanded, merged lane
	// when collapsed.
	RowProcess RowKind = iota
	// RowKernel heads the kernel threads of a Linux trace, taken together.
	RowKernel
	// RowThread is the lane of one thread.
	RowThread
	// RowHidden is the last row: how many threads are hidden, and "Show".
	RowHidden
	// RowMarkers shows the spans, flags and messages of all threads, RowSpans
	// those of the thread above it.
	RowMarkers
	RowSpans
	// RowDisk heads the channels of a disk, RowProcessors those of the
	// processors; RowChannel is one of them.
	RowDisk
	RowProcessors
	RowChannel
)

// Row is one row of the picture.
type Row struct {
	Kind     RowKind
	Proc     model.ProcIx   // of RowProcess and RowThread, else NoProc
	Thread   model.ThreadIx // of RowThread, else NoThread
	Name     string         // printable
	ID       string         // pid or tid
	Expanded bool           // of RowProcess, RowKernel
	// Shown and Total count the threads of a process or of the kernel; of
	// RowHidden, Shown is the number of hidden threads.
	Shown, Total int
	// Threads are the shown ones of a process or of the kernel, sorted.
	Threads []model.ThreadIx

	Group    model.ProcIx // of RowMarkers, RowDisk, RowProcessors: see RowsOptions.Toggled
	HasSpans bool         // of RowThread: there are markers of its own
	Bands    Bands        // of RowMarkers, RowSpans, RowChannel
}

// Rows is the list of rows and where they lie. It is immutable.
type Rows struct {
	List []Row
	// Threads is the number of thread rows, Total that of the threads of the
	// expanded processes, hidden ones too.
	Threads, Total int

	// Sort is the order of the threads.
	Sort SortBy

	metrics Metrics
	top     []int // of each row, and the total height: len(List)+1
	row     map[model.ThreadIx]int
}

// newRows places a list of rows.
func newRows(list []Row, by SortBy, m Metrics) *Rows {
	r := &Rows{List: list, Sort: by, metrics: m, top: make([]int, 1, len(list)+1), row: map[model.ThreadIx]int{}}
	y := 0
	for i := range list {
		row := &list[i]
		switch {
		case row.Kind >= RowMarkers:
			y += row.height(m)
		case row.Kind == RowThread:
			y += m.Px(m.Pitch)
			r.row[row.Thread] = i
		case row.Expanded:
			y += m.Px(m.Group)
			r.Threads += row.Shown
			r.Total += row.Total
		default:
			y += m.Px(m.Group)
			for _, ix := range row.Threads {
				r.row[ix] = i
			}
		}
		r.top = append(r.top, y)
	}
	return r
}

// Resize returns the same rows with other metrics.
func (r *Rows) Resize(m Metrics) *Rows { return newRows(r.List, r.Sort, m) }

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

// OfThread is the index of the row of a thread, or of the collapsed process that
// stands for it (exact is false then); -1 when it is hidden.
func (r *Rows) OfThread(ix model.ThreadIx) (row int, exact bool) {
	row, ok := r.row[ix]
	if !ok {
		return -1, false
	}
	return row, r.List[row].Kind == RowThread
}

// Visible are the threads that have a row of their own, in the order of rows:
// the scope of the profile.
func (r *Rows) Visible() []model.ThreadIx {
	var list []model.ThreadIx
	for i := range r.List {
		if r.List[i].Kind == RowThread {
			list = append(list, r.List[i].Thread)
		}
	}
	return list
}
