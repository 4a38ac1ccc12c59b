package timeline

import (
	"image"

	"threadlens/model"
	"threadlens/timeline/paint"
)

// Places in the overview, dp.
const (
	chartTop    = 22
	chartHeight = 30
	brushOver   = 2 // above and below the chart
)

// chartArea is the chart of the overview.
func (s *Scene) chartArea() image.Rectangle {
	r := s.OverviewArea()
	scale := s.Metrics.Overview / 60
	r.Min.Y += s.Metrics.Px(chartTop * scale)
	r.Max.Y = r.Min.Y + min(s.Metrics.Px(chartHeight*scale), paint.FullShare)
	return r
}

// windowInOverview are the columns of the overview that the window covers.
func (s *Scene) windowInOverview() (x0, x1 int) {
	w := s.Whole()
	x0 = min(max(w.X(s.View.From), 0), w.Width-1)
	x1 = min(max(w.X(s.View.To), x0+1), w.Width)
	return x0, x1
}

// Brush is the rectangle of the window on the overview.
func (s *Scene) Brush() image.Rectangle {
	c := s.chartArea()
	x0, x1 := s.windowInOverview()
	over := s.Metrics.Px(brushOver)
	return image.Rect(c.Min.X+x0, c.Min.Y-over, c.Min.X+x1, c.Max.Y+over)
}

// chartColumns are the columns of the overview, which stay the same while the
// window moves.
type chartColumns struct {
	of     *Utilization
	view   Viewport
	height int
	main   []uint64
	rest   []uint64 // empty if there is no sampled use
}

// slotSampled is the slot of the first sampled class in the overview; slotSampledRest
// is that of the unknown time above it, and the next that of stolen time.
const (
	slotSampled     = paint.SlotUI
	slotSampledRest = paint.SlotUI + paint.Slot(paint.ClassUnknown)
)

// heights are the columns of the chart in height pixels.
func (c *chartColumns) heights(s *Scene, v Viewport, height int) (main, rest []uint64) {
	u := s.Utilization
	if c.of == u && c.view == v && c.height == height {
		return c.main, c.rest
	}
	*c = chartColumns{u, v, height, c.main[:0], c.rest[:0]}
	var sampled []SampledTimes
	if u.Sampled != nil {
		sampled = s.sampledColumns(u, v, nil)
	}
	for x, times := range u.Columns(v, nil) {
		length := v.Column(x).Len()
		whole := float64(length) * float64(u.All())
		var h paint.Mix
		sum, y := 0.0, 0
		add := func(sl paint.Slot, t model.Time) {
			sum += float64(t)
			top := min(int(sum/whole*float64(height)+0.5), height)
			h.Add(sl, top-y)
			y = top
		}
		unknown := paint.Slot(paint.ClassUnknown)
		var of SampledTimes
		if u.Sampled != nil {
			of, unknown = sampled[x], slotSampledRest
			u.fit(&times, &of, v.Column(x).Clip(s.Trace.Whole()).Len())
		}
		for cl := range paint.ClassUnknown {
			add(paint.Slot(cl), times[cl])
		}
		if u.Sampled != nil {
			for cl := range paint.ClassUnknown {
				add(slotSampled+paint.Slot(cl), of.Times[cl])
			}
		}
		add(unknown, times[paint.ClassUnknown])
		add(unknown+1, times[paint.ClassStolen])
		c.main = append(c.main, h.Main)
		if u.Sampled != nil {
			c.rest = append(c.rest, h.Rest)
		}
	}
	return c.main, c.rest
}
