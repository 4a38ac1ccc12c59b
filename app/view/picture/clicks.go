package picture

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"threadlens/app/session"
	"threadlens/model"
	"threadlens/timeline"
)

// clicks is the floor of what is clicked.
type clicks struct {
	drags

	// Set by the window.
	MenuAt   func(timeline.Place, fyne.Position)
	SortMenu func(fyne.Position)
	ToWaker  func()
	Fit      func()
}

// CursorTime is where a key places a cursor: at the pointer if that is on the time axis, otherwise
// at the start (of A) or the end (of B) of the selected segment, otherwise in the middle of the
// window.
func (f *clicks) CursorTime(c session.Cursor) model.Time {
	scene := f.Now()
	if f.Mouse.Inside {
		place := scene.Hit(f.Point(f.Mouse.At))
		if place.Region == timeline.RegionLane || place.Region == timeline.RegionRuler {
			return max(place.Time, 0)
		}
	}
	if seg, ok := f.s.Segment(); ok {
		if c == session.CursorB {
			return seg.To
		}
		return seg.From
	}
	r := f.s.Window()
	return max(r.From+r.Len()/2, 0)
}

// clickTime moves cursor A to a click, or with Shift cursor B.
func (f *clicks) clickTime(at model.Time, mods fyne.KeyModifier) {
	c := session.CursorA
	if mods&fyne.KeyModifierShift != 0 {
		c = session.CursorB
	}
	f.s.SetCursor(c, max(at, 0))
}

// clickRuler goes to the mark whose flag was clicked, or places a cursor.
func (f *clicks) clickRuler(at model.Time, p fyne.Position, mods fyne.KeyModifier) {
	if i, ok := f.Over.Flags.markAt(p); ok {
		f.s.GoBookmark(i)
		return
	}
	f.clickTime(at, mods)
}

// clickLane selects the clicked segment and moves cursor A there; with Shift it only moves cursor
// B.
func (f *clicks) clickLane(place timeline.Place, mods fyne.KeyModifier) {
	f.s.Update(func() {
		f.clickTime(place.Time, mods)
		switch {
		case mods&fyne.KeyModifierShift != 0:
		case place.Object.Kind != timeline.NoObject:
			f.s.SelectObject(place.Object)
		default:
			f.pick(place)
		}
	})
}

// pick selects the segment at a place. The segment of a hop gets a lane if it has none: paths also
// lead over threads that are not shown.
func (f *clicks) pick(p timeline.Place) {
	if p.Hop.Len() > 0 && p.Segment != timeline.NoSegment {
		f.s.Go(p.Segment)
		return
	}
	f.s.Select(p.Segment)
}

// pageTo scrolls by a page towards a click on the scroll bar outside its thumb.
func (f *clicks) pageTo(scene *timeline.Scene, y int) {
	switch thumb := scene.Thumb(); {
	case y < thumb.Min.Y:
		f.ScrollPage(-1)
	case y >= thumb.Max.Y:
		f.ScrollPage(1)
	}
}

func (f *clicks) click(scene *timeline.Scene, place timeline.Place, e *desktop.MouseEvent) {
	if f.Over.ChipHit.Contains(e.Position) {
		f.ToWaker()
		return
	}
	if f.Over.UnmarkHit.Contains(e.Position) {
		f.s.Mark(model.Range{})
		return
	}
	switch place.Region {
	case timeline.RegionOverview:
		half := scene.View.Len() / 2
		f.s.Show(model.Range{From: place.Time - half, To: place.Time + scene.View.Len() - half}, session.MoveJump)
	case timeline.RegionScroll:
		f.pageTo(scene, f.Point(e.Position).Y)
	case timeline.RegionSort:
		f.SortMenu(e.AbsolutePosition)
	case timeline.RegionGutter:
		f.clickRow(scene, place)
	case timeline.RegionRuler:
		f.clickRuler(place.Time, e.Position, e.Modifier)
	case timeline.RegionLane:
		f.clickLane(place, e.Modifier)
	}
}

// clickRow expands or collapses a process, or selects a thread.
func (f *clicks) clickRow(scene *timeline.Scene, place timeline.Place) {
	if place.Classed {
		f.s.SetFocusClass(place.Class)
	}
	if place.Row < 0 {
		return
	}
	row := &scene.Rows.List[place.Row]
	switch row.Kind {
	case timeline.RowThread, timeline.RowSpans:
		if place.Toggle {
			f.s.ToggleSpans(row.Thread)
			return
		}
		f.s.Select(timeline.SegmentRef{Thread: row.Thread, Index: -1})
	case timeline.RowHidden:
		f.s.ShowHidden()
	default:
		switch {
		case place.Toggle:
			f.s.Toggle(row.Key())
		case row.Kind.Heads():
			f.s.SelectHead(row.Key())
		}
	}
}

// DoubleClick handles a double click at p: on overview and ruler it shows the whole trace, on the
// lanes it zooms to what was clicked; in the gutter it resets the width or opens or closes a heading.
func (f *clicks) DoubleClick(scene *timeline.Scene, place timeline.Place, p fyne.Position) {
	switch place.Region {
	case timeline.RegionOverview, timeline.RegionRuler:
		f.s.ShowWhole()
	case timeline.RegionGutter:
		if f.Grab(scene, p) == dragGutter {
			f.SetGutter(timeline.GutterDefault)
			f.GutterDone()
		} else if row := place.Row; row >= 0 && !place.Toggle && scene.Rows.List[row].Kind.Heads() {
			f.s.Toggle(scene.Rows.List[row].Key())
		}
	case timeline.RegionLane:
		if marked := f.s.Marked(); marked.Len() > 0 && marked.Contains(place.Time) {
			f.ZoomMarked()
		} else if place.Object.Kind != timeline.NoObject {
			f.s.SelectObject(place.Object)
			f.Fit()
		} else if place.Segment != timeline.NoSegment {
			f.pick(place)
			f.Fit()
		}
	}
}

func (f *clicks) rightClick(place timeline.Place, at fyne.Position) {
	f.Over.Card.Hide()
	switch {
	case place.Segment != timeline.NoSegment:
		f.pick(place)
	case place.Row >= 0 && f.s.Lanes().List[place.Row].Kind == timeline.RowThread:
		f.s.Select(timeline.SegmentRef{Thread: f.s.Lanes().List[place.Row].Thread, Index: -1})
	case place.Row >= 0 && f.s.Lanes().List[place.Row].Kind.Heads():
		f.s.SelectHead(f.s.Lanes().List[place.Row].Key())
	default:
		return
	}
	f.MenuAt(place, at)
}
