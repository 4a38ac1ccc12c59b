package view

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// listRow is a row of a list: content on a background that follows the pointer
// and the choice.
type listRow struct {
	widget.BaseWidget
	content fyne.CanvasObject
	back    *box
	height  float32
	chosen  bool
	hovered bool
	tapped  func()
	over    func(bool) // the pointer came or went
}

func newListRow(content fyne.CanvasObject, height float32) *listRow {
	r := &listRow{content: content, back: newBox(""), height: height, tapped: func() {}, over: func(bool) {}}
	r.ExtendBaseWidget(r)
	return r
}

// choose marks the row as chosen or not.
func (r *listRow) choose(chosen bool) {
	r.chosen = chosen
	r.colour()
}

func (r *listRow) colour() {
	switch {
	case r.chosen:
		r.back.paint(theme.ColorNameSelection, "")
	case r.hovered:
		r.back.paint(theme.ColorNameHover, "")
	default:
		r.back.paint("", "")
	}
}

// Tapped implements fyne.Tappable.
func (r *listRow) Tapped(*fyne.PointEvent) { r.tapped() }

// MouseIn implements desktop.Hoverable.
func (r *listRow) MouseIn(*desktop.MouseEvent) {
	r.hovered = true
	r.colour()
	r.over(true)
}

// MouseMoved implements desktop.Hoverable.
func (r *listRow) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (r *listRow) MouseOut() {
	r.hovered = false
	r.colour()
	r.over(false)
}

// CreateRenderer implements fyne.Widget.
func (r *listRow) CreateRenderer() fyne.WidgetRenderer { return &listRowRenderer{r} }

type listRowRenderer struct{ r *listRow }

func (l *listRowRenderer) Destroy() {}

func (l *listRowRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{l.r.back, l.r.content}
}

func (l *listRowRenderer) MinSize() fyne.Size {
	return fyne.NewSize(l.r.content.MinSize().Width, scaled(l.r.height))
}

func (l *listRowRenderer) Layout(size fyne.Size) {
	l.r.back.Resize(size)
	l.r.content.Resize(size)
}

func (l *listRowRenderer) Refresh() {
	l.r.back.Refresh()
	l.r.content.Refresh()
}
