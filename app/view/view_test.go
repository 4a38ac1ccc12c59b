package view

import (
	"image"
	"os"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"threadlens/app/session"
	"threadlens/app/session/keep"
	"threadlens/app/session/naming"
	"threadlens/app/view/kit"
	"threadlens/app/view/kit/kittest"
	"threadlens/app/view/panes"
	"threadlens/app/view/picture"
	"threadlens/model"
	"threadlens/model/classify"
	"threadlens/model/modeltest"
	"threadlens/timeline"
)

const us, ms = model.Time(1000), model.Time(1_000_000)

// story is a trace in which 6420 waits for 6920 from 2 to 252 ms.
func story(t *testing.T) *model.Trace {
	t.Helper()
	src, err := os.ReadFile("../session/testdata/story.tltxt")
	if err != nil {
		t.Fatal(err)
	}
	return modeltest.Parse(t, "story", string(src))
}

// opened is a window of 1600 × 950 with a trace in it, drawn by Fyne's test driver.
func opened(t testing.TB, tr *model.Trace) *window {
	t.Helper()
	settings := keep.DefaultSettings()
	settings.Theme = keep.ThemeLight
	w := newWindow(kittest.NewApp(t), settings, "", "")
	w.Win.Resize(fyne.NewSize(1600, 950))
	w.showTrace(session.Source{Name: "story.tltxt"}, tr)
	kittest.Eventually(t, func() bool { return classify.Of(w.Session.Trace()) != nil })
	w.paneTimer.Flush()
	t.Cleanup(w.summaries)
	return w
}

// spot is the position on the surface of an instant in the lane of a thread.
func (w *window) spot(t *testing.T, tid model.TID, at model.Time) fyne.Position {
	t.Helper()
	scene := w.Surface.Now()
	for i, row := range scene.Rows.List {
		if row.Kind == timeline.RowThread && w.Session.Trace().Threads[row.Thread].TID == tid {
			y := scene.LaneArea().Min.Y + (scene.Rows.Top(i)+scene.Rows.Top(i+1))/2 - w.Surface.Scroll
			return fyne.NewPos(float32(scene.LaneArea().Min.X+scene.View.X(at)), float32(y))
		}
	}
	t.Fatalf("thread %d has no lane", tid)
	return fyne.Position{}
}

func (w *window) click(p fyne.Position, b desktop.MouseButton, mods fyne.KeyModifier) {
	w.Surface.MouseDown(mouseEvent(p, b, mods))
	w.Surface.MouseUp(mouseEvent(p, b, mods))
}

func mouseEvent(p fyne.Position, b desktop.MouseButton, mods fyne.KeyModifier) *desktop.MouseEvent {
	return &desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: p, AbsolutePosition: p}, Button: b, Modifier: mods}
}

// drag presses a button at the first position and moves through the others.
func (w *window) drag(b desktop.MouseButton, mods fyne.KeyModifier, path ...fyne.Position) {
	w.Surface.MouseDown(mouseEvent(path[0], b, mods))
	for i, p := range path[1:] {
		e := &fyne.DragEvent{PointEvent: fyne.PointEvent{Position: p}}
		e.Dragged = fyne.NewDelta(p.X-path[i].X, p.Y-path[i].Y)
		w.Surface.Dragged(e)
	}
	w.Surface.MouseUp(mouseEvent(path[len(path)-1], b, mods))
	w.Surface.DragEnd()
}

func (w *window) wheel(p fyne.Position, notches float32, mods fyne.KeyModifier) {
	w.Surface.Modifiers = func() fyne.KeyModifier { return mods }
	w.Surface.MouseMoved(mouseEvent(p, 0, 0))
	e := &fyne.ScrollEvent{PointEvent: fyne.PointEvent{Position: p}}
	e.Scrolled = fyne.NewDelta(0, notches*kit.Notch)
	w.Surface.Scrolled(e)
	w.Surface.Modifiers = func() fyne.KeyModifier { return 0 }
}

// press types a key with modifiers, delivered as by the driver.
func (w *window) press(name fyne.KeyName, mods fyne.KeyModifier) {
	if mods&(kit.Ctrl|kit.Alt) != 0 {
		if c := w.Commands.ByKey(name, mods); c != nil {
			c.Do()
		}
		return
	}
	w.Surface.Modifiers = func() fyne.KeyModifier { return mods }
	w.Surface.TypedKey(&fyne.KeyEvent{Name: name})
	w.Surface.Modifiers = func() fyne.KeyModifier { return 0 }
}

func TestWheelZoomKeepsTheTimeUnderThePointer(t *testing.T) {
	w := opened(t, story(t))
	p := fyne.NewPos(900, 300)
	scene := w.Surface.Now()
	x := w.Surface.Point(p).X - scene.LaneArea().Min.X
	for range 12 {
		before := w.Session.View().TimeAt(x)
		length := w.Session.Window().Len()
		w.wheel(p, 1, kit.Ctrl)
		if w.Session.View().TimeAt(x) != before || w.Session.Window().Len() >= length {
			t.Fatalf("time under the pointer %d, was %d; length %d, was %d", w.Session.View().TimeAt(x), before, w.Session.Window().Len(), length)
		}
	}
}

func TestWheelScrollsAndPans(t *testing.T) {
	w := opened(t, story(t))
	w.Session.Show(model.Range{From: 100 * ms, To: 200 * ms}, session.MoveJump)
	p := fyne.NewPos(900, 300)
	was := w.Session.Window()
	w.wheel(p, -1, kit.Shift)
	if got := w.Session.Window(); got.From <= was.From || got.Len() != was.Len() {
		t.Errorf("Shift and wheel: %v, was %v", got, was)
	}
	w.Settings.LaneSize = keep.LaneComfortable
	w.Win.Resize(fyne.NewSize(1600, 480))
	most := w.Surface.Now()
	if most.MaxScroll() == 0 {
		t.Fatal("all rows fit: the window is too high to test scrolling")
	}
	w.wheel(p, -1, 0)
	if w.Surface.Scroll == 0 {
		t.Error("the wheel did not scroll the rows")
	}
}

func TestMiddleDragPans(t *testing.T) {
	w := opened(t, story(t))
	w.Session.Show(model.Range{From: 100 * ms, To: 200 * ms}, session.MoveJump)
	was := w.Session.View()
	a := fyne.NewPos(900, 300)
	w.drag(desktop.MouseButtonTertiary, 0, a, a.AddXY(-40, 0), a.AddXY(-100, 0))
	if got := w.Session.View(); got.X(was.TimeAt(500)) < 398 || got.X(was.TimeAt(500)) > 402 {
		t.Errorf("what was at column 500 is at %d, want 400", got.X(was.TimeAt(500)))
	}
	w.press(fyne.KeyZ, kit.Ctrl)
	if w.Session.View() != was {
		t.Errorf("undo shows %v, want %v", w.Session.View(), was)
	}
}

func TestDragSelectsARange(t *testing.T) {
	w := opened(t, story(t))
	from, to := w.spot(t, 6420, 100*ms), w.spot(t, 6420, 200*ms)
	w.drag(desktop.MouseButtonPrimary, 0, from, to)
	r := w.Session.Marked()
	pixel := w.Session.View().Len()/model.Time(w.Session.View().Width) + 1
	if r.From < 100*ms-pixel || r.From > 100*ms+pixel || r.To < 200*ms-pixel || r.To > 200*ms+pixel {
		t.Errorf("marked %v", r)
	}
	w.press(fyne.KeyZ, 0)
	if got := w.Session.Window(); got != r {
		t.Errorf("Z shows %v, want %v", got, r)
	}
}

func TestShiftDragSnaps(t *testing.T) {
	w := opened(t, story(t))
	from, to := w.spot(t, 6420, 2*ms).AddXY(4, 0), w.spot(t, 6420, 252*ms).AddXY(-4, 0)
	w.drag(desktop.MouseButtonPrimary, kit.Shift, from, to)
	if want := (model.Range{From: 2 * ms, To: 252 * ms}); w.Session.Marked() != want {
		t.Errorf("marked %v, want the wait %v", w.Session.Marked(), want)
	}
}

func TestClickSelectsAndShowsDetails(t *testing.T) {
	w := opened(t, story(t))
	w.click(w.spot(t, 6420, 100*ms), desktop.MouseButtonPrimary, 0)
	w.paneTimer.Flush()
	seg, ok := w.Session.Segment()
	if !ok || seg.Range != (model.Range{From: 2 * ms, To: 252 * ms}) {
		t.Fatalf("selected %v", seg)
	}
	if w.Tabs.Chosen != panes.TabCurrent || w.Details.Facts.Title.Text != "Synchronization, 250 ms" {
		t.Errorf("tab %s says %q", w.Tabs.Chosen, w.Details.Facts.Title.Text)
	}
	if w.page != pageTrace || !w.Surface.Over.Outline.Visible() || !w.Surface.Over.Wire.Visible() {
		t.Error("outline and connector should be shown")
	}
	w.click(w.spot(t, 6420, 100*ms).AddXY(0, 13), desktop.MouseButtonPrimary, 0)
}

func TestDoubleClickZoomsToTheSegment(t *testing.T) {
	w := opened(t, story(t))
	p := w.spot(t, 6420, 100*ms)
	w.click(p, desktop.MouseButtonPrimary, 0)
	w.click(p, desktop.MouseButtonPrimary, 0)
	if got := w.Session.Window(); got.Len() > 310*ms || got.Overlap(model.Range{From: 2 * ms, To: 252 * ms}) != 250*ms {
		t.Errorf("window %v, want the wait", got)
	}
	w.press(fyne.KeyZ, kit.Ctrl)
	if w.Session.Window() != w.Session.Trace().Whole() {
		t.Error("one undo should go back")
	}
}

// TestDoubleClickReach: the second click may be up to clickReach away in each direction.
func TestDoubleClickReach(t *testing.T) {
	for _, x := range []struct {
		dx, dy float32
		double bool
	}{{picture.ClickReach, picture.ClickReach, true}, {picture.ClickReach + 1, 0, false}, {0, picture.ClickReach + 1, false}, {-picture.ClickReach - 1, 0, false}} {
		w := opened(t, story(t))
		p := w.spot(t, 6420, 100*ms)
		w.click(p.SubtractXY(x.dx, x.dy), desktop.MouseButtonPrimary, 0)
		w.click(p, desktop.MouseButtonPrimary, 0)
		if got := w.Session.Window() != w.Session.Trace().Whole(); got != x.double {
			t.Errorf("%v, %v beside the first: zoomed %t", x.dx, x.dy, got)
		}
	}
}

func TestSlowClicksAreNoDoubleClick(t *testing.T) {
	w := opened(t, story(t))
	p := w.spot(t, 6420, 100*ms)
	w.click(p, desktop.MouseButtonPrimary, 0)
	w.Surface.Mouse.ClickAt = time.Now().Add(-time.Second)
	w.click(p, desktop.MouseButtonPrimary, 0)
	if w.Session.Window() != w.Session.Trace().Whole() {
		t.Error("two slow clicks zoomed")
	}
}

func TestKeysWalk(t *testing.T) {
	w := opened(t, story(t))
	w.click(w.spot(t, 6420, 100*ms), desktop.MouseButtonPrimary, 0)
	w.press(fyne.KeyRight, 0)
	if seg, _ := w.Session.Segment(); seg.State != model.Ready {
		t.Errorf("→ goes to %v", seg.State)
	}
	w.press(fyne.KeyLeft, 0)
	w.Surface.TypedRune('[')
	if seg, _ := w.Session.Segment(); w.Session.Trace().Threads[seg.Thread].TID != 6920 {
		t.Errorf("[ goes to %d", w.Session.Trace().Threads[seg.Thread].TID)
	}
	w.Surface.TypedRune(']')
	if seg, _ := w.Session.Segment(); w.Session.Trace().Threads[seg.Thread].TID != 6420 {
		t.Errorf("] goes to %d", w.Session.Trace().Threads[seg.Thread].TID)
	}
	row := w.Session.Selected().Thread
	w.press(fyne.KeyDown, 0)
	if w.Session.Selected().Thread == row {
		t.Error("↓ stays on its row")
	}
	w.press(fyne.KeyEscape, 0)
	if w.Session.Selected() != timeline.NoSegment {
		t.Error("Escape should deselect")
	}
}

func TestPointerIsFollowed(t *testing.T) {
	w := opened(t, story(t))
	at := w.spot(t, 6420, 100*ms)
	w.Surface.MouseMoved(mouseEvent(at, 0, 0))
	if over := w.Surface.Over; !over.Cursor.Visible() || over.Cursor.Position().X != at.X || !over.Hover.Visible() {
		t.Error("cursor line and outline should follow the pointer")
	}
	if w.status.what.Text != "6420: Synchronization 250 ms, "+naming.SubWords(model.SubGcWait) {
		t.Errorf("the status line says %q", w.status.what.Text)
	}
	kittest.Eventually(t, func() bool { return w.Surface.Over.Card.Box.Visible() })
	if c := w.Surface.Over.Card; c.Title.Text != "Synchronization" || c.Length.Text != "250 ms" {
		t.Errorf("the card says %q %q", c.Title.Text, c.Length.Text)
	}
	w.Surface.MouseOut()
	if over := w.Surface.Over; over.Cursor.Visible() || over.Hover.Visible() || over.Card.Box.Visible() {
		t.Error("cursor line, outline and card should leave with the pointer")
	}
	w.click(at, desktop.MouseButtonPrimary, 0)
	w.Surface.MouseMoved(mouseEvent(at, 0, 0))
	if w.Surface.Over.Hover.Visible() {
		t.Error("what is selected has an outline of its own")
	}
	w.Surface.MouseMoved(mouseEvent(w.spot(t, 6420, 400*ms), 0, 0))
	if !w.Surface.Over.Hover.Visible() {
		t.Error("beside what is selected, the outline should follow the pointer")
	}
}

func TestCtrlDragZoomsAtOnce(t *testing.T) {
	w := opened(t, story(t))
	w.drag(desktop.MouseButtonPrimary, kit.Ctrl, w.spot(t, 6420, 100*ms), w.spot(t, 6420, 200*ms))
	if r := w.Session.Window(); r.From < 99*ms || r.To > 201*ms || w.Session.Marked().Len() != 0 {
		t.Errorf("window %v, marked %v", r, w.Session.Marked())
	}
}

func TestConnectorToARowOutOfView(t *testing.T) {
	w := opened(t, story(t))
	w.click(w.spot(t, 6420, 100*ms), desktop.MouseButtonPrimary, 0)
	if got := w.Surface.Over.Chip.Text.Text; got != "woke" {
		t.Errorf("chip %q", got)
	}
	waker, _ := w.Session.Waker()
	wait := w.Session.Selected()
	w.Session.Select(waker)
	w.Session.Hide()
	w.Session.Select(wait)
	if got := w.Surface.Over.Chip.Text.Text; got != "6920 (hidden) woke" {
		t.Errorf("chip %q", got)
	}
	hit := w.Surface.Over.ChipHit
	w.click(hit.Pos.AddXY(3, 3), desktop.MouseButtonPrimary, 0)
	if w.Session.Selected() != waker {
		t.Error("a click on the chip should go to the waker")
	}
}

// connectorVerb is the text of a connector between two lanes in view.
func connectorVerb(seg *model.Segment) string {
	if seg.State == model.Preempted {
		return "took the CPU"
	}
	return "woke"
}

// TestConnectorCoversNoEvidence: wherever the connector of a wait or a preemption is, its text covers
// neither the selected segment nor what the other thread did in that time.
func TestConnectorCoversNoEvidence(t *testing.T) {
	w := opened(t, story(t))
	over := w.Surface.Over
	for _, c := range []struct {
		tid    model.TID
		at     model.Time
		window model.Range
	}{
		{6420, 100 * ms, model.Range{To: 600 * ms}},                       // room at the right
		{6420, 100 * ms, model.Range{From: 1 * ms, To: 252100 * us}},      // none: below
		{6420, 258050 * us, model.Range{From: 200 * ms, To: 400 * ms}},    // room at the left
		{6420, 258050 * us, model.Range{From: 258 * ms, To: 258200 * us}}, // none: below
	} {
		w.Session.Select(w.segment(t, c.tid, c.at))
		w.Session.Show(c.window, session.MoveJump)
		scene := w.Surface.Now()
		seg, _ := w.Session.Segment()
		if !over.Chip.Box.Visible() || over.Chip.Text.Text != connectorVerb(&seg) {
			t.Fatalf("%v: the chip says %q", seg, over.Chip.Text.Text)
		}
		box := kit.Rect{Pos: over.Chip.Box.Position(), Size: over.Chip.Box.Size()}
		lane := kit.Rect{Pos: over.Outline.Position(), Size: over.Outline.Size()}
		conn, _ := scene.Connector(w.Session.Selected())
		other := kit.Rect{Pos: fyne.NewPos(lane.Pos.X, w.Surface.Dp(conn.From.Y-scene.LaneArea().Min.Y)-lane.Size.Height/2), Size: lane.Size}
		for _, evidence := range []kit.Rect{lane, other} {
			if common := box.Intersect(evidence); common.Size.Width > 0 && common.Size.Height > 0 {
				t.Errorf("%v in %v: the chip %v covers %v", seg, c.window, box, evidence)
			}
		}
		if limit := over.Clip.Size(); box.Pos.X < 0 || box.Pos.X+box.Size.Width > limit.Width || box.Pos.Y+box.Size.Height > limit.Height {
			t.Errorf("%v in %v: the chip %v is cut", seg, c.window, box)
		}
	}
}

func TestEverythingFitsTheSmallestWindow(t *testing.T) {
	w := opened(t, story(t))
	for _, size := range []fyne.Size{{Width: 960, Height: 600}, {Width: 1280, Height: 800}} {
		w.Win.Resize(size)
		least := w.Win.Content().MinSize()
		if least.Width > size.Width || least.Height > size.Height-30 { // 30 for the menu bar
			t.Errorf("the content needs %v in a window of %v", least, size)
		}
	}
}

func TestBrush(t *testing.T) {
	w := opened(t, story(t))
	scene := w.Surface.Now()
	area := scene.OverviewArea()
	y := float32(area.Min.Y+area.Max.Y) / 2
	x := func(part float32) float32 { return float32(area.Min.X) + part*float32(area.Dx()) }
	near := func(got, want model.Time) bool { return got > want-5*ms && got < want+5*ms }
	end := w.Session.Trace().End
	w.Session.Show(model.Range{From: end / 2, To: end/2 + 100*ms}, session.MoveJump)

	w.drag(desktop.MouseButtonPrimary, 0, fyne.NewPos(x(0.1), y), fyne.NewPos(x(0.2), y), fyne.NewPos(x(0.3), y))
	if r := w.Session.Window(); !near(r.From, end/10) || !near(r.To, end*3/10) {
		t.Errorf("drawn window %v", r)
	}
	w.drag(desktop.MouseButtonPrimary, 0, fyne.NewPos(x(0.2), y), fyne.NewPos(x(0.3), y), fyne.NewPos(x(0.4), y))
	if r := w.Session.Window(); !near(r.From, end*3/10) || !near(r.To, end*5/10) {
		t.Errorf("moved window %v", r)
	}
	w.drag(desktop.MouseButtonPrimary, 0, fyne.NewPos(x(0.5), y), fyne.NewPos(x(0.6), y), fyne.NewPos(x(0.7), y))
	if r := w.Session.Window(); !near(r.From, end*3/10) || !near(r.To, end*7/10) {
		t.Errorf("resized window %v", r)
	}
}

func TestGutterIsResizable(t *testing.T) {
	w := opened(t, story(t))
	scene := w.Surface.Now()
	edge := fyne.NewPos(float32(scene.LaneArea().Min.X), 300)
	w.drag(desktop.MouseButtonPrimary, 0, edge, edge.AddXY(50, 0), edge.AddXY(1000, 0))
	if w.Surface.Gutter != timeline.GutterMax {
		t.Errorf("gutter %v, want the most", w.Surface.Gutter)
	}
	if scene = w.Surface.Now(); w.Session.View().Width != scene.LaneArea().Dx() {
		t.Errorf("the view is %d wide, the lanes %d", w.Session.View().Width, scene.LaneArea().Dx())
	}
}

func TestOverviewCanBeHidden(t *testing.T) {
	w := opened(t, story(t))
	w.press(fyne.KeyO, 0)
	if scene := w.Surface.Now(); scene.OverviewArea().Dy() != 0 {
		t.Errorf("overview %v", scene.OverviewArea())
	}
	w.press(fyne.KeyC, 0)
	if w.Surface.LaneSize != timeline.Compact {
		t.Errorf("lane size %v", w.Surface.LaneSize)
	}
}

func TestFrameIsAFunctionOfTheSession(t *testing.T) {
	w := opened(t, story(t))
	w.Surface.Summary = nil // otherwise it could be half built in one picture and complete in another
	first := cloned(w.Surface.Generate(1600, 600))
	w.Session.Zoom(600, 3)
	if same(first, w.Surface.Generate(1600, 600)) {
		t.Error("zooming changes nothing")
	}
	w.Session.Undo()
	if !same(first, w.Surface.Generate(1600, 600)) {
		t.Error("undo does not bring the picture back")
	}
}

func cloned(img image.Image) []byte { return append([]byte(nil), img.(*image.RGBA).Pix...) }

func same(a []byte, img image.Image) bool { return string(a) == string(img.(*image.RGBA).Pix) }
