package sheets

import (
	"strings"

	"threadlens/app/view/host"
	"threadlens/app/view/kit"
)

// Sheets are the dialogs above a window: settings, help, marks, properties.
type Sheets struct {
	*host.Host
	// KeyProblems are the entries of the keys file that cannot be applied.
	KeyProblems []string
	// Menus returns the titles of the menus, and the place of each command in them.
	Menus func() ([]string, map[*kit.Command]MenuPlace)
}

// MenuPlace is the place of a command in the menu bar: its menu, and the item whose menu contains
// it, "" for none.
type MenuPlace struct{ Menu, Item string }

// FullTitle is a command's title with that of the menu item that contains it: "Theme: Dark".
func (p MenuPlace) FullTitle(c *kit.Command) string {
	if p.Item == "" || strings.HasPrefix(c.Name(), p.Item) || strings.Contains(c.Name(), ": ") {
		return c.Name()
	}
	return p.Item + ": " + c.Name()
}
