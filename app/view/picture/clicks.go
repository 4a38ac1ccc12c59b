package picture

import (
	"fyne.io/fyne/v2"

	"threadlens/app/session"
	"threadlens/model"
	"threadlens/timeline"
)

// CursorTime is where a key places a cursor: at the pointer if that is on the time axis, otherwise
// at the start (of A) or the end (of B) of the selected segment, otherwise in the middle of the
// window.
func (f *Surface) CursorTime(c session.Cursor) model.Time {
	scene := f.Now()
	if f.Over.Inside {
		place := scene.Hit(f.Point(f.Over.At))
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
func (f *Surface) clickTime(at model.Time, mods fyne.KeyModifier) {
	c := session.CursorA
	if mods&fyne.KeyModifierShift != 0 {
		c = session.CursorB
	}
	f.s.SetCursor(c, max(at, 0))
}

// clickRuler goes to the mark whose flag was clicked, or places a cursor.
func (f *Surface) clickRuler(at model.Time, p fyne.Position, mods fyne.KeyModifier) {
	if i, ok := f.Over.Flags.markAt(p); ok {
		f.s.GoBookmark(i)
		return
	}
	f.clickTime(at, mods)
}

// clickLane selects the clicked segment and moves cursor A there; with Shift it only moves cursor
// B.
func (f *Surface) clickLane(place timeline.Place, mods fyne.KeyModifier) {
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
func (f *Surface) pick(p timeline.Place) {
	if p.Hop.Len() > 0 && p.Segment != timeline.NoSegment {
		f.s.Go(p.Segment)
		return
	}
	f.s.Select(p.Segment)
}
