package view

import (
	"image"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"threadlens/app/session"
	"threadlens/app/view/host"
	"threadlens/app/view/kit"
	"threadlens/app/view/kit/kittest"
	"threadlens/app/view/picture"
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/timeline"
	"threadlens/timeline/paint"
)

// openedUse is the window with the CPU use of the story, once all figures have been computed.
func openedUse(t *testing.T) *window {
	t.Helper()
	w := opened(t, story(t))
	w.press(fyne.Key1, kit.Ctrl)
	w.paneTimer.Flush()
	kittest.Eventually(t, func() bool { return w.Surface.Use != nil && !w.Summary.Running })
	return w
}

// middle is the middle of a rectangle of the picture, as a position on the picture.
func middle(r image.Rectangle) fyne.Position {
	return fyne.NewPos(float32(r.Min.X+r.Max.X)/2, float32(r.Min.Y+r.Max.Y)/2)
}

// inChart is the position of an instant in the chart, near its bottom.
func (w *window) inChart(at model.Time) fyne.Position {
	scene := w.Surface.Now()
	area := scene.LaneArea()
	return fyne.NewPos(float32(area.Min.X+scene.View.X(at)), float32(area.Max.Y-30))
}

// TestViewSwitch: the next picture after the key shows the other view, without any timer or other
// goroutine in between, at the same window of time.
func TestViewSwitch(t *testing.T) {
	w := opened(t, story(t))
	kittest.Eventually(t, func() bool { return w.Surface.Use != nil })
	w.Session.Show(model.Range{From: 100 * ms, To: 200 * ms}, session.MoveJump)
	threads := cloned(w.Surface.Generate(1600, 600))
	scene := w.Surface.Now()
	from, to := scene.RangeX(model.Range{From: 120 * ms, To: 130 * ms})
	w.press(fyne.Key1, kit.Ctrl)
	if same(threads, w.Surface.Generate(1600, 600)) {
		t.Error("the next picture is the one before")
	}
	scene = w.Surface.Now()
	if f, g := scene.RangeX(model.Range{From: 120 * ms, To: 130 * ms}); f != from || g != to {
		t.Errorf("120 to 130 ms are at %d..%d, in Threads at %d..%d", f, g, from, to)
	}
	if !w.Summary.Root.Visible() || w.Split.Visible() || w.Surface.Filter.Button.Visible() || !w.Surface.Chart.Percent.Visible() {
		t.Error("the pane or what stands in the gutter is that of Threads")
	}
	w.press(fyne.Key2, kit.Ctrl)
	if !same(threads, w.Surface.Generate(1600, 600)) || !w.Split.Visible() || !w.Surface.Filter.Button.Visible() || w.Surface.Chart.Percent.Visible() {
		t.Error("Threads is not what it was")
	}
}

func TestCPUPanel(t *testing.T) {
	w := openedUse(t)
	markup(t, "cpu", w.Summary.Root, 1100, 300)
}

func TestPercentSwitch(t *testing.T) {
	w := openedUse(t)
	for i, p := range picture.Percents {
		test.Tap(w.Surface.Chart.Parts.Parts[i])
		w.paneTimer.Flush()
		kittest.Eventually(t, func() bool { return !w.Summary.Running })
		if w.Session.Percent() != p.Of || w.Settings.PercentOf != p.Of.String() || !w.Commands.Get("percent."+p.Of.String()).Checked() {
			t.Errorf("%s: %v, kept %q", p.Title, w.Session.Percent(), w.Settings.PercentOf)
		}
		head := ""
		for i := range w.Summary.Table.Grid.Columns() {
			head += w.Summary.Table.Grid.Head(w.Summary.Table.Grid.Column(i)) + "|"
		}
		if want := [...]string{"|CPU (%)|", "|Share of one CPU (%)|", "|CPU (cores)|"}[p.Of]; !strings.Contains(head, want) {
			t.Errorf("%s: the columns are %s", p.Title, head)
		}
	}
	if w.Session.Percent() != measure.PercentCores {
		t.Error("the last one is not the one")
	}
	for i, part := range w.Surface.Chart.Parts.Parts {
		taken := picture.Percents[i].Of == measure.PercentCores
		back := test.WidgetRenderer(part).Objects()[0].(*canvas.Rectangle)
		if (back.StrokeWidth == 1) != taken {
			t.Errorf("%s, taken %v, is framed by %v", part.Title, taken, back.StrokeWidth)
		}
	}
}

func TestLegendFadesAndFocuses(t *testing.T) {
	w := openedUse(t)
	scene := w.Surface.Now()
	line := middle(scene.LegendRect(paint.ClassIdle))
	w.Surface.MouseMoved(mouseEvent(line, 0, 0))
	if scene = w.Surface.Now(); scene.Chart.Focus != paint.ClassIdle || w.Surface.Cursor() != desktop.PointerCursor {
		t.Errorf("pointing at idle fades the others of %d", scene.Chart.Focus)
	}
	if !strings.HasPrefix(w.status.what.Text, "Idle: ") {
		t.Errorf("the status line says %q", w.status.what.Text)
	}
	w.Surface.MouseMoved(mouseEvent(w.inChart(100*ms), 0, 0))
	if scene = w.Surface.Now(); scene.Chart.Focus != paint.NoClass {
		t.Error("the others stay faded")
	}
	w.click(line, desktop.MouseButtonPrimary, 0)
	if w.Session.FocusClass() != paint.ClassIdle {
		t.Errorf("a click focuses %d", w.Session.FocusClass())
	}
	w.press(fyne.KeyEscape, 0)
	w.TypedRune('2')
	if w.Session.FocusClass() != paint.ClassOther || w.Session.Focus() != timeline.NoFocus {
		t.Errorf("the key 2 focuses class %d and category %d", w.Session.FocusClass(), w.Session.Focus())
	}
	w.Commands.Get("class.other").Do()
	if w.Session.FocusClass() != paint.NoClass {
		t.Error("the command does not clear the focus")
	}
}

func TestRangeInTheChart(t *testing.T) {
	w := openedUse(t)
	if !strings.HasPrefix(w.Summary.Scope.Text, "whole trace, ") {
		t.Errorf("the pane is about %q", w.Summary.Scope.Text)
	}
	before := cloned(w.Surface.Generate(1600, 600))
	w.drag(desktop.MouseButtonPrimary, 0, w.inChart(100*ms), w.inChart(150*ms), w.inChart(200*ms))
	w.paneTimer.Flush()
	kittest.Eventually(t, func() bool { return !w.Summary.Running })
	if w.Session.Marked().Len() == 0 || !strings.HasPrefix(w.Summary.Scope.Text, "selection, ") {
		t.Errorf("%v is selected, the pane is about %q", w.Session.Marked(), w.Summary.Scope.Text)
	}
	if same(before, w.Surface.Generate(1600, 600)) {
		t.Error("the figures in the gutter are those of the window")
	}
}

// TestDrillDown chooses rows: their subjects are highlighted in the chart.
func TestDrillDown(t *testing.T) {
	w := openedUse(t)
	table := w.Summary.Table
	table.Choose(0)
	head, ok := w.Session.SelectedHead()
	if !ok || head.Kind != timeline.RowProcess {
		t.Fatalf("the first row selects %v", head)
	}
	kittest.Eventually(t, func() bool { return w.Surface.Chart.Part != nil })
	if scene := w.Surface.Now(); scene.Chart.Part == nil {
		t.Error("the chart does not single the process out")
	}
	for i := range table.Grid.Len() {
		if table.Grid.Row(i).Thread == model.NoThread {
			continue
		}
		table.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
		if w.Session.Selected().Thread != table.Grid.Row(table.Grid.Cursor()).Thread {
			t.Errorf("↓ selects %v", w.Session.Selected())
		}
		break
	}
	w.paneTimer.Flush()
	kittest.Eventually(t, func() bool { return !w.Summary.Running && w.Surface.Chart.Part != nil })
	if !table.Grid.Selected(1) {
		t.Error("new figures lose the selected row")
	}
	w.Session.Escape()
	if scene := w.Surface.Now(); scene.Chart.Part != nil {
		t.Error("without a selection something is singled out")
	}
}

func TestUseCard(t *testing.T) {
	w := openedUse(t)
	card := w.Surface.Chart.Card
	w.Surface.MouseMoved(mouseEvent(w.inChart(100*ms), 0, 0))
	kittest.Eventually(t, func() bool { return card.Box.Visible() })
	if !strings.HasPrefix(card.Bucket.Text, "bucket ") || card.Rows[paint.ClassOffline].Root.Visible() {
		t.Errorf("the card says %q", card.Bucket.Text)
	}
	at := card.At.Text
	w.Surface.MouseMoved(mouseEvent(w.inChart(300*ms), 0, 0))
	if card.At.Text == at || !card.Box.Visible() {
		t.Errorf("the card stays at %q", at)
	}
	w.Surface.MouseMoved(mouseEvent(fyne.NewPos(20, 10), 0, 0))
	if card.Box.Visible() {
		t.Error("the card stays where there is no chart")
	}
}

func TestGroupOfTheSummary(t *testing.T) {
	w := openedUse(t)
	if !w.Summary.Table.Grid.IsTree() {
		t.Fatal("threads are not below their processes")
	}
	w.Commands.Get("cpuGroup").Do()
	w.paneTimer.Flush()
	kittest.Eventually(t, func() bool { return !w.Summary.Running })
	if w.Summary.Table.Grid.IsTree() || w.Summary.Group.Text != "Group: Thread" || !strings.Contains(w.Summary.Group.Tip, "are unknown in this trace") {
		t.Errorf("threads are below processes, the button says %q", w.Summary.Group.Text)
	}
}

// TestFilterOfTheView: the filter's key leads to the table, even from a hidden pane.
func TestFilterOfTheView(t *testing.T) {
	w := openedUse(t)
	w.Commands.Get("pane").Do()
	w.Commands.Get("filter").Do()
	if w.Win.Canvas().Focused() != fyne.Focusable(w.Summary.Filter.Entry) || !w.Summary.Shown() {
		t.Errorf("the keyboard is at %T", w.Win.Canvas().Focused())
	}
}

// TestCPUTableIsExported: the dialog exports the pane's table, and copies name the unit of their
// columns.
func TestCPUTableIsExported(t *testing.T) {
	w := openedUse(t)
	w.copy()
	copied := w.App.Clipboard().Content()
	head, _, _ := strings.Cut(copied, "\n")
	if !strings.Contains(head, "cpu_percent") || !strings.Contains(copied, "Idle") {
		t.Errorf("copied %q", head)
	}
	w.Session.SetPercent(measure.PercentCores)
	w.paneTimer.Flush()
	kittest.Eventually(t, func() bool { return !w.Summary.Running })
	w.copy()
	if head, _, _ := strings.Cut(w.App.Clipboard().Content(), "\n"); !strings.Contains(head, "\tcores\t") || strings.Contains(head, "cpu_percent") {
		t.Errorf("in cores copied %q", head)
	}
	w.Session.SetPercent(measure.PercentMachine)
	if e := w.ExportedTable(); !strings.Contains(e.Content, "Share of all CPUs") {
		t.Errorf("exported is %q", e.Content)
	}
	p := w.exports.picture(host.PictureOptions{}, 1)
	if !p.Scene.Rows.IsChart() {
		t.Error("the picture is another view")
	}
}

// TestLegendIsWholeInASmallWindow: with large text too, the chart's legend names every class that it
// always has.
func TestLegendIsWholeInASmallWindow(t *testing.T) {
	w := openedUse(t)
	for _, percent := range []string{"100", "150"} {
		w.Commands.Get("text." + percent).Do()
		w.Win.Resize(fyne.NewSize(1280, 800-menuRoom))
		scene := w.Surface.Now()
		for _, c := range []paint.Class{paint.ClassTarget, paint.ClassOther, paint.ClassSystem, paint.ClassInterrupt, paint.ClassIdle} {
			if scene.LegendRect(c).Empty() {
				t.Errorf("%s %%: no line of %s in %v", percent, c.Title(), scene.LaneArea())
			}
		}
	}
}
