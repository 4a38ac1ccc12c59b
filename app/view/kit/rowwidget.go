package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// ListRow is a row of a list: content on a background that shows whether the pointer is over it and
// whether it is chosen.
type ListRow struct {
	widget.BaseWidget
	Content  fyne.CanvasObject
	back     *Box
	height   float32
	chosen   bool
	hovered  bool
	OnTapped func()
	Menu     func(at fyne.Position) // opens its menu at a position, nil without a menu
	Over     func(bool)             // the pointer entered or left
	tips     *TipLayer
	Tip      func() string // its tooltip, "" for none
}

// NewListRow is a row that shows content; height is in dp for text of the usual size.
func NewListRow(content fyne.CanvasObject, height float32) *ListRow {
	r := &ListRow{Content: content, back: NewBox(""), height: height, OnTapped: func() {}, Over: func(bool) {}, Tip: func() string { return "" }}
	r.ExtendBaseWidget(r)
	return r
}

// Explain gives the row a tooltip, whose text is computed when it is about to be shown.
func (r *ListRow) Explain(tips *TipLayer, tip func() string) { r.tips, r.Tip = tips, tip }

// Choose marks the row as chosen or not.
func (r *ListRow) Choose(chosen bool) {
	r.chosen = chosen
	r.colour()
}

func (r *ListRow) colour() {
	switch {
	case r.chosen:
		r.back.Paint(theme.ColorNameSelection, "")
	case r.hovered:
		r.back.Paint(theme.ColorNameHover, "")
	default:
		r.back.Paint("", "")
	}
}

// Tapped implements fyne.Tappable.
func (r *ListRow) Tapped(*fyne.PointEvent) { r.OnTapped() }

// TappedSecondary implements fyne.SecondaryTappable.
func (r *ListRow) TappedSecondary(e *fyne.PointEvent) {
	if r.Menu != nil {
		r.tips.Hide()
		r.Menu(e.AbsolutePosition)
	}
}

// MouseIn implements desktop.Hoverable.
func (r *ListRow) MouseIn(*desktop.MouseEvent) {
	r.hovered = true
	r.colour()
	r.tips.showSoon(r, r.Tip())
	r.Over(true)
}

// MouseMoved implements desktop.Hoverable.
func (r *ListRow) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (r *ListRow) MouseOut() {
	r.hovered = false
	r.colour()
	r.tips.Hide()
	r.Over(false)
}

// CreateRenderer implements fyne.Widget.
func (r *ListRow) CreateRenderer() fyne.WidgetRenderer { return &listRowRenderer{r} }

type listRowRenderer struct{ r *ListRow }

func (l *listRowRenderer) Destroy() {}

func (l *listRowRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{l.r.back, l.r.Content}
}

func (l *listRowRenderer) MinSize() fyne.Size {
	return fyne.NewSize(l.r.Content.MinSize().Width, Scaled(l.r.height))
}

func (l *listRowRenderer) Layout(size fyne.Size) {
	l.r.back.Resize(size)
	l.r.Content.Resize(size)
}

func (l *listRowRenderer) Refresh() {
	l.r.back.Refresh()
	l.r.Content.Refresh()
}
