package view

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"threadlens/app/session"
	"threadlens/app/session/capture"
	"threadlens/app/session/query"
	"threadlens/app/view/kit"
	"threadlens/app/view/kit/kittest"
	"threadlens/ingest"
	"threadlens/ingest/live"
	"threadlens/ingest/record"
	"threadlens/model"
	"threadlens/model/modeltest"
	"threadlens/timeline"
)

// fakeWatch stands in for the kernel being watched: the test decides what is seen.
type fakeWatch struct {
	tell    func(*live.Moment, error)
	done    chan struct{}
	stopped chan bool // receives a value for each stop
	err     error
	trace   *model.Trace
}

// watchWindow is a window that watches through a fake.
func watchWindow(t *testing.T) (*window, *fakeRecorder, *fakeWatch) {
	t.Helper()
	w, r := recorderWindow(t)
	tr, err := ingest.Load(t.Context(), storyFile, ingest.Options{})
	if err != nil {
		t.Fatal(err)
	}
	f := &fakeWatch{done: make(chan struct{}), stopped: make(chan bool, 9), trace: tr}
	w.appState.recorder.Watch = f.watch
	w.show(pageStart)
	return w, r, f
}

// watch stands in for live.Watch.
func (f *fakeWatch) watch(tell func(*live.Moment, error)) (*capture.Watching, error) {
	if f.err != nil {
		return nil, f.err
	}
	f.tell = tell
	return &capture.Watching{
		Stop: func() error { f.stopped <- true; return nil },
		Save: func(path string) error {
			src, err := os.ReadFile(storyFile)
			if err != nil {
				return err
			}
			return os.WriteFile(path, src, 0o600)
		},
		Done: f.done, LeftOut: []string{"This kernel has no event x:y."},
	}, nil
}

// live audits the live monitor, with and without rights.
func (a *auditRun) live() {
	w := a.w
	r, f := &fakeRecorder{}, &fakeWatch{done: make(chan struct{}), stopped: make(chan bool, 9), trace: w.Session.Trace()}
	w.appState.recorder = r.recorder()
	w.appState.recorder.Watch = f.watch
	w.watch(a.t)
	a.look("live, nothing seen yet")
	f.see(w, 0, f.trace.End, record.State{Elapsed: 1e12, Events: 123_456_789, Lost: 12_345_678})
	kittest.Eventually(a.t, func() bool { return w.Live.Seen })
	a.look("live")
	w.Commands.Get("liveProcesses").Do()
	a.look("live, its processes")
	w.Escape()
	w.Commands.Get("livePause").Do()
	a.look("live, paused")
	w.Escape()
	r.rights = &record.RightsError{
		Missing: []string{"Only privileged users may see the events of other users' programs (kernel.perf_event_paranoid is 2, and the capability CAP_PERFMON is missing)."},
		Remedy:  []string{"sudo sysctl kernel.perf_event_paranoid=-1 && sudo mount -o remount,mode=755 /sys/kernel/tracing"},
	}
	w.Commands.Get("live").Do()
	kittest.Eventually(a.t, func() bool { return len(w.Live.Notes.Objects) > 0 })
	a.look("live, without rights")
	w.Escape()
}

// watch opens the live monitor.
func (w *window) watch(t *testing.T) {
	t.Helper()
	w.press(fyne.KeyR, kit.Ctrl|kit.Shift)
	if w.page != pageLive {
		t.Fatal("the live monitor is not shown")
	}
	kittest.Eventually(t, func() bool { return w.Live.Watching != nil })
}

// awaitStop waits until the watch has been stopped.
func (f *fakeWatch) awaitStop(t *testing.T) {
	t.Helper()
	select {
	case <-f.stopped:
	case <-time.After(20 * time.Second):
		t.Fatal("what was watched is not given back")
	}
}

// see reports what was seen from one instant to another, and the state of the recording.
func (f *fakeWatch) see(w *window, from, to model.Time, s record.State) {
	f.tell(&live.Moment{Trace: f.trace, Range: model.Range{From: from, To: to}, State: s, Offline: []model.CPU{9}}, nil)
}

// TestLive shows what is seen, pauses when asked to, and releases everything when it is closed.
func TestLive(t *testing.T) {
	w, _, f := watchWindow(t)
	w.watch(t)
	end := f.trace.End
	f.see(w, 0, end/2, record.State{Elapsed: 1e9, Events: 1000})
	kittest.Eventually(t, func() bool { return w.Live.Seen })
	table := w.Live.Board.Table
	want := query.LiveContent(&w.Live.View.Monitor, w.Session.Percent())
	if table.Grid.Len() == 0 || len(table.Grid.Content().Rows) != len(want.Rows) || table.Grid.Content().Rows[0].Key != want.Rows[0].Key {
		t.Errorf("%d rows, want %d", len(table.Grid.Content().Rows), len(want.Rows))
	}
	if n := len(w.Live.Board.Cores); n != len(f.trace.Cores)+1 || w.Live.Board.Cores[n-1].Share.Text != "Offline" {
		t.Errorf("%d processors", n)
	}
	if !strings.Contains(w.Live.Said.Text, "Running for 1 s · 1\u2009000 events/s") {
		t.Errorf("said %q", w.Live.Said.Text)
	}
	w.Commands.Get("livePause").Do()
	w.Live.Take(w.Live.Run, capture.LiveView{State: record.State{Elapsed: 2e9, Events: 2500}})
	if w.Live.Pause.Text != "Resume" || w.Live.View.State.Events != 1000 {
		t.Errorf("paused: %q, %+v", w.Live.Pause.Text, w.Live.View.State)
	}
	w.Commands.Get("livePause").Do()
	f.see(w, end/2, end, record.State{Elapsed: 3e9, Events: 3000, Lost: 5})
	kittest.Eventually(t, func() bool { return w.Live.View.State.Events == 3000 })
	if w.Live.Lost.Text != "5 events lost" || !strings.Contains(w.Live.Said.Text, "1\u2009000 events/s") {
		t.Errorf("said %q, lost %q", w.Live.Said.Text, w.Live.Lost.Text)
	}
	w.press(fyne.KeyEscape, 0)
	f.awaitStop(t)
	if w.page != pageStart || w.Live.Watching != nil || table.Grid.Len() != 0 {
		t.Errorf("page %d, %d rows", w.page, table.Grid.Len())
	}
	f.see(w, 0, end, record.State{}) // too late
	if w.Live.Seen {
		t.Error("what was seen after the end is shown")
	}
}

// TestLiveKept opens what was last watched as a trace, which replaces the live monitor.
func TestLiveKept(t *testing.T) {
	w, _, f := watchWindow(t)
	w.watch(t)
	if w.Commands.Get("liveSave").Can() {
		t.Error("there is nothing to be opened yet")
	}
	f.see(w, 0, f.trace.End, record.State{Elapsed: 1e9})
	kittest.Eventually(t, func() bool { return w.Live.Seen })
	w.Commands.Get("liveSave").Do()
	kittest.Eventually(t, func() bool { return w.page == pageTrace })
	name := w.Session.Source().Name
	// The strip shows the length of the trace, which is no warning.
	want := "The last " + timeline.FormatDuration(w.Session.Trace().Whole().Len()) + " are saved in "
	if said := w.Strip.KeptText.Text; !strings.HasPrefix(filepath.Base(name), "threadlens-system-") || !strings.HasPrefix(said, want) || !strings.Contains(said, name) {
		t.Errorf("opened %q, said %q", name, said)
	}
	if !w.Strip.Kept.Visible() || w.Strip.Finished.Visible() {
		t.Errorf("shown: %v, as a warning: %v", w.Strip.Kept.Visible(), w.Strip.Finished.Visible())
	}
	f.awaitStop(t)
	w.Strip.Again.Tapped(nil)
	if w.page != pageLive || w.Strip.Root.Visible() {
		t.Errorf("page %d; the note about the trace is shown: %v", w.page, w.Strip.Root.Visible())
	}
	w.press(fyne.KeyEscape, 0)
	if w.page != pageTrace || !w.Strip.Root.Visible() {
		t.Errorf("page %d; the note about the trace is shown: %v", w.page, w.Strip.Root.Visible())
	}
	w.openDemo()
	if w.Strip.Root.Visible() {
		t.Error("the note stays with another trace")
	}
	kittest.Eventually(t, func() bool { return w.page == pageTrace })
	w.watch(t) // and back to the trace
	w.press(fyne.KeyW, kit.Ctrl)
	if w.page != pageTrace || w.Session.Trace() == nil {
		t.Errorf("page %d", w.page)
	}
}

// TestLiveHidesTheTrace: notes and figures about the open trace are not shown with the live monitor,
// and are back after it, except for what was dismissed.
func TestLiveHidesTheTrace(t *testing.T) {
	w, _, _ := watchWindow(t)
	w.showTrace(session.Source{Name: "lost.tltxt"}, modeltest.Parse(t, "loss", lossy))
	t.Cleanup(w.summaries)
	w.Session.SetCursor(session.CursorA, 100*us)
	of := []string{"Partial trace.", "A 0.100 ms", "70 events lost", "1 CPU"}
	check := func(when string, want bool) {
		t.Helper()
		shown := strings.Join(texts(w.frame), "\n")
		if kit.Within(w.frame, func(o fyne.CanvasObject) bool { return o == w.Headline.Root }) != want {
			t.Errorf("%s: the line of findings is shown %v", when, !want)
		}
		for _, text := range of {
			if strings.Contains(shown, text) != want {
				t.Errorf("%s: %q shown %v in\n%s", when, text, !want, shown)
			}
		}
	}
	check("with the trace", true)
	w.watch(t)
	check("with the live monitor", false)
	w.describe(timeline.Place{Row: -1, Time: 100 * us, Region: timeline.RegionLane, Segment: timeline.NoSegment}, true)
	if w.status.time.Text != "" {
		t.Errorf("the live monitor shows an instant of the trace: %s", w.status.time.Text)
	}
	w.press(fyne.KeyEscape, 0)
	check("afterwards", true)
	w.banner.root.Hide()
	w.watch(t)
	w.press(fyne.KeyEscape, 0)
	if w.banner.root.Visible() {
		t.Error("the dismissed banner is back")
	}
}

// TestLiveNotKept shows why what was watched cannot be saved; saving can be tried again.
func TestLiveNotKept(t *testing.T) {
	w, _, f := watchWindow(t)
	w.watch(t)
	f.see(w, 0, f.trace.End, record.State{Elapsed: 1e9})
	kittest.Eventually(t, func() bool { return w.Live.Seen })
	w.Live.Saving = true
	w.Live.Kept(w.Live.Run+1, "/x", errors.New("record: of another"))
	if !w.Live.Saving || w.Commands.Get("liveSave").Can() {
		t.Error("what was watched before has been saved")
	}
	w.Live.Kept(w.Live.Run, "/x", errors.New("record: no room"))
	if w.Live.Saving || !w.Commands.Get("liveSave").Can() || w.page == pageTrace {
		t.Error("it cannot be tried again")
	}
	said := false
	eachIn(w.Live.Notes, func(o fyne.CanvasObject) bool {
		l, ok := o.(*kit.Line)
		said = said || ok && l.Text == "Not saved: no room"
		return false
	})
	if !said {
		t.Error("it is not said why")
	}
}

// TestLiveCannot shows why nothing can be watched, or why watching has ended.
func TestLiveCannot(t *testing.T) {
	w, r, f := watchWindow(t)
	notes := func() string {
		var text []string
		eachIn(w.Live.Notes, func(o fyne.CanvasObject) bool {
			if l, ok := o.(*kit.Line); ok {
				text = append(text, l.Text)
			}
			return false
		})
		return strings.Join(text, "\n")
	}
	r.rights = &record.RightsError{Missing: []string{"The kernel lets nobody see."}, Remedy: []string{"sudo allow-it"}}
	w.press(fyne.KeyR, kit.Ctrl|kit.Shift)
	kittest.Eventually(t, func() bool { return strings.Contains(notes(), "The kernel lets nobody see.") })
	if !strings.Contains(notes(), "sudo allow-it") {
		t.Errorf("%q", notes())
	}
	w.press(fyne.KeyEscape, 0)
	r.rights, f.err = nil, errors.New("record: no buffer")
	w.press(fyne.KeyR, kit.Ctrl|kit.Shift)
	kittest.Eventually(t, func() bool { return strings.Contains(notes(), "no buffer") })
	w.press(fyne.KeyEscape, 0)
	f.err = nil
	w.watch(t)
	if !strings.Contains(notes(), "This kernel has no event x:y.") {
		t.Errorf("what is left out is not told: %q", notes())
	}
	close(f.done)
	kittest.Eventually(t, func() bool { return w.Live.Said.Text == "The live monitor has stopped; close and reopen it." })
}
