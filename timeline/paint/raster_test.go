package paint_test

import (
	"image"
	"image/color"
	"math/rand/v2"
	"testing"

	"threadlens/timeline/paint"
	"threadlens/timeline/paint/painttest"
)

// TestRasterDrawsWhatTheListSays draws random lanes of all heights and compares
// each pixel with the runs of the lane.
func TestRasterDrawsWhatTheListSays(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 12))
	back := color.RGBA{1, 2, 3, 255}
	for h := 3; h <= 150; h++ {
		p := paint.NewPalette(false, false).WithPatterns(h%2 == 1)
		var looks paint.Looks
		for s := range paint.Slot(paint.NumSlots) {
			looks[s] = paint.Look{Name: "More", Fill: color.RGBA{byte(s), byte(2 * s), byte(3 * s), 255}, Edge: color.RGBA{byte(3 * s), byte(2 * s), byte(s), 255}}
			if int(s) < len(paint.StackOrder) {
				c := paint.StackOrder[s]
				looks[s] = paint.NewLook(c.String(), p.Category(c).Fill, p.Category(c).Edge, p.PatternInk(c), p.Pattern(c), 1)
			}
		}
		st := paint.NewLaneStyle("segments", &looks, 1)
		const width = 300
		l := painttest.RandomLane(r, st, h, width)
		if h < paint.FlatLanePixels {
			l.Edge = 0
		}
		dl := &paint.DisplayList{
			Size: image.Pt(width+10, h+6), Lanes: []paint.Lane{*l},
			Items: []paint.Item{
				{Kind: paint.ItemRect, Rect: image.Rect(0, 0, width+10, h+6), Color: paint.Opaque(back)},
				{Kind: paint.ItemLane, Rect: image.Rect(5, 3, 5+width, 3+h)},
			},
		}
		img := image.NewRGBA(image.Rectangle{Max: dl.Size})
		paint.Raster(dl, img)
		for y := range dl.Size.Y {
			for x := range dl.Size.X {
				want := back
				if x >= 5 && x < 5+width && y >= 3 && y < 3+h {
					want = painttest.PixelByRule(l, x-5, y-3, back)
				}
				if got := img.RGBAAt(x, y); got != want {
					t.Fatalf("height %d: pixel %d,%d is %v, want %v (column %v)", h, x, y, got, want, l.Heights(x-5))
				}
			}
		}
	}
}
