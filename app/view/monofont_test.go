package view

import (
	"image"
	"testing"

	"threadlens/app/view/kit"
	"threadlens/app/view/kit/kittest"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/software"
	"fyne.io/fyne/v2/theme"
)

// TestUnderscores draws an underscore in the font of stacks: some of it must be visible.
func TestUnderscores(t *testing.T) {
	kittest.NewApp(t).Settings().SetTheme(kit.NewLook(kit.Light))
	for _, size := range []float32{11, 12, 13, 15, 18} {
		text := canvas.NewText("_", theme.Color(theme.ColorNameForeground))
		text.TextStyle.Monospace, text.TextSize = true, size
		c := software.NewTransparentCanvas()
		c.SetPadded(false)
		c.SetContent(text)
		c.Resize(text.MinSize())
		if inked(c.Capture()) == 0 {
			t.Errorf("size %v: nothing is drawn", size)
		}
	}
}

// inked counts the pixels that are not transparent.
func inked(img image.Image) (n int) {
	for y := img.Bounds().Min.Y; y < img.Bounds().Max.Y; y++ {
		for x := img.Bounds().Min.X; x < img.Bounds().Max.X; x++ {
			if _, _, _, a := img.At(x, y).RGBA(); a > 0 {
				n++
			}
		}
	}
	return n
}

func TestDeepen(t *testing.T) {
	font := theme.DefaultTheme().Font(fyne.TextStyle{Monospace: true}).Content()
	for n := range 300 { // truncated in the directory
		if got := kit.AddDescent(font[:n]); len(got) != n {
			t.Errorf("of %d bytes %d came back", n, len(got))
		}
	}
	if before, after := kit.FontTable(font, "hhea"), kit.FontTable(kit.AddDescent(font), "hhea"); string(before) == string(after) {
		t.Error("the font is as it was")
	}
	if kit.FontTable(font, "none") != nil {
		t.Error("there is no such table")
	}
}
