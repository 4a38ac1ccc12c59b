package timeline

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// update reports whether goldens are to be rewritten.
func update() bool { return os.Getenv("THREADLENS_UPDATE") != "" }

// golden compares got with a file of testdata, as text.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if update() {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (-want +got; THREADLENS_UPDATE=1 renews it)\n%s", name, diff)
	}
}

func TestDisplayLists(t *testing.T) {
	for name, s := range scenes(t) {
		var b bytes.Buffer
		n, err := Layout(s).WriteTo(&b)
		if err != nil || n != int64(b.Len()) {
			t.Errorf("%s: wrote %d of %d: %v", name, n, b.Len(), err)
		}
		golden(t, name+".list", b.Bytes())
	}
}

func TestPictures(t *testing.T) {
	all := scenes(t)
	for _, name := range pictured {
		s := all[name]
		img := image.NewRGBA(image.Rectangle{Max: s.Size})
		new(Painter).Frame(s, img)
		path := filepath.Join("testdata", name+".png")
		if update() {
			writePNG(t, path, img)
			continue
		}
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		want, err := png.Decode(f)
		f.Close()
		if err != nil {
			t.Fatal(err)
		}
		if n := differing(img, want); n > 0 {
			t.Errorf("%s.png: %d pixels differ (THREADLENS_UPDATE=1 renews it)", name, n)
		}
	}
}

func writePNG(t *testing.T, path string, img image.Image) {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// differing counts the pixels that differ by more than the rounding of the glyph
// rasteriser.
func differing(a, b image.Image) (n int) {
	if a.Bounds() != b.Bounds() {
		return a.Bounds().Dx() * a.Bounds().Dy()
	}
	off := func(x, y uint8) bool { return x > y+4 && y < 252 || y > x+4 && x < 252 }
	for y := a.Bounds().Min.Y; y < a.Bounds().Max.Y; y++ {
		for x := a.Bounds().Min.X; x < a.Bounds().Max.X; x++ {
			p := color.RGBAModel.Convert(a.At(x, y)).(color.RGBA)
			q := color.RGBAModel.Convert(b.At(x, y)).(color.RGBA)
			if off(p.R, q.R) || off(p.G, q.G) || off(p.B, q.B) {
				n++
			}
		}
	}
	return n
}
