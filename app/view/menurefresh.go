package view

import (
	"time"

	"fyne.io/fyne/v2/widget"
)

// menuDelay is how long after a menu was seen open it is looked at again.
const menuDelay = 200 * time.Millisecond

// refreshMenu brings the menu bar up to date. The toolkit rebuilds a bar for that,
// which closes what is open of it: as long as somebody reads a menu, or is asked
// something, it waits. What a command needs is asked again when it is given.
func (w *window) refreshMenu() {
	switch {
	case w.menu == nil:
	case w.menuInUse():
		w.menu.wait.After(menuDelay, w.refreshMenu)
	case w.menu.mark():
		w.menu.refresh()
	}
}

// menuInUse reports whether a menu of the bar is open, or something lies over the
// window. The toolkit does not tell of its bar but who has the keyboard: an item
// of it, which heads a menu, as long as it is open.
func (w *window) menuInUse() bool {
	c := w.Win.Canvas()
	item, ok := c.Focused().(interface{ Child() *widget.Menu })
	return ok && item.Child().Visible() || c.Overlays().Top() != nil
}
