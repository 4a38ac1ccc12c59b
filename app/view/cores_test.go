package view

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"threadlens/app/export"
	"threadlens/app/session"
	"threadlens/app/session/keep"
	"threadlens/app/view/kit"
	"threadlens/app/view/kit/kittest"
	"threadlens/model"
	"threadlens/model/modeltest"
	"threadlens/timeline"
)

// openedCores is the window with the story, in the Cores view.
func openedCores(t *testing.T) *window {
	t.Helper()
	w := opened(t, story(t))
	w.press(fyne.Key3, kit.Ctrl)
	w.paneTimer.Flush()
	return w
}

// coreSpot is the position on the surface of an instant in the lane of a CPU.
func (w *window) coreSpot(t *testing.T, cpu model.CPU, at model.Time) fyne.Position {
	t.Helper()
	scene := w.Surface.Now()
	row, exact := scene.Rows.OfCPU(cpu)
	if !exact {
		t.Fatalf("CPU %d has no lane", cpu)
	}
	r := scene.RowRect(row)
	return fyne.NewPos(float32(scene.LaneArea().Min.X+scene.View.X(at)), float32((r.Min.Y+r.Max.Y)/2))
}

// ran finds a time slice of at least the given length in which a thread ran.
func ran(t *testing.T, tr *model.Trace, least model.Time) (model.Slice, model.ThreadIx) {
	t.Helper()
	for c := range tr.Cores {
		for s := range tr.Slices(model.CPU(c), tr.Whole()) {
			if ix, ok := s.Occupant.Thread(); ok && s.Len() >= least {
				return s, ix
			}
		}
	}
	t.Fatal("no slice is long enough")
	return model.Slice{}, 0
}

func TestViewsShareTimeAndSelection(t *testing.T) {
	w := opened(t, story(t))
	w.Session.Show(model.Range{From: 100 * ms, To: 300 * ms}, session.MoveJump)
	scene := w.Surface.Now()
	x := scene.LaneArea().Min.X + scene.View.X(200*ms)
	w.press(fyne.Key3, kit.Ctrl)
	if w.Session.Viewing() != keep.ViewCores || !w.Cores.Root.Visible() || w.Split.Visible() {
		t.Fatal("the Cores view is not shown")
	}
	scene = w.Surface.Now()
	if got := scene.LaneArea().Min.X + scene.View.X(200*ms); got != x {
		t.Errorf("200 ms moved from column %d to %d", x, got)
	}
	w.press(fyne.Key2, kit.Ctrl)
	if w.Session.Viewing() != keep.ViewThreads || w.Cores.Root.Visible() || !w.Split.Visible() {
		t.Error("the Threads view is not back")
	}
}

func TestFollowAThread(t *testing.T) {
	w := openedCores(t)
	slice, ix := ran(t, w.Session.Trace(), 2*ms)
	w.click(w.coreSpot(t, slice.CPU, slice.From+slice.Len()/2), desktop.MouseButtonPrimary, 0)
	w.paneTimer.Flush()
	seg, ok := w.Session.Segment()
	if !ok || seg.Thread != ix || seg.Range != slice.Range || seg.CPU != slice.CPU {
		t.Fatalf("selected %+v, want thread %d in %v", seg, ix, slice.Range)
	}
	if got := w.Cores.Follow.Title.Text; got != w.Session.Title(ix) {
		t.Errorf("the card is about %q", got)
	}
	g := w.Cores.Table.Table.Grid
	if row := g.Cursor(); row < 0 || g.Row(row).Thread != ix {
		t.Error("the row of the thread is not selected")
	}
	w.press(fyne.KeyRight, 0)
	next, _ := w.Session.Segment()
	if next.Thread != ix || next.State != model.Running || next.From <= seg.From {
		t.Errorf("→ went to %+v", next)
	}
	w.press(fyne.KeyLeft, 0)
	if back, _ := w.Session.Segment(); back.Range != seg.Range {
		t.Errorf("← went to %+v", back)
	}
}

// TestThereAndBack switches from view to view with a time slice selected.
func TestThereAndBack(t *testing.T) {
	w := openedCores(t)
	slice, ix := ran(t, w.Session.Trace(), 2*ms)
	w.click(w.coreSpot(t, slice.CPU, slice.From+slice.Len()/2), desktop.MouseButtonPrimary, 0)
	w.Commands.Get("showInThreads").Do()
	if w.Session.Viewing() != keep.ViewThreads || w.Session.Selected().Thread != ix || w.Session.SelectedLane() < 0 {
		t.Error("the thread is not shown in the Threads view")
	}
	w.Commands.Get("showInCores").Do()
	if w.Session.Viewing() != keep.ViewCores || w.Session.SelectedLane() < 0 {
		t.Error("the slice is not shown in the Cores view")
	}
}

func TestRowsOfMigrations(t *testing.T) {
	w := openedCores(t)
	table := w.Cores.Table.Table
	if table.Grid.Len() == 0 {
		t.Fatal("the table is empty")
	}
	table.Choose(table.Grid.Len() - 1)
	last := table.Grid.Row(table.Grid.Len() - 1)
	if w.Session.Selected().Thread != last.Thread {
		t.Errorf("thread %d is followed, want %d", w.Session.Selected().Thread, last.Thread)
	}
	if table.Swatch(last) == nil || table.Swatch(table.Grid.Total()) != nil {
		t.Error("rows of threads have a colour, their sum has none")
	}
	table.Enter(last)
	if seg, ok := w.Session.Segment(); !ok || seg.State != model.Running || seg.Thread != last.Thread {
		t.Errorf("Enter went to %+v", seg)
	}
	w.Commands.Get("tableFilter").Do()
	w.Cores.Table.Filter.Entry.SetText("no such thread")
	if table.Grid.Len() != 0 {
		t.Errorf("%d rows match", table.Grid.Len())
	}
	w.Cores.Table.Filter.Cancel()
	if w.TableInUse() != table {
		t.Error("the table in use is another")
	}
}

func TestCopiesOfMigrations(t *testing.T) {
	w := openedCores(t)
	clip := w.App.Clipboard()
	w.Commands.Get("copy").Do()
	lines := strings.Split(strings.TrimSpace(clip.Content()), "\n")
	if len(lines) != w.Cores.Table.Table.Grid.Len()+1 || !strings.HasPrefix(lines[0], "pid\ttid\tincarnation\tname\tswitches\tcross_core") {
		t.Errorf("copied %q", clip.Content())
	}
	var out strings.Builder
	if err := w.MigrationWriter(export.CSV)(&out); err != nil || strings.Count(out.String(), "\n") != len(lines) {
		t.Errorf("exported %q, %v", out.String(), err)
	}
}

func TestColoursOfSlices(t *testing.T) {
	w := openedCores(t)
	_, ix := ran(t, w.Session.Trace(), ms)
	p := w.Look.Current()
	was := w.Session.CoreColours().Fill(p, ix)
	w.Commands.Get("colour.category").Do()
	if w.Session.CoreColours().Fill(p, ix) == was || w.Settings.CoreColours != "category" {
		t.Error("slices are not coloured by category")
	}
	if !w.Commands.Get("colour.category").Checked() || w.Commands.Get("colour.thread").Checked() {
		t.Error("the menu has its mark elsewhere")
	}
	w.press(fyne.Key2, kit.Ctrl)
	for _, id := range []string{"colour.thread", "showInThreads"} {
		if w.Commands.Get(id).Can() {
			t.Errorf("%s can be chosen in the Threads view", id)
		}
	}
	w.press(fyne.Key3, kit.Ctrl)
	for _, id := range []string{"hide", "pin", "markers", "sort.name", "showInCores"} {
		if w.Commands.Get(id).Can() {
			t.Errorf("%s can be chosen in the Cores view", id)
		}
	}
}

func TestCardsOfTheCoresView(t *testing.T) {
	w := openedCores(t)
	slice, _ := ran(t, w.Session.Trace(), 2*ms)
	w.Surface.MouseMoved(mouseEvent(w.coreSpot(t, slice.CPU, slice.From+slice.Len()/2), 0, 0))
	kittest.Eventually(t, func() bool { return w.Surface.Over.Card.Box.Visible() })
	if got := w.Surface.Over.Card.Title.Text; got != "Execution" {
		t.Errorf("the card of a slice says %q", got)
	}
	scene := w.Surface.Now()
	r := scene.RowRect(len(scene.Rows.List) - 1)
	w.Surface.MouseMoved(mouseEvent(fyne.NewPos(900, float32((r.Min.Y+r.Max.Y)/2)), 0, 0))
	kittest.Eventually(t, func() bool { return w.Surface.Over.Card.Title.Text == "Run queue" })
}

// TestCoresWithoutProcessors shows a trace that has no known CPU.
func TestCoresWithoutProcessors(t *testing.T) {
	w := opened(t, modeltest.Parse(t, "none", "threadlens-trace 1\ncpus 1\nspan 0us 1000us\nos linux\nprocess 7 \"app\" target\nthread 8 pid=7\n"))
	w.press(fyne.Key3, kit.Ctrl)
	w.paneTimer.Flush()
	if n := len(w.Session.Lanes().List); n != 0 {
		t.Errorf("%d rows", n)
	}
	for _, key := range []fyne.KeyName{fyne.KeyDown, fyne.KeyRight, fyne.KeyReturn, fyne.KeyF} {
		w.press(key, 0)
	}
	w.click(fyne.NewPos(900, 400), desktop.MouseButtonPrimary, 0)
	if w.Session.Selected() != timeline.NoSegment {
		t.Errorf("selected %v", w.Session.Selected())
	}
}

// TestStepsOfTheCoresView: the strips below a CPU have cards, a click selects the time of a step, and
// the pane explains their colours.
func TestStepsOfTheCoresView(t *testing.T) {
	w := opened(t, modeltest.Parse(t, "steps", `threadlens-trace 1
cpus 1
span 0ms 100ms
os linux
process 7 "app" target
thread 8 pid=7
0ms cpu0 switch idle 8 preempt
0ms cpu0 frequency 0 1800000000
0ms cpu0 idle-state 0 2
50ms cpu0 frequency 0 2400000000
`))
	w.press(fyne.Key3, kit.Ctrl)
	w.paneTimer.Flush()
	scene := w.Surface.Now()
	row, _ := scene.Rows.OfCPU(0)
	x := float32(scene.LaneArea().Min.X + scene.View.X(20*ms))
	spot := func(o timeline.Object) fyne.Position {
		r, ok := scene.ObjectRect(row+1, o)
		if !ok {
			t.Fatalf("%v is not shown", o)
		}
		return fyne.NewPos(x, float32(r.Min.Y+r.Max.Y)/2)
	}
	frequency := spot(timeline.Object{Kind: timeline.ObjectFrequency, At: 20 * ms})
	for title, pos := range map[string]fyne.Position{
		"1.8 GHz": frequency, "Idle state 2": spot(timeline.Object{Kind: timeline.ObjectIdle, At: 20 * ms}),
	} {
		w.Surface.MouseMoved(mouseEvent(pos, 0, 0))
		kittest.Eventually(t, func() bool { return w.Surface.Over.Card.Title.Text == title })
	}
	w.click(frequency, desktop.MouseButtonPrimary, 0)
	if r := w.Session.Marked(); r != (model.Range{To: 50 * ms}) {
		t.Errorf("a click selects %v", r)
	}
	shown := texts(w.Win.Content())
	for _, text := range []string{"Colours in the strip below each CPU", "Frequency; full height: the highest recorded", "Idle state 2"} {
		if !slices.Contains(shown, text) {
			t.Errorf("%q is not explained in %q", text, shown)
		}
	}
}
