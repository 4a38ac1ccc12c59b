package kit

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
)

// TipDelay is how long the pointer must rest before a tooltip appears.
const TipDelay = 500 * time.Millisecond

const (
	tipWidth = 420 // at which the text of a tooltip wraps, dp
	tipEdge  = 4   // between a tooltip and the edges of the window or its object
)

// TipLayer shows one tooltip at a time above the window's content. It is a
// plain container, not an overlay of the canvas: an overlay would swallow the
// mouse and the focus. A nil TipLayer shows nothing.
type TipLayer struct {
	Layer *fyne.Container
	Card  *fyne.Container
	Text  string
	lines *fyne.Container
	rest  Debouncer         // delay before it is shown
	of    fyne.CanvasObject // the object that it describes, nil for none
}

// NewTipLayer is a layer without a tooltip.
func NewTipLayer() *TipLayer {
	t := &TipLayer{lines: container.New(ColumnLayout(0))}
	back := NewBox(ColorCard)
	back.Stroke, back.Radius = ColorCardLine, 4
	t.Card = container.NewStack(back, container.New(Insets{8, 5}, t.lines))
	t.Card.Hide()
	t.Layer = container.NewWithoutLayout(t.Card)
	return t
}

// showSoon shows text under o after the delay, unless Hide is called first.
func (t *TipLayer) showSoon(o fyne.CanvasObject, text string) {
	if t == nil || text == "" {
		return
	}
	t.Hide()
	t.of = o
	t.rest.After(TipDelay, func() { t.show(o, text) })
}

// Hide hides the tooltip and cancels a pending one.
func (t *TipLayer) Hide() {
	if t == nil {
		return
	}
	t.rest.Stop()
	t.of = nil
	if t.Card.Visible() {
		t.Card.Hide()
	}
}

// tells is the object that the visible or pending tooltip describes, nil for none.
func (t *TipLayer) tells() fyne.CanvasObject {
	if t == nil {
		return nil
	}
	return t.of
}

func (t *TipLayer) show(o fyne.CanvasObject, text string) {
	if t == nil {
		return
	}
	driver := fyne.CurrentApp().Driver()
	origin := driver.AbsolutePositionForObject(t.Layer)
	at := driver.AbsolutePositionForObject(o).Subtract(origin)
	room := t.Layer.Size()
	t.Text = text
	t.lines.RemoveAll()
	for _, l := range WrapAt(text, min(Scaled(tipWidth), room.Width-Scaled(40)), theme.SizeNameCaptionText, fyne.TextStyle{}) {
		t.lines.Add(NewCaption(l, theme.ColorNameForeground))
	}
	size := t.Card.MinSize()
	pos := fyne.NewPos(at.X, at.Y+o.Size().Height+tipEdge)
	if pos.Y+size.Height > room.Height {
		pos.Y = max(tipEdge, at.Y-size.Height-tipEdge)
	}
	pos.X = max(tipEdge, min(pos.X, room.Width-size.Width-tipEdge))
	t.Card.Resize(size)
	t.Card.Move(pos)
	t.Card.Show()
	t.Layer.Refresh()
}
