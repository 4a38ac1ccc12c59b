package paint_test

import (
	"testing"

	"threadlens/model"
	"threadlens/timeline/paint"
	"threadlens/timeline/paint/painttest"
)

// TestPatternsTellCategoriesApart compares the patterns of all categories; only
// pairs that differ much in lightness share one.
func TestPatternsTellCategoriesApart(t *testing.T) {
	shared := map[[2]model.Category]bool{
		{model.Execution, model.Interrupt}:      true,
		{model.Dispatch, model.UnknownCategory}: true,
	}
	for name, p := range painttest.Palettes() {
		with := p.WithPatterns(true)
		if p.Patterns || !with.Patterns || with.Dark != p.Dark || with.Text != p.Text {
			t.Fatalf("%s: WithPatterns changes something else", name)
		}
		for a := range model.Category(model.NumCategories) {
			if hatched := p.Pattern(a) != paint.Plain; hatched != paint.Hatched(a) {
				t.Errorf("%s: %v hatched %v without patterns", name, a, hatched)
			}
			for b := a + 1; b < model.NumCategories; b++ {
				if with.Pattern(a) == with.Pattern(b) && !shared[[2]model.Category{a, b}] {
					t.Errorf("%s: %v and %v are both %v", name, a, b, with.Pattern(a))
				}
			}
			if with.Pattern(a) == paint.Plain {
				continue
			}
			if c := painttest.Contrast(with.PatternInk(a), p.Category(a).Fill); c < 1.7 {
				t.Errorf("%s: the pattern of %v has a contrast of %.2f to its fill", name, a, c)
			}
		}
	}
}
