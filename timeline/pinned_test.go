package timeline

import (
	"image"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/timeline/paint"
)

// pinnedScene has two pinned rows, and more rows than fit.
func pinnedScene(t *testing.T, scroll int) *Scene {
	s := storyScene(t, 700, 260, NewMetrics(Comfortable, 1, 1))
	s.Rows = BuildRows(s.Trace, RowsOptions{
		Pinned:   []model.ThreadIx{thread(t, s.Trace, 44), thread(t, s.Trace, 77)},
		Expanded: map[RowKey]bool{KernelRow: true},
	}, s.Metrics)
	s.ScrollY = scroll
	return s
}

// TestPinnedRowsStay: pinned rows stay in place when scrolling, and what is drawn
// is found where it is drawn.
func TestPinnedRowsStay(t *testing.T) {
	for _, scroll := range []int{0, 1, 13, 40, 1000} {
		s := pinnedScene(t, min(scroll, pinnedScene(t, 0).MaxScroll()))
		area := s.LaneArea()
		below := area.Min.Y
		for i := range s.Rows.Pinned {
			r := s.RowRect(i)
			if r.Min.Y != below || r.Dy() != s.Rows.Top(i+1)-s.Rows.Top(i) {
				t.Errorf("scrolled by %d: pinned row %d is at %v", scroll, i, r)
			}
			below = r.Max.Y
		}
		for y := area.Min.Y; y < area.Max.Y; y++ {
			at := s.Hit(image.Pt(5, y))
			if at.Row >= 0 && !image.Pt(5, y).In(s.RowRect(at.Row)) {
				t.Fatalf("scrolled by %d: row %d is hit at %d, but lies in %v", scroll, at.Row, y, s.RowRect(at.Row))
			}
			if pinned := at.Row >= 0 && at.Row < s.Rows.Pinned; pinned != (y < below) {
				t.Fatalf("scrolled by %d: row %d is hit at %d", scroll, at.Row, y)
			}
		}
		for _, it := range Layout(s).Items {
			if it.Kind == paint.ItemLane && it.Row >= s.Rows.Pinned && it.Rect.Min.Y < below {
				t.Errorf("scrolled by %d: the lane of row %d reaches into the pinned ones: %v", scroll, it.Row, it.Rect)
			}
		}
	}
}

// TestScrollToBelowPinned: a row that is scrolled to is not hidden by pinned ones.
func TestScrollToBelowPinned(t *testing.T) {
	s := pinnedScene(t, 0)
	if s.MaxScroll() == 0 {
		t.Fatal("all rows fit")
	}
	for _, from := range []int{0, s.MaxScroll()} {
		for i := range s.Rows.List {
			s.ScrollY = from
			s.ScrollY = s.ScrollTo(i)
			if r := s.RowRect(i); r.Dy() != s.Rows.Top(i+1)-s.Rows.Top(i) || r.Max.Y > s.LaneArea().Max.Y {
				t.Errorf("scrolled to from %d, row %d is at %v", from, i, r)
			}
		}
	}
}

// TestPinnedLeaveRoom: pinned rows take no more than half of the height.
func TestPinnedLeaveRoom(t *testing.T) {
	s := pinnedScene(t, 0)
	s.Size.Y = s.LaneArea().Min.Y + 60
	s.ScrollY = s.MaxScroll()
	if rows, height := s.fixed(); rows != 1 || height > 30 {
		t.Errorf("%d rows of %d pixels are fixed", rows, height)
	}
	if r := s.RowRect(len(s.Rows.List) - 1); r.Max.Y != s.LaneArea().Max.Y || r.Empty() {
		t.Errorf("the last row is at %v", r)
	}
}

// TestHeaderHasRoom: the parts of the header do not overlap, whatever the title of
// the order and however narrow the gutter.
func TestHeaderHasRoom(t *testing.T) {
	s := pinnedScene(t, 0)
	for _, gutter := range []float32{GutterMin, GutterDefault, GutterMax} {
		for _, by := range Sorts() {
			for _, s.Filtering = range []bool{false, true} {
				s.Metrics.Gutter = gutter
				s.Rows.Sort = by
				h := s.header()
				least := s.Metrics.Px(filterRoom)
				if h.filter.Dx() < least || h.filter.Overlaps(h.sort) || h.sort.Max.X > s.gutter() || h.filter.Min.X < 0 {
					t.Errorf("gutter %v, %s, filtering %v: filter %v, sort %v", gutter, by, s.Filtering, h.filter, h.sort)
				}
				if got := s.FilterRect(); got != h.filter {
					t.Errorf("the filter is at %v, not %v", got, h.filter)
				}
				if at := s.Hit(image.Pt(h.sort.Max.X-1, h.sort.Min.Y+3)); at.Region != RegionSort {
					t.Errorf("gutter %v, %s: no sort menu at its arrow but %v", gutter, by, at.Region)
				}
			}
		}
	}
}

// TestPin: the rows of pinned threads have a drawing pin, and no others.
func TestPin(t *testing.T) {
	for scale, want := range map[int]string{
		1: `
######
.####.
.####.
.####.
######
...#..
...#..
...#..
`,
		2: `
############
############
..########..
..########..
..########..
..########..
..########..
..########..
############
############
.....###....
.....###....
.....###....
.....###....
.....###....
.....###....
`,
	} {
		m := NewMetrics(Comfortable, float32(scale), 1)
		s := pinnedScene(t, 0)
		resize(s, 700*scale, 260*scale, m)
		s.Row = -1
		img := image.NewRGBA(image.Rectangle{Max: s.Size})
		new(Painter).Frame(s, img)
		for i := range s.Rows.List {
			if s.Rows.List[i].Kind != RowThread {
				continue
			}
			x, y := m.Px(10), s.rowY(i)+m.Px(m.Pitch)/2-4*scale
			var b strings.Builder
			b.WriteByte('\n')
			for dy := range 8 * scale {
				for dx := range 6 * scale {
					b.WriteByte(".#"[boolInt(img.RGBAAt(x+dx, y+dy) == s.Palette.Text2)])
				}
				b.WriteByte('\n')
			}
			around := 0
			for dy := range 10 * scale {
				for dx := range 8 * scale {
					around += boolInt(img.RGBAAt(x+dx-scale, y+dy-scale) == s.Palette.Text2)
				}
			}
			if around != strings.Count(b.String(), "#") {
				t.Errorf("scale %d, row %d: the pin is larger than%s", scale, i, b.String())
			}
			if pinned := i < s.Rows.Pinned; pinned && b.String() != want || !pinned && strings.Contains(b.String(), "#") {
				t.Errorf("scale %d, row %d:%s", scale, i, b.String())
			}
		}
	}
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}
