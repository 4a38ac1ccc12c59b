package timeline

import (
	"image"
	"image/color"
	"math/rand/v2"
	"testing"

	"threadlens/model"
)

// randomLane is a lane of h pixels with all that lanes may have in it.
func randomLane(r *rand.Rand, st *LaneStyle, h, width int) *Lane {
	l := &Lane{X: 5, Y: 3, Height: h, Edge: 1, EdgeFrom: 4, Phase: r.IntN(st.Period()), Style: st, rest: make([]uint64, width)}
	for len(l.main) < width {
		m := randomShares(r, fullShare, 1+r.IntN(4)).heights(h)
		switch r.IntN(4) {
		case 0:
			m = mix{}
		case 1:
			m = only(slot(r.IntN(NumSlots)), h)
		case 2:
			m.rest = 0 // may leave it partly empty
		}
		for range 1 + r.IntN(9)*r.IntN(3) {
			if len(l.main) < width {
				l.rest[len(l.main)] = m.rest
				l.main = append(l.main, m.main)
			}
		}
	}
	l.findSpans(l.EdgeFrom)
	return l
}

// TestRasterDrawsWhatTheListSays draws random lanes of all heights and compares
// each pixel with the runs that the lane has.
func TestRasterDrawsWhatTheListSays(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 12))
	back := color.RGBA{1, 2, 3, 255}
	for h := 3; h <= 150; h++ {
		p := NewPalette(false, false).WithPatterns(h%2 == 1)
		var looks Looks
		for s := range slot(NumSlots) {
			looks[s] = Look{Name: "More", Fill: color.RGBA{byte(s), byte(2 * s), byte(3 * s), 255}, Edge: color.RGBA{byte(3 * s), byte(2 * s), byte(s), 255}}
			if int(s) < len(stackOrder) {
				c := stackOrder[s]
				looks[s] = NewLook(c.String(), p.Category(c).Fill, p.Category(c).Edge, p.PatternInk(c), p.Pattern(c), 1)
			}
		}
		st := NewLaneStyle("segments", &looks, 1)
		const width = 300
		l := randomLane(r, st, h, width)
		if h < flatLanePixels {
			l.Edge = 0
		}
		dl := &DisplayList{
			Size: image.Pt(width+10, h+6), Lanes: []Lane{*l},
			Items: []Item{
				{Kind: ItemRect, Rect: image.Rect(0, 0, width+10, h+6), Color: opaque(back)},
				{Kind: ItemLane, Rect: image.Rect(5, 3, 5+width, 3+h)},
			},
		}
		img := image.NewRGBA(image.Rectangle{Max: dl.Size})
		Raster(dl, img)
		for y := range dl.Size.Y {
			for x := range dl.Size.X {
				want := back
				if x >= 5 && x < 5+width && y >= 3 && y < 3+h {
					want = pixelByRule(l, x-5, y-3, back)
				}
				if got := img.RGBAAt(x, y); got != want {
					t.Fatalf("height %d: pixel %d,%d is %v, want %v (column %v)", h, x, y, got, want, l.heights(x-5))
				}
			}
		}
	}
}

func pixelByRule(l *Lane, x, y int, back color.RGBA) color.RGBA {
	m := l.heights(x)
	top := l.Height
	for s := range slot(NumSlots) {
		if top -= m.at(s); y < top {
			continue
		}
		look := l.Style.Look(s)
		switch {
		case m.at(s) == l.Height && onEdge(l, x, y):
			return look.Edge
		}
		return look.At(x+l.Phase, y)
	}
	return back
}

// onEdge tells whether a pixel of a column that is all of one slot lies on an edge.
// What only slow code draws has edges in spans alone.
func onEdge(l *Lane, x, y int) bool {
	first := false
	for _, sp := range l.spans {
		first = first || sp.x0 == x
	}
	if !inSpan(l, x) && l.Height > highestFast || l.Edge == 0 {
		return false
	}
	return y < l.Edge || y >= l.Height-l.Edge || first
}

func inSpan(l *Lane, x int) bool {
	for _, sp := range l.spans {
		if sp.x0 <= x && x < sp.x1 {
			return true
		}
	}
	return false
}

// TestRasterClips draws a scrolled scene with lanes cut at both ends and checks
// that nothing is painted where other parts are.
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

// TestFrameIsPure draws a scene after others with the same Painter and alone.
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
	s.Summary = NewSummary(s.Trace)
	walked := image.NewRGBA(first.Rect)
	p.Frame(s, walked)
	if string(walked.Pix[first.PixOffset(0, 90):]) != string(alone.Pix[first.PixOffset(0, 90):]) {
		t.Error("a small trace looks different without summary")
	}
}

// TestColours measures the colours of segments in a picture (ux.md 18, point 4).
func TestColours(t *testing.T) {
	for _, dark := range []bool{false, true} {
		s := storyScene(t, 900, 250, NewMetrics(Comfortable, 1, 1))
		s.Palette = NewPalette(dark, false)
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
		Size: image.Pt(600, 300), Palette: NewPalette(true, false), Metrics: m, Parts: AllParts, Focus: NoFocus, Row: -1, Selected: NoSegment,
	}
	s.View = Viewport{empty.Whole(), LaneWidth(600, AllParts, m)}.Clamp(empty.Whole())
	new(Painter).Frame(s, image.NewRGBA(image.Rectangle{Max: s.Size}))
	if hit := s.Hit(image.Pt(400, 200)); hit.Row != -1 || hit.Segment != NoSegment {
		t.Errorf("empty trace: %+v", hit)
	}
}
