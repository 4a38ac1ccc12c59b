package view

import (
	"image"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"threadlens/app/session"
	"threadlens/app/view/kit"
	"threadlens/model"
	"threadlens/timeline"
)

// grab tells what there is to take hold of at p: an edge, a handle, the scroll
// bar. It sets the anchor, the end that stays.
func (f *surface) grab(scene *timeline.Scene, p fyne.Position) dragKind {
	pt := f.point(p)
	reach := f.px(grabReach)
	near := func(x int) bool { return pt.X >= x-reach && pt.X <= x+reach }
	if scene.Hit(pt).Region == timeline.RegionScroll {
		return dragThumb
	}
	if pt.In(scene.OverviewArea()) {
		brush := scene.Brush()
		switch {
		case near(brush.Min.X) && brush.Dx() > 2*reach:
			f.mouse.anchor = scene.View.To
			return dragWindow
		case near(brush.Max.X) && brush.Dx() > 2*reach:
			f.mouse.anchor = scene.View.From
			return dragWindow
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
			f.mouse.anchor = marked.From
			return dragRange
		case near(x0) && scene.View.Contains(marked.From):
			f.mouse.anchor = marked.To
			return dragRange
		}
	}
	return dragNone
}

// Dragged implements fyne.Draggable.
func (f *surface) Dragged(e *fyne.DragEvent) {
	if !f.ready() {
		return
	}
	if f.mouse.kind == dragNone {
		f.mouse.kind = f.beginDrag()
	}
	f.drag(e.Position)
	f.mouse.last = e.Position
	f.over.pointer(e.Position, true)
}

// beginDrag decides what the drag that began at mouse.down does.
func (f *surface) beginDrag() dragKind {
	if f.mouse.button == desktop.MouseButtonTertiary || f.mouse.space {
		return dragPan
	}
	if f.mouse.button != desktop.MouseButtonPrimary {
		return dragDead
	}
	scene := f.now()
	if kind := f.grab(&scene, f.mouse.down); kind != dragNone {
		return kind
	}
	pt := f.point(f.mouse.down)
	place := scene.Hit(pt)
	switch place.Region {
	case timeline.RegionOverview:
		if pt.In(scene.Brush()) {
			return dragBrush
		}
		f.mouse.anchor = place.Time
		return dragWindow
	case timeline.RegionLane, timeline.RegionRuler:
		f.mouse.anchor = f.snapped(&scene, f.mouse.down)
		return dragRange
	case timeline.RegionGutter:
		return f.takeRow(&scene, place)
	}
	return dragDead
}

// drag goes on with the drag to p.
func (f *surface) drag(p fyne.Position) {
	scene := f.now()
	step := f.point(p).Sub(f.point(f.mouse.last))
	switch f.mouse.kind {
	case dragPan:
		f.s.Pan(-step.X)
		f.scrollTo(f.scroll - step.Y)
	case dragRange:
		f.s.Mark(between(f.mouse.anchor, f.snapped(&scene, p)))
	case dragBrush:
		d := scene.Whole().TimeAt(step.X) - scene.Whole().TimeAt(0)
		r := f.s.Window()
		f.s.Show(model.Range{From: r.From + d, To: r.To + d}, session.MoveBrush)
	case dragWindow:
		f.s.Show(between(f.mouse.anchor, f.overviewTime(&scene, p)), session.MoveBrush)
	case dragGutter:
		f.setGutter(p.X)
	case dragLane:
		f.dragRow(&scene, p)
	case dragThumb:
		if track := scene.LaneArea().Dy() - scene.Thumb().Dy(); track > 0 {
			f.scrollTo(f.mouse.scroll + (f.point(p).Y-f.point(f.mouse.down).Y)*scene.MaxScroll()/track)
		}
	}
}

func between(a, b model.Time) model.Range { return model.Range{From: min(a, b), To: max(a, b)} }

// overviewTime is the instant of the whole trace at p.
func (f *surface) overviewTime(scene *timeline.Scene, p fyne.Position) model.Time {
	return scene.Whole().TimeAt(f.point(p).X - scene.OverviewArea().Min.X)
}

// snapped is the instant at p, or with Shift the boundary of a segment near it.
func (f *surface) snapped(scene *timeline.Scene, p fyne.Position) model.Time {
	pt := f.point(p)
	if (f.mouse.mods|f.modifiers())&fyne.KeyModifierShift != 0 {
		if t, ok := scene.SnapTime(pt, f.px(snapReach)); ok {
			return t
		}
	}
	return scene.View.TimeAt(pt.X - scene.LaneArea().Min.X)
}

func (f *surface) setGutter(dp float32) {
	f.gutter = min(max(dp/f.look.Text, timeline.GutterMin), timeline.GutterMax)
	f.fitted()
}

// DragEnd implements fyne.Draggable.
func (f *surface) DragEnd() {
	kind, mods := f.mouse.kind, f.mouse.mods
	f.mouse.kind = dragNone
	switch {
	case kind == dragGutter:
		f.gutterDone()
	case kind == dragRange && mods&kit.Ctrl != 0:
		f.zoomMarked()
		f.s.Mark(model.Range{})
	}
}

// takeRow takes hold of the row of a thread by its name.
func (f *surface) takeRow(scene *timeline.Scene, place timeline.Place) dragKind {
	if place.Row < 0 || scene.Rows.List[place.Row].Kind != timeline.RowThread {
		return dragDead
	}
	f.s.Select(timeline.SegmentRef{Thread: scene.Rows.List[place.Row].Thread, Index: -1})
	return dragLane
}

// dragRow moves the row that was taken to a height of the surface, if it may be
// there.
func (f *surface) dragRow(scene *timeline.Scene, p fyne.Position) {
	place := scene.Hit(image.Pt(0, f.point(p).Y))
	if place.Row >= 0 && scene.Rows.List[place.Row].Kind == timeline.RowThread {
		f.s.MoveTo(f.s.Selected().Thread, scene.Rows.List[place.Row].Thread)
	}
}
