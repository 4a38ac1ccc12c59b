package timeline

import (
	"sort"

	"threadlens/model"
)

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
	n.Cores, n.corePitch = r.Cores, r.corePitch
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

// ChartRows are the rows of the CPU utilization view: a chart that fills the lane
// area.
func ChartRows(m Metrics) *Rows {
	return newRows([]Row{{Kind: RowChart, Proc: model.NoProc, Thread: model.NoThread, Name: "CPU utilization"}}, 0, 0, m)
}

// IsChart reports whether the rows are ChartRows.
func (r *Rows) IsChart() bool { return len(r.List) == 1 && r.List[0].Kind == RowChart }

// OfCPU is the index of the lane of a CPU, or of the collapsed row that represents
// it (exact is then false); -1 if there is none.
func (r *Rows) OfCPU(cpu model.CPU) (row int, exact bool) {
	for i := range r.List {
		head := r.List[i].Kind == RowSocket
		if head && r.List[i].Expanded {
			continue
		}
		for _, c := range r.List[i].CPUs {
			if c == cpu {
				return i, !head
			}
		}
	}
	return -1, false
}

// headings are the title of the header of the gutter and the possible titles of its
// menu, the longest first.
func (r *Rows) headings() (title string, menu [3]string) {
	if r.Cores != nil {
		by := r.Cores.By.String()
		return "Cores", [3]string{"Colour: " + by, by, ""}
	}
	return "Threads", [3]string{"Sort: " + r.Sort.String(), r.Sort.String(), ""}
}
