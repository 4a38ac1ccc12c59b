package view

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
)

// tipDelay is how long the pointer rests before a tooltip appears.
const tipDelay = 500 * time.Millisecond

// tipLayer shows one tooltip at a time above the window's content. It is a
// plain container, not an overlay of the canvas: an overlay would swallow the
// mouse and the focus. A nil tipLayer shows nothing.
type tipLayer struct {
	layer *fyne.Container
	card  *fyne.Container
	text  *line
	rest  debouncer         // until it is shown
	of    fyne.CanvasObject // what it describes, nil without one
}

func newTipLayer() *tipLayer {
	t := &tipLayer{text: newCaption("", theme.ColorNameForeground)}
	back := newBox(colorCard)
	back.stroke, back.radius = colorCardLine, 4
	t.card = container.NewStack(back, container.New(insets{8, 5}, t.text))
	t.card.Hide()
	t.layer = container.NewWithoutLayout(t.card)
	return t
}

// showSoon shows text under o after the delay, unless hide comes first.
func (t *tipLayer) showSoon(o fyne.CanvasObject, text string) {
	if t == nil || text == "" {
		return
	}
	t.hide()
	t.of = o
	t.rest.after(tipDelay, func() { t.show(o, text) })
}

// hide takes the tooltip away and forgets one that was to come.
func (t *tipLayer) hide() {
	if t == nil {
		return
	}
	t.rest.stop()
	t.of = nil
	if t.card.Visible() {
		t.card.Hide()
	}
}

// tells is what the tooltip that is shown or to come describes, nil without one.
func (t *tipLayer) tells() fyne.CanvasObject {
	if t == nil {
		return nil
	}
	return t.of
}

func (t *tipLayer) show(o fyne.CanvasObject, text string) {
	if t == nil {
		return
	}
	driver := fyne.CurrentApp().Driver()
	origin := driver.AbsolutePositionForObject(t.layer)
	at := driver.AbsolutePositionForObject(o).Subtract(origin)
	t.text.set(text)
	size := t.card.MinSize()
	room := t.layer.Size()
	pos := fyne.NewPos(at.X, at.Y+o.Size().Height+4)
	if pos.Y+size.Height > room.Height {
		pos.Y = at.Y - size.Height - 4
	}
	pos.X = max(4, min(pos.X, room.Width-size.Width-4))
	t.card.Resize(size)
	t.card.Move(pos)
	t.card.Show()
	t.layer.Refresh()
}
