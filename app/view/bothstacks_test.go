package view

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"threadlens/app/session/keep"
	"threadlens/app/view/panes"
)

func TestBothStacksSideBySide(t *testing.T) {
	w := opened(t, story(t))
	w.click(w.spot(t, 6420, 100*ms), desktop.MouseButtonPrimary, 0)
	w.Commands.Get("tab.unblocking").Do()
	w.Commands.Get("bothStacks").Do()
	w.paneTimer.Flush()
	d := w.Details
	if w.Tabs.Chosen != panes.TabCurrent || w.Tabs.Head(panes.TabUnblocking).Visible() || w.Tabs.Head(panes.TabCurrent).Text() != "Both stacks" {
		t.Errorf("tab %s, called %q", w.Tabs.Chosen, w.Tabs.Head(panes.TabCurrent).Text())
	}
	current, unblocking := w.Session.CurrentStack(), w.Session.UnblockingStack()
	if d.Stack.Title.Text != current.Title || d.Second.Title.Text != unblocking.Title || current.Title == unblocking.Title {
		t.Errorf("stacks %q and %q", d.Stack.Title.Text, d.Second.Title.Text)
	}
	a, b := d.Stack.Root, d.Second.Root
	if !b.Visible() || a.Position().X+a.Size().Width >= b.Position().X || b.Position().X+b.Size().Width > d.Root.Size().Width {
		t.Errorf("at %v %v and %v %v", a.Position(), a.Size(), b.Position(), b.Size())
	}
	w.Commands.Get("tab.unblocking").Do()
	if w.Tabs.Chosen != panes.TabCurrent {
		t.Errorf("tab %s shows the unblocking stack, want the joined one", w.Tabs.Chosen)
	}
	w.Commands.Get("bothStacks").Do()
	if d.Second.Root.Visible() || !w.Tabs.Head(panes.TabUnblocking).Visible() || w.Tabs.Head(panes.TabCurrent).Text() != "Current stack" {
		t.Error("the tabs are not apart again")
	}
}

func TestBothStacksAreCopiedAndRemembered(t *testing.T) {
	w := opened(t, story(t))
	w.SettingsDir = t.TempDir()
	w.click(w.spot(t, 6420, 100*ms), desktop.MouseButtonPrimary, 0)
	w.Commands.Get("bothStacks").Do()
	w.paneTimer.Flush()
	d, current, unblocking := w.Details, w.Session.CurrentStack(), w.Session.UnblockingStack()
	if text := d.Text(); !strings.Contains(text, current.Title) || !strings.Contains(text, unblocking.Title) {
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
	if both.Can() || both.Reason() != "the window is too narrow to show two stacks" || w.Details.Both || !w.Settings.BothStacks {
		t.Errorf("in a narrow window: joined %v, reason %q, chosen %v", w.Details.Both, both.Reason(), w.Settings.BothStacks)
	}
	w.Win.Resize(fyne.NewSize(1600, 950))
	if !both.Can() || !w.Details.Both {
		t.Error("a wide window shows both again")
	}
}
