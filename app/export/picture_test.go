package export_test

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"os"
	"testing"

	"threadlens/app/export"
	"threadlens/model"
	"threadlens/model/modeltest"
	"threadlens/timeline"
)

// TestPicture draws the worked example: a PNG of the size asked for, in the
// colours of the theme, with the long lock wait of thread 6420 in red, and the
// same bytes each time.
func TestPicture(t *testing.T) {
	src, err := os.ReadFile("../../ingest/text/testdata/7a.tltxt")
	if err != nil {
		t.Fatal(err)
	}
	tr := modeltest.Parse(t, "7a.tltxt", string(src))
	for _, dark := range []bool{false, true} {
		p := export.Picture{
			Trace: tr, Range: model.Range{From: 0, To: 300e6}, Size: image.Point{X: 900, Y: 400}, Scale: 1,
			Palette: timeline.NewPalette(dark, false),
		}
		var one, two bytes.Buffer
		if err := p.WritePNG(&one); err != nil {
			t.Fatal(err)
		}
		if err := p.WritePNG(&two); err != nil || !bytes.Equal(one.Bytes(), two.Bytes()) {
			t.Errorf("dark %v: drawn twice, two pictures (%v)", dark, err)
		}
		img, err := png.Decode(&one)
		if err != nil {
			t.Fatal(err)
		}
		if img.Bounds() != image.Rect(0, 0, 900, 400) {
			t.Errorf("the picture is %v", img.Bounds())
		}
		seen := count(img)
		for _, c := range []struct {
			name  string
			color color.RGBA
			least int
		}{
			{"Execution", p.Palette.Category(model.Execution).Fill, 2000},
			{"Synchronization", p.Palette.Category(model.Synchronization).Fill, 2000},
			{"Preemption", p.Palette.Category(model.Preemption).Fill, 500},
			{"the lanes' ground", p.Palette.Lane, 50_000},
		} {
			if seen[c.color] < c.least {
				t.Errorf("dark %v: %d pixels of %s, want %d at least", dark, seen[c.color], c.name, c.least)
			}
		}
	}
}

// count counts the pixels of each colour.
func count(img image.Image) map[color.RGBA]int {
	seen := map[color.RGBA]int{}
	b := img.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			r, g, bl, a := img.At(x, y).RGBA()
			seen[color.RGBA{uint8(r >> 8), uint8(g >> 8), uint8(bl >> 8), uint8(a >> 8)}]++
		}
	}
	return seen
}
