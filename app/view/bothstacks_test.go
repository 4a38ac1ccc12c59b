package view

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"threadlens/app/session/keep"
)

func TestBothStacksSideBySide(t *testing.T) {
	w := opened(t, story(t))
	w.click(w.spot(t, 6420, 100*ms), desktop.MouseButtonPrimary, 0)
	w.Commands.Get("tab.unblocking").Do()
	w.Commands.Get("bothStacks").Do()
	w.paneTimer.Flush()
	d := w.details
	if w.tabs.Chosen != tabCurrent || w.tabs.Head(tabUnblocking).Visible() || w.tabs.Head(tabCurrent).Text() != "Both stacks" {
		t.Errorf("tab %s, called %q", w.tabs.Chosen, w.tabs.Head(tabCurrent).Text())
	}
	current, unblocking := w.Session.CurrentStack(), w.Session.UnblockingStack()
	if d.stack.title.Text != current.Title || d.second.title.Text != unblocking.Title || current.Title == unblocking.Title {
		t.Errorf("stacks %q and %q", d.stack.title.Text, d.second.title.Text)
	}
	a, b := d.stack.root, d.second.root
	if !b.Visible() || a.Position().X+a.Size().Width >= b.Position().X || b.Position().X+b.Size().Width > d.root.Size().Width {
		t.Errorf("at %v %v and %v %v", a.Position(), a.Size(), b.Position(), b.Size())
	}
	w.Commands.Get("tab.unblocking").Do()
	if w.tabs.Chosen != tabCurrent {
		t.Errorf("tab %s shows the unblocking stack, want the joined one", w.tabs.Chosen)
	}
	w.Commands.Get("bothStacks").Do()
	if d.second.root.Visible() || !w.tabs.Head(tabUnblocking).Visible() || w.tabs.Head(tabCurrent).Text() != "Current stack" {
		t.Error("the tabs are not apart again")
	}
}

func TestBothStacksAreCopiedAndRemembered(t *testing.T) {
	w := opened(t, story(t))
	w.SettingsDir = t.TempDir()
	w.click(w.spot(t, 6420, 100*ms), desktop.MouseButtonPrimary, 0)
	w.Commands.Get("bothStacks").Do()
	w.paneTimer.Flush()
	d, current, unblocking := w.details, w.Session.CurrentStack(), w.Session.UnblockingStack()
	if text := d.text(); !strings.Contains(text, current.Title) || !strings.Contains(text, unblocking.Title) {
		t.Errorf("copied: %q", text)
	}
	if kept, err := keep.LoadSettings(w.SettingsDir); err != nil || !kept.BothStacks {
		t.Errorf("not remembered: %v", err)
	}
}

func TestBothStacksNeedAWideWindow(t *testing.T) {
	w := opened(t, story(t))
	both := w.Commands.Get("bothStacks")
	both.Do()
	w.Win.Resize(fyne.NewSize(1400, 900))
	if both.Can() || both.Reason() != "needs a wider window" || w.details.both || !w.Settings.BothStacks {
		t.Errorf("in a narrow window: joined %v, reason %q, chosen %v", w.details.both, both.Reason(), w.Settings.BothStacks)
	}
	w.Win.Resize(fyne.NewSize(1600, 950))
	if !both.Can() || !w.details.both {
		t.Error("a wide window shows both again")
	}
}
