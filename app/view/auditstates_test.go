package view

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"threadlens/app/session"
	"threadlens/app/session/capture"
	"threadlens/app/session/keep"
	"threadlens/app/session/query"
	"threadlens/app/view/kit/kittest"
	"threadlens/app/view/picture"
	"threadlens/app/view/recording"
	"threadlens/app/view/sheets"
	"threadlens/assets"
	"threadlens/ingest/record"
	"threadlens/model"
	"threadlens/model/modeltest"
	"threadlens/timeline"
)

// screens are the window sizes to audit, in pixels, with the scales at which their size in dp is
// not below that of the smallest window: 1280×800 at 1.5 would be 853 wide, and 1600×950 at 2 would
// be 800.
var screens = []struct {
	width, height, scale float32
}{
	{960, 600, 1},
	{1280, 800, 1},
	{1600, 950, 1},
	{1600, 950, 1.5},
	{2560, 1440, 1},
	{2560, 1440, 1.5},
	{2560, 1440, 2},
}

// demoTrace is the bundled demo, which only tests of the whole window need.
func demoTrace(t *testing.T) *model.Trace {
	t.Helper()
	type result struct {
		trace *model.Trace
		err   error
	}
	done := make(chan result, 1)
	session.Start(session.DataSource(assets.DemoName, assets.Demo()), func(session.Progress) {},
		func(t *model.Trace, err error) { done <- result{t, err} })
	r := <-done
	if r.err != nil {
		t.Fatal(r.err)
	}
	return r.trace
}

// TestNothingIsCutOrCovered audits the window at every size, scale and text size, in all its
// states. The themes and the sets of colours have the same dimensions, so they take turns.
func TestNothingIsCutOrCovered(t *testing.T) {
	demo := demoTrace(t)
	lost := modeltest.Parse(t, "loss", lossy)
	for i, screen := range screens {
		for j, text := range []int{100, 150, 200} {
			if text == 200 && screen.width/screen.scale < 1500 {
				continue // too narrow for it
			}
			settings := keep.DefaultSettings()
			settings.Theme, settings.TextSize = [2]string{keep.ThemeLight, keep.ThemeDark}[(i+j)%2], text
			settings.Colours = [2]string{keep.ColoursClassic, keep.ColoursSafe}[j%2]
			settings.Recent = auditRecent(t)
			w := newWindow(kittest.NewApp(t), settings, t.TempDir(), "")
			t.Cleanup(w.summaries)
			w.Win.Canvas().(interface{ SetScale(float32) }).SetScale(screen.scale)
			w.Win.Resize(fyne.NewSize(screen.width/screen.scale, screen.height/screen.scale-menuRoom))
			a := &auditRun{t, w, fmt.Sprintf("%v×%v at %v, text %d %%", screen.width, screen.height, screen.scale, text), nil}
			a.pages()
			w.showTrace(session.Source{Name: "demo.perf.data"}, demo)
			a.trace()
			a.sheets()
			w.showTrace(session.Source{Name: "damaged.tltxt"}, lost)
			a.look("a partial trace")
			a.utilization()
			a.measurement()
			a.monitor()
		}
	}
}

// auditRecent returns two recent files with long names, one of them missing.
func auditRecent(t *testing.T) []keep.Recent {
	t.Helper()
	there := filepath.Join(t.TempDir(), "recording of the build machine with everything switched on, second try.perf.data")
	if err := os.WriteFile(there, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	at := time.Date(2026, 1, 2, 13, 14, 0, 0, time.UTC)
	return []keep.Recent{
		{Path: there, Format: "perf.data", SpanNS: int64(504 * time.Second), Size: 1 << 40, Opened: at},
		{Path: "/gone/gone.etl", Format: "etl", SpanNS: int64(29 * time.Millisecond), Size: 1 << 20, Opened: at},
	}
}

// longFolder is a folder with a long path and a long name in it.
func longFolder(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "recordings of the build machine", "with everything switched on", "second try, with more memory")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, strings.Repeat("recording ", 15)+".perf.data"), make([]byte, 1<<10), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

// auditRun audits the states of one window.
type auditRun struct {
	t     *testing.T
	w     *window
	where string
	// instead runs in place of the audit.
	instead func(state string)
}

// look audits the window in its current state.
func (a *auditRun) look(state string) {
	a.t.Helper()
	a.w.paneTimer.Flush()
	if a.instead != nil {
		a.instead(state)
		return
	}
	for _, f := range a.w.audit() {
		a.t.Errorf("%s, %s: %s", a.where, state, f)
	}
	for _, f := range a.w.notCopied() {
		a.t.Errorf("%s, %s: %q is not in the copy of the window as text", a.where, state, f)
	}
}

// pages audits the pages without a trace.
func (a *auditRun) pages() {
	w := a.w
	a.look("start page")
	w.loading.begin("recording.etl")
	w.show(pageLoading)
	w.loading.show(session.Progress{Done: 400 << 20, Total: 1 << 30, Events: 12_345_678, Elapsed: 4 * time.Second, Memory: 1 << 30})
	a.look("loading")
	w.failure.show(session.Source{Name: "broken.etl", Path: "/traces/of/somebody/broken.etl"},
		errors.New("etl: buffer: 12 at 0x30000: its size is 0, so that nothing behind it can be read, and there is no other buffer of this processor"))
	w.show(pageError)
	a.look("error page")
	w.Commands.Get("find.command").Do()
	a.look("palette without a trace")
	w.key(fyne.KeyEscape)
}

// cores audits the states of the Cores view.
func (a *auditRun) cores() {
	w := a.w
	w.Commands.Get("view.cores").Do()
	w.Session.StepSegment(1)
	a.look("cores, a thread followed")
	w.Session.Select(timeline.NoSegment)
	a.look("cores")
	w.Commands.Get("view.threads").Do()
}

// trace audits the states of an open trace.
func (a *auditRun) trace() {
	w := a.w
	w.body.SetOpen(true)
	a.look("whole trace")
	w.Commands.Get("longestWait").Do()
	w.Commands.Get("criticalPath").Do()
	for _, h := range w.Tabs.Heads {
		if h.Visible() {
			w.Tabs.Choose(h.ID)
			a.look("selected, tab " + h.Title)
		}
	}
	w.Commands.Get("criticalPath").Do()
	for _, id := range []string{"instances.of", "lengths.ofAll", "waitChain"} {
		w.Commands.Get(id).Do()
		w.paneTimer.Flush()
		kittest.Eventually(a.t, func() bool { return !w.Reports.Running })
		a.look("selected, " + id)
	}
	w.Commands.Get("callsOfSelection").Do()
	w.Commands.Get("flameGraph").Do()
	a.look("flame graph of a thread")
	w.Commands.Get("flameGraph").Do()
	w.Commands.Get("callsOfAll").Do()
	w.Commands.Get("bothStacks").Do()
	a.look("both stacks")
	w.Commands.Get("bothStacks").Do()
	w.Commands.Get("fit").Do()
	w.Commands.Get("range").Do()
	a.look("zoomed, with a range")
	w.Commands.Get("cursorA").Do()
	w.Commands.Get("cursorB").Do()
	w.Commands.Get("time.wall").Do()
	w.Surface.MouseMoved(mouseEvent(a.inLanes(), 0, 0))
	a.look("cursors and wall clock")
	w.Surface.MouseOut()
	w.Commands.Get("filter").Do()
	a.look("typing a filter")
	w.Surface.Filter.Entry.SetText("state:sync>10")
	a.look("a wrong filter")
	w.Surface.Filter.Entry.SetText("worker !idle")
	a.look("a filter")
	w.Surface.Filter.Cancel()
	a.cores()
	w.find(a.t, "worker")
	a.look("find box")
	w.key(fyne.KeyEscape)
	w.find(a.t, ">")
	a.look("palette")
	w.key(fyne.KeyEscape)
	w.Session.ClearCursors()
	w.Session.Mark(model.Range{})
	w.Session.ShowWhole()
	w.Escape()
}

// inLanes is a position in the first lane.
func (a *auditRun) inLanes() fyne.Position {
	scene := a.w.Surface.Now()
	area, scale := scene.LaneArea(), a.w.Surface.Scale()
	return fyne.NewPos(float32(area.Min.X+area.Dx()/3)/scale, float32(area.Min.Y)/scale+60)
}

// sheets audits the dialogs and the menus.
func (a *auditRun) sheets() {
	w := a.w
	for _, id := range []string{"guide", "colours", "formats", "about"} {
		w.Commands.Get(id).Do()
		a.look(id)
		w.Escape()
	}
	a.asking()
	a.menus()
	recent := w.Settings.Recent
	w.Settings.Recent = auditRecent(a.t)
	w.Settings.Recent[0].Path = longFolder(a.t) + "/x"
	w.Commands.Get("open").Do()
	a.look("open a file")
	w.typeText("gone.perf.data")
	w.key(fyne.KeyReturn)
	a.look("open a file, there is none")
	w.Escape()
	w.Settings.Recent = recent
	w.Commands.Get("targets").Do()
	a.look("processes")
	w.typeText("kworker /(/")
	a.look("processes, a wrong filter")
	w.Escape()
	a.records()
	a.live()
	w.Complain("Not exported", errors.New("write /media/somebody/disk/demo-threads.png: no space left on device"))
	a.look("a failure")
	w.Escape()
	w.click(a.inLanes(), desktop.MouseButtonSecondary, 0)
	a.look("context menu")
	w.Escape()
}

// asking audits the dialogs of all commands that ask something and can be done, and the help.
func (a *auditRun) asking() {
	w := a.w
	w.Commands.Get("longestWait").Do()
	w.Commands.Get("mark").Do()
	chart := false
	for _, c := range w.Commands.List {
		if isChart := strings.HasPrefix(c.ID, "exportChart."); isChart {
			if chart {
				continue // the same dialog
			}
			chart = true
		}
		if c.Can() && (strings.HasSuffix(c.Title, "…") || strings.HasPrefix(c.Title, sheets.HelpTopics)) {
			c.Do()
			a.look(c.ID)
			for range 2 { // a menu or a list in it goes first
				w.Escape()
			}
		}
	}
	w.Session.Select(timeline.NoSegment)
}

// menus audits menus that the pointer opens.
func (a *auditRun) menus() {
	w := a.w
	at := fyne.NewPos(40, 60)
	for _, view := range []string{"view.threads", "view.cores"} {
		w.Commands.Get(view).Do()
		w.HeaderMenu(at)
		a.look(view + ", the menu of the header")
		w.Escape()
	}
	w.Commands.Get("view.threads").Do()
	w.PopUp(w.Reports.Choices(), at)
	a.look("the list of reports")
	w.Escape()
}

// records audits the dialogs of a recording, and its strip.
func (a *auditRun) records() {
	w := a.w
	f := &fakeRecorder{}
	w.appState.recorder = f.recorder()
	form := recording.NewRecordForm(w.Recorder)
	form.Plan.Limited, form.Plan.Newest, form.Plan.Sampled = true, true, true
	for i, kind := range []string{capture.RecordCommand, capture.RecordProcess, capture.RecordSystem} {
		form.Plan.What, form.Plan.Command, form.Plan.Tool = kind, "make -j4 everything", capture.RecordTools()[i]
		form.Show("")
		a.look("record, " + kind)
	}
	f.rights = &record.RightsError{
		Missing: []string{"Only privileged users may see the events of other users' programs (kernel.perf_event_paranoid is 2, and the capability CAP_PERFMON is missing)."},
		Remedy:  []string{"sudo sysctl kernel.perf_event_paranoid=-1 && sudo mount -o remount,mode=755 /sys/kernel/tracing"},
	}
	form.Show("Not recorded: write /media/somebody/disk/threadlens-make.perf.data: no space left on device")
	a.look("record, without rights, after a failure")
	w.Escape()
	form.Plan.What = capture.RecordCommand
	r := w.NewRun(nil)
	r.Recording, r.Begun = &capture.Recording{Plan: form.Plan, Path: "/media/somebody/disk/threadlens-make.perf.data", Output: &capture.Tail{}}, true
	fmt.Fprintf(r.Recording.Output, "a short line\n%s\n", strings.Repeat("a line that is too long ", 20))
	r.State = record.State{Elapsed: 8 * time.Minute, Bytes: 5 << 30, Events: 123_456_789, Lost: 12_345_678, CPU: 10 * time.Second}
	r.Show()
	a.look("recording")
	w.Escape()
	a.look("recording, the dialog put away")
	w.Run, w.Ran = nil, r.Recording
	w.Strip.Follow(nil)
	for _, id := range []string{"recordOutput", "recipes"} {
		w.Commands.Get(id).Do()
		a.look(id)
		w.Escape()
	}
	w.Strip.Tell([]string{"12 345 678 events were lost: record fewer kinds of events.", "The kernel allowed event buffers of only 128 KiB.", "make ended with exit code 2."})
	a.look("recorded")
	w.Strip.Tell(nil)
}

// utilization audits the CPU use, in each of its units.
func (a *auditRun) utilization() {
	a.w.Session.SetViewing(keep.ViewUtilization)
	for _, p := range picture.Percents {
		a.w.Session.SetPercent(p.Of)
		a.w.paneTimer.Flush()
		kittest.Eventually(a.t, func() bool { return !a.w.Summary.Running })
		a.look("CPU utilization, " + p.Title)
	}
}

// monitor audits the Monitor view.
func (a *auditRun) monitor() {
	w := a.w
	w.Session.SetViewing(keep.ViewMonitor)
	w.paneTimer.Flush()
	a.look("monitor")
	w.Session.SetViewing(keep.ViewThreads)
}

// measurement audits the Measurement view, with and without the host's figure.
func (a *auditRun) measurement() {
	w := a.w
	w.Session.SetViewing(keep.ViewMeasurement)
	w.paneTimer.Flush()
	kittest.Eventually(a.t, func() bool { return !w.Measurement.Running })
	a.look("measurement")
	w.Session.SetFigures(query.Figure{Percent: 88, Known: true}, query.Figure{Percent: 73, Known: true})
	w.paneTimer.Flush()
	a.look("measurement, a host's figure")
	w.Measurement.Scroll.ScrollToBottom()
	a.look("measurement, its end")
	w.Session.SetViewing(keep.ViewThreads)
}
