package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
)

// Stretch is a layout of a height that asks for no width, for use in a RowLayout.
type Stretch float32

// MinSize implements fyne.Layout.
func (s Stretch) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(0, Scaled(float32(s)))
}

// Layout implements fyne.Layout.
func (s Stretch) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	Fixed{}.Layout(objects, size)
}

func Heading(text string) fyne.CanvasObject {
	l := NewLine(text, theme.ColorNameForeground).Bold()
	return container.New(ColumnLayout(4), l, NewRule())
}

// Stretched lets an object take what a RowLayout has left over.
func Stretched(o fyne.CanvasObject) fyne.CanvasObject { return container.New(noWidth{}, o) }

// noWidth is a layout that asks for the height of its object alone.
type noWidth struct{}

// MinSize implements fyne.Layout.
func (noWidth) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(0, o[0].MinSize().Height)
}

// Layout implements fyne.Layout.
func (noWidth) Layout(o []fyne.CanvasObject, size fyne.Size) { Fixed{}.Layout(o, size) }

// Resizing is a layout that fills its room and tells how much it is.
type Resizing struct{ Resized func(fyne.Size) }

// MinSize implements fyne.Layout.
func (Resizing) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(200, 80) }

// Layout implements fyne.Layout.
func (l Resizing) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	Fixed{}.Layout(objects, size)
	l.Resized(size)
}

// SideLayout puts its last object at the right, so wide as it says at most and no
// wider than a part of the whole; a line 1 dp wide before it, and the first in the
// rest.
type SideLayout struct{ Width, Part float32 }

// MinSize implements fyne.Layout.
func (l SideLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(0, max(o[0].MinSize().Height, o[2].MinSize().Height))
}

// Layout implements fyne.Layout.
func (l SideLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	right := min(Scaled(l.Width), size.Width*l.Part)
	Place(o[0], 0, 0, size.Width-right-1, size.Height)
	Place(o[1], size.Width-right-1, 0, 1, size.Height)
	Place(o[2], size.Width-right, 0, right, size.Height)
}
