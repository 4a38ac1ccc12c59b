package controls

import (
	"fyne.io/fyne/v2"

	"threadlens/app/session"
	"threadlens/app/view/kit"
)

// CursorCommands place the two cursors and select a range from the first one.
func (k *Controls) CursorCommands() []*kit.Command {
	set := func(c session.Cursor) func() { return func() { k.Session.SetCursor(c, k.Surface.CursorTime(c)) } }
	hasA := func() bool { return k.IsOpen() && k.Session.Cursor(session.CursorA) != session.NoTime }
	grow := func(dir int) func() { return func() { k.Session.GrowRange(dir) } }
	return []*kit.Command{
		{
			ID: "cursorA", Title: "Set Cursor A", Help: "Move cursor A to the pointer or, if the pointer is not over a lane or the ruler, to the start of the selected segment",
			Keys: []kit.Key{{Name: fyne.KeyT}}, Enabled: k.IsOpen, Run: set(session.CursorA),
		},
		{
			ID: "cursorB", Title: "Set Cursor B", Help: "Move cursor B to the pointer or, if the pointer is not over a lane or the ruler, to the end of the selected segment",
			Keys: []kit.Key{{Name: fyne.KeyT, Mods: kit.Shift}}, Enabled: k.IsOpen, Run: set(session.CursorB),
		},
		{
			ID: "cursorsClear", Title: "Clear Cursors",
			Enabled: func() bool { return k.IsOpen() && k.Session.HasCursors() }, Run: k.Session.ClearCursors,
		},
		{
			ID: "growLeft", Title: "Move Range End Left", Help: "Keep one end of the selected range at cursor A and move the other end left",
			Keys: []kit.Key{{Name: fyne.KeyLeft, Mods: kit.Shift}}, Enabled: hasA, Run: grow(-1),
		},
		{
			ID: "growRight", Title: "Move Range End Right", Help: "Keep one end of the selected range at cursor A and move the other end right",
			Keys: []kit.Key{{Name: fyne.KeyRight, Mods: kit.Shift}}, Enabled: hasA, Run: grow(1),
		},
	}
}
