package timeline

import (
	"image"
	"image/color"
	"testing"

	"threadlens/model"
	"threadlens/timeline/paint"
	"threadlens/timeline/paint/painttest"
)

// TestLabelsCanBeRead checks the background of each label of a lane in all scenes,
// palettes, patterns and focuses: the contrast to the text must be at least 4.5.
func TestLabelsCanBeRead(t *testing.T) {
	seen := 0
	for name, s := range scenes(t) {
		img := image.NewRGBA(image.Rectangle{Max: s.Size})
		for set, p := range painttest.Palettes() {
			for _, patterns := range []bool{false, true} {
				for _, focus := range []model.Category{NoFocus, model.Synchronization} {
					s.Palette, s.Focus = p.WithPatterns(patterns), focus
					new(Painter).Frame(s, img)
					for _, it := range Layout(s).Items {
						if it.Kind != paint.ItemText || it.Row < 0 || it.Rect.Min.X != it.X || !it.Rect.In(s.LaneArea()) {
							continue
						}
						seen++
						ground := img.RGBAAt(it.X-s.Metrics.Px(2), (it.Rect.Min.Y+it.Rect.Max.Y)/2)
						if c := painttest.Contrast(color.RGBA(it.Color), ground); c < 4.5 {
							t.Errorf("%s, %s, patterns %v, focus %v: %q %v on %v: %.2f", name, set, patterns, focus, it.Text, it.Color, ground, c)
						}
					}
				}
			}
		}
	}
	for set, p := range painttest.Palettes() { // for categories that no scene has
		for c := range model.Category(model.NumCategories) {
			if got := painttest.Contrast(p.Text, paint.Blend(p.Category(c).Fill, p.Lane, paint.BackdropAlpha)); got < 4.5 {
				t.Errorf("%s: text on a backdrop of %v: %.2f", set, c, got)
			}
		}
	}
	if seen < 500 {
		t.Errorf("only %d labels", seen)
	}
}
