package view

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"threadlens/app/session/keep"
	"threadlens/app/view/kit/kittest"
	"threadlens/app/view/sheets"
)

// barItem stands in for an item of the menu bar, which the toolkit's test driver does not draw: it
// has the keyboard while its menu is open.
type barItem struct {
	widget.BaseWidget
	child *widget.Menu
}

func (b *barItem) Child() *widget.Menu                 { return b.child }
func (b *barItem) FocusGained()                        {}
func (b *barItem) FocusLost()                          {}
func (b *barItem) TypedKey(*fyne.KeyEvent)             {}
func (b *barItem) TypedRune(rune)                      {}
func (b *barItem) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(b.child) }

// menuOpened is a window with a trace whose View menu is open; made counts how often its bar is
// rebuilt.
func menuOpened(t *testing.T) (w *window, item *barItem, made *int) {
	t.Helper()
	w = opened(t, story(t))
	w.answered(t) // findings order the lanes, and so change what can be done
	item = &barItem{child: widget.NewMenu(w.menu.main.Items[2])}
	item.ExtendBaseWidget(item)
	w.Win.SetContent(container.NewStack(w.Win.Content(), item))
	w.Win.Canvas().Focus(item)
	made = new(int)
	w.menu.refresh = func() { *made++ }
	return w, item, made
}

// TestOpenMenuStaysOpen: what changes while a menu is open does not rebuild the bar, which would
// close the menu; the bar is rebuilt once the menu is closed.
func TestOpenMenuStaysOpen(t *testing.T) {
	w, item, made := menuOpened(t)
	known := *w.Session.Trace()
	w.Session.Learn(&known)
	w.Session.SelectAt(w.thread(t, 6420), 100*ms) // changes what can be done
	if *made != 0 || !item.child.Visible() || w.Win.Canvas().Focused() != item {
		t.Fatalf("the bar was made %d times while its menu is open", *made)
	}
	w.Win.Canvas().Unfocus()
	kittest.Eventually(t, func() bool { return *made == 1 })
	w.Refresh()
	if *made != 1 {
		t.Error("the bar is rebuilt without a change")
	}
}

// TestMenuWaitsForDialogs: a dialog keeps the keyboard, and the menu shows what changed meanwhile
// once it is closed.
func TestMenuWaitsForDialogs(t *testing.T) {
	w, _, made := menuOpened(t)
	w.Win.Canvas().Unfocus()
	w.ShowSettings(sheets.SettingsGeneral)
	w.Session.SetViewing(keep.ViewCores)
	if *made != 0 {
		t.Fatal("the bar is rebuilt under a dialog")
	}
	w.escapeKey()
	kittest.Eventually(t, func() bool { return *made == 1 })
}
