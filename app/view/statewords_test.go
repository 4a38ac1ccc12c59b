package view

import (
	"image/color"
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
)

// TestPlacedTexts: a text counts as far as it is seen: not where nothing of it is left
// inside of what clips it.
func TestPlacedTexts(t *testing.T) {
	newApp(t)
	text := canvas.NewText("word", color.Black)
	size := text.MinSize()
	for _, c := range []struct {
		x, y float32
		want []textState
	}{
		{10, 20, []textState{{"word", [4]int{10, 20, int(size.Width), int(size.Height)}}}},
		{99, 79, []textState{{"word", [4]int{99, 79, 1, 1}}}},
		{99, 80, nil},
		{100, 79, nil},
		{1 - size.Width, 1 - size.Height, []textState{{"word", [4]int{0, 0, 1, 1}}}},
		{1 - size.Width, -size.Height, nil},
		{-size.Width, 1 - size.Height, nil},
	} {
		text.Move(fyne.NewPos(c.x, c.y))
		s := &placedTexts{px: func(dp float32) int { return int(dp) }}
		s.walk(container.NewWithoutLayout(text), fyne.Position{}, fyneRect{size: fyne.NewSize(100, 80)})
		if !slices.Equal(s.list, c.want) {
			t.Errorf("at %v, %v: %v, want %v", c.x, c.y, s.list, c.want)
		}
	}
}
