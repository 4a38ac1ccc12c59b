package view

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"threadlens/app/session/find"
	"threadlens/app/view/kit"
	"threadlens/model"
	"threadlens/timeline"
)

// frozenCard is the hover card while Ctrl is held: it stays where it is, its text
// can be selected and its links clicked. The pointer may leave what it tells about
// to get there.
type frozenCard struct {
	on         bool
	shield     *shield
	swatch     *kit.Swatch
	head, text *widget.Label // title and lines, whole
	part       *fyne.Container
	waker      *kit.Button
	focused    fyne.Focusable // that had the keyboard before
}

func newFrozenCard(c *hoverCard) *frozenCard {
	label := func(bold bool, size fyne.ThemeSizeName) *widget.Label {
		l := widget.NewLabelWithStyle("", fyne.TextAlignLeading, fyne.TextStyle{Bold: bold})
		l.Selectable, l.SizeName = true, size
		return l
	}
	z := &frozenCard{shield: newShield(), swatch: kit.NewSwatch(model.Execution), head: label(true, theme.SizeNameText), text: label(false, theme.SizeNameCaptionText)}
	z.waker = kit.NewLink("Go to waker", c.goWaker)
	links := container.New(kit.RowLayout(12), kit.NewLink("Select", c.pick), z.waker, kit.NewLink("Copy", c.copyText), kit.NewBox(""))
	bare := kit.Insets{-theme.InnerPadding(), -theme.InnerPadding()} // a label's own room
	z.part = container.New(kit.ColumnLayout(2),
		container.New(kit.RowLayout(cardGap), z.swatch, container.New(bare, z.head), kit.NewBox("")), container.New(bare, z.text), kit.NewGap(0, 2), links)
	return z
}

// hold freezes the card if it is shown and Ctrl is held, and thaws it if not. It
// reports whether the card is frozen.
func (c *hoverCard) hold(f *surface) bool {
	held := f.modifiers()&kit.Ctrl != 0 && !f.mouse.dragging() && c.box.Visible()
	if held {
		c.freeze(f)
	} else {
		c.thaw()
	}
	return held
}

// freeze shows the text of a card that is shown whole, and its links.
func (c *hoverCard) freeze(f *surface) {
	z := c.frozen
	if z.on || !c.box.Visible() {
		return
	}
	z.on, c.f = true, f
	if canvas := fyne.CurrentApp().Driver().CanvasForObject(f); canvas != nil {
		z.focused = canvas.Focused()
	}
	kit.Hide(z.swatch, !c.swatch.Visible())
	z.swatch.Set(c.swatch.Category)
	beside := z.swatch.MinSize().Width + cardGap
	z.head.SetText(strings.Join(kit.WrapAt(c.texts[0], c.room()-beside, theme.SizeNameText, fyne.TextStyle{Bold: true}), "\n"))
	var lines []string
	for _, text := range c.texts[1:] {
		lines = append(lines, kit.WrapAt(text, c.room(), theme.SizeNameCaptionText, fyne.TextStyle{})...)
	}
	z.text.SetText(strings.Join(lines, "\n"))
	kit.Hide(z.text, len(lines) == 0)
	_, waker := c.waker()
	kit.Hide(z.waker, !waker)
	z.part.Refresh()
	c.look()
	c.place(f)
}

// thaw lets the card follow the pointer again, and gives the keyboard back if the
// card has taken it.
func (c *hoverCard) thaw() {
	z := c.frozen
	if !z.on {
		return
	}
	z.on = false
	c.look()
	if c.box.Visible() {
		c.place(c.f) // as large as it is without the links
	}
	canvas := fyne.CurrentApp().Driver().CanvasForObject(c.f)
	if canvas != nil && canvas.Overlays().Top() == nil && canvas.Focused() != z.focused {
		canvas.Focus(z.focused)
	}
}

// look shows the card as it is, frozen or not.
func (c *hoverCard) look() {
	on := c.frozen.on
	edge := kit.ColorCardLine
	if on {
		edge = theme.ColorNamePrimary
	}
	c.back.Paint(kit.ColorCard, edge)
	kit.Hide(c.loose, on)
	kit.Hide(c.frozen.part, !on)
	kit.Hide(c.frozen.shield, !on)
}

// room is the width of the card's text.
func (c *hoverCard) room() float32 { return kit.Scaled(cardWidth) - 2*cardInset }

// waker is who brought about or ended what the card tells about.
func (c *hoverCard) waker() (timeline.SegmentRef, bool) {
	t, ref := c.f.s.Trace(), c.aim.segment
	if t == nil || ref == timeline.NoSegment {
		return ref, false
	}
	return find.WakerOf(t, t.Segment(ref.Thread, ref.Index))
}

// pick selects what the card tells about.
func (c *hoverCard) pick() {
	aim := c.aim
	c.hide()
	if aim.object.Kind != timeline.NoObject {
		c.f.s.SelectObject(aim.object)
	} else {
		c.f.s.Select(aim.segment)
	}
}

// goWaker selects what the card tells about and hops to its waker from there.
func (c *hoverCard) goWaker() {
	c.f.s.Update(func() {
		c.pick()
		c.f.s.ToWaker()
	})
}

// copyText puts the card's text on the clipboard.
func (c *hoverCard) copyText() { c.f.clip(strings.Join(c.texts, "\n") + "\n") }

// shield keeps clicks and the wheel beside the links of a frozen card from the
// lanes below it.
type shield struct{ widget.BaseWidget }

func newShield() *shield {
	s := &shield{}
	s.ExtendBaseWidget(s)
	return s
}

// CreateRenderer implements fyne.Widget.
func (s *shield) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(kit.NewBox(""))
}

// MouseDown implements desktop.Mouseable.
func (s *shield) MouseDown(*desktop.MouseEvent) {}

// MouseUp implements desktop.Mouseable.
func (s *shield) MouseUp(*desktop.MouseEvent) {}

// Dragged implements fyne.Draggable.
func (s *shield) Dragged(*fyne.DragEvent) {}

// DragEnd implements fyne.Draggable.
func (s *shield) DragEnd() {}

// Scrolled implements fyne.Scrollable.
func (s *shield) Scrolled(*fyne.ScrollEvent) {}

// MouseIn implements desktop.Hoverable.
func (s *shield) MouseIn(*desktop.MouseEvent) {}

// MouseMoved implements desktop.Hoverable.
func (s *shield) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (s *shield) MouseOut() {}
