package sheets

import (
	"strings"

	"threadlens/app/view/host"
	"threadlens/app/view/kit"
)

// Sheets are the dialogs of a window that lie above all else: settings, help, marks, properties.
type Sheets struct {
	*host.Host
	// KeyProblems are what the file of the keys says and cannot have.
	KeyProblems []string
	// Menus are the titles of the menus, and where in them the commands stand.
	Menus func() ([]string, map[*kit.Command]MenuPlace)
}

// MenuPlace is where in the menu bar a command stands: in which menu, and in which
// menu of an item, "" for none.
type MenuPlace struct{ Menu, Item string }

// FullTitle is a command's title with that of the menu item it stands under:
// "Theme: Dark".
func (p MenuPlace) FullTitle(c *kit.Command) string {
	if p.Item == "" || strings.HasPrefix(c.Name(), p.Item) {
		return c.Name()
	}
	return p.Item + ": " + c.Name()
}
