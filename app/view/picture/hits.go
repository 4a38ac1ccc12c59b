package picture

import (
	"cmp"
	"image"
	"image/draw"
	"iter"
	"slices"

	"fyne.io/fyne/v2/canvas"

	"threadlens/app/session/find"
	"threadlens/app/view/kit"
	"threadlens/model"
	"threadlens/timeline"
)

// Sizes of the ticks, in dp.
const (
	HitTick   = 3 // width
	LaneTick  = 8 // height above a lane
	RulerTick = 4
	WholeTick = 5 // on the overview
)

// hitMarks shows where a search has hits, as ticks on the overview, on the ruler and on the lanes
// of the threads. It lies above the picture, which a search does not change.
type hitMarks struct {
	f      *scenery
	Raster *canvas.Raster
	buffer *image.RGBA
	spots  []find.Spot // ordered by time
}

func newHitMarks(f *scenery) *hitMarks {
	m := &hitMarks{f: f}
	m.Raster = canvas.NewRaster(m.Generate)
	m.Raster.ScaleMode = canvas.ImageScalePixels
	m.Raster.Hide()
	return m
}

// Show shows the hits of a search, none for nil.
func (m *hitMarks) Show(spots []find.Spot) {
	m.spots = spots
	kit.Hide(m.Raster, len(spots) == 0)
	m.redraw()
}

// redraw updates the ticks after a change of the picture.
func (m *hitMarks) redraw() {
	if len(m.spots) > 0 {
		m.Raster.Refresh()
	}
}

// Generate draws the ticks on a transparent background.
func (m *hitMarks) Generate(w, h int) image.Image {
	if m.buffer == nil || m.buffer.Rect.Dx() != w || m.buffer.Rect.Dy() != h {
		m.buffer = image.NewRGBA(image.Rect(0, 0, w, h))
	} else {
		clear(m.buffer.Pix)
	}
	if !m.f.Ready() || len(m.spots) == 0 {
		return m.buffer
	}
	scene := m.f.Scene(image.Pt(w, h))
	ticks := m.ticks(&scene)
	p := m.f.look.Current()
	rim := max(1, m.f.Px(1))
	// All rims are drawn first, so that none covers another tick.
	for _, t := range ticks {
		draw.Draw(m.buffer, t.rect.Inset(-rim).Intersect(t.area), image.NewUniform(p.Lane), image.Point{}, draw.Src)
	}
	for _, t := range ticks {
		draw.Draw(m.buffer, t.rect.Intersect(t.area), image.NewUniform(p.Ink), image.Point{}, draw.Src)
	}
	return m.buffer
}

// tick is the mark of a hit, clipped to area.
type tick struct{ rect, area image.Rectangle }

// ticks are the marks of the spots: at most one per column on the overview, on the ruler, and for
// each thread.
func (m *hitMarks) ticks(scene *timeline.Scene) []tick {
	var ticks []tick
	add := func(area image.Rectangle, x, from, bottom int, height float32) {
		w, h := m.f.Px(HitTick), m.f.Px(height)
		left := from + x - w/2
		ticks = append(ticks, tick{image.Rect(left, bottom-h, left+w, bottom), area})
	}
	overview, ruler, lanes := scene.OverviewArea(), scene.RulerArea(), scene.LaneArea()
	for x := range columns(m.spots, scene.Whole()) {
		add(overview, x, overview.Min.X, overview.Max.Y, WholeTick)
	}
	inView := m.spots[first(m.spots, scene.View.From):]
	inView = inView[:first(inView, scene.View.To)]
	for x := range columns(inView, scene.View) {
		add(ruler, x, ruler.Min.X, ruler.Max.Y, RulerTick)
	}
	last := make([]int, len(scene.Trace.Threads)) // column of each thread's last tick, plus 1
	for _, s := range inView {
		x := scene.View.X(s.At)
		if int(s.Thread) >= len(last) || last[s.Thread] == x+1 {
			continue
		}
		last[s.Thread] = x + 1
		if row, _ := scene.Rows.OfThread(s.Thread); row >= 0 {
			seen := scene.RowRect(row)
			top := seen.Min.Y
			if bottom := seen.Max.Y; bottom < lanes.Max.Y { // its upper edge may be hidden behind the fixed rows
				top = bottom - (scene.Rows.Top(row+1) - scene.Rows.Top(row))
			}
			add(seen.Intersect(lanes), x, lanes.Min.X, top+m.f.Px(LaneTick), LaneTick)
		}
	}
	return ticks
}

// first is the index of the first spot at or after an instant.
func first(spots []find.Spot, at model.Time) int {
	i, _ := slices.BinarySearchFunc(spots, at, func(s find.Spot, at model.Time) int { return cmp.Compare(s.At, at) })
	return i
}

// columns yields the columns of a viewport that contain spots. It looks at only a few spots of each
// column, however many there are.
func columns(spots []find.Spot, v timeline.Viewport) iter.Seq[int] {
	return func(yield func(int) bool) {
		for len(spots) > 0 {
			x := v.X(spots[0].At)
			if !yield(x) {
				return
			}
			spots = spots[max(1, first(spots, v.TimeAt(x+1))):]
		}
	}
}
