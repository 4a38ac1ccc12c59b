package view

import (
	"fyne.io/fyne/v2"

	"threadlens/app/session"
	"threadlens/model"
	"threadlens/timeline"
)

// cursorTime is where a key puts a cursor: at the pointer where that is on the
// time axis, else at the start (of A) or the end (of B) of the selected segment,
// else in the middle of the window.
func (f *surface) cursorTime(c session.Cursor) model.Time {
	scene := f.now()
	if f.over.inside {
		place := scene.Hit(f.point(f.over.at))
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

// clickTime puts cursor A to where a click was, with Shift cursor B.
func (f *surface) clickTime(at model.Time, mods fyne.KeyModifier) {
	c := session.CursorA
	if mods&fyne.KeyModifierShift != 0 {
		c = session.CursorB
	}
	f.s.SetCursor(c, max(at, 0))
}

// clickRuler goes to the mark whose flag was clicked, or sets a cursor.
func (f *surface) clickRuler(at model.Time, p fyne.Position, mods fyne.KeyModifier) {
	if i, ok := f.over.flags.markAt(p); ok {
		f.s.GoBookmark(i)
		return
	}
	f.clickTime(at, mods)
}

// clickLane selects the segment that was clicked and puts cursor A there; with
// Shift it only puts cursor B.
func (f *surface) clickLane(place timeline.Place, mods fyne.KeyModifier) {
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

// pick selects the segment at a place. That of a hop gets a lane, if it has none:
// paths lead over threads that are not shown, too.
func (f *surface) pick(p timeline.Place) {
	if p.Hop.Len() > 0 && p.Segment != timeline.NoSegment {
		f.s.Go(p.Segment)
		return
	}
	f.s.Select(p.Segment)
}
