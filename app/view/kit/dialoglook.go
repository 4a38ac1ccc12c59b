package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// Position of a dialog's title: its text is aligned with the content, which the toolkit places 16
// dp from the edge and our sheets 12 dp further in.
const (
	dialogContent = 16 + 12
	dialogTop     = 6
)

// DecorateDialog gives a dialog of the toolkit a border, which it lacks in dark colours, and places
// its title above its content.
func DecorateDialog(overlay fyne.CanvasObject) {
	pop, ok := overlay.(*widget.PopUp)
	if !ok {
		return
	}
	parts, ok := pop.Content.(*fyne.Container)
	if !ok {
		return
	}
	const title = 4 // number of parts before the title; a file dialog has more
	if len(parts.Objects) == title+1 {
		if label, ok := parts.Objects[title].(*widget.Label); ok {
			label.Move(fyne.NewPos(dialogContent-theme.InnerPadding(), dialogTop))
		}
	}
	edge := NewBox("")
	edge.Stroke = ColorCardLine
	parts.Layout = edged{parts.Layout}
	parts.Add(edge)
}

// edged is the layout of a popup's content with a border, its last object, around the content and
// the popup's padding.
type edged struct{ inner fyne.Layout }

// MinSize implements fyne.Layout.
func (l edged) MinSize(o []fyne.CanvasObject) fyne.Size { return l.inner.MinSize(o[:len(o)-1]) }

// Layout implements fyne.Layout.
func (l edged) Layout(o []fyne.CanvasObject, size fyne.Size) {
	last, room := len(o)-1, theme.Padding()
	l.inner.Layout(o[:last], size)
	Place(o[last], -room, -room, size.Width+2*room, size.Height+2*room)
}
