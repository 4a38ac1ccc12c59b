package view

import (
	"image"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"

	"threadlens/model"
)

// flameOpened is a window with the flame graph of waits for locks.
func flameOpened(t *testing.T) (*window, *flameView) {
	t.Helper()
	w := callsOpened(t)
	w.Commands.Get("calls.synchronization").Do()
	w.paneTimer.Flush()
	w.Commands.Get("flameGraph").Do()
	w.paneTimer.Flush()
	if !w.calls.flaming() || !w.Commands.Get("flameGraph").Checked() || w.calls.table.Visible() {
		t.Fatal("there is no flame graph")
	}
	return w, w.calls.flame
}

// barNamed is the bar of a function.
func (v *flameView) barNamed(t *testing.T, name string) int {
	t.Helper()
	for i := range v.graph.Bars {
		if strings.HasSuffix(v.graph.Bars[i].Name, name) {
			return i
		}
	}
	t.Fatalf("no bar %q", name)
	return -1
}

// on is the middle of the bar of a function.
func (v *flameView) on(t *testing.T, name string) fyne.Position {
	t.Helper()
	return v.middle(v.barNamed(t, name))
}

// middle is the middle of a bar on the sheet.
func (v *flameView) middle(bar int) fyne.Position {
	r := v.placed().Rect(bar)
	return fyne.NewPos(float32(r.Min.X+r.Max.X)/2, float32(r.Min.Y+r.Max.Y)/2)
}

// TestFlameGraphByMouse: what is under the pointer is described, a click zooms and
// selects, the link leads back.
func TestFlameGraphByMouse(t *testing.T) {
	w, v := flameOpened(t)
	v.sheet.MouseMoved(mouseEvent(v.on(t, "app!get"), 0, 0))
	if !v.hover.Visible() || !v.card.root.Visible() || v.card.lines[0].Text != "app!get" ||
		!strings.HasPrefix(v.card.lines[1].Text, "50.0 ms, 31.2% of Synchronization, 1 instance") {
		t.Errorf("it tells %q", v.trees.NodeText(v.node(v.over)))
	}
	v.sheet.MouseOut()
	if v.hover.Visible() || v.card.root.Visible() {
		t.Error("it still describes what the pointer has left")
	}
	at := v.on(t, "app!get")
	v.sheet.MouseDown(mouseEvent(at, desktop.MouseButtonPrimary, 0))
	v.sheet.Tapped(&fyne.PointEvent{Position: at})
	if seg, _ := w.Session.Segment(); seg.Range != (model.Range{From: 100 * ms, To: 150 * ms}) {
		t.Errorf("a click selects %v", seg)
	}
	if r := v.placed().Rect(v.barNamed(t, "app!get")); r.Dx() < int(v.root.Size().Width)-2 || !v.frame.Visible() || w.calls.back.Text != "Whole graph" {
		t.Errorf("a click zooms to %v of %v, back %q", r, v.root.Size(), w.calls.back.Text)
	}
	w.calls.back.Tapped(nil)
	if v.isZoomed() || w.calls.back.Visible() {
		t.Error("it is still zoomed")
	}
	v.sheet.Tapped(&fyne.PointEvent{Position: fyne.NewPos(3, 3)}) // the only root
	if v.isZoomed() {
		t.Error("the whole graph is zoomed to")
	}
	v.sheet.TappedSecondary(&fyne.PointEvent{Position: v.on(t, "app!put")})
	if w.Win.Canvas().Overlays().Top() == nil {
		t.Error("there is no menu")
	}
	w.Escape()
}

// TestFlameCard: the name of a function is as dark as its figures; only what says when or
// where, on other cards, is fainter.
func TestFlameCard(t *testing.T) {
	_, v := flameOpened(t)
	v.sheet.MouseMoved(mouseEvent(v.on(t, "app!get"), 0, 0))
	if len(v.card.lines) < 2 {
		t.Fatalf("a card of %d lines", len(v.card.lines))
	}
	for i, l := range v.card.lines {
		if l.Color != theme.ColorNameForeground {
			t.Errorf("line %d of the card, %q, is in the colour %s", i, l.Text, l.Color)
		}
	}
}

// TestFlameCardBelowItsBar: what is selected by the keyboard is described below the begin of
// its bar, at every scale.
func TestFlameCardBelowItsBar(t *testing.T) {
	for _, scale := range []float32{1, 2} {
		w, v := flameOpened(t)
		w.Win.Canvas().(interface{ SetScale(float32) }).SetScale(scale)
		w.Win.Resize(fyne.NewSize(1600, 951))
		w.Win.Canvas().Focus(v.sheet)
		for _, key := range []fyne.KeyName{fyne.KeyDown, fyne.KeyDown, fyne.KeyDown, fyne.KeyRight} {
			w.key(key)
		}
		bar := v.placed().Rect(v.barNamed(t, "app!get"))
		want := fyne.NewPos(float32(bar.Min.X)/scale+14, float32(bar.Max.Y)/scale+14)
		if got := v.card.root.Position(); bar.Min.X == 0 || got != want || v.card.lines[0].Text != "app!get" {
			t.Errorf("scale %v: the card of %q is at %v, want %v", scale, v.card.lines[0].Text, got, want)
		}
	}
}

// TestFlameGraphByKeys: arrows walk, Enter zooms, Backspace and Escape zoom out.
func TestFlameGraphByKeys(t *testing.T) {
	w, v := flameOpened(t)
	w.Win.Canvas().Focus(v.sheet)
	selected := func() string {
		of, ok := w.calls.node()
		if !ok {
			return ""
		}
		return w.calls.shown.Node(of).Name
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
	if !v.ring.Visible() || !v.card.root.Visible() || w.Win.Canvas().Focused() != v.sheet {
		t.Error("what is selected is not told")
	}
	for range 3 {
		w.key(fyne.KeyDown)
	}
	w.key(fyne.KeyReturn)
	if v.graph.Bars[v.deep].Name != "libc.so.6!pthread_mutex_lock" {
		t.Errorf("Enter zooms to bar %d", v.deep)
	}
	w.key(fyne.KeyBackspace)
	if v.graph.Bars[v.deep].Name != "app!put" {
		t.Errorf("Backspace zooms to bar %d", v.deep)
	}
	w.key(fyne.KeyEscape)
	if v.isZoomed() || w.Win.Canvas().Focused() != v.sheet {
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
	if w.Win.Canvas().Focused() == v.sheet {
		t.Error("Escape does not leave the graph")
	}
}

// TestFlameGraphOfSeveralTrees: where there are several trees, a root can be zoomed to,
// the first too, and left again; bars lead to the nodes of their own tree.
func TestFlameGraphOfSeveralTrees(t *testing.T) {
	w := callsOpened(t)
	w.Commands.Get("flameGraph").Do()
	w.paneTimer.Flush()
	v := w.calls.flame
	if len(v.first) != 3 {
		t.Fatalf("%d trees", len(v.first))
	}
	w.Win.Canvas().Focus(v.sheet)
	for i, name := range []string{"Synchronization", "Sleep", "Preemption"} {
		bar := v.first[i]
		if got := v.node(bar); !strings.HasPrefix(v.graph.Bars[bar].Name, name) || got.Tree != i || got.Node != 0 || v.bar(got) != bar || v.trees.Node(got).Name != name {
			t.Errorf("tree %d begins with bar %d, %q, of %+v", i, bar, v.graph.Bars[bar].Name, got)
		}
		if last := v.node(bar + len(v.trees.Trees[i].Nodes) - 1); last.Tree != i || last.Node != len(v.trees.Trees[i].Nodes)-1 {
			t.Errorf("the last bar of tree %d is that of %+v", i, last)
		}
		v.sheet.Tapped(&fyne.PointEvent{Position: v.middle(bar)})
		if v.deep != bar || !v.isZoomed() {
			t.Fatalf("a click on %s zooms to bar %d", name, v.deep)
		}
		w.key(fyne.KeyBackspace)
		if v.isZoomed() || v.zoomOut() {
			t.Errorf("Backspace leaves %s zoomed", name)
		}
	}
	v.zoom(v.barNamed(t, "app!main"))
	w.key(fyne.KeyBackspace)
	if v.deep != 0 {
		t.Errorf("Backspace leads from a function to bar %d, want the root of its tree", v.deep)
	}
}

// TestFlameGraphFollows: it is zoomed to the same function in other trees, as far as
// that is there, and drawn in the colours of the theme.
func TestFlameGraphFollows(t *testing.T) {
	w, v := flameOpened(t)
	v.zoom(v.barNamed(t, "app!put"))
	w.Session.Show(model.Range{From: 0, To: 400 * ms}, 0)
	w.paneTimer.Flush()
	if !v.isZoomed() || v.graph.Bars[v.deep].Name != "app!put" {
		t.Errorf("it is zoomed to bar %d", v.deep)
	}
	img := v.draw(300, 100).(*image.RGBA)
	if want := w.Look.Current().Category(model.Synchronization).Fill; img.RGBAAt(290, 8) != want {
		t.Errorf("the root is %v, want %v", img.RGBAAt(290, 8), want)
	}
	w.setTheme("dark")
	img = v.draw(300, 100).(*image.RGBA)
	if want := w.Look.Current().Category(model.Synchronization).Fill; img.RGBAAt(290, 8) != want {
		t.Errorf("in the dark the root is %v, want %v", img.RGBAAt(290, 8), want)
	}
	w.Session.Show(model.Range{From: 500 * ms, To: 550 * ms}, 0)
	w.paneTimer.Flush()
	if v.isZoomed() || v.empty.Text == "" || len(v.graph.Bars) != 0 {
		t.Errorf("of no waits there are %d bars, %q", len(v.graph.Bars), v.empty.Text)
	}
	v.draw(300, 100)
	w.Win.Canvas().Focus(v.sheet)
	for _, key := range []fyne.KeyName{fyne.KeyDown, fyne.KeyReturn, fyne.KeySpace, fyne.KeyBackspace} {
		w.key(key)
	}
}

// TestFlameGraphIsExported: Ctrl+E where the graph has the keyboard.
func TestFlameGraphIsExported(t *testing.T) {
	w, v := flameOpened(t)
	w.Commands.Get("exportView").Do()
	if text := w.readout(); strings.Contains(text, "Export flame graph") || !strings.Contains(text, "Export view") {
		t.Errorf("with the keyboard elsewhere it exports\n%s", text)
	}
	w.Escape()
	w.Win.Canvas().Focus(v.sheet)
	w.Commands.Get("exportView").Do()
	if text := w.readout(); !strings.Contains(text, "Export flame graph") {
		t.Errorf("it exports\n%s", text)
	}
	w.Escape()
	if w.Win.Canvas().Overlays().Top() != nil {
		t.Error("the dialog is still there")
	}
}
