package view

import (
	"image"
	"image/color"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/session"
	"threadlens/app/session/keep"
	"threadlens/app/view/kit"
	"threadlens/app/view/kit/kittest"
	"threadlens/app/view/views"
	"threadlens/model"
	"threadlens/model/measure"
)

// measuring is the window with the story, in the Measurement view.
func measuring(t *testing.T) *window {
	t.Helper()
	w := opened(t, story(t))
	w.press(fyne.Key4, kit.Ctrl)
	w.paneTimer.Flush()
	if w.Session.Viewing() != keep.ViewMeasurement || w.Measurement.Shown == nil {
		t.Fatal("the Measurement view shows nothing")
	}
	return w
}

// TestMeasureHostFigure: the figures 88 and 73 are typed, and 1.205 is read.
func TestMeasureHostFigure(t *testing.T) {
	w := measuring(t)
	vm := w.Measurement.VM
	if vm.Factor.Visible() || !vm.Hint.Root.Visible() {
		t.Error("a factor without a figure")
	}
	if !vm.Everywhere.Disabled() {
		t.Error("all views can be corrected without a figure")
	}
	test.Type(vm.Host.Entry, "88")
	test.Type(vm.Guest.Entry, "73")
	w.paneTimer.Flush()
	if vm.Everywhere.Disabled() {
		t.Error("the other views cannot be corrected")
	}
	if got := vm.W1.Text; got != "1.205" {
		t.Errorf("w is %q", got)
	}
	if got := vm.Ratio.Text; got != "Correction factor w = 88.0 / 73.0" {
		t.Errorf("%q", got)
	}
	if !vm.WarningPanel.Visible() {
		t.Error("no warning of a short window")
	}
	markup(t, "vm", vm.Root, views.MeasureRight-2, vm.Root.MinSize().Height)
	test.Type(vm.Host.Entry, "888")
	if !vm.Wrong.Visible() || vm.Factor.Visible() || w.Session.HostFigure().Percent != 88 {
		t.Errorf("888%% was taken: %q, %v", vm.Wrong.Text, w.Session.HostFigure())
	}
}

func TestMeasurePanels(t *testing.T) {
	w := measuring(t)
	s := w.Measurement.Simultaneity.Root
	markup(t, "simultaneity", s, views.MeasureRight-2, s.MinSize().Height)
	if got := w.Measurement.Exact.Value.Text; got != w.Measurement.Simultaneity.Heat.Text {
		t.Errorf("the chart says %s, the card %s", got, w.Measurement.Simultaneity.Heat.Text)
	}
	if n := w.Measurement.Table.Grid.Len(); n != len(w.Measurement.Shown.Table.Rows) || n == 0 {
		t.Errorf("%d rows", n)
	}
}

// TestMeasureLayout: cards do not overlap at any size, and those of the right column are below the
// others where the page is narrow.
func TestMeasureLayout(t *testing.T) {
	w := measuring(t)
	for _, size := range []fyne.Size{{Width: 960, Height: 560}, {Width: 1280, Height: 760}, {Width: 1600, Height: 900}, {Width: 2560, Height: 1400}} {
		p := w.Measurement
		p.Root.Resize(size)
		page := p.Scroll.Content.Size()
		if page.Width > size.Width {
			t.Errorf("%v: the page is %v wide", size, page.Width)
		}
		for i, a := range p.Cards {
			r := rectOf(a.Root)
			if !r.In(image.Rect(0, 0, int(page.Width+1), int(page.Height+1))) || r.Empty() {
				t.Errorf("%v: card %d at %v of %v", size, i, r, page)
			}
			for k, b := range p.Cards[:i] {
				if r.Overlaps(rectOf(b.Root)) {
					t.Errorf("%v: card %d covers card %d", size, i, k)
				}
			}
		}
		for _, text := range []*views.Wrapped{p.Simultaneity.Sentence, p.VM.Hint} {
			if line, card := wastes(text, p.Cards[views.CardSimultaneity].Root.Size().Width); line != "" {
				t.Errorf("%v: %q breaks early in a card %v wide", size, line, card)
			}
		}
		below := p.Cards[views.CardSimultaneity].Root.Position().Y > p.Cards[views.CardTable].Root.Position().Y
		if below != (size.Width < views.MeasureWide) {
			t.Errorf("%v: below is %v", size, below)
		}
	}
}

// wastes is the first line of a text that is too wide for its card, or that has room for the first
// word of the next line.
func wastes(p *views.Wrapped, card float32) (text string, width float32) {
	wide := func(s string) bool {
		return fyne.MeasureText(s, theme.TextSize(), fyne.TextStyle{}).Width > card-views.SentenceGap
	}
	var lines []string
	for _, o := range p.Root.Objects {
		lines = append(lines, o.(*kit.Line).Text)
	}
	for i, line := range lines {
		next := "" // word
		if i+1 < len(lines) {
			next, _, _ = strings.Cut(lines[i+1], " ")
		}
		if wide(line) || next != "" && !wide(line+" "+next) {
			return line, card
		}
	}
	return "", card
}

func rectOf(o fyne.CanvasObject) image.Rectangle {
	at, size := o.Position(), o.Size()
	return image.Rect(int(at.X), int(at.Y), int(at.X+size.Width), int(at.Y+size.Height))
}

// TestMeasureFollows: the view follows window of time, selected range and clock, also when it is
// measured in the background.
func TestMeasureFollows(t *testing.T) {
	w := measuring(t)
	p := w.Measurement
	w.Session.Show(model.Range{From: 100 * ms, To: 200 * ms}, session.MoveJump)
	w.paneTimer.Flush()
	if p.Shown.Window != w.Session.Window() {
		t.Errorf("it shows %v", p.Shown.Window)
	}
	p.AtOnce = -1
	w.Commands.Get("tick.1").Do()
	w.paneTimer.Flush()
	kittest.Eventually(t, func() bool { return !p.Running && p.Shown.Tick.Tick == ms })
	w.Session.Mark(model.Range{From: 120 * ms, To: 130 * ms})
	w.paneTimer.Flush()
	w.Session.Undo() // while the measurement is under way
	w.paneTimer.Pending = true
	w.paneTimer.Flush()
	kittest.Eventually(t, func() bool {
		return !p.Running && p.Shown.Scope == w.Session.Marked() && p.Shown.Window == w.Session.Window()
	})
	if note := p.Cards[views.CardTable].Note.Text; !strings.Contains(note, "in the selection") {
		t.Errorf("%q", note)
	}
	w.closeTrace()
	if p.Shown != nil || p.Exact.Value.Text != "" {
		t.Error("figures of a trace that is closed")
	}
}

func TestMeasureClock(t *testing.T) {
	w := measuring(t)
	w.Commands.Get("tick.4").Do()
	w.Commands.Get("phase.1").Do()
	if got := w.Session.TickClock(); got != (measure.Clock{Tick: 4 * ms, Phase: ms}) {
		t.Errorf("%v", got)
	}
	if !w.Commands.Get("phase.1").Checked() || !w.Commands.Get("tick.4").Checked() || w.Commands.Get("tick.10").Checked() {
		t.Error("the marks of the menu are wrong")
	}
	w.TickSheet()
	if w.Modal == nil {
		t.Error("no sheet")
	}
	w.Escape()
}

// TestUnitsOfShares: each table of shares says what they are shares of.
func TestUnitsOfShares(t *testing.T) {
	w := measuring(t)
	w.Commands.Get("percent.core").Do()
	w.calm(t)
	helps := func(table *kit.TableView) (list []string) {
		for _, c := range table.Grid.Content().Columns {
			if strings.Contains(c.Help, "hare") || strings.HasPrefix(c.Help, "CPU use over") {
				list = append(list, c.Help)
			}
		}
		return list
	}
	check := func(of string, table *kit.TableView, n int) {
		list := helps(table)
		if len(list) < n {
			t.Errorf("%s: %d columns of shares, want %d or more: %q", of, len(list), n, list)
		}
		for _, help := range list {
			if !strings.Contains(help, ", % of one CPU") && !strings.HasPrefix(help, "Share estimated") {
				t.Errorf("%s: %q does not say what it is a share of", of, help)
			}
		}
	}
	check("Measurement", w.Measurement.Table, 8)
	w.press(fyne.Key5, kit.Ctrl)
	w.paneTimer.Flush()
	check("Monitor", w.Monitor.Table, 2)
	for _, width := range []float32{960, 1600} {
		w.Win.Resize(fyne.NewSize(width, 600))
		if note := w.Monitor.Card.Note; !note.Visible() || !strings.Contains(note.Text, "% of one CPU") {
			t.Errorf("%v wide: the note %q, shown %v", width, note.Text, note.Visible())
		}
	}
}

// TestPlotPointerAtScale: the line below the pointer is as high as the area of the chart, and the
// selected range is drawn at its instants, at every scale.
func TestPlotPointerAtScale(t *testing.T) {
	for _, scale := range []float32{1, 2} {
		w := measuring(t)
		w.Win.Canvas().(interface{ SetScale(float32) }).SetScale(scale)
		w.Win.Resize(fyne.NewSize(1600, 951))
		v := w.Measurement.Use
		v.Resize(fyne.NewSize(800, 240))
		w.Session.Mark(model.Range{From: 100 * ms, To: 300 * ms})
		v.MouseMoved(mouseEvent(fyne.NewPos(400, 100), 0, 0))
		p, _ := v.Placed()
		for _, c := range []struct {
			name   string
			o      fyne.CanvasObject
			x0, x1 int
		}{
			{"line", v.Cursor, int(400 * scale), int(400*scale) + p.Metrics.Line()},
			{"range", v.Marked, p.X(100 * ms), p.X(300 * ms)},
		} {
			at, size := c.o.Position(), c.o.Size()
			want := image.Rect(c.x0, p.Area().Min.Y, c.x1, p.Area().Max.Y)
			if got := image.Rect(int(at.X*scale+0.5), int(at.Y*scale+0.5), int((at.X+size.Width)*scale+0.5), int((at.Y+size.Height)*scale+0.5)); got != want || want.Min.Y == 0 {
				t.Errorf("scale %v: the %s is at %v, want %v", scale, c.name, got, want)
			}
		}
	}
}

// TestPlotPointer: a drag on a chart selects a range, a click clears it, and what is under the
// pointer is described.
func TestPlotPointer(t *testing.T) {
	w := measuring(t)
	v := w.Measurement.Use
	v.Resize(fyne.NewSize(800, 240))
	v.MouseMoved(mouseEvent(fyne.NewPos(400, 100), 0, 0))
	if !v.Card.Root.Visible() || !strings.HasPrefix(v.Card.Lines[1].Text, "Exact ") {
		t.Error("nothing is described")
	}
	v.MouseOut()
	if v.Card.Root.Visible() || v.Cursor.Visible() {
		t.Error("the card stays")
	}
	drag := func(x, dx float32) {
		e := &fyne.DragEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(x, 50)}}
		e.Dragged = fyne.NewDelta(dx, 0)
		v.Dragged(e)
	}
	drag(300, 100)
	drag(420, 120)
	v.DragEnd()
	p, _ := v.Placed()
	if got := w.Session.Marked(); got.From != p.TimeAt(200) || got.To != p.TimeAt(420) {
		t.Errorf("selected %v", got)
	}
	if !v.Marked.Visible() {
		t.Error("the range is not shown")
	}
	before := w.Session.Window().Len()
	w.Surface.Modifiers = func() fyne.KeyModifier { return kit.Ctrl }
	e := &fyne.ScrollEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(400, 50)}}
	e.Scrolled = fyne.NewDelta(0, kit.Notch)
	v.Scrolled(e)
	if got := w.Session.Window().Len(); got >= before {
		t.Errorf("%d ns of %d are shown", got, before)
	}
	v.Tapped(nil)
	if w.Session.Marked().Len() > 0 {
		t.Error("the range stays")
	}
}

func TestGauge(t *testing.T) {
	kittest.NewApp(t)
	for value, want := range map[float64]image.Rectangle{
		0: {}, 1: image.Rect(50, 0, 100, 8), -1: image.Rect(0, 0, 50, 8), 0.5: image.Rect(50, 0, 75, 8), -0.001: image.Rect(49, 0, 50, 8),
	} {
		img := paintOn(100, 8, func(img *image.RGBA, _ int) { kit.GaugeBar{On: true, Value: value}.Draw(img) })
		got := image.Rectangle{}
		for x := range 100 {
			if img.RGBAAt(x, 4) != (color.RGBA{}) {
				got = got.Union(image.Rect(x, 0, x+1, 8))
			}
		}
		if got != want {
			t.Errorf("%v: %v, want %v", value, got, want)
		}
	}
}
