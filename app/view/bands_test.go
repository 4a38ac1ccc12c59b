package view

import (
	"image"
	"os"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"threadlens/model"
	"threadlens/model/modeltest"
	"threadlens/timeline"
)

// bands is a trace with markers, transfers and interrupts.
func bands(t *testing.T) *model.Trace {
	t.Helper()
	src, err := os.ReadFile("../../timeline/testdata/bands.tltxt")
	if err != nil {
		t.Fatal(err)
	}
	return modeltest.Parse(t, "bands", string(src))
}

// inRow is the position of an instant in a row, y dp below its upper edge; instants before the
// trace are in the gutter.
func (w *window) inRow(t *testing.T, kind timeline.RowKind, name string, at model.Time, y int) fyne.Position {
	t.Helper()
	scene := w.Surface.Now()
	for i, row := range scene.Rows.List {
		if row.Kind == kind && row.Name == name {
			x := 18
			if at >= 0 {
				x = scene.LaneArea().Min.X + scene.View.X(at)
			}
			return fyne.NewPos(float32(x), float32(scene.LaneArea().Min.Y+scene.Rows.Top(i)-w.Surface.Scroll+y))
		}
	}
	t.Fatalf("no row %q", name)
	return fyne.Position{}
}

func TestMarkersUnderThePointer(t *testing.T) {
	w := opened(t, bands(t))
	p := w.inRow(t, timeline.RowMarkers, "Markers", 20*ms, 30) // the first level, below flags and messages
	w.Surface.MouseMoved(mouseEvent(p, 0, 0))
	outlined := 0
	for _, f := range w.Surface.Over.Related.Frames {
		if f.Visible() {
			outlined++
		}
	}
	if outlined != 3 {
		t.Errorf("%d markers of the correlation are outlined, want the span, the flag and the message", outlined)
	}
	aim := w.Surface.Over.Card.Aim
	if aim.Object.Kind != timeline.ObjectSpan {
		t.Fatalf("the card is to tell about %+v", aim)
	}
	w.Surface.Over.Card.Show(aim)
	card := w.Surface.Over.Card
	if card.Title.Text != "Request 417" || card.Thread.Text != "Worker 41" || card.Swatch.Visible() {
		t.Errorf("the card says %q of %q", card.Title.Text, card.Thread.Text)
	}
	w.click(p, desktop.MouseButtonPrimary, 0)
	if r := w.Session.Marked(); r.From != 4*ms || r.To != 44*ms {
		t.Errorf("the click selected %v", r)
	}
	if sel := w.Session.Selected(); w.Session.Trace().Threads[sel.Thread].TID != 41 || sel.Index >= 0 {
		t.Errorf("the click selected %+v", sel)
	}
	w.Surface.MouseOut()
	for _, f := range w.Surface.Over.Related.Frames {
		if f.Visible() {
			t.Error("a marker is outlined without the pointer")
		}
	}
}

func TestTransfersUnderThePointer(t *testing.T) {
	w := opened(t, bands(t))
	p := w.inRow(t, timeline.RowChannel, "Writes", 40*ms, 8)
	w.Surface.MouseMoved(mouseEvent(p, 0, 0))
	if !w.Surface.Over.Hover.Visible() || w.Session.Selected() != timeline.NoSegment {
		t.Error("while nothing is selected, what is under the pointer has no outline")
	}
	w.Surface.Over.Card.Show(w.Surface.Over.Card.Aim)
	card := w.Surface.Over.Card
	if card.Title.Text != "Disk write (page file)" || card.Swatch.Category != model.MemoryManagement || !card.Swatch.Visible() {
		t.Errorf("the card says %q in the colour of %v", card.Title.Text, card.Swatch.Category)
	}
}

func TestBandRowsFold(t *testing.T) {
	w := opened(t, bands(t))
	count := func(k timeline.RowKind) (n int) {
		for _, r := range w.Session.Rows().List {
			if r.Kind == k {
				n++
			}
		}
		return n
	}
	w.click(w.spotInGutter(t, 41), desktop.MouseButtonPrimary, 0)
	if n := count(timeline.RowSpans); n != 1 || w.Session.Selected() != timeline.NoSegment {
		t.Errorf("%d threads show their markers after a click on the triangle of one", n)
	}
	w.click(w.inRow(t, timeline.RowDisk, "Disk 0", -1, 12).SubtractXY(8, 0), desktop.MouseButtonPrimary, 0)
	if n := count(timeline.RowChannel); n != 1 {
		t.Errorf("%d channels are left after a disk was collapsed, want 1", n)
	}
	w.click(w.inRow(t, timeline.RowMarkers, "Markers", -1, 30), desktop.MouseButtonPrimary, 0)
	if b := w.Session.Rows().List[0].Bands; b.Levels != 6 || b.More != 0 {
		t.Errorf("expanded the markers have %d levels and %d more", b.Levels, b.More)
	}
	rows := len(w.Session.Rows().List)
	w.Surface.DoubleClick(ptr(w.Surface.Now()), timeline.Place{Region: timeline.RegionGutter, Row: rows - 1, Segment: timeline.NoSegment}, fyne.NewPos(100, 400))
	if n := len(w.Session.Rows().List); n != rows {
		t.Errorf("a double click on a channel's name made %d rows of %d", n, rows)
	}
	for _, id := range []string{"processors", "threadSpans"} {
		c := w.Commands.Get(id)
		if id == "threadSpans" {
			w.Session.SelectAt(w.Session.VisibleThreads()[0], 20*ms)
		}
		if !c.Can() {
			t.Fatalf("%s should be possible", id)
		}
		c.Do()
	}
	if count(timeline.RowProcessors) != 1 || count(timeline.RowSpans) != 0 {
		t.Error("the commands should show processors and hide the thread's markers")
	}
	w.Surface.Generate(1600, 600)
	if img := w.Surface.Buffer; img.Rect != image.Rect(0, 0, 1600, 600) {
		t.Errorf("the picture is %v", img.Rect)
	}
}

func ptr[T any](v T) *T { return &v }

// spotInGutter is the position of the triangle of a thread.
func (w *window) spotInGutter(t *testing.T, tid model.TID) fyne.Position {
	t.Helper()
	p := w.spot(t, tid, 0)
	p.X = 18
	return p
}
