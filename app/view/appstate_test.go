package view

import (
	"reflect"
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"threadlens/app/session"
	"threadlens/app/session/keep"
	"threadlens/app/view/kit"
	"threadlens/app/view/kit/kittest"
	"threadlens/timeline"
)

// listed returns the windows in a window's menu, the current one in brackets.
func (w *window) listed() []string {
	var list []string
	for _, item := range w.menu.window.Items[len(w.menu.fixed)+1:] {
		label := item.Label
		if item.Checked {
			label = "[" + label + "]"
		}
		list = append(list, label)
	}
	return list
}

func TestWindowsHaveSessionsOfTheirOwn(t *testing.T) {
	w := opened(t, story(t))
	w.Commands.Get("newWindow").Do()
	other := w.appState.windows[1].Room.(*window)
	if other.page != pageStart || w.page != pageTrace {
		t.Fatal("a new window is empty, the first one stays as it was")
	}
	other.showTrace(session.Source{Name: "story.tltxt"}, story(t))
	t.Cleanup(other.summaries)
	w.click(w.spot(t, 6420, 100*ms), desktop.MouseButtonPrimary, 0)
	w.Session.Zoom(600, 3)
	if other.Session.Selected() != timeline.NoSegment || other.Session.Window() != other.Session.Trace().Whole() {
		t.Error("what is done in one window shows in the other")
	}
	if got, want := w.listed(), []string{"[story.tltxt]", "story.tltxt (2)"}; !slices.Equal(got, want) {
		t.Errorf("the first lists %q, want %q", got, want)
	}
	other.closeTrace()
	if got, want := w.listed(), []string{"[story.tltxt]", "No trace"}; !slices.Equal(got, want) {
		t.Errorf("the first lists %q, want %q", got, want)
	}
	other.Leave()
	if got, want := w.listed(), []string{"[story.tltxt]"}; !slices.Equal(got, want) || w.page != pageTrace {
		t.Errorf("the first lists %q, want %q", got, want)
	}
}

// TestWindowsShareTheSettings: what is chosen in one window applies to all, and the last one to be
// closed undoes nothing.
func TestWindowsShareTheSettings(t *testing.T) {
	dir := t.TempDir()
	a := newWindow(kittest.NewApp(t), keep.DefaultSettings(), dir, "")
	b := a.appState.open()
	for _, id := range []string{"overview", "lane.compact", "patterns"} {
		a.Commands.Get(id).Run()
	}
	for _, id := range []string{"grid", "themeDark", "text.125"} {
		b.Commands.Get(id).Run()
	}
	a.Settings.Opened(keep.Recent{Path: "/a"})
	a.RecentChanged()
	b.Settings.Opened(keep.Recent{Path: "/b"})
	b.RecentChanged()
	a.shows(t)
	b.shows(t)
	a.Leave()
	b.Leave()
	kept, err := keep.LoadSettings(dir)
	kept.Recent = nil
	want := keep.DefaultSettings()
	want.Overview, want.Grid, want.LaneSize, want.Patterns = false, false, keep.LaneCompact, true
	want.Theme, want.TextSize, want.Tab = keep.ThemeDark, 125, kept.Tab
	want.Width, want.Height = kept.Width, kept.Height
	if err != nil || !reflect.DeepEqual(kept, want) {
		t.Errorf("kept %+v, %v, want %+v", kept, err, want)
	}
}

// shows checks that a window has the settings that TestWindowsShareTheSettings chose.
func (w *window) shows(t *testing.T) {
	t.Helper()
	f := w.Surface
	if f.Overview || f.Grid || f.LaneSize != timeline.Compact || !w.Look.Current().Patterns || len(recentItems(w.Host)) != 4 {
		t.Errorf("overview %v, grid %v, lanes %v, %d recent", f.Overview, f.Grid, f.LaneSize, len(recentItems(w.Host)))
	}
	for _, id := range []string{"overview", "grid"} {
		if w.Commands.Get(id).Checked() {
			t.Errorf("%s is checked", id)
		}
	}
}

func TestWindowsOpenAsTheLastWasLeft(t *testing.T) {
	settings := keep.DefaultSettings()
	settings.Width, settings.Height = 1234, 777
	w := newWindow(kittest.NewApp(t), settings, "", "")
	for _, w := range []*window{w, w.appState.open()} {
		if size := w.Win.Canvas().Size(); size != fyne.NewSize(1234, 777) || w.Settings.Width != 1234 || w.Settings.Height != 777 {
			t.Errorf("a window of %v, remembered as %v × %v", size, w.Settings.Width, w.Settings.Height)
		}
	}
}

func TestOpenInNewWindow(t *testing.T) {
	w := opened(t, story(t))
	if c := w.Commands.ByKey(fyne.KeyO, kit.Ctrl|kit.Shift); c == nil || c.ID != "openNew" {
		t.Fatal("Ctrl+Shift+O opens no window")
	}
	other := w.appState.open()
	other.Open("../session/testdata/story.tltxt")
	if w.page != pageTrace {
		t.Error("the first window waits for the other's trace")
	}
	kittest.Eventually(t, func() bool { return other.page == pageTrace })
	t.Cleanup(other.summaries)
	if got, want := w.listed(), []string{"[story.tltxt]", "story.tltxt (2)"}; !slices.Equal(got, want) {
		t.Errorf("the first lists %q, want %q", got, want)
	}
	w.quit()
	if len(w.appState.windows) != 0 {
		t.Errorf("%d windows are left", len(w.appState.windows))
	}
}
