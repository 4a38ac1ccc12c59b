package paint

import (
	"image"
	"image/color"
	"math"
	"testing"
)

func TestClipOutline(t *testing.T) {
	r := image.Rect(0, 0, 10, 10)
	for _, tt := range []struct {
		name string
		in   []Point
		area float64
	}{
		{"inside", []Point{{1, 1}, {3, 1}, {3, 3}, {1, 3}}, 4},
		{"outside", []Point{{11, 1}, {13, 1}, {13, 3}}, 0},
		{"around", []Point{{-5, -5}, {15, -5}, {15, 15}, {-5, 15}}, 100},
		{"across a corner", []Point{{8, 8}, {12, 8}, {12, 12}, {8, 12}}, 4},
		{"a triangle across an edge", []Point{{5, 5}, {15, 5}, {5, 15}}, 25},
	} {
		got := ClipOutline(tt.in, r)
		sum := 0.0
		for i, p := range got {
			q := got[(i+1)%len(got)]
			sum += p.X*q.Y - q.X*p.Y
			if p.X < 0 || p.X > 10 || p.Y < 0 || p.Y > 10 {
				t.Errorf("%s: %v lies outside", tt.name, p)
			}
		}
		if math.Abs(sum/2-tt.area) > 1e-9 {
			t.Errorf("%s: area %v, want %v", tt.name, sum/2, tt.area)
		}
	}
}

// TestChartAsShapes: the layers in vector files cover what the pixels do.
func TestChartAsShapes(t *testing.T) {
	a := Area{X: 10, Bottom: 100, Low: []int32{0, 0, 5, 0, 0}, High: []int32{20, 20, 30, 0, 7}}
	got := a.outline(0, 3)
	want := []Point{{10, 80}, {12, 80}, {12, 70}, {13, 70}, {13, 95}, {12, 95}, {12, 100}, {10, 100}}
	if len(got) != len(want) {
		t.Fatalf("%v, want %v", got, want)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("corner %d is %v, want %v", i, got[i], want[i])
		}
	}
}

// TestLinesAsPixelsAndOutlines: a line covers as much in pixels as its outline.
func TestLinesAsPixelsAndOutlines(t *testing.T) {
	for _, box := range []image.Rectangle{
		{image.Pt(10, 10), image.Pt(90, 40)},
		{image.Pt(50, 5), image.Pt(50, 95)},
		{image.Pt(90, 80), image.Pt(20, 80)},
		{image.Pt(30, 90), image.Pt(34, 10)},
		{image.Pt(95, 20), image.Pt(5, 25)},
	} {
		it := Item{Kind: ItemLine, Rect: image.Rect(0, 0, 100, 100), Box: box, Width: 3, Color: color.NRGBA{255, 255, 255, 255}}
		dl := &DisplayList{Size: image.Pt(100, 100), Items: []Item{{Kind: ItemRect, Rect: it.Rect, Color: color.NRGBA{0, 0, 0, 255}}, it}}
		img := image.NewRGBA(it.Rect)
		Raster(dl, img)
		covered := 0.0
		for i := 0; i < len(img.Pix); i += 4 {
			covered += float64(img.Pix[i]) / 255
		}
		area, o := 0.0, it.outline()
		for i, p := range o {
			q := o[(i+1)%len(o)]
			area += (p.X*q.Y - q.X*p.Y) / 2
		}
		if math.Abs(covered-math.Abs(area)) > 0.06*math.Abs(area)+2 {
			t.Errorf("%v covers %.1f pixels, its outline %.1f", box, covered, math.Abs(area))
		}
	}
}
