package picture

import (
	"fyne.io/fyne/v2"

	"threadlens/app/session"
	"threadlens/app/view/kit"
	"threadlens/timeline"
)

// layers is the floor with what lies above the raster.
type layers struct {
	pointer
	Over   *overlay
	Filter *filterBox
	Chart  *useChart
}

// addLayers makes all of that.
func (f *layers) addLayers() {
	f.Filter, f.Chart = newFilterBox(&f.drawing), newUseChart(&f.pointer)
	f.Over = newOverlay(&f.pointer, f.Filter, f.Chart)
	f.placeParts = f.Over.place
}

// changed updates the surface after a change of the session.
func (f *layers) changed(c session.Change) {
	if c&session.ChangedTrace != 0 {
		f.Scroll, f.Summary, f.Use = 0, nil, nil
		f.Hits.Show(nil)
		f.Over.forget()
		f.Filter.forget()
	}
	if c&session.ChangedView != 0 {
		f.Scroll = 0
	}
	if c&(session.ChangedWindow|session.ChangedRows|session.ChangedView|session.ChangedPath) != 0 && f.Over.Card.Frozen.On {
		f.Over.Card.Hide() // what it describes has moved
	}
	if c&(session.ChangedSelection|session.ChangedRows|session.ChangedView) != 0 {
		f.showRow()
	}
	f.ClampScroll()
	if !f.Chart.changed(c) && c&^(session.ChangedRange|session.ChangedCursors) == 0 {
		f.Over.place()
		return
	}
	f.Redraw()
}

// ReadChart moves the reading position on the chart of CPU use by one step in the direction dir.
func (f *layers) ReadChart(dir int) {
	if !f.Ready() {
		return
	}
	scene := f.Now()
	area := scene.LaneArea()
	x, out := area.Dx()/2, 0
	if place := scene.Hit(f.Point(f.Mouse.At)); f.Mouse.Inside && place.Region == timeline.RegionLane {
		x, out = kit.ChartStep(f.Point(f.Mouse.At).X-area.Min.X, area.Dx(), dir)
	}
	f.s.Pan(out)
	f.Over.Pointer(fyne.NewPos(f.Dp(area.Min.X+x), f.Dp((area.Min.Y+area.Max.Y)/2)), true)
	scene = f.Now()
	f.Chart.Card.show(&f.pointer, &scene)
}
