package view

import (
	"fyne.io/fyne/v2"

	"threadlens/app/session/find"
	"threadlens/app/view/kit"
)

func (w *keyboard) findCommands() []*kit.Command {
	hasHits := func() bool { return w.IsOpen() && w.finder.hasHits() }
	const noHits = "Nothing has been searched for yet."
	return []*kit.Command{
		{
			ID: "find", Title: "Find…", Help: "Find threads, functions, files and markers; the search field contains the last search",
			Keys: []kit.Key{{Name: fyne.KeyF, Mods: kit.Ctrl}, {Char: '/'}}, Run: func() { w.finder.open(w.finder.text) },
		},
		{
			ID: "find.anything", Title: "Go to Anything…", Help: "Find threads, functions, files and markers; the search field starts empty",
			Keys: []kit.Key{{Name: fyne.KeyP, Mods: kit.Ctrl}}, Run: func() { w.finder.open("") },
		},
		{
			ID: "find.command", Title: "Command Palette…",
			Keys: []kit.Key{{Name: fyne.KeyP, Mods: kit.Ctrl | kit.Shift}}, Run: func() { w.finder.open(find.FindCommand) },
		},
		{
			ID: "hitNext", Title: "Find Next", Help: "Next match of the last search", Keys: []kit.Key{{Name: fyne.KeyF3}},
			Enabled: hasHits, Why: noHits, Run: func() { w.finder.nextHit(1) },
		},
		{
			ID: "hitPrev", Title: "Find Previous", Help: "Previous match of the last search",
			Keys: []kit.Key{{Name: fyne.KeyF3, Mods: kit.Shift}}, Enabled: hasHits, Why: noHits, Run: func() { w.finder.nextHit(-1) },
		},
	}
}
