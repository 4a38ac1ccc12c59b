package view

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"threadlens/app/session"
)

func TestBothStacksSideBySide(t *testing.T) {
	w := opened(t, story(t))
	w.click(w.spot(t, 6420, 100*ms), desktop.MouseButtonPrimary, 0)
	w.table.get("tab.unblocking").do()
	w.table.get("bothStacks").do()
	w.panes.flush()
	d := w.details
	if w.tabs.chosen != tabCurrent || w.tabs.heads[tabUnblocking].Visible() || w.tabs.heads[tabCurrent].text() != "Both stacks" {
		t.Errorf("tab %d, called %q", w.tabs.chosen, w.tabs.heads[tabCurrent].text())
	}
	current, unblocking := w.s.CurrentStack(), w.s.UnblockingStack()
	if d.stack.title.text != current.Title || d.second.title.text != unblocking.Title || current.Title == unblocking.Title {
		t.Errorf("stacks %q and %q", d.stack.title.text, d.second.title.text)
	}
	a, b := d.stack.root, d.second.root
	if !b.Visible() || a.Position().X+a.Size().Width >= b.Position().X || b.Position().X+b.Size().Width > d.root.Size().Width {
		t.Errorf("at %v %v and %v %v", a.Position(), a.Size(), b.Position(), b.Size())
	}
	w.table.get("tab.unblocking").do()
	if w.tabs.chosen != tabCurrent {
		t.Errorf("tab %d shows the unblocking stack, want the joined one", w.tabs.chosen)
	}
	w.table.get("bothStacks").do()
	if d.second.root.Visible() || !w.tabs.heads[tabUnblocking].Visible() || w.tabs.heads[tabCurrent].text() != "Current stack" {
		t.Error("the tabs are not apart again")
	}
}

func TestBothStacksAreCopiedAndRemembered(t *testing.T) {
	w := opened(t, story(t))
	w.settingsDir = t.TempDir()
	w.click(w.spot(t, 6420, 100*ms), desktop.MouseButtonPrimary, 0)
	w.table.get("bothStacks").do()
	w.panes.flush()
	d, current, unblocking := w.details, w.s.CurrentStack(), w.s.UnblockingStack()
	if text := d.text(); !strings.Contains(text, current.Title) || !strings.Contains(text, unblocking.Title) {
		t.Errorf("copied: %q", text)
	}
	if kept, err := session.LoadSettings(w.settingsDir); err != nil || !kept.BothStacks {
		t.Errorf("not remembered: %v", err)
	}
}

func TestBothStacksNeedAWideWindow(t *testing.T) {
	w := opened(t, story(t))
	both := w.table.get("bothStacks")
	both.do()
	w.win.Resize(fyne.NewSize(1400, 900))
	if both.can() || both.reason() != "needs a wider window" || w.details.both || !w.settings.BothStacks {
		t.Errorf("in a narrow window: joined %v, reason %q, chosen %v", w.details.both, both.reason(), w.settings.BothStacks)
	}
	w.win.Resize(fyne.NewSize(1600, 950))
	if !both.can() || !w.details.both {
		t.Error("a wide window shows both again")
	}
}
