package picture

import (
	"image"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"threadlens/app/session"
	"threadlens/app/view/kit"
	"threadlens/model"
	"threadlens/timeline"
)

// drags is the floor of what is dragged.
type drags struct {
	layers

	// Set by the window.
	GutterDone func() // the gutter was resized
	ZoomMarked func()
}

// Grab is the kind of drag that would start at p: of an edge, a handle, the scroll bar. It sets the
// anchor, the end that stays fixed.
func (f *drags) Grab(scene *timeline.Scene, p fyne.Position) dragKind {
	pt := f.Point(p)
	reach := f.Px(GrabReach)
	near := func(x int) bool { return pt.X >= x-reach && pt.X <= x+reach }
	if scene.Hit(pt).Region == timeline.RegionScroll {
		return dragThumb
	}
	if pt.In(scene.OverviewArea()) {
		brush := scene.Brush()
		switch {
		case near(brush.Min.X) && brush.Dx() > 2*reach:
			f.Mouse.Anchor = scene.View.To
			return DragWindow
		case near(brush.Max.X) && brush.Dx() > 2*reach:
			f.Mouse.Anchor = scene.View.From
			return DragWindow
		}
		return dragNone
	}
	if near(scene.LaneArea().Min.X) {
		return dragGutter
	}
	if marked := f.s.Marked(); marked.Len() > 0 && pt.In(scene.LaneArea()) {
		x0, x1 := scene.RangeX(marked)
		switch {
		case near(x1) && scene.View.Contains(marked.To-1):
			f.Mouse.Anchor = marked.From
			return dragRange
		case near(x0) && scene.View.Contains(marked.From):
			f.Mouse.Anchor = marked.To
			return dragRange
		}
	}
	return dragNone
}

// Dragged implements fyne.Draggable.
func (f *drags) Dragged(e *fyne.DragEvent) {
	if !f.Ready() {
		return
	}
	if f.Mouse.kind == dragNone {
		f.Mouse.kind = f.beginDrag()
	}
	f.drag(e.Position)
	f.Mouse.last = e.Position
	f.Over.Pointer(e.Position, true)
}

// beginDrag decides what the drag that began at Mouse.down does.
func (f *drags) beginDrag() dragKind {
	if f.Mouse.button == desktop.MouseButtonTertiary || f.Mouse.space {
		return dragPan
	}
	if f.Mouse.button != desktop.MouseButtonPrimary {
		return dragDead
	}
	scene := f.Now()
	if kind := f.Grab(&scene, f.Mouse.down); kind != dragNone {
		return kind
	}
	pt := f.Point(f.Mouse.down)
	place := scene.Hit(pt)
	switch place.Region {
	case timeline.RegionOverview:
		if pt.In(scene.Brush()) {
			return dragBrush
		}
		f.Mouse.Anchor = place.Time
		return DragWindow
	case timeline.RegionLane, timeline.RegionRuler:
		f.Mouse.Anchor = f.snapped(&scene, f.Mouse.down)
		return dragRange
	case timeline.RegionGutter:
		return f.takeRow(&scene, place)
	}
	return dragDead
}

// drag continues the drag to p.
func (f *drags) drag(p fyne.Position) {
	scene := f.Now()
	step := f.Point(p).Sub(f.Point(f.Mouse.last))
	switch f.Mouse.kind {
	case dragPan:
		f.s.Pan(-step.X)
		f.ScrollTo(f.Scroll - step.Y)
	case dragRange:
		f.s.Mark(between(f.Mouse.Anchor, f.snapped(&scene, p)))
	case dragBrush:
		d := scene.Whole().TimeAt(step.X) - scene.Whole().TimeAt(0)
		r := f.s.Window()
		f.s.Show(model.Range{From: r.From + d, To: r.To + d}, session.MoveBrush)
	case DragWindow:
		f.s.Show(between(f.Mouse.Anchor, f.overviewTime(&scene, p)), session.MoveBrush)
	case dragGutter:
		f.SetGutter(p.X)
	case dragLane:
		f.dragRow(&scene, p)
	case dragThumb:
		if track := scene.LaneArea().Dy() - scene.Thumb().Dy(); track > 0 {
			f.ScrollTo(f.Mouse.scroll + (f.Point(p).Y-f.Point(f.Mouse.down).Y)*scene.MaxScroll()/track)
		}
	}
}

func between(a, b model.Time) model.Range { return model.Range{From: min(a, b), To: max(a, b)} }

// overviewTime is the instant at p on the overview, which shows the whole trace.
func (f *drags) overviewTime(scene *timeline.Scene, p fyne.Position) model.Time {
	return scene.Whole().TimeAt(f.Point(p).X - scene.OverviewArea().Min.X)
}

// snapped is the instant at p, or with Shift a segment boundary near it.
func (f *drags) snapped(scene *timeline.Scene, p fyne.Position) model.Time {
	pt := f.Point(p)
	if (f.Mouse.mods|f.Modifiers())&fyne.KeyModifierShift != 0 {
		if t, ok := scene.SnapTime(pt, f.Px(snapReach)); ok {
			return t
		}
	}
	return scene.View.TimeAt(pt.X - scene.LaneArea().Min.X)
}

// SetGutter sets the width of the gutter, dp for text of the usual size.
func (f *drags) SetGutter(dp float32) {
	f.Gutter = min(max(dp/f.look.Text, timeline.GutterMin), timeline.GutterMax)
	f.Fitted()
}

// DragEnd implements fyne.Draggable.
func (f *drags) DragEnd() {
	kind, mods := f.Mouse.kind, f.Mouse.mods
	f.Mouse.kind = dragNone
	switch {
	case kind == dragGutter:
		f.GutterDone()
	case kind == dragRange && mods&kit.Ctrl != 0:
		f.ZoomMarked()
		f.s.Mark(model.Range{})
	}
}

// takeRow starts dragging the row of a thread by its name.
func (f *drags) takeRow(scene *timeline.Scene, place timeline.Place) dragKind {
	if place.Row < 0 || scene.Rows.List[place.Row].Kind != timeline.RowThread {
		return dragDead
	}
	f.s.Select(timeline.SegmentRef{Thread: scene.Rows.List[place.Row].Thread, Index: -1})
	return dragLane
}

// dragRow moves the dragged row to the height of p, if a thread's row is there.
func (f *drags) dragRow(scene *timeline.Scene, p fyne.Position) {
	place := scene.Hit(image.Pt(0, f.Point(p).Y))
	if place.Row >= 0 && scene.Rows.List[place.Row].Kind == timeline.RowThread {
		f.s.MoveTo(f.s.Selected().Thread, scene.Rows.List[place.Row].Thread)
	}
}
