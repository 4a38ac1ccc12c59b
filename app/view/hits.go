package view

import (
	"cmp"
	"image"
	"image/draw"
	"slices"

	"fyne.io/fyne/v2/canvas"

	"threadlens/app/session"
	"threadlens/model"
	"threadlens/timeline"
)

// Sizes of the ticks, in dp.
const (
	hitTick   = 3 // width
	laneTick  = 8 // height above a lane
	rulerTick = 4
	wholeTick = 5 // on the overview
)

// hitMarks shows where a search has hits: as ticks on the overview, on the ruler
// and on the lanes of the threads. It lies above the picture, which a search
// does not change.
type hitMarks struct {
	f      *surface
	raster *canvas.Raster
	buffer *image.RGBA
	spots  []session.Spot // in order of time
}

func newHitMarks(f *surface) *hitMarks {
	m := &hitMarks{f: f}
	m.raster = canvas.NewRaster(m.generate)
	m.raster.ScaleMode = canvas.ImageScalePixels
	m.raster.Hide()
	return m
}

// show shows other hits, none for nil.
func (m *hitMarks) show(spots []session.Spot) {
	m.spots = spots
	hide(m.raster, len(spots) == 0)
	m.redraw()
}

// redraw follows the picture.
func (m *hitMarks) redraw() {
	if len(m.spots) > 0 {
		m.raster.Refresh()
	}
}

// generate draws the ticks on a transparent ground.
func (m *hitMarks) generate(w, h int) image.Image {
	if m.buffer == nil || m.buffer.Rect.Dx() != w || m.buffer.Rect.Dy() != h {
		m.buffer = image.NewRGBA(image.Rect(0, 0, w, h))
	} else {
		clear(m.buffer.Pix)
	}
	if !m.f.ready() || len(m.spots) == 0 {
		return m.buffer
	}
	scene := m.f.scene(image.Pt(w, h))
	ticks := m.ticks(&scene)
	p := m.f.look.current()
	rim := max(1, m.f.px(1))
	// All rims come first: none may cut off another tick.
	for _, t := range ticks {
		draw.Draw(m.buffer, t.rect.Inset(-rim).Intersect(t.area), image.NewUniform(p.Lane), image.Point{}, draw.Src)
	}
	for _, t := range ticks {
		draw.Draw(m.buffer, t.rect.Intersect(t.area), image.NewUniform(p.Ink), image.Point{}, draw.Src)
	}
	return m.buffer
}

// tick is a mark of a hit, as far as it lies inside area.
type tick struct{ rect, area image.Rectangle }

// ticks are the marks of all spots: at most one a column on the overview, on the
// ruler and on each lane.
func (m *hitMarks) ticks(scene *timeline.Scene) []tick {
	var ticks []tick
	known := map[image.Point]bool{} // row (-1: the ruler) and column
	mark := func(row int, area image.Rectangle, x, bottom int, height float32) {
		if at := image.Pt(x, row); !known[at] {
			known[at] = true
			w, h := m.f.px(hitTick), m.f.px(height)
			left := area.Min.X + x - w/2
			ticks = append(ticks, tick{image.Rect(left, bottom-h, left+w, bottom), area})
		}
	}
	const onOverview, onRuler = -2, -1
	overview, ruler, lanes := scene.OverviewArea(), scene.RulerArea(), scene.LaneArea()
	whole, view := scene.Whole(), scene.View
	for _, s := range m.spots {
		mark(onOverview, overview, whole.X(s.At), overview.Max.Y, wholeTick)
	}
	from, _ := slices.BinarySearchFunc(m.spots, view.From, func(s session.Spot, at model.Time) int { return cmp.Compare(s.At, at) })
	for _, s := range m.spots[from:] {
		if s.At >= view.To {
			break
		}
		mark(onRuler, ruler, view.X(s.At), ruler.Max.Y, rulerTick)
		if row, _ := scene.Rows.OfThread(s.Thread); row >= 0 {
			top := lanes.Min.Y + scene.Rows.Top(row) - scene.ScrollY
			mark(row, lanes, view.X(s.At), top+m.f.px(laneTick), laneTick)
		}
	}
	return ticks
}
