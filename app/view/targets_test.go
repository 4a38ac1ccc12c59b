package view

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"threadlens/app/view/kit"
	"threadlens/app/view/kit/kittest"
	"threadlens/ingest/record"
	"threadlens/model"
)

// pickerTable is the table of the open picker.
func (w *window) pickerTable(t *testing.T) *kit.TableView {
	t.Helper()
	var found *kit.TableView
	eachIn(w.Win.Canvas().Overlays().Top(), func(o fyne.CanvasObject) bool {
		v, ok := o.(*kit.TableView)
		if ok {
			found = v
		}
		return ok
	})
	if found == nil {
		t.Fatal("no picker is open")
	}
	return found
}

// openPicker opens the picker by its button, with a text in its field.
func (w *window) openPicker(t *testing.T, text string) *kit.TableView {
	t.Helper()
	test.Tap(w.bar.process)
	w.typeText(text)
	return w.pickerTable(t)
}

// targetNames are the names of the target processes.
func (w *window) targetNames() string {
	var names []string
	for _, p := range w.Session.Targets() {
		names = append(names, w.Session.Trace().Processes[p].Name)
	}
	slices.Sort(names)
	return strings.Join(names, " ")
}

// TestPickTargetByKeyboard: a text and Enter choose one process, Space ticks several, Escape leaves
// everything as it was.
func TestPickTargetByKeyboard(t *testing.T) {
	const own = "ThreadContentionGenerator.exe"
	w := opened(t, story(t))
	w.openPicker(t, "Oth")
	w.key(fyne.KeyReturn)
	if got := w.targetNames(); got != "Other.exe" || w.Win.Canvas().Overlays().Top() != nil {
		t.Errorf("Enter chose %q", got)
	}
	w.openPicker(t, "contention gen")
	w.typeText(" ") // belongs to the text
	w.key(fyne.KeyUp)
	w.key(fyne.KeyDown)
	w.typeText(" ")
	w.key(fyne.KeyReturn)
	if got := w.targetNames(); got != "Other.exe "+own {
		t.Errorf("after another tick: %q", got)
	}
	w.openPicker(t, "Oth")
	w.key(fyne.KeyDown)
	w.typeText(" ")
	w.key(fyne.KeyEscape)
	if got := w.targetNames(); got != "Other.exe "+own || w.Win.Canvas().Overlays().Top() != nil {
		t.Errorf("Escape chose %q", got)
	}
	table := w.openPicker(t, "")
	w.key(fyne.KeyDown)
	w.typeText(" ")                    // all processes
	w.typeText(" ")                    // none
	before := len(w.Session.Targets()) // nothing is applied
	w.key(fyne.KeyReturn)              // nor now
	if len(w.Session.Targets()) != before || !w.buttonOf(t, "Apply").Off || table.Grid.Cursor() != 0 {
		t.Errorf("nothing is ticked, and %d are chosen", len(w.Session.Targets()))
	}
	w.typeText(" ")
	w.key(fyne.KeyReturn)
	if !w.Session.TargetsAll() || w.bar.process.Text != "All processes" {
		t.Errorf("all are ticked, and %q is chosen", w.bar.process.Text)
	}
}

// TestPickTargetByMouse: a click on a box ticks, one on a name chooses it alone, one outside of the
// card closes it.
func TestPickTargetByMouse(t *testing.T) {
	w := opened(t, story(t))
	rowOf := func(table *kit.TableView, name string) *kit.TableLine {
		t.Helper()
		for _, l := range table.Rows {
			if l.Visible() && strings.HasPrefix(l.Cells[0].Text, name) {
				return l
			}
		}
		t.Fatalf("no row %q", name)
		return nil
	}
	click := func(l *kit.TableLine, x float32) {
		at := fyne.NewPos(x, 5)
		l.MouseDown(mouseEvent(at, desktop.MouseButtonPrimary, 0))
		l.Tapped(&fyne.PointEvent{Position: at})
	}
	table := w.openPicker(t, "")
	other := rowOf(table, "Other.exe")
	click(other, other.Cells[0].Position().X-10)
	if w.Win.Canvas().Overlays().Top() == nil || w.targetNames() != "ThreadContentionGenerator.exe" {
		t.Fatal("a tick alone applies nothing")
	}
	test.Tap(w.buttonOf(t, "Apply"))
	if got := w.targetNames(); got != "Other.exe ThreadContentionGenerator.exe" {
		t.Errorf("ticked: %q", got)
	}
	other = rowOf(w.openPicker(t, ""), "Other.exe")
	click(other, other.Cells[0].Position().X+10)
	if got := w.targetNames(); got != "Other.exe" || w.Win.Canvas().Overlays().Top() != nil {
		t.Errorf("a click on a name chose %q", got)
	}
	w.openPicker(t, "")
	top := w.Win.Canvas().Overlays().Top().(*kit.DropCard)
	top.Tapped(&fyne.PointEvent{Position: fyne.NewPos(3, 3)})
	if w.Win.Canvas().Overlays().Top() != nil {
		t.Error("a click outside should close the card")
	}
	w.openPicker(t, "")
	click(rowOf(w.pickerTable(t), "Auto"), 200)
	if w.Session.Chosen() != nil {
		t.Errorf("the automatic choice: %v", w.Session.Chosen())
	}
}

// TestPickerStaysInTheWindow: also after the window has become smaller.
func TestPickerStaysInTheWindow(t *testing.T) {
	w := opened(t, demoTrace(t))
	w.openPicker(t, "")
	for _, size := range []fyne.Size{{Width: 1600, Height: 950}, {Width: 960, Height: 560}, {Width: 700, Height: 400}} {
		w.Win.Resize(size)
		size = w.Win.Canvas().Size()
		table := w.pickerTable(t)
		at := fyne.CurrentApp().Driver().AbsolutePositionForObject(table)
		if at.X < 0 || at.X+table.Size().Width > size.Width || at.Y+table.Size().Height > size.Height || table.Size().Height < 100 {
			t.Errorf("%v: the table at %v is %v large", size, at, table.Size())
		}
	}
}

// TestPickerFilter: matches are counted, a wrong filter is said to be one.
func TestPickerFilter(t *testing.T) {
	w := opened(t, demoTrace(t))
	table := w.openPicker(t, "kworker")
	if shown := w.top(); !strings.Contains(shown, "4 of 14") || table.Grid.Len() != 5 {
		t.Errorf("%d rows: %s", table.Grid.Len(), shown)
	}
	w.typeText(" /(/")
	if shown := w.top(); !strings.Contains(shown, "missing closing") || table.Grid.Len() != 5 {
		t.Errorf("%d rows: %s", table.Grid.Len(), shown)
	}
}

// TestAllProcessesByPalette: what anybody would type shows all processes.
func TestAllProcessesByPalette(t *testing.T) {
	w := opened(t, story(t))
	for _, text := range []string{">all processes", ">target all processes", ">processes all"} {
		w.Session.Choose(nil)
		w.find(t, text)
		w.key(fyne.KeyReturn)
		if !w.Session.TargetsAll() {
			t.Errorf("%q: %q", text, w.targetNames())
		}
	}
	w.Session.Choose([]model.ProcIx{0})
	w.Commands.Get("targetsAuto").Do()
	if w.Session.Chosen() != nil {
		t.Error("the recorded target should be back")
	}
}

// TestLiveProcesses: the live monitor shows the picked processes, and all again.
func TestLiveProcesses(t *testing.T) {
	w, _, f := watchWindow(t)
	w.watch(t)
	f.see(w, 0, f.trace.End, record.State{Elapsed: 1e9})
	kittest.Eventually(t, func() bool { return w.Live.Seen })
	all := w.Live.Board.Table.Grid.Len()
	test.Tap(w.Live.Which)
	w.typeText("Other")
	w.key(fyne.KeyReturn)
	g := w.Live.Board.Table.Grid
	if g.Len() == 0 || g.Len() >= all || w.Live.Which.Text != "Other.exe 6156" {
		t.Errorf("%d of %d rows, %q", g.Len(), all, w.Live.Which.Text)
	}
	for i := range g.Len() {
		if name := g.Row(i).Cells[0].Text; g.Depth(i) == 0 && name != "Other.exe" {
			t.Errorf("%q is shown", name)
		}
	}
	test.Tap(w.Live.Which)
	w.typeText("all")
	w.key(fyne.KeyReturn)
	if g.Len() != all || w.Live.Which.Text != "All processes" {
		t.Errorf("%d of %d rows, %q", g.Len(), all, w.Live.Which.Text)
	}
}

// TestTargetButtonCounts: the button of the picker shows how many processes are chosen, and
// its tooltip their names.
func TestTargetButtonCounts(t *testing.T) {
	w := opened(t, story(t))
	if got := w.bar.process.Text; got != "ThreadContentionGenerator.exe 1396" {
		t.Errorf("one process: %q", got)
	}
	w.Session.Choose(w.Session.AllProcesses()[:2])
	got := w.bar.process.Text
	if got != "2 processes" || !strings.HasSuffix(w.bar.process.Tip, ": 2 processes: "+w.Session.TargetTitle()) {
		t.Errorf("two processes: %q, tooltip %q", got, w.bar.process.Tip)
	}
	w.Session.Choose(w.Session.AllProcesses()[1:3])
	if !strings.HasSuffix(w.bar.process.Tip, ": "+w.Session.TargetTitle()) {
		t.Errorf("two others: tooltip %q", w.bar.process.Tip)
	}
	w.Session.Choose(w.Session.AllProcesses())
	if got := w.bar.process.Text; got != "All processes" {
		t.Errorf("all: %q", got)
	}
}

// unpaintedDriver knows no canvas of an object, as the real one does until the object is painted.
type unpaintedDriver struct {
	fyne.Driver
	thing fyne.CanvasObject
}

// CanvasForObject implements fyne.Driver.
func (d *unpaintedDriver) CanvasForObject(o fyne.CanvasObject) fyne.Canvas {
	if o == d.thing {
		return nil
	}
	return d.Driver.CanvasForObject(o)
}

// TestPickBeforeThePaint: a click on the button of the picker works before the button is painted for
// the first time.
func TestPickBeforeThePaint(t *testing.T) {
	w := opened(t, story(t))
	app := fyne.CurrentApp()
	fyne.SetCurrentApp(watchedApp{app, &unpaintedDriver{app.Driver(), w.bar.process}})
	defer fyne.SetCurrentApp(app)
	w.openPicker(t, "Oth")
	w.key(fyne.KeyReturn)
	if got := w.targetNames(); got != "Other.exe" {
		t.Errorf("chosen: %s", got)
	}
}
