package view

import (
	"strings"

	"fyne.io/fyne/v2"

	"threadlens/app/session"
)

// opensFinder reports whether the command opens the palette.
func opensFinder(c *command) bool { return c.id == "find" || strings.HasPrefix(c.id, "find.") }

func (w *window) findCommands() []*command {
	const noHits = "Nothing was searched for."
	return []*command{
		{
			id: "find", title: "Find…", help: "Find threads, functions, files, markers; with the last search",
			keys: []key{{name: fyne.KeyF, mods: ctrl}, {char: '/'}}, run: func() { w.finder.open(w.finder.text) },
		},
		{
			id: "find.anything", title: "Go to Anything…", help: "Find anything; with an empty field",
			keys: []key{{name: fyne.KeyP, mods: ctrl}}, run: func() { w.finder.open("") },
		},
		{
			id: "find.command", title: "Command Palette…",
			keys: []key{{name: fyne.KeyP, mods: ctrl | shift}}, run: func() { w.finder.open(session.FindCommand) },
		},
		{
			id: "hitNext", title: "Find Next", help: "Next place of the last search", keys: []key{{name: fyne.KeyF3}},
			enabled: w.hasHits, why: noHits, run: func() { w.nextHit(1) },
		},
		{
			id: "hitPrev", title: "Find Previous", help: "Previous place of the last search",
			keys: []key{{name: fyne.KeyF3, mods: shift}}, enabled: w.hasHits, why: noHits, run: func() { w.nextHit(-1) },
		},
	}
}

// Why commands cannot be given.
const (
	noSegment = "No segment is selected."
	noThread  = "No thread is selected."
	noRow     = "No row is selected."
	noRange   = "No time range is selected."
)

// whyNot says why a command cannot be given now, "" when it can.
func (w *window) whyNot(c *command) string {
	switch {
	case c.can():
		return ""
	case !w.isOpen() && !c.apart:
		return "No trace is open."
	case c.why != "":
		return c.why
	}
	return "It does not apply to what is selected."
}

// menuPlace is where in the menu bar a command stands: in which menu, and in which
// menu of an item, "" for none.
type menuPlace struct{ menu, item string }

// places tells for every command in the menu bar where it stands.
func (m *menu) places() map[*command]menuPlace {
	all := map[*command]menuPlace{}
	for _, top := range m.main.Items {
		m.placesIn(all, top.Items, menuPlace{menu: top.Label})
	}
	return all
}

func (m *menu) placesIn(all map[*command]menuPlace, items []*fyne.MenuItem, at menuPlace) {
	for _, item := range items {
		if c := m.items[item]; c != nil {
			all[c] = at
		} else if item.ChildMenu != nil {
			m.placesIn(all, item.ChildMenu.Items, menuPlace{at.menu, item.Label})
		}
	}
}

// fullTitle is a command's title with that of the menu item it stands under:
// "Theme: Dark".
func (p menuPlace) fullTitle(c *command) string {
	if p.item == "" || strings.HasPrefix(c.name(), p.item) {
		return c.name()
	}
	return p.item + ": " + c.name()
}
