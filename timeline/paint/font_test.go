package paint

import (
	"image"
	"image/color"
	"testing"
)

func TestFaces(t *testing.T) {
	f := NewFace(false, 13)
	if f != NewFace(false, 13) || f == NewFace(true, 13) || f.String() != "13" || NewFace(true, 11).String() != "11 bold" {
		t.Error("faces are not told apart by weight and size")
	}
	if a, b := f.Width("0000000000"), f.Width("1111111111"); a != b {
		t.Errorf("digits are not tabular: %d and %d pixels", a, b)
	}
	// Noto Sans has no ≥ and no minus sign; the second font has both.
	for _, r := range "≥≈−›…µ" {
		if g := f.glyph(r); g.advance == 0 || len(g.masks[0].alpha) == 0 {
			t.Errorf("%c is empty", r)
		}
	}
}

// TestTextIsItsGlyphs: a text darkens each pixel in proportion to the coverage by its
// glyphs, and none outside its clip.
func TestTextIsItsGlyphs(t *testing.T) {
	white := color.NRGBA{255, 255, 255, 255}
	all := image.Rect(0, 0, 80, 24)
	clip := image.Rect(7, 6, 60, 15)
	it := Item{Kind: ItemText, Rect: clip, Color: color.NRGBA{0, 0, 0, 255}, Text: "Waits ≥ 5 µs", Face: NewFace(false, 13), X: 5, Y: 16}
	got, want := image.NewRGBA(all), image.NewGray(all)
	Raster(&DisplayList{Size: all.Max, Items: []Item{{Kind: ItemRect, Rect: all, Color: white}, it}}, got)
	for i := range want.Pix {
		want.Pix[i] = 255
	}
	it.Face.walk(it.Text, it.X, func(m *glyphMask, x int) {
		for i, a := range m.alpha {
			if at := image.Pt(x+m.box.Min.X+i%m.box.Dx(), it.Y+m.box.Min.Y+i/m.box.Dx()); at.In(clip) {
				under := int(want.GrayAt(at.X, at.Y).Y)
				want.SetGray(at.X, at.Y, color.Gray{uint8((under*(255-int(a)) + 127) / 255)})
			}
		}
	})
	dark := 0
	for y := range all.Dy() {
		for x := range all.Dx() {
			g := want.GrayAt(x, y).Y
			if c := got.RGBAAt(x, y); c != (color.RGBA{g, g, g, 255}) {
				t.Fatalf("pixel %d,%d is %v, want %d", x, y, c, g)
			}
			if g < 128 {
				dark++
			}
		}
	}
	if dark < 30 {
		t.Errorf("only %d dark pixels", dark)
	}
}
