package timeline

import (
	"image"
	"image/color"
	"math"
	"testing"

	"threadlens/model"
)

// TestPatternsTellCategoriesApart compares the patterns of all categories; only
// pairs that differ much in lightness share one.
func TestPatternsTellCategoriesApart(t *testing.T) {
	shared := map[[2]model.Category]bool{
		{model.Execution, model.Interrupt}:      true,
		{model.Dispatch, model.UnknownCategory}: true,
	}
	for name, p := range palettes() {
		with := p.WithPatterns(true)
		if p.Patterns || !with.Patterns || with.Dark != p.Dark || with.Text != p.Text {
			t.Fatalf("%s: WithPatterns changes something else", name)
		}
		for a := range model.Category(model.NumCategories) {
			if hatched := p.Pattern(a) != Plain; hatched != Hatched(a) {
				t.Errorf("%s: %v hatched %v without patterns", name, a, hatched)
			}
			for b := a + 1; b < model.NumCategories; b++ {
				if with.Pattern(a) == with.Pattern(b) && !shared[[2]model.Category{a, b}] {
					t.Errorf("%s: %v and %v are both %v", name, a, b, with.Pattern(a))
				}
			}
			if with.Pattern(a) == Plain {
				continue
			}
			if c := contrast(with.PatternInk(a), p.Category(a).Fill); c < 1.7 {
				t.Errorf("%s: the pattern of %v has a contrast of %.2f to its fill", name, a, c)
			}
		}
	}
}

// TestPatternsCoverWhatTheirStrokesSay compares pixels with the area of the
// strokes on a tile, at several scales.
func TestPatternsCoverWhatTheirStrokesSay(t *testing.T) {
	for p := Diagonal; p < numPatterns; p++ {
		for _, scale := range []float32{1, 1.25, 1.5, 2, 3} {
			side := float64(patternPixels(scale))
			area := 0.0 // of the tile
			for _, s := range p.Strokes() {
				w := s.Width * float64(scale) / side
				if l := math.Hypot(s.X1-s.X0, s.Y1-s.Y0); l > 0 {
					area += l * w
				} else {
					area += math.Pi / 4 * w * w
				}
			}
			if p == Cross { // where the lines cross they count once
				area -= math.Pow(patternLine*float64(scale)/side, 2)
			}
			sum := 0
			for _, a := range p.coverage(scale) {
				sum += int(a)
			}
			if got := float64(sum) / 255 / side / side; math.Abs(got-area) > 0.035 {
				t.Errorf("%v at %v: %.3f of the tile covered, want %.3f", p, scale, got, area)
			}
		}
	}
}

// TestPatternsRepeat checks that a tile continues in the next one: a line that
// leaves at one side comes in at the other.
func TestPatternsRepeat(t *testing.T) {
	const n = 16
	for p := Diagonal; p < numPatterns; p++ {
		for i := range n {
			at := (float64(i) + 0.5) / n
			for _, d := range []float64{0.001, 0.002} {
				if p.covers(d, at, 1./8) != p.covers(1+d, at, 1./8) || p.covers(at, d, 1./8) != p.covers(at, 1+d, 1./8) {
					t.Errorf("%v is cut at the side of its tile, at %v", p, at)
				}
			}
		}
	}
}

// TestPaint compares a swatch with a lane of the same category.
func TestPaint(t *testing.T) {
	p := NewPalette(false, true).WithPatterns(true)
	st := newLaneStyles(p, NoFocus, 2).segments
	for c := range model.Category(model.NumCategories) {
		img := image.NewRGBA(image.Rect(0, 0, 40, 30))
		r := image.Rect(3, 4, 50, 30)
		p.Paint(img, r, c, 2)
		for y := range 30 {
			for x := range 40 {
				want := color.RGBA{}
				if image.Pt(x, y).In(r) {
					want = st.looks[slotOf[c]].at(x-3, y-4)
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
