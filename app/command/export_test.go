package command_test

import (
	"context"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"testing"
)

// TestExportSizes: a picture is as wide as asked for, times the scale; plain
// ones are as high as well.
func TestExportSizes(t *testing.T) {
	const file = "../../ingest/text/testdata/7a.tltxt"
	for _, tt := range []struct {
		flags []string
		want  image.Point // Y: 0 for any
	}{
		{nil, image.Pt(1600, 0)},
		{[]string{"--scale", "2"}, image.Pt(3200, 0)},
		{[]string{"--size", "700x300", "--plain"}, image.Pt(700, 300)},
		{[]string{"--size", "700x300", "--plain", "--scale", "1.5"}, image.Pt(1050, 450)},
	} {
		out := filepath.Join(t.TempDir(), "a.PNG")
		args := append([]string{"export", "threads", file, "-o", out}, tt.flags...)
		if _, errOut, code := run(context.Background(), args...); code != 0 {
			t.Fatalf("%v: exit %d: %s", tt.flags, code, errOut)
		}
		f, err := os.Open(out)
		if err != nil {
			t.Fatal(err)
		}
		img, err := png.Decode(f)
		f.Close()
		if err != nil {
			t.Fatal(err)
		}
		size := img.Bounds().Size()
		if tt.want.Y == 0 {
			tt.want.Y = size.Y
		}
		if size != tt.want || size.Y < 200 {
			t.Errorf("%v: %v, want %v", tt.flags, size, tt.want)
		}
	}
}
