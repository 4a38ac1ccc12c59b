package export_test

import (
	"bytes"
	"image"
	"strings"
	"testing"

	"threadlens/app/export"
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/measure/runqueue"
	"threadlens/timeline"
)

// TestChartFillsItsRoom: a page is as high as its room, whatever is around the plots; where they
// would be too low, and where their rows have a fixed height, it is higher.
func TestChartFillsItsRoom(t *testing.T) {
	for name, c := range charts(t) {
		for _, room := range []float32{100, 700} {
			c.Room = room
			d, err := c.Draw()
			if err != nil {
				t.Fatal(err)
			}
			got, want := d.Size(), image.Pt(900, int(room)).Mul(int(c.Scale))
			rows := c.Name == "cores"
			if got.X != want.X || got.Y < want.Y && !rows || got.Y > want.Y+2 && !rows && room == 700 {
				t.Errorf("%s in a room of %v: %v, want %v", name, room, got, want)
			}
		}
	}
	for name, c := range charts(t) {
		c.Height = 600
		high := chartFile(t, c, export.SVG)
		c.Room = float32(size(t, c).Y) / c.Scale
		c.Height = 0
		if fills := c.Name != "cores"; fills && !bytes.Equal(chartFile(t, c, export.SVG), high) {
			t.Errorf("%s: another page in a room than in its height", name)
		}
	}
	c := charts(t)["queue"]
	c.Title, c.Height = "", 400
	headless := size(t, c)
	if c.Title = "x"; size(t, c).Y-headless.Y < 36 {
		t.Error("a page without a title has a head")
	}
}

func size(t *testing.T, c export.Chart) image.Point {
	t.Helper()
	d, err := c.Draw()
	if err != nil {
		t.Fatal(err)
	}
	return d.Size()
}

// TestQueueSpots: each column of the chart of the run queue shows the values of the measure.
func TestQueueSpots(t *testing.T) {
	c := charts(t)["queue"]
	d, err := c.Draw()
	if err != nil {
		t.Fatal(err)
	}
	if s, ok := d.Spot(image.Pt(5, 5)); ok {
		t.Errorf("%v in the head", s)
	}
	y := d.Size().Y / 2
	all := measure.Visible(c.Trace)
	seen := 0
	for x := range d.Size().X {
		s, ok := d.Spot(image.Pt(x, y))
		if !ok {
			continue
		}
		seen++
		part := c.Trace.Whole()
		from, to := s.Rect.Min.X, s.Rect.Max.X
		if x < from || x >= to || s.Thread != model.NoThread || s.Range.Len() > 0 {
			t.Fatalf("at %d: %+v", x, s)
		}
		width := model.Time(900 - 68 - 28)
		part.From, part.To = model.Time(from-68)*part.Len()/width, model.Time(to-68)*part.Len()/width
		q, err := runqueue.QueueChartOf(c.Trace, all, part, 1, measure.Clock{Tick: measure.Tick})
		if err != nil {
			t.Fatal(err)
		}
		if want := strings.Fields(s.Lines[1])[4]; timeline.FormatCount(int64(q.Columns[0].Min)) != want {
			t.Fatalf("%v: at least %d", s.Lines, q.Columns[0].Min)
		}
	}
	if seen != 900-68-28 {
		t.Errorf("%d columns can be pointed at", seen)
	}
}
