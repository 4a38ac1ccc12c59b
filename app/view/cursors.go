package view

import (
	"fyne.io/fyne/v2"

	"threadlens/app/session"
	"threadlens/app/view/kit"
	"threadlens/model"
	"threadlens/timeline"
)

// cursorCommands set the two cursors and the range that is selected from the
// first.
func (w *window) cursorCommands() []*kit.Command {
	set := func(c session.Cursor) func() { return func() { w.Session.SetCursor(c, w.surface.cursorTime(c)) } }
	hasA := func() bool { return w.IsOpen() && w.Session.Cursor(session.CursorA) != session.NoTime }
	grow := func(dir int) func() { return func() { w.Session.GrowRange(dir) } }
	return []*kit.Command{
		{
			ID: "cursorA", Title: "Set Cursor A", Help: "Cursor A to the pointer, or to the start of the selected segment",
			Keys: []kit.Key{{Name: fyne.KeyT}}, Enabled: w.IsOpen, Run: set(session.CursorA),
		},
		{
			ID: "cursorB", Title: "Set Cursor B", Help: "Cursor B to the pointer, or to the end of the selected segment",
			Keys: []kit.Key{{Name: fyne.KeyT, Mods: kit.Shift}}, Enabled: w.IsOpen, Run: set(session.CursorB),
		},
		{
			ID: "cursorsClear", Title: "Clear Cursors",
			Enabled: func() bool { return w.IsOpen() && w.Session.HasCursors() }, Run: w.Session.ClearCursors,
		},
		{
			ID: "growLeft", Title: "Grow Range to the Left", Help: "Select a range from cursor A to the left",
			Keys: []kit.Key{{Name: fyne.KeyLeft, Mods: kit.Shift}}, Enabled: hasA, Run: grow(-1),
		},
		{
			ID: "growRight", Title: "Grow Range to the Right", Help: "Select a range from cursor A to the right",
			Keys: []kit.Key{{Name: fyne.KeyRight, Mods: kit.Shift}}, Enabled: hasA, Run: grow(1),
		},
	}
}

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
