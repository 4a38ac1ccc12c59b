package view

import (
	"time"

	"fyne.io/fyne/v2/widget"
)

// menuDelay is how long to wait before checking again whether an open menu has closed.
const menuDelay = 200 * time.Millisecond

// refreshMenu brings the menu bar up to date. The toolkit rebuilds the bar for that, which closes
// an open menu; so it waits while a menu or a dialog is open. Whether a command can run is checked
// again when it is run.
func (w *window) refreshMenu() {
	switch {
	case w.menu == nil:
	case w.menuInUse():
		w.menu.wait.After(menuDelay, w.refreshMenu)
	case w.menu.mark():
		w.menu.refresh()
	}
}

// menuInUse reports whether a menu of the bar is open, or something covers the window. All that the
// toolkit reveals about its bar is what has the keyboard: the item that heads a menu, while that
// menu is open.
func (w *window) menuInUse() bool {
	c := w.Win.Canvas()
	item, ok := c.Focused().(interface{ Child() *widget.Menu })
	return ok && item.Child().Visible() || c.Overlays().Top() != nil
}
