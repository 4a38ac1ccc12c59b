package timeline

import (
	"bytes"
	"image"
	"testing"

	"threadlens/model"
	"threadlens/timeline/paint"
)

// TestFlameLists compares a flame graph with its golden list: names that do not fit
// are shortened, and bars too narrow to be seen take no room.
func TestFlameLists(t *testing.T) {
	g := Flame{
		Width: 400, Whole: 1000, Palette: paint.NewPalette(false, false), Metrics: NewMetrics(Comfortable, 1, 1),
		Bars: []FlameBar{
			{Name: "Synchronization", To: 600, Category: model.Synchronization},
			{Name: "app!main", To: 500, Depth: 1, Category: model.Synchronization},
			{Name: "libc.so.6!pthread_mutex_lock", To: 100, Depth: 2, Category: model.Synchronization, Faint: true},
			{Name: "app!rare", From: 100, To: 101, Depth: 2, Category: model.Synchronization},
			{Name: "app!never seen", From: 100, To: 101, Depth: 3, Category: model.Synchronization},
			{Name: "Sleep", From: 600, To: 1000, Category: model.Sleep},
		},
	}
	var b bytes.Buffer
	if _, err := g.Layout().WriteTo(&b); err != nil {
		t.Fatal(err)
	}
	golden(t, "flame.list", b.Bytes())
	if got := (&Flame{Width: 400, Palette: g.Palette, Metrics: g.Metrics}).Height(); got != 0 {
		t.Errorf("a graph of nothing is %d high", got)
	}
}

// TestFlameParts: a part of a graph is scaled to the width, with the bars above it
// from edge to edge; bars scrolled out of sight are not drawn, and a point leads to
// the bar that is drawn there. The bars at the top have patterns.
func TestFlameParts(t *testing.T) {
	g := Flame{
		Width: 200, Whole: 1000, Palette: paint.NewPalette(true, true).WithPatterns(true), Metrics: NewMetrics(Comfortable, 1, 1),
		Bars: []FlameBar{
			{Name: "I/O", To: 1000, Category: model.IO},
			{Name: "app!left", To: 400, Depth: 1, Category: model.IO},
			{Name: "app!right", From: 400, To: 800, Depth: 1, Category: model.IO},
			{Name: "libc.so.6!read", From: 400, To: 600, Depth: 2, Category: model.IO, Faint: true},
			{Name: "libc.so.6!poll", From: 600, To: 700, Depth: 2, Category: model.IO, Faint: true},
		},
	}
	for _, c := range []struct {
		view model.Range
		top  int
		at   image.Point
		want int
	}{
		{at: image.Pt(10, 25), want: 1},
		{at: image.Pt(85, 25), want: 2},
		{at: image.Pt(190, 25), want: -1},
		{at: image.Pt(10, 5), want: 0},
		{at: image.Pt(10, 25), top: 20, want: -1},
		{at: image.Pt(90, 25), top: 20, want: 3},
		{view: model.Range{From: 400, To: 800}, at: image.Pt(10, 5), want: 0},
		{view: model.Range{From: 400, To: 800}, at: image.Pt(10, 25), want: 2},
		{view: model.Range{From: 400, To: 800}, at: image.Pt(140, 45), want: 4},
		{view: model.Range{From: 400, To: 800}, at: image.Pt(190, 45), want: -1},
	} {
		g.View, g.Top = c.view, c.top
		if got := g.At(c.at); got != c.want {
			t.Errorf("at %v of %v, scrolled by %d, is bar %d, want %d", c.at, c.view, c.top, got, c.want)
		}
	}
	g.View, g.Top, g.Rows = model.Range{From: 400, To: 800}, 0, 50
	var b bytes.Buffer
	if _, err := g.Layout().WriteTo(&b); err != nil {
		t.Fatal(err)
	}
	golden(t, "flamepart.list", b.Bytes())
	g.Top, g.Rows = 40, 18
	for _, it := range g.Layout().Items[1:] {
		if !it.Rect.In(image.Rect(0, 0, 200, 18)) {
			t.Errorf("what is out of sight is drawn at %v", it.Rect)
		}
	}
}
