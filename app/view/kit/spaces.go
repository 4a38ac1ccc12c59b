package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
)

// Stretch is a layout with a height and a minimum width of 0, for use in a RowLayout.
type Stretch float32

// MinSize implements fyne.Layout.
func (s Stretch) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(0, Scaled(float32(s)))
}

// Layout implements fyne.Layout.
func (s Stretch) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	Fixed{}.Layout(objects, size)
}

// Heading is a bold title with a line below it.
func Heading(text string) fyne.CanvasObject {
	l := NewLine(text, theme.ColorNameForeground).Bold()
	return container.New(ColumnLayout(4), l, NewRule())
}

// Stretched lets an object take the remaining width of a RowLayout.
func Stretched(o fyne.CanvasObject) fyne.CanvasObject { return container.New(noWidth{}, o) }

// noWidth is a layout with the height of its object and a minimum width of 0.
type noWidth struct{}

// MinSize implements fyne.Layout.
func (noWidth) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(0, o[0].MinSize().Height)
}

// Layout implements fyne.Layout.
func (noWidth) Layout(o []fyne.CanvasObject, size fyne.Size) { Fixed{}.Layout(o, size) }

// Resizing is a layout that gives its objects all the room and reports its size.
type Resizing struct{ Resized func(fyne.Size) }

// MinSize implements fyne.Layout.
func (Resizing) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(200, 80) }

// Layout implements fyne.Layout.
func (l Resizing) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	Fixed{}.Layout(objects, size)
	l.Resized(size)
}

// SideLayout puts its last object on the right, at most Width dp and at most Part of the whole
// width; left of it a line 1 dp wide, and the first object in the remaining width.
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
