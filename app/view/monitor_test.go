package view

import (
	"image"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"threadlens/app/session"
	"threadlens/app/session/keep"
	"threadlens/app/session/query"
	"threadlens/app/view/kit"
	"threadlens/app/view/kit/kittest"
	"threadlens/app/view/views"
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/modeltest"
)

// TestMonitorReplays: the monitor plays the trace to its end and stops there; it shows what the
// report says of the time so far.
func TestMonitorReplays(t *testing.T) {
	w := opened(t, story(t))
	w.press(fyne.Key5, kit.Ctrl)
	w.paneTimer.Flush()
	p := w.Monitor
	if w.Session.Viewing() != keep.ViewMonitor || p.Replay.At != w.Session.Trace().End || p.Table.Grid.Len() == 0 {
		t.Fatalf("at %d, %d rows", p.Replay.At, p.Table.Grid.Len())
	}
	rows := len(p.Cores)
	w.Commands.Get("speed.60").Do()
	w.Commands.Get("monitorPlay").Do()
	if p.Replay.At != 0 || !p.Playing || p.Play.Text != "Pause" {
		t.Errorf("at %d, playing %v", p.Replay.At, p.Playing)
	}
	kittest.Eventually(t, func() bool { return !p.Playing })
	if p.Replay.At != w.Session.Trace().End || p.Play.Text != "Play" || len(p.Cores) != rows {
		t.Errorf("stopped at %d", p.Replay.At)
	}
	want, err := query.MonitorContent(w.Session.Trace(), w.Session.Trace().End/2, w.Session.Percent(), w.Session.FiguresElsewhere())
	if err != nil {
		t.Fatal(err)
	}
	p.Slider.SetValue(0.5)
	if got := p.Table.Grid.Content(); len(got.Rows) != len(want.Rows) || got.Rows[0].Cells[6] != want.Rows[0].Cells[6] {
		t.Errorf("%v, want %v", got.Rows, want.Rows)
	}
	w.Commands.Get("monitorPlay").Do()
	w.press(fyne.Key2, kit.Ctrl)
	kittest.Eventually(t, func() bool { return !p.Playing })
	w.closeTrace()
	if p.Of != nil || p.Table.Grid.Len() > 0 {
		t.Error("processes of a trace that is closed")
	}
}

// TestMonitorLeadsToTheLiveMonitor: the page that replays a trace has a button for the monitor of this
// machine, and where there is none, its tooltip says why.
func TestMonitorLeadsToTheLiveMonitor(t *testing.T) {
	w, _, _ := watchWindow(t)
	w.showTrace(session.Source{Name: "story.tltxt"}, story(t))
	w.press(fyne.Key5, kit.Ctrl)
	w.paneTimer.Flush()
	b := w.Monitor.Live
	if b.Off || b.Tip != "Live Monitor (Ctrl+Shift+R)" {
		t.Errorf("off %v, tooltip %q", b.Off, b.Tip)
	}
	b.Tapped(nil)
	if w.page != pageLive {
		t.Error("the button should open the live monitor")
	}
	w.Escape()
	w.appState.recorder.Supported = false
	w.Session.SetViewing(keep.ViewThreads)
	w.press(fyne.Key5, kit.Ctrl)
	w.paneTimer.Flush()
	if want := "Live Monitor (Ctrl+Shift+R): the live monitor is supported on Linux and Windows only"; !b.Off || b.Tip != want {
		t.Errorf("off %v, tooltip %q, want %q", b.Off, b.Tip, want)
	}
}

// TestMonitorGraphsAreAsWideAsAShortTrace: they show the 540 ms, not 60 s.
func TestMonitorGraphsAreAsWideAsAShortTrace(t *testing.T) {
	w := opened(t, story(t))
	w.press(fyne.Key5, kit.Ctrl)
	w.paneTimer.Flush()
	if span := w.Monitor.Cores[0].Span; span != w.Session.Trace().End {
		t.Errorf("the graphs show %d ns of %d", span, w.Session.Trace().End)
	}
}

// TestMonitorFitsTheNarrowestWindow: no column is cut off there.
func TestMonitorFitsTheNarrowestWindow(t *testing.T) {
	w := opened(t, story(t))
	w.Win.Resize(fyne.NewSize(960, 600))
	w.press(fyne.Key5, kit.Ctrl)
	w.paneTimer.Flush()
	table, need := w.Monitor.Table, float32(0)
	for _, width := range table.Needs {
		need += width
	}
	if room := table.Body.Size().Width; need == 0 || need > room-kit.BarRoom || table.Width > room {
		t.Errorf("the columns need %v and have %v, the table is %v wide", need, table.Width, room)
	}
}

func TestCoreGraph(t *testing.T) {
	kittest.NewApp(t)
	g := views.NewCoreGraph()
	g.Parts = []measure.MonitorPart{{Length: 1e9}, {Length: 1e9, Busy: 1e9}, {Length: 1e9, Busy: 5e8}}
	img := paintOn(120, 10, func(img *image.RGBA, line int) { g.Draw(img, kit.Palette(), line) })
	busy := func(x, y int) bool { return img.RGBAAt(x, y) != img.RGBAAt(0, 0) }
	for _, c := range []struct {
		x, y int
		want bool
	}{{114, 9, false}, {116, 0, true}, {117, 9, true}, {118, 9, true}, {119, 2, false}} {
		if busy(c.x, c.y) != c.want {
			t.Errorf("at %d, %d: %v", c.x, c.y, !c.want)
		}
	}
	g.Span = 4e9
	img = paintOn(120, 10, func(img *image.RGBA, line int) { g.Draw(img, kit.Palette(), line) })
	if busy(59, 0) || !busy(60, 0) || !busy(89, 0) || busy(90, 2) || !busy(119, 9) {
		t.Error("three of 4 s should fill the last three quarters")
	}
	// A part of two seconds is as wide as two, and what is unknown is neither busy nor idle.
	g.Parts = []measure.MonitorPart{{Length: 2e9, Busy: 2e9}, {Length: 1e9, Busy: 5e8, Unknown: 5e8}}
	img = paintOn(120, 10, func(img *image.RGBA, line int) { g.Draw(img, kit.Palette(), line) })
	idle, used := img.RGBAAt(0, 0), img.RGBAAt(30, 0)
	if used == idle || img.RGBAAt(29, 9) != idle || img.RGBAAt(89, 0) != used || img.RGBAAt(90, 9) != used || img.RGBAAt(119, 5) != used {
		t.Error("2 s and 1 s of 4 should fill a half and a quarter")
	}
	if c := img.RGBAAt(100, 4); c == idle || c == used {
		t.Error("what is unknown looks like", c)
	}
}

// TestSpanOfTheMonitor: the graphs of a short trace are as wide as it is.
func TestSpanOfTheMonitor(t *testing.T) {
	w := opened(t, story(t))
	for length, want := range map[model.Time]model.Time{0: 1, 1: 1, 75e6: 75e6, 1e9 + 1: 1e9 + 1, 60e9: 60e9, 61e9: 60e9} {
		b := views.NewMonitorBoard(w.Host, "test")
		b.Over(length)
		if b.Span != want {
			t.Errorf("%d ns: %d, want %d", length, b.Span, want)
		}
	}
}

// TestMonitorOfLoss: where events were lost, the use of a CPU is a lower bound; elsewhere it is not.
func TestMonitorOfLoss(t *testing.T) {
	for _, c := range []struct {
		trace *model.Trace
		bound bool
	}{{modeltest.Parse(t, "loss", lossy), true}, {story(t), false}} {
		w := opened(t, c.trace)
		w.press(fyne.Key5, kit.Ctrl)
		w.paneTimer.Flush()
		if got := w.Monitor.Cores[0].Share.Text; strings.HasPrefix(got, "≥ ") != c.bound || got == "" {
			t.Errorf("share of CPU 0: %q, a bound: %v", got, c.bound)
		}
	}
}
