package timeline

import (
	"image"
	"testing"

	"threadlens/model"
	"threadlens/timeline/lanes"
	"threadlens/timeline/paint"
)

// TestRasterClips draws a scrolled scene with lanes clipped at both ends and checks
// that nothing is painted over other parts.
func TestRasterClips(t *testing.T) {
	s := storyScene(t, 700, 140, NewMetrics(Comfortable, 1, 1))
	plain := image.NewRGBA(image.Rectangle{Max: s.Size})
	new(Painter).Frame(s, plain)
	s.ScrollY = 13
	moved := image.NewRGBA(plain.Rect)
	new(Painter).Frame(s, moved)
	for y := range s.LaneArea().Min.Y {
		for x := range s.Size.X {
			if plain.RGBAAt(x, y) != moved.RGBAAt(x, y) {
				t.Fatalf("scrolling changed pixel %d,%d above the lanes", x, y)
			}
		}
	}
	for y := s.LaneArea().Min.Y; y < s.Size.Y-13; y++ {
		for x := range s.LaneArea().Max.X {
			if plain.RGBAAt(x, y+13) != moved.RGBAAt(x, y) {
				t.Fatalf("pixel %d,%d did not move up by 13", x, y+13)
			}
		}
	}
}

// TestFrameIsPure draws a scene after others with the same Painter, and alone.
func TestFrameIsPure(t *testing.T) {
	var p Painter
	first := image.NewRGBA(image.Rect(0, 0, 700, 220))
	for _, s := range scenes(t) {
		if s.Size == first.Rect.Size() {
			p.Frame(s, first)
		} else {
			p.Frame(s, image.NewRGBA(image.Rectangle{Max: s.Size}))
		}
	}
	s := scenes(t)["close"]
	again, alone := image.NewRGBA(first.Rect), image.NewRGBA(first.Rect)
	p.Frame(s, again)
	new(Painter).Frame(s, alone)
	if string(again.Pix) != string(alone.Pix) || string(first.Pix) != string(alone.Pix) {
		t.Error("a frame depends on the frames before it")
	}
	s.Summary = lanes.NewSummary(s.Trace)
	walked := image.NewRGBA(first.Rect)
	p.Frame(s, walked)
	if string(walked.Pix[first.PixOffset(0, 90):]) != string(alone.Pix[first.PixOffset(0, 90):]) {
		t.Error("a small trace looks different without summary")
	}
}

// TestColours measures the colours of segments in a picture.
func TestColours(t *testing.T) {
	for _, dark := range []bool{false, true} {
		s := storyScene(t, 900, 250, NewMetrics(Comfortable, 1, 1))
		s.Palette = paint.NewPalette(dark, false)
		img := image.NewRGBA(image.Rectangle{Max: s.Size})
		new(Painter).Frame(s, img)
		for _, c := range []struct {
			tid model.TID
			at  model.Time
			cat model.Category
		}{
			{41, 30 * millisecond, model.Preemption},
			{41, 60 * millisecond, model.Execution},
			{41, 72 * millisecond, model.Sleep},
			{42, 45 * millisecond, model.Synchronization},
			{41, 12_200 * microsecond, model.Interrupt},
		} {
			row, _ := s.Rows.OfThread(thread(t, s.Trace, c.tid))
			x := s.LaneArea().Min.X + s.View.X(c.at)
			if got, want := img.RGBAAt(x, s.rowY(row)+6), s.Palette.Category(c.cat).Fill; got != want {
				t.Errorf("dark=%v: %v is %v, want %v", dark, c.cat, got, want)
			}
		}
	}
}

func TestDegenerateScenes(t *testing.T) {
	m := NewMetrics(Comfortable, 1, 1)
	for _, size := range []image.Point{{1, 1}, {10, 10}, {273, 61}, {300, 87}, {5000, 3}} {
		s := storyScene(t, size.X, size.Y, m)
		new(Painter).Frame(s, image.NewRGBA(image.Rectangle{Max: size}))
		s.ScrollY = 10_000
		s.View.Range = model.Range{}
		new(Painter).Frame(s, image.NewRGBA(image.Rectangle{Max: size}))
	}
	empty := model.Build(&model.Info{CPUs: 1}, &model.Tables{}, nil, nil)
	s := &Scene{
		Trace: empty, Summary: build(t, empty), Utilization: NewUtilization(empty, nil), Rows: BuildRows(empty, RowsOptions{}, m),
		Size: image.Pt(600, 300), Palette: paint.NewPalette(true, false), Metrics: m, Parts: AllParts, Focus: NoFocus, Row: -1, Selected: NoSegment,
	}
	s.View = Viewport{empty.Whole(), LaneWidth(600, AllParts, m)}.Clamp(empty.Whole())
	new(Painter).Frame(s, image.NewRGBA(image.Rectangle{Max: s.Size}))
	if hit := s.Hit(image.Pt(400, 200)); hit.Row != -1 || hit.Segment != NoSegment {
		t.Errorf("empty trace: %+v", hit)
	}
}
