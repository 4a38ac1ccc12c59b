package view

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"threadlens/app/session"
	"threadlens/app/session/keep"
	"threadlens/app/view/kit"
	"threadlens/app/view/kit/kittest"
	"threadlens/app/view/panes"
	"threadlens/assets"
	"threadlens/model"
)

// storyIn writes the story to a file of its own.
func storyIn(t *testing.T, dir string) string {
	t.Helper()
	src, err := os.ReadFile(storyFile)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "story.tltxt")
	if err := os.WriteFile(path, src, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// loaded is a window that remembers views in a folder, with a file open.
func loaded(t *testing.T, app fyne.App, views, path string) *window {
	t.Helper()
	settings := keep.DefaultSettings()
	settings.Theme = keep.ThemeLight
	w := newWindow(app, settings, "", "")
	w.KeptViews.Dir = views
	w.Win.Resize(fyne.NewSize(1600, 480))
	w.Open(path)
	kittest.Eventually(t, func() bool { return w.page == pageTrace })
	t.Cleanup(func() {
		w.summaries()
		w.KeptViews.Dir = "" // a pending save must not create the folder again
	})
	return w
}

// arrange changes everything that is remembered of a trace.
func (w *window) arrange(t *testing.T) {
	t.Helper()
	w.Session.Show(model.Range{From: 100 * ms, To: 300 * ms}, session.MoveJump)
	w.Session.Mark(model.Range{From: 120 * ms, To: 130 * ms})
	w.Session.SetCursor(session.CursorA, 0)
	w.Session.SetCursor(session.CursorB, 252*ms)
	w.Session.AddBookmark(session.Bookmark{Name: "here", Range: model.Range{From: 2 * ms, To: 252 * ms}, Thread: w.threadOf(t, 6420), Kept: true})
	w.Session.SelectAt(w.threadOf(t, 4664), 100*ms)
	w.Session.Hide()
	w.Surface.ScrollTo(20)
	w.Tabs.Choose(panes.TabReport)
}

// same compares everything that is remembered of a trace.
func (w *window) same(t *testing.T, want keep.ViewFile) {
	t.Helper()
	got := w.viewNow()
	got.Trace, want.Trace = keep.Identity{}, keep.Identity{}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("found %+v, left %+v", got, want)
	}
}

func TestReopeningFindsEverythingAsItWas(t *testing.T) {
	app := kittest.NewApp(t)
	views, path := t.TempDir(), storyIn(t, t.TempDir())
	w := loaded(t, app, views, path)
	w.arrange(t)
	left := w.viewNow()
	if left.Scroll == 0 || left.Tab != "Profile report" || len(left.Marks) != 1 || len(left.Rows.Hidden) != 1 {
		t.Fatalf("nothing to remember: %+v", left)
	}
	w.closeTrace()

	again := loaded(t, app, views, path)
	again.same(t, left)
	if !again.Session.CanUndo() {
		t.Error("the history is gone")
	}

	// A copy under another name has the same content.
	moved := filepath.Join(t.TempDir(), "renamed.tltxt")
	if err := os.Rename(path, moved); err != nil {
		t.Fatal(err)
	}
	loaded(t, app, views, moved).same(t, left)
}

// TestReopeningSaysWhatItLeavesOut: a trace that opens zoomed, with hidden threads, says so and
// offers all of it; after that it opens without a word.
func TestReopeningSaysWhatItLeavesOut(t *testing.T) {
	app := kittest.NewApp(t)
	views, path := t.TempDir(), storyIn(t, t.TempDir())
	w := loaded(t, app, views, path)
	if w.notice.card.Visible() {
		t.Errorf("a trace opened for the first time: %q", w.notice.text.Text)
	}
	w.arrange(t)
	w.closeTrace()
	again := loaded(t, app, views, path)
	want := "View restored: only part of the trace's time is visible, " + kit.Plural(again.Session.Hidden(), "thread") + " hidden."
	if again.Session.Hidden() == 0 || !again.notice.card.Visible() || again.notice.text.Text != want {
		t.Fatalf("%d hidden, %q, want %q", again.Session.Hidden(), again.notice.text.Text, want)
	}
	again.Session.Learn(again.Session.Trace())
	if !again.notice.card.Visible() {
		t.Error("what the program does by itself should not hide it")
	}
	again.notice.way.Tapped(nil)
	if again.Session.Hidden() > 0 || again.Session.Window() != again.Session.Trace().Whole() || again.notice.card.Visible() {
		t.Errorf("%d hidden, %v", again.Session.Hidden(), again.Session.Window())
	}
	again.closeTrace()
	if last := loaded(t, app, views, path); last.notice.card.Visible() {
		t.Errorf("nothing is left out, and it says %q", last.notice.text.Text)
	}
}

func TestAnotherTraceIsLeftAlone(t *testing.T) {
	app := kittest.NewApp(t)
	views, path := t.TempDir(), storyIn(t, t.TempDir())
	w := loaded(t, app, views, path)
	w.arrange(t)
	w.open(session.DataSource(assets.DemoName, assets.Demo()))
	kittest.Eventually(t, func() bool { return w.page == pageTrace })
	if w.Session.HasCursors() || len(w.Session.Bookmarks()) != 0 {
		t.Error("the demo has the marks of the story")
	}
	w.keep.Flush()
	if got := loaded(t, app, views, path); len(got.Session.Bookmarks()) != 1 {
		t.Error("opening another trace lost the marks")
	}
}

func TestViewFileTravels(t *testing.T) {
	app := kittest.NewApp(t)
	dir := t.TempDir()
	w := loaded(t, app, "", storyIn(t, dir))
	w.arrange(t)
	left := w.viewNow()
	w.saveView(filepath.Join(dir, "look.threadlens"))

	// To another place, with the trace next to it.
	other := t.TempDir()
	for _, name := range []string{"look.threadlens", "story.tltxt"} {
		if err := os.Rename(filepath.Join(dir, name), filepath.Join(other, name)); err != nil {
			t.Fatal(err)
		}
	}
	there := loaded(t, app, t.TempDir(), filepath.Join(other, "look.threadlens"))
	there.same(t, left)
	if there.Session.Source().Path != filepath.Join(other, "story.tltxt") {
		t.Errorf("opened %s", there.Session.Source().Path)
	}
	// Dropped on the window that already shows the trace.
	there.Session.ShowWhole()
	there.Session.ClearCursors()
	there.Open(filepath.Join(other, "look.threadlens"))
	if there.Session.Window() != left.Window.Range() || !there.Session.HasCursors() || there.page != pageTrace {
		t.Errorf("window %v", there.Session.Window())
	}
}

func TestViewOfAnotherTraceAsks(t *testing.T) {
	app := kittest.NewApp(t)
	dir := t.TempDir()
	path := storyIn(t, dir)
	w := loaded(t, app, "", path)
	w.arrange(t)
	view := filepath.Join(dir, "look.threadlens")
	w.saveView(view)
	src, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, append(src, "# another\n"...), 0o600); err != nil {
		t.Fatal(err)
	}
	other := loaded(t, app, "", view)
	if other.Modal == nil || other.Session.HasCursors() || len(other.Session.Bookmarks()) != 0 {
		t.Error("the view of another trace should ask first")
	}
	other.closeOverlay()
	if other.Session.HasCursors() {
		t.Error("Escape should leave the trace alone")
	}
}

func TestBadViewFilesAreToldAndChangeNothing(t *testing.T) {
	app := kittest.NewApp(t)
	dir := t.TempDir()
	w := loaded(t, app, "", storyIn(t, dir))
	for name, data := range map[string]string{
		"damaged": `{"format": "threadlens view", "version": 1, "window_ns": [`,
		"foreign": "PERFILE2",
		"missing": `{"format": "threadlens view", "version": 1, "trace": {"name": "gone.data", "hash": "x"}}`,
	} {
		path := filepath.Join(dir, name+".threadlens")
		if err := os.WriteFile(path, []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
		w.Open(path)
		if w.Modal == nil || w.page != pageTrace || w.Session.Source().Name != "story.tltxt" {
			t.Errorf("%s: dialog %v, page %v", name, w.Modal, w.page)
		}
		w.closeOverlay()
	}
}

func TestDamagedMemoryIsToldAndSetAside(t *testing.T) {
	app := kittest.NewApp(t)
	views, path := t.TempDir(), storyIn(t, t.TempDir())
	file := filepath.Join(views, session.FileSource(path).Identify().Hash+".json")
	if err := os.WriteFile(file, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	w := loaded(t, app, views, path)
	if !strings.Contains(w.status.what.Text, "could not be read") {
		t.Errorf("the status line says %q", w.status.what.Text)
	}
	if _, err := os.Stat(file + ".broken"); err != nil {
		t.Error("the damaged file is gone")
	}
}

func TestResetLayout(t *testing.T) {
	w := opened(t, story(t))
	first := w.Settings
	w.body.Extent, w.Split.Extent = 0.5, 400
	w.splitDropped()
	w.Surface.SetGutter(400)
	w.Surface.GutterDone()
	w.body.SetOpen(false)
	w.paneToggled()
	w.Commands.Get("overview").Do()
	w.Commands.Get("lane.dense").Do()
	w.Commands.Get("resetLayout").Do()
	got := w.Settings
	if !reflect.DeepEqual(got, first) || !w.body.Open() || w.body.Extent != float32(first.BottomShare) || float64(w.Surface.Gutter) != first.Gutter {
		t.Errorf("layout %+v, was %+v at first", got, first)
	}
}
