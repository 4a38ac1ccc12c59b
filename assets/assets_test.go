package assets

import (
	"bytes"
	"image/png"
	"testing"
)

func TestDemoIsSmallPerfData(t *testing.T) {
	if n := len(Demo()); n > 1<<20 {
		t.Errorf("the demo trace has %d bytes, more than 1 MiB", n)
	}
	if !bytes.HasPrefix(Demo(), []byte("PERFILE2")) {
		t.Errorf("the demo trace begins with %q, not with the magic number of perf.data", Demo()[:8])
	}
}

func TestIconIsSquare(t *testing.T) {
	config, err := png.DecodeConfig(bytes.NewReader(Icon()))
	if err != nil {
		t.Fatal(err)
	}
	if config.Width != 256 || config.Height != 256 {
		t.Errorf("the icon has %d × %d pixels, want 256 × 256", config.Width, config.Height)
	}
}
