package picture

import (
	"image"
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"threadlens/app/session"
	"threadlens/app/view/kit"
	"threadlens/timeline"
)

// sizes is the lowest floor of the surface: the session that it shows, the sizes that the user
// chose, and lengths in dp and in device pixels.
type sizes struct {
	widget.BaseWidget
	self focusable // the whole surface, as the toolkit knows it
	s    *session.Session
	look *kit.Look

	// Chosen by the user.
	LaneSize timeline.LaneSize
	Pitch    float32 // dp; 0 for the pitch of LaneSize
	Gutter   float32 // dp, for text of the usual size
	Overview bool
	Grid     bool
	Quiet    bool
}

// focusable is a widget that can have the keyboard.
type focusable interface {
	fyne.Widget
	fyne.Focusable
}

// canvas is where the surface is shown; nil while it is not.
func (f *sizes) canvas() fyne.Canvas {
	return fyne.CurrentApp().Driver().CanvasForObject(f.self)
}

// Scale is the number of device pixels per dp.
func (f *sizes) Scale() float32 {
	if c := f.canvas(); c != nil && c.Scale() > 0 {
		return c.Scale()
	}
	return 1
}

// Px converts a length in dp to device pixels.
func (f *sizes) Px(dp float32) int { return int(math.Round(float64(dp * f.Scale()))) }

// Dp converts device pixels to dp.
func (f *sizes) Dp(px int) float32 { return float32(px) / f.Scale() }

// Point converts a position on the widget to device pixels.
func (f *sizes) Point(p fyne.Position) image.Point {
	s := f.Scale()
	return image.Pt(int(p.X*s), int(p.Y*s))
}

// Metrics are the sizes for the user's choices.
func (f *sizes) Metrics() timeline.Metrics {
	m := timeline.NewMetrics(f.LaneSize, f.Scale(), f.look.Text)
	if f.Pitch > 0 {
		m = m.WithPitch(f.Pitch)
	}
	m.Gutter = f.Gutter * f.look.Text
	return m
}

func (f *sizes) parts() timeline.Parts {
	if f.Overview {
		return timeline.AllParts
	}
	return timeline.AllParts &^ timeline.PartOverview
}
