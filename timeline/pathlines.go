package timeline

import (
	"image"
	"sort"

	"threadlens/model"
)

// Sizes of a path, dp.
const (
	pathHeight = 3
	pathRim    = 1
)

// stepsInColumn is how many changes of a path in one column are marked: more could
// not be distinguished, and the lane of the path has all of its hops.
const stepsInColumn = 64

// pathFrame collects what a frame shows of a path.
type pathFrame struct {
	*frame
	rows  []int32 // for each thread plus two, 0 if not looked up yet
	runs  map[int][][2]int
	jumps []image.Rectangle
	most  int // maximum number of jumps that are drawn
}

// path draws the path: a line along the lower edge of the lanes that it follows,
// and one at each change of lane as long as these are far enough apart to be
// distinguished.
func (f *frame) path(area image.Rectangle) {
	if f.Path == nil || f.Rows.Cores != nil || f.Path.Overlap(f.View.Range) == 0 {
		return
	}
	p := pathFrame{
		frame: f, rows: make([]int32, len(f.Trace.Threads)), runs: map[int][][2]int{},
		most: max(f.View.Width/max(f.px(followEvery), 1), 1),
	}
	steps, hops := f.Path.steps, f.Path.Hops
	from := func(i int) model.Time { return hops[steps[i]].From }
	first := max(0, sort.Search(len(steps), func(i int) bool { return from(i) > f.View.From })-1)
	last, crowd := -1, stepsInColumn
	for i := first; i < len(steps) && from(i) < f.View.To; i++ {
		if crowd--; crowd == 0 { // the last change of this column continues in the next
			next := f.View.TimeAt(f.View.X(from(i)) + 1)
			if k := sort.Search(len(steps), func(k int) bool { return from(k) >= next }) - 1; k > i {
				i, last = k, -1
			}
		}
		until := f.Path.To
		if i+1 < len(steps) {
			until = from(i + 1)
		}
		row := p.rowOf(hops[steps[i]].Thread)
		x0 := area.Min.X + min(max(f.View.X(from(i)), 0), f.View.Width)
		x1 := area.Min.X + min(max(f.View.X(until), 0), f.View.Width)
		if x1 > x0 {
			crowd = stepsInColumn
		}
		if row >= 0 {
			p.along(row, x0, max(x1, x0+1))
		}
		if i > first && row >= 0 && last >= 0 && row != last {
			p.jump(last, row, x0)
		}
		last = row
	}
	p.draw(area)
}

// rowOf is the row of a thread, or of the group that it is shown with, -1 if it is
// hidden.
func (p *pathFrame) rowOf(ix model.ThreadIx) int {
	if p.rows[ix] == 0 {
		row, _ := p.Rows.OfThread(ix)
		p.rows[ix] = int32(row) + 2
	}
	return int(p.rows[ix]) - 2
}

// along draws the path over columns of a row.
func (p *pathFrame) along(row, x0, x1 int) {
	runs := p.runs[row]
	if n := len(runs); n > 0 && x0 <= runs[n-1][1] {
		runs[n-1][1] = max(runs[n-1][1], x1)
		return
	}
	p.runs[row] = append(runs, [2]int{x0, x1})
}

// jump draws the path from row to row.
func (p *pathFrame) jump(from, to, x int) {
	if len(p.jumps) > p.most {
		return
	}
	thick := p.thick()
	y0, y1 := p.edge(from)-thick/2, p.edge(to)-thick/2
	p.jumps = append(p.jumps, image.Rect(x-thick/2, min(y0, y1), x-thick/2+thick, max(y0, y1)+thick))
}

// thick is how thick the path is, device pixels.
func (p *pathFrame) thick() int { return max(p.px(pathHeight), 1) }

// edge is the y of the middle of the path along a row.
func (p *pathFrame) edge(row int) int {
	return p.rowMiddle(row) + p.segmentHeight()/2 - p.thick() + p.thick()/2
}

// draw draws the path with a rim, which sets it off from segments.
func (p *pathFrame) draw(area image.Rectangle) {
	if len(p.jumps) > p.most {
		p.jumps = nil
	}
	rim := max(p.px(pathRim), 1)
	for _, r := range p.jumps {
		p.rect(r.Inset(-rim).Intersect(area), p.Palette.Lane)
	}
	for row := range p.rowsInView() {
		clip := p.RowRect(row).Intersect(area)
		for _, r := range p.runs[row] {
			y := p.edge(row) - p.thick()/2
			line := image.Rect(r[0], y, r[1], y+p.thick())
			p.rect(line.Inset(-rim).Intersect(clip), p.Palette.Lane)
			p.rect(line.Intersect(clip), p.Palette.Ink)
		}
	}
	for _, r := range p.jumps {
		p.rect(r.Intersect(area), p.Palette.Ink)
	}
}
