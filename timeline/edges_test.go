package timeline

import (
	"image"
	"math"
	"testing"

	"threadlens/model/modeltest"
)

// TestSizesOfUnits: a size is shown in the unit in which it has at most three digits.
func TestSizesOfUnits(t *testing.T) {
	for n, want := range map[int64]string{
		0: "0 B", 999: "999 B", 1000: "0.98 KiB", 1024: "1 KiB", 1023487: "999 KiB", 1023488: "0.98 MiB", 1 << 20: "1 MiB", math.MaxInt64: "8 EiB",
	} {
		if got := FormatSize(n); got != want {
			t.Errorf("%d is %q, want %q", n, got, want)
		}
	}
}

// TestPitchAndSegment: the pitch of lanes has bounds, and the defaults are those of the
// lane sizes.
func TestPitchAndSegment(t *testing.T) {
	for _, scale := range []float32{1, 1.5} {
		m := NewMetrics(Comfortable, 1, scale)
		if got := m.WithPitch(26); got.Pitch != m.Pitch || got.Segment != m.Segment {
			t.Errorf("%v: %v, %v, want %v, %v", scale, got.Pitch, got.Segment, m.Pitch, m.Segment)
		}
		for pitch, want := range map[float32][2]float32{
			PitchMin - 1: {PitchMin, PitchMin - float32(PitchMin)*6/26}, 13: {13, 10}, PitchMax: {PitchMax, PitchMax - float32(PitchMax)*6/26}, PitchMax + 1: {PitchMax, PitchMax - float32(PitchMax)*6/26},
		} {
			got, text := m.WithPitch(pitch), m.text()
			if math.Abs(float64(got.Pitch-want[0]*text)) > 1e-4 || math.Abs(float64(got.Segment-want[1]*text)) > 1e-4 {
				t.Errorf("%v at %v: %v, %v, want %v times %v", pitch, scale, got.Pitch, got.Segment, want, text)
			}
		}
	}
}

// TestSeen: a row is in view if its middle is in the area of the lanes, below the fixed rows.
func TestSeen(t *testing.T) {
	edges := 0
	for height := 150; height < 260; height++ {
		s := storyScene(t, 900, height, NewMetrics(Comfortable, 1, 1))
		area := s.LaneArea()
		for s.ScrollY = 0; s.ScrollY < 60; s.ScrollY += 7 {
			fixed, kept := s.fixed()
			for row := range s.Rows.List {
				top, y, want := area.Min.Y, s.rowMiddle(row), SeenRow
				if row >= fixed {
					top += kept
				}
				if y < top {
					want = SeenAbove
				} else if y > area.Max.Y-1 {
					want = SeenBelow
				}
				if y == area.Max.Y || y == top {
					edges++
				}
				if got := s.seen(row); got != want {
					t.Fatalf("height %d, scrolled by %d: row %d at %d of %v is seen %v, want %v", height, s.ScrollY, row, y, area, got, want)
				}
			}
		}
	}
	if edges == 0 {
		t.Error("no row was just at an edge")
	}
}

// TestNoHopRect: a row that is not the path's shows no part of it.
func TestNoHopRect(t *testing.T) {
	s := storyScene(t, 900, 330, NewMetrics(Comfortable, 1, 1))
	for _, row := range []int{-1, 0, len(s.Rows.List), len(s.Rows.List) + 1} {
		if r, ok := s.HopRect(row, s.Trace.Whole()); ok {
			t.Errorf("row %d: %v", row, r)
		}
	}
}

// TestWithoutUse: before the CPU use is known, a chart has no classes, and its buckets are
// columns.
func TestWithoutUse(t *testing.T) {
	s := chartScene(t, modeltest.Parse(t, "chart", chartTrace), 900, 500, NewMetrics(Comfortable, 1, 1))
	plot := s.plot()
	middle := image.Pt((plot.Min.X+plot.Max.X)/2, plot.Max.Y-1)
	if !s.Hit(middle).Classed {
		t.Error("there is no use")
	}
	s.Utilization = nil
	if got := s.Hit(middle); got.Classed {
		t.Errorf("%+v", got)
	}
	at := s.View.TimeAt(100)
	if got, want := s.UseBucket(at), s.View.Column(s.View.X(at)).Clip(s.Trace.Whole()); got != want {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestFilterField: while a filter is open its field takes the place of the title, and the order
// of the rows is chosen only with the arrow.
func TestFilterField(t *testing.T) {
	s := storyScene(t, 900, 330, NewMetrics(Comfortable, 1, 1))
	m := s.Metrics
	plain := s.header()
	s.Filtering = true
	h := s.header()
	if h.filter.Min.X != m.Px(filterLeft) || h.filter.Max.X != h.count-m.Px(gutterGap) || h.sort.Dx() != m.TextPx(sortArrow+4) || h.label != "" {
		t.Errorf("%+v", h)
	}
	if plain.filter.Min.X <= plain.count || plain.sort.Max.X != h.sort.Max.X || plain.sort.Dx() <= h.sort.Dx() || plain.label == "" {
		t.Errorf("without a filter %+v", plain)
	}
}

// TestGutterOfCores: in the gutter of a CPU's row only the row is hit.
func TestGutterOfCores(t *testing.T) {
	s := coresOf(t, storyTrace(t, "bands.tltxt"), ColourThread, 700, 300, NewMetrics(Compact, 1, 1))
	rows := 0
	for i := range s.Rows.List {
		if s.Rows.List[i].Kind != RowCore {
			continue
		}
		r := s.RowRect(i)
		for _, x := range []int{1, s.gutter() - 1} {
			if got := s.Hit(image.Pt(x, (r.Min.Y+r.Max.Y)/2)); got.Row == i {
				rows++
				if got.Region != RegionGutter || got.Object != (Object{}) || got.Segment != NoSegment {
					t.Errorf("row %d at %d: %+v", i, x, got)
				}
			}
		}
	}
	if rows == 0 {
		t.Error("no rows of processors")
	}
}

// TestFarColumns: a column beyond any picture saturates, and does not overflow.
func TestFarColumns(t *testing.T) {
	const far = math.MaxInt64 / 2
	for _, c := range []struct{ a, b, c, q, rem uint64 }{
		{7, 3, 2, 10, 1},
		{math.MaxUint64, math.MaxUint64, math.MaxUint64, far, 0},
		{math.MaxUint64, 2, 1, far, 0},
		{far, 1, 1, far, 0},
		{far + 1, 1, 1, far, 0},
		{far, 3, 3, far, 0},
		{math.MaxUint64, math.MaxUint64, 1, far, 0},
		{far - 1, 1, 1, far - 1, 0},
	} {
		if q, rem := div(c.a, c.b, c.c); q != c.q || rem != c.rem {
			t.Errorf("%d·%d/%d is %d and %d, want %d and %d", c.a, c.b, c.c, q, rem, c.q, c.rem)
		}
	}
}
