package timeline

import (
	"image"

	"threadlens/model"
	"threadlens/timeline/paint"
)

// Limits and sizes for following a thread from CPU to CPU, dp.
const (
	followEvery = 6 // slices and migrations are drawn while they are at least this far apart on average
	followLook  = 4 // segments before and after the window that are examined, for each that may be drawn
	followRim   = 1.5
	followLine  = 1.8
	followHalo  = 5
)

// Followed are the slices of a thread in a window and the nearest ones outside
// it, in order of time.
type Followed struct {
	Slices []model.Segment
	// Many is set if there are too many of them to be drawn one by one; Slices is
	// empty then.
	Many bool
}

// Followed is what the frame shows of the selected thread's migrations.
func (s *Scene) Followed() (f Followed) {
	ix := s.Selected.Thread
	if s.Rows.Cores == nil || ix == model.NoThread || int(ix) >= len(s.Trace.Threads) {
		return f
	}
	most := max(s.View.Width/max(s.Metrics.Px(followEvery), 1), 1)
	looked := 0
	for seg := range s.Trace.Segments(ix, s.View.Range) {
		if looked++; looked > followLook*most || len(f.Slices) > most {
			return Followed{Many: true}
		}
		if seg.State == model.Running {
			f.Slices = append(f.Slices, seg)
		}
	}
	if len(f.Slices) == 0 {
		return f
	}
	first, last := f.Slices[0], f.Slices[len(f.Slices)-1]
	for i := first.Index - 1; i >= max(0, first.Index-followLook); i-- {
		if seg := s.Trace.Segment(ix, i); seg.State == model.Running {
			f.Slices = append([]model.Segment{seg}, f.Slices...)
			break
		}
	}
	for i := last.Index + 1; i < min(s.Trace.Threads[ix].Len(), last.Index+1+followLook); i++ {
		if seg := s.Trace.Segment(ix, i); seg.State == model.Running {
			f.Slices = append(f.Slices, seg)
			break
		}
	}
	return f
}

// follow draws the selected thread's way across the CPUs: its slices outlined, and
// a line at each migration. Labels are drawn above it.
func (f *frame) follow(slots []laneSlot, area image.Rectangle) {
	if f.Rows.Cores == nil {
		return
	}
	way := f.Followed().Slices
	var lines []paint.Item
	for i := 1; i < len(way); i++ {
		if line, ok := f.migration(&way[i-1], &way[i], area); ok {
			lines = append(lines, line)
		}
	}
	for _, it := range lines {
		it.Color, it.Width = paint.Opaque(f.Palette.Lane), f.Metrics.lengthPx(followHalo)
		f.add(it)
	}
	for i := range way {
		f.followed(&way[i])
	}
	for _, it := range lines {
		it.Color, it.Width = paint.Opaque(f.Palette.Ink), f.Metrics.lengthPx(followLine)
		f.add(it)
	}
	for i := range slots {
		for _, it := range slots[i].over {
			it.Rect = it.Rect.Intersect(f.RowRect(slots[i].row)).Intersect(area)
			if !it.Rect.Empty() {
				f.add(it)
			}
		}
	}
}

// lengthPx converts dp to device pixels without rounding.
func (m Metrics) lengthPx(dp float32) float32 { return dp * m.Scale }

// migration is the line from the end of a slice to the start of the next one on
// another CPU.
func (f *frame) migration(from, to *model.Segment, area image.Rectangle) (line paint.Item, ok bool) {
	a, _ := f.Rows.OfCPU(from.CPU)
	b, _ := f.Rows.OfCPU(to.CPU)
	if from.CPU == to.CPU || a < 0 || b < 0 || a == b {
		return line, false
	}
	x := func(t model.Time) int { return area.Min.X + min(max(f.View.X(t), -MaxWidth), 2*MaxWidth) }
	box := image.Rectangle{
		Min: image.Pt(x(from.To), f.rowMiddle(a)), Max: image.Pt(x(to.From), f.rowMiddle(b)),
	}
	return paint.Item{Kind: paint.ItemLine, Rect: area, Box: box, Row: -1}, true
}

// followed outlines a slice, which is drawn wide enough to be seen.
func (f *frame) followed(seg *model.Segment) {
	r, ok := f.SegmentRect(SegmentRef{seg.Thread, seg.Index})
	if !ok {
		return
	}
	if f.View.X(seg.To)-f.View.X(seg.From) < f.px(selectedAtMin) {
		f.rect(r, f.Rows.Cores.Fill(f.Palette, seg.Thread))
	}
	f.outline(r, max(f.px(followRim), 1), f.Palette.Ink, f.LaneArea())
}
