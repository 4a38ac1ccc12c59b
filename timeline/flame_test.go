package timeline

import (
	"bytes"
	"testing"

	"threadlens/model"
)

// TestFlameLists compares a flame graph with what it was: names that do not fit
// are shortened, and bars too narrow to be seen take no room.
func TestFlameLists(t *testing.T) {
	g := Flame{
		Width: 400, Whole: 1000, Palette: NewPalette(false, false), Metrics: NewMetrics(Comfortable, 1, 1),
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
