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
	menu    func(at fyne.Position) // drops its menu, nil without one
	over    func(bool)             // the pointer came or went
	tips    *tipLayer
	tip     func() string // its tooltip, "" for none
}

func newListRow(content fyne.CanvasObject, height float32) *listRow {
	r := &listRow{content: content, back: newBox(""), height: height, tapped: func() {}, over: func(bool) {}, tip: func() string { return "" }}
	r.ExtendBaseWidget(r)
	return r
}

// explain gives the row a tooltip, which is asked for when it is to be shown.
func (r *listRow) explain(tips *tipLayer, tip func() string) { r.tips, r.tip = tips, tip }

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

// TappedSecondary implements fyne.SecondaryTappable.
func (r *listRow) TappedSecondary(e *fyne.PointEvent) {
	if r.menu != nil {
		r.tips.hide()
		r.menu(e.AbsolutePosition)
	}
}

// MouseIn implements desktop.Hoverable.
func (r *listRow) MouseIn(*desktop.MouseEvent) {
	r.hovered = true
	r.colour()
	r.tips.showSoon(r, r.tip())
	r.over(true)
}

// MouseMoved implements desktop.Hoverable.
func (r *listRow) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (r *listRow) MouseOut() {
	r.hovered = false
	r.colour()
	r.tips.hide()
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
