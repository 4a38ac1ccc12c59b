package view

import (
	"image"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/view/panes"
	"threadlens/model"
)

// flameOpened is a window with the flame graph of waits for locks.
func flameOpened(t *testing.T) (*window, *panes.FlameView) {
	t.Helper()
	w := callsOpened(t)
	w.Commands.Get("calls.synchronization").Do()
	w.paneTimer.Flush()
	w.Commands.Get("flameGraph").Do()
	w.paneTimer.Flush()
	if !w.Calls.Flaming() || !w.Commands.Get("flameGraph").Checked() || w.Calls.Table.Visible() {
		t.Fatal("there is no flame graph")
	}
	return w, w.Calls.Flame
}

// barNamed is the index of a function's bar.
func barNamed(v *panes.FlameView, t *testing.T, name string) int {
	t.Helper()
	for i := range v.Graph.Bars {
		if strings.HasSuffix(v.Graph.Bars[i].Name, name) {
			return i
		}
	}
	t.Fatalf("no bar %q", name)
	return -1
}

// onBar is the middle of the bar of a function.
func onBar(v *panes.FlameView, t *testing.T, name string) fyne.Position {
	t.Helper()
	return middleOf(v, barNamed(v, t, name))
}

// middleOf is the middle of a bar on the sheet.
func middleOf(v *panes.FlameView, bar int) fyne.Position {
	r := v.Placed().Rect(bar)
	return fyne.NewPos(float32(r.Min.X+r.Max.X)/2, float32(r.Min.Y+r.Max.Y)/2)
}

// TestFlameGraphByMouse: what is under the pointer is described, a click zooms and selects, and the
// link leads back.
func TestFlameGraphByMouse(t *testing.T) {
	w, v := flameOpened(t)
	v.Sheet.MouseMoved(mouseEvent(onBar(v, t, "app!get"), 0, 0))
	if !v.Hover.Visible() || !v.Card.Root.Visible() || v.Card.Lines[0].Text != "app!get" ||
		!strings.HasPrefix(v.Card.Lines[1].Text, "50.0 ms, 31.2% of Synchronization, 1 instance") {
		t.Errorf("it tells %q", v.Trees.NodeText(v.Node(v.Over)))
	}
	v.Sheet.MouseOut()
	if v.Hover.Visible() || v.Card.Root.Visible() {
		t.Error("it still describes what the pointer has left")
	}
	at := onBar(v, t, "app!get")
	v.Sheet.MouseDown(mouseEvent(at, desktop.MouseButtonPrimary, 0))
	v.Sheet.Tapped(&fyne.PointEvent{Position: at})
	if seg, _ := w.Session.Segment(); seg.Range != (model.Range{From: 100 * ms, To: 150 * ms}) {
		t.Errorf("a click selects %v", seg)
	}
	if r := v.Placed().Rect(barNamed(v, t, "app!get")); r.Dx() < int(v.Root.Size().Width)-2 || !v.Frame.Visible() || w.Calls.Back.Text != "Whole graph" {
		t.Errorf("a click zooms to %v of %v, back %q", r, v.Root.Size(), w.Calls.Back.Text)
	}
	w.Calls.Back.Tapped(nil)
	if v.IsZoomed() || w.Calls.Back.Visible() {
		t.Error("it is still zoomed")
	}
	v.Sheet.Tapped(&fyne.PointEvent{Position: fyne.NewPos(3, 3)}) // the only root
	if v.IsZoomed() {
		t.Error("the whole graph is zoomed to")
	}
	v.Sheet.TappedSecondary(&fyne.PointEvent{Position: onBar(v, t, "app!put")})
	if w.Win.Canvas().Overlays().Top() == nil {
		t.Error("there is no menu")
	}
	w.Escape()
}

// TestFlameCard: the name of a function is as dark as its figures; only the texts on other cards
// that say when or where are fainter.
func TestFlameCard(t *testing.T) {
	_, v := flameOpened(t)
	v.Sheet.MouseMoved(mouseEvent(onBar(v, t, "app!get"), 0, 0))
	if len(v.Card.Lines) < 2 {
		t.Fatalf("a card of %d lines", len(v.Card.Lines))
	}
	for i, l := range v.Card.Lines {
		if l.Color != theme.ColorNameForeground {
			t.Errorf("line %d of the card, %q, is in the colour %s", i, l.Text, l.Color)
		}
	}
}

// TestFlameCardBelowItsBar: what the keyboard selects is described below the start of its bar, at
// every scale.
func TestFlameCardBelowItsBar(t *testing.T) {
	for _, scale := range []float32{1, 2} {
		w, v := flameOpened(t)
		w.Win.Canvas().(interface{ SetScale(float32) }).SetScale(scale)
		w.Win.Resize(fyne.NewSize(1600, 951))
		w.Win.Canvas().Focus(v.Sheet)
		for _, key := range []fyne.KeyName{fyne.KeyDown, fyne.KeyDown, fyne.KeyDown, fyne.KeyRight} {
			w.key(key)
		}
		bar := v.Placed().Rect(barNamed(v, t, "app!get"))
		want := fyne.NewPos(float32(bar.Min.X)/scale+14, float32(bar.Max.Y)/scale+14)
		if got := v.Card.Root.Position(); bar.Min.X == 0 || got != want || v.Card.Lines[0].Text != "app!get" {
			t.Errorf("scale %v: the card of %q is at %v, want %v", scale, v.Card.Lines[0].Text, got, want)
		}
	}
}

// TestFlameGraphByKeys: arrows walk, Enter zooms, Backspace and Escape zoom out.
func TestFlameGraphByKeys(t *testing.T) {
	w, v := flameOpened(t)
	w.Win.Canvas().Focus(v.Sheet)
	selected := func() string {
		of, ok := w.Calls.Node()
		if !ok {
			return ""
		}
		return w.Calls.Shown.Node(of).Name
	}
	for _, c := range []struct {
		key  fyne.KeyName
		want string
	}{
		{fyne.KeyDown, "Synchronization"},
		{fyne.KeyDown, "app!main"},
		{fyne.KeyDown, "app!put"},
		{fyne.KeyRight, "app!get"},
		{fyne.KeyRight, "app!get"},
		{fyne.KeyLeft, "app!put"},
		{fyne.KeyUp, "app!main"},
		{fyne.KeyHome, "Synchronization"},
		{fyne.KeyLeft, "Synchronization"},
	} {
		w.key(c.key)
		if got := selected(); got != c.want {
			t.Fatalf("%s leads to %q, want %q", c.key, got, c.want)
		}
	}
	if !v.Ring.Visible() || !v.Card.Root.Visible() || w.Win.Canvas().Focused() != v.Sheet {
		t.Error("what is selected is not told")
	}
	for range 3 {
		w.key(fyne.KeyDown)
	}
	w.key(fyne.KeyReturn)
	if v.Graph.Bars[v.Deep].Name != "libc.so.6!pthread_mutex_lock" {
		t.Errorf("Enter zooms to bar %d", v.Deep)
	}
	w.key(fyne.KeyBackspace)
	if v.Graph.Bars[v.Deep].Name != "app!put" {
		t.Errorf("Backspace zooms to bar %d", v.Deep)
	}
	w.key(fyne.KeyEscape)
	if v.IsZoomed() || w.Win.Canvas().Focused() != v.Sheet {
		t.Error("Escape leaves the graph, and does not zoom out")
	}
	w.key(fyne.KeyF7)
	if !strings.HasPrefix(w.status.what.Text, "Instance 1 of 1") {
		t.Errorf("keys of the window say %q", w.status.what.Text)
	}
	w.key(fyne.KeySpace)
	if w.Session.Window() == w.Session.Trace().Whole() {
		t.Error("Space shows no instance")
	}
	w.key(fyne.KeyEscape)
	if w.Win.Canvas().Focused() == v.Sheet {
		t.Error("Escape does not leave the graph")
	}
}

// TestFlameGraphOfSeveralTrees: where there are several trees, each root, the first included, can
// be zoomed to and left again; bars lead to the nodes of their own tree.
func TestFlameGraphOfSeveralTrees(t *testing.T) {
	w := callsOpened(t)
	w.Commands.Get("flameGraph").Do()
	w.paneTimer.Flush()
	v := w.Calls.Flame
	if len(v.First) != 3 {
		t.Fatalf("%d trees", len(v.First))
	}
	w.Win.Canvas().Focus(v.Sheet)
	for i, name := range []string{"Synchronization", "Sleep", "Preemption"} {
		bar := v.First[i]
		if got := v.Node(bar); !strings.HasPrefix(v.Graph.Bars[bar].Name, name) || got.Tree != i || got.Node != 0 || v.Bar(got) != bar || v.Trees.Node(got).Name != name {
			t.Errorf("tree %d begins with bar %d, %q, of %+v", i, bar, v.Graph.Bars[bar].Name, got)
		}
		if last := v.Node(bar + len(v.Trees.Trees[i].Nodes) - 1); last.Tree != i || last.Node != len(v.Trees.Trees[i].Nodes)-1 {
			t.Errorf("the last bar of tree %d is that of %+v", i, last)
		}
		v.Sheet.Tapped(&fyne.PointEvent{Position: middleOf(v, bar)})
		if v.Deep != bar || !v.IsZoomed() {
			t.Fatalf("a click on %s zooms to bar %d", name, v.Deep)
		}
		w.key(fyne.KeyBackspace)
		if v.IsZoomed() || v.ZoomOut() {
			t.Errorf("Backspace leaves %s zoomed", name)
		}
	}
	v.Zoom(barNamed(v, t, "app!main"))
	w.key(fyne.KeyBackspace)
	if v.Deep != 0 {
		t.Errorf("Backspace leads from a function to bar %d, want the root of its tree", v.Deep)
	}
}

// TestFlameGraphFollows: in other trees the graph stays zoomed to the same function, if that is
// there, and is drawn in the colours of the theme.
func TestFlameGraphFollows(t *testing.T) {
	w, v := flameOpened(t)
	v.Zoom(barNamed(v, t, "app!put"))
	w.Session.Show(model.Range{From: 0, To: 400 * ms}, 0)
	w.paneTimer.Flush()
	if !v.IsZoomed() || v.Graph.Bars[v.Deep].Name != "app!put" {
		t.Errorf("it is zoomed to bar %d", v.Deep)
	}
	img := v.Draw(300, 100).(*image.RGBA)
	if want := w.Look.Current().Category(model.Synchronization).Fill; img.RGBAAt(290, 8) != want {
		t.Errorf("the root is %v, want %v", img.RGBAAt(290, 8), want)
	}
	w.setTheme("dark")
	img = v.Draw(300, 100).(*image.RGBA)
	if want := w.Look.Current().Category(model.Synchronization).Fill; img.RGBAAt(290, 8) != want {
		t.Errorf("in the dark the root is %v, want %v", img.RGBAAt(290, 8), want)
	}
	w.Session.Show(model.Range{From: 500 * ms, To: 550 * ms}, 0)
	w.paneTimer.Flush()
	if v.IsZoomed() || v.Empty.Text == "" || len(v.Graph.Bars) != 0 {
		t.Errorf("of no waits there are %d bars, %q", len(v.Graph.Bars), v.Empty.Text)
	}
	v.Draw(300, 100)
	w.Win.Canvas().Focus(v.Sheet)
	for _, key := range []fyne.KeyName{fyne.KeyDown, fyne.KeyReturn, fyne.KeySpace, fyne.KeyBackspace} {
		w.key(key)
	}
}

// TestFlameGraphIsExported: by Ctrl+E while the graph has the keyboard.
func TestFlameGraphIsExported(t *testing.T) {
	w, v := flameOpened(t)
	w.Commands.Get("exportView").Do()
	if text := w.readout(); strings.Contains(text, "Export flame graph") || !strings.Contains(text, "Export view") {
		t.Errorf("with the keyboard elsewhere it exports\n%s", text)
	}
	w.Escape()
	w.Win.Canvas().Focus(v.Sheet)
	w.Commands.Get("exportView").Do()
	if text := w.readout(); !strings.Contains(text, "Export flame graph") {
		t.Errorf("it exports\n%s", text)
	}
	w.Escape()
	if w.Win.Canvas().Overlays().Top() != nil {
		t.Error("the dialog is still there")
	}
}
