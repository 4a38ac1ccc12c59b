package timeline

import (
	"image"
	"image/color"
	"testing"

	"threadlens/model"
	"threadlens/timeline/paint"
)

// TestPaint compares a swatch with a lane of the same category.
func TestPaint(t *testing.T) {
	p := paint.NewPalette(false, true).WithPatterns(true)
	st := newLaneStyles(p, NoFocus, 2).segments
	for c := range model.Category(model.NumCategories) {
		img := image.NewRGBA(image.Rect(0, 0, 40, 30))
		r := image.Rect(3, 4, 50, 30)
		p.Paint(img, r, c, 2)
		for y := range 30 {
			for x := range 40 {
				want := color.RGBA{}
				if image.Pt(x, y).In(r) {
					want = st.Look(paint.SlotOf[c]).At(x-3, y-4)
				}
				if got := img.RGBAAt(x, y); got != want {
					t.Fatalf("%v: pixel %d,%d is %v, want %v", c, x, y, got, want)
				}
			}
		}
	}
}

// TestBackdropsKeepTheirPattern draws a lane that one segment fills, once with
// and once without a pattern.
func TestBackdropsKeepTheirPattern(t *testing.T) {
	s := storyScene(t, 700, 250, NewMetrics(Comfortable, 1, 1))
	show(s, 25*millisecond, 30*millisecond)
	row, _ := s.Rows.OfThread(thread(t, s.Trace, 42))
	inks := func() int {
		img := image.NewRGBA(image.Rectangle{Max: s.Size})
		new(Painter).Frame(s, img)
		seen := map[color.RGBA]bool{}
		for x := s.LaneArea().Max.X - 60; x < s.LaneArea().Max.X; x++ {
			for y := s.rowY(row) + 5; y < s.rowY(row)+20; y++ {
				seen[img.RGBAAt(x, y)] = true
			}
		}
		return len(seen)
	}
	s.Grid = false
	plain := inks()
	s.Palette = s.Palette.WithPatterns(true)
	if with := inks(); plain != 1 || with < 3 {
		t.Errorf("%d colours without pattern, %d with", plain, with)
	}
}
