package host

import (
	"strings"

	"fyne.io/fyne/v2"

	"threadlens/app/view/kit"
)

// Items are menu items for the commands with these ids, for a menu that is built each time it
// opens.
func (h *Host) Items(ids ...string) []*fyne.MenuItem {
	var items []*fyne.MenuItem
	for _, id := range ids {
		if id == Separator {
			items = append(items, fyne.NewMenuItemSeparator())
			continue
		}
		c := h.Commands.Get(id)
		item := h.Item(c)
		item.Disabled = !c.Can()
		item.Checked = c.Checked != nil && c.Checked()
		items = append(items, item)
	}
	return items
}

// Passing are menu items for all commands whose ids begin with prefix; title, which their titles
// have in common, is left out.
func (h *Host) Passing(prefix, title string) []*fyne.MenuItem {
	var ids []string
	for _, c := range h.Commands.List {
		if strings.HasPrefix(c.ID, prefix) {
			ids = append(ids, c.ID)
		}
	}
	items := h.Items(ids...)
	for i, item := range items {
		item.Label = strings.TrimPrefix(item.Label, title)
		if c := h.Commands.Get(ids[i]); item.Disabled && c.Why != "" {
			item.Label += ": " + c.Reason()
		}
	}
	return items
}

// Item is the menu item of a command.
func (h *Host) Item(c *kit.Command) *fyne.MenuItem {
	item := fyne.NewMenuItem(c.Title, c.Do)
	if len(c.Keys) > 0 {
		item.Shortcut = c.Keys[0].MenuShortcut()
		if sc := c.Keys[0].Shortcut(); sc != nil {
			item.Action = func() { h.Shortcut(c, sc) }
		}
	}
	return item
}

// Submenu is a menu item that opens a menu of items.
func Submenu(title string, items []*fyne.MenuItem) *fyne.MenuItem {
	item := fyne.NewMenuItem(title, nil)
	item.ChildMenu = fyne.NewMenu("", items...)
	return item
}

// Separator stands for a line between menu items.
const Separator = "-"
