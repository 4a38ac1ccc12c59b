package picture

import (
	"image"

	"threadlens/app/session/keep"
	"threadlens/model"
	"threadlens/timeline"
	"threadlens/timeline/lanes"
)

// scenery is the floor that describes a frame: what the session shows, and what the parts of the
// surface add to it.
type scenery struct {
	sizes
	Summary   *lanes.Summary
	Use       *timeline.Utilization
	Scroll    int            // device pixels of the rows above the lane area
	preview   model.Category // under the pointer in the legend
	filtering bool           // the user types a filter of the rows
	covered   [][2]int       // columns of the ruler behind the labels of flags
	selected  *selectedUse
}

// Scene is the scene of a frame whose size is in device pixels.
func (f *scenery) Scene(size image.Point) timeline.Scene {
	m := f.s.Metrics()
	v := f.s.View()
	v.Width = max(1, timeline.LaneWidth(size.X, f.parts(), m))
	sel := f.s.Selected()
	return timeline.Scene{
		Trace: f.s.Trace(), Summary: f.Summary, Utilization: f.Use,
		View: v, Rows: f.s.Lanes(), ScrollY: f.Scroll, Size: size,
		Palette: f.look.Current(), Metrics: m, Parts: f.parts(),
		Focus: f.Focus(), Row: f.s.SelectedLane(), Selected: sel, Filtering: f.filtered(),
		QuietBackdrops: f.Quiet, Grid: f.Grid, Clock: f.s.Clock(), Marks: f.s.MarkTimes(), Covered: f.covered,
		Chart: f.selected.chart(), Path: f.s.PathMarks(),
	}
}

// Now is the scene of the widget at its current size.
func (f *scenery) Now() timeline.Scene {
	size := f.Size()
	return f.Scene(image.Pt(f.Px(size.Width), f.Px(size.Height)))
}

// Ready reports whether there is something to show.
func (f *scenery) Ready() bool { return f.s.Trace() != nil && f.Size().Width > 1 }

// Focus is the category that does not fade: the one under the pointer in the legend, or the chosen
// one.
func (f *scenery) Focus() model.Category {
	if f.preview != timeline.NoFocus {
		return f.preview
	}
	return f.s.Focus()
}

// filtered reports whether the field for the filter of the rows is visible.
func (f *scenery) filtered() bool {
	return f.s.Viewing() == keep.ViewThreads && (f.filtering || f.s.Filter() != "")
}
