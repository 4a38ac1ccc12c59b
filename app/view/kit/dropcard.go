package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// dropMargin is the least space between a drop card and the edges of the window, dp.
const dropMargin = 8

// DropCard is a card below a button. It covers the whole window, because an overlay owns the
// keyboard, but draws only the card, which stays inside the window at any size. A click outside the
// card closes it.
type DropCard struct {
	widget.BaseWidget
	card   *fyne.Container
	under  fyne.CanvasObject
	size   fyne.Size
	canvas fyne.Canvas
	closed func()
}

// ShowDropCard shows content on a card below an object of a canvas, with this size in dp where there
// is room; closed is called when the card is closed.
func ShowDropCard(canvas fyne.Canvas, content, under fyne.CanvasObject, size fyne.Size, closed func()) *DropCard {
	back := NewBox(ColorCard)
	back.Stroke, back.Radius = ColorCardLine, 6
	d := &DropCard{card: container.NewStack(back, container.New(Insets{10, 8}, content)), under: under, size: size, canvas: canvas, closed: closed}
	d.ExtendBaseWidget(d)
	d.canvas.Overlays().Add(d)
	d.Resize(d.canvas.Size())
	return d
}

// Close closes the card.
func (d *DropCard) Close() {
	d.canvas.Overlays().Remove(d)
	d.closed()
}

// Tapped implements fyne.Tappable.
func (d *DropCard) Tapped(e *fyne.PointEvent) {
	if !(Rect{Pos: d.card.Position(), Size: d.card.Size()}).Contains(e.Position) {
		d.Close()
	}
}

// layout places the card below its object, as far to the left and as high as the window requires.
func (d *DropCard) layout(size fyne.Size) {
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(d.under).AddXY(0, d.under.Size().Height+4)
	width := min(Scaled(d.size.Width), size.Width-2*dropMargin)
	at.X = max(dropMargin, min(at.X, size.Width-width-dropMargin))
	d.card.Move(at)
	d.card.Resize(fyne.NewSize(width, max(d.card.MinSize().Height, min(Scaled(d.size.Height), size.Height-at.Y-dropMargin))))
}

// VisibleText implements TextWidget.
func (d *DropCard) VisibleText() (string, []fyne.CanvasObject) {
	return "", []fyne.CanvasObject{d.card}
}

// CreateRenderer implements fyne.Widget.
func (d *DropCard) CreateRenderer() fyne.WidgetRenderer { return &dropCardRenderer{d} }

type dropCardRenderer struct{ d *DropCard }

func (r *dropCardRenderer) Destroy()                     {}
func (r *dropCardRenderer) MinSize() fyne.Size           { return fyne.Size{} }
func (r *dropCardRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.d.card} }
func (r *dropCardRenderer) Layout(size fyne.Size)        { r.d.layout(size) }
func (r *dropCardRenderer) Refresh()                     { r.d.card.Refresh() }
