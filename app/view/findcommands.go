package view

import (
	"strings"

	"fyne.io/fyne/v2"

	"threadlens/app/session/find"
	"threadlens/app/view/kit"
	"threadlens/app/view/sheets"
)

// opensFinder reports whether the command opens the finder.
func opensFinder(c *kit.Command) bool { return c.ID == "find" || strings.HasPrefix(c.ID, "find.") }

func (w *window) findCommands() []*kit.Command {
	const noHits = "There was no search yet."
	return []*kit.Command{
		{
			ID: "find", Title: "Find…", Help: "Find threads, functions, files, markers, starting from the last search",
			Keys: []kit.Key{{Name: fyne.KeyF, Mods: kit.Ctrl}, {Char: '/'}}, Run: func() { w.finder.open(w.finder.text) },
		},
		{
			ID: "find.anything", Title: "Go to Anything…", Help: "Find anything, starting with an empty search field",
			Keys: []kit.Key{{Name: fyne.KeyP, Mods: kit.Ctrl}}, Run: func() { w.finder.open("") },
		},
		{
			ID: "find.command", Title: "Command Palette…",
			Keys: []kit.Key{{Name: fyne.KeyP, Mods: kit.Ctrl | kit.Shift}}, Run: func() { w.finder.open(find.FindCommand) },
		},
		{
			ID: "hitNext", Title: "Find Next", Help: "Next match of the last search", Keys: []kit.Key{{Name: fyne.KeyF3}},
			Enabled: w.hasHits, Why: noHits, Run: func() { w.nextHit(1) },
		},
		{
			ID: "hitPrev", Title: "Find Previous", Help: "Previous match of the last search",
			Keys: []kit.Key{{Name: fyne.KeyF3, Mods: kit.Shift}}, Enabled: w.hasHits, Why: noHits, Run: func() { w.nextHit(-1) },
		},
	}
}

// whyNot says why a command cannot run now, "" if it can.
func (w *window) whyNot(c *kit.Command) string {
	switch {
	case c.Can():
		return ""
	case !w.IsOpen() && !c.Apart:
		return "No trace is open."
	case c.Why != "":
		return c.WhyNot()
	}
	return "Not available for this selection."
}

// places returns where in the menu bar each of its commands is.
func (m *menu) places() map[*kit.Command]sheets.MenuPlace {
	all := map[*kit.Command]sheets.MenuPlace{}
	for _, top := range m.main.Items {
		m.placesIn(all, top.Items, sheets.MenuPlace{Menu: top.Label})
	}
	return all
}

// titles are the names of the menus in the menu bar.
func (m *menu) titles() (list []string) {
	for _, top := range m.main.Items {
		list = append(list, top.Label)
	}
	return list
}

func (m *menu) placesIn(all map[*kit.Command]sheets.MenuPlace, items []*fyne.MenuItem, at sheets.MenuPlace) {
	for _, item := range items {
		if c := m.items[item]; c != nil {
			all[c] = at
		} else if item.ChildMenu != nil {
			m.placesIn(all, item.ChildMenu.Items, sheets.MenuPlace{Menu: at.Menu, Item: item.Label})
		}
	}
}
