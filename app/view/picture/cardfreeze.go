package picture

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

// frozenCard is the hover card while Ctrl is held: it stays in place, its text can be selected and
// its links clicked. The pointer may leave what the card describes to get there.
type frozenCard struct {
	On         bool
	shield     *shield
	swatch     *kit.Swatch
	Head, Text *widget.Label // title and lines, not shortened
	Part       *fyne.Container
	Waker      *kit.Button
	focused    fyne.Focusable // had the keyboard before
}

func newFrozenCard(c *HoverCard) *frozenCard {
	label := func(bold bool, size fyne.ThemeSizeName) *widget.Label {
		l := widget.NewLabelWithStyle("", fyne.TextAlignLeading, fyne.TextStyle{Bold: bold})
		l.Selectable, l.SizeName = true, size
		return l
	}
	z := &frozenCard{shield: newShield(), swatch: kit.NewSwatch(model.Execution), Head: label(true, theme.SizeNameText), Text: label(false, theme.SizeNameCaptionText)}
	z.Waker = kit.NewLink("Go to waker", c.goWaker)
	links := container.New(kit.RowLayout(12), kit.NewLink("Select", c.Pick), z.Waker, kit.NewLink("Copy", c.CopyText), kit.NewBox(""))
	bare := kit.Insets{-theme.InnerPadding(), -theme.InnerPadding()} // cancels a label's own padding
	z.Part = container.New(kit.ColumnLayout(2),
		container.New(kit.RowLayout(cardGap), z.swatch, container.New(bare, z.Head), kit.NewBox("")), container.New(bare, z.Text), kit.NewGap(0, 2), links)
	return z
}

// Hold freezes the card while it is shown and Ctrl is held, and thaws it otherwise. It reports
// whether the card is frozen.
func (c *HoverCard) Hold(f *Surface) bool {
	held := f.Modifiers()&kit.Ctrl != 0 && !f.Mouse.dragging() && c.Box.Visible()
	if held {
		c.freeze(f)
	} else {
		c.Thaw()
	}
	return held
}

// freeze shows the links and the whole text of a card that is shown.
func (c *HoverCard) freeze(f *Surface) {
	z := c.Frozen
	if z.On || !c.Box.Visible() {
		return
	}
	z.On, c.f = true, f
	if canvas := fyne.CurrentApp().Driver().CanvasForObject(f); canvas != nil {
		z.focused = canvas.Focused()
	}
	kit.Hide(z.swatch, !c.Swatch.Visible())
	z.swatch.Set(c.Swatch.Category)
	beside := z.swatch.MinSize().Width + cardGap
	z.Head.SetText(strings.Join(kit.WrapAt(c.Texts[0], c.room()-beside, theme.SizeNameText, fyne.TextStyle{Bold: true}), "\n"))
	var lines []string
	for _, text := range c.Texts[1:] {
		lines = append(lines, kit.WrapAt(text, c.room(), theme.SizeNameCaptionText, fyne.TextStyle{})...)
	}
	z.Text.SetText(strings.Join(lines, "\n"))
	kit.Hide(z.Text, len(lines) == 0)
	_, waker := c.waker()
	kit.Hide(z.Waker, !waker)
	z.Part.Refresh()
	c.look()
	c.place(f)
}

// Thaw lets the card follow the pointer again, and returns the keyboard if the card has taken it.
func (c *HoverCard) Thaw() {
	z := c.Frozen
	if !z.On {
		return
	}
	z.On = false
	c.look()
	if c.Box.Visible() {
		c.place(c.f) // it is smaller without the links
	}
	canvas := fyne.CurrentApp().Driver().CanvasForObject(c.f)
	if canvas != nil && canvas.Overlays().Top() == nil && canvas.Focused() != z.focused {
		canvas.Focus(z.focused)
	}
}

// look updates the card's look, frozen or not.
func (c *HoverCard) look() {
	on := c.Frozen.On
	edge := kit.ColorCardLine
	if on {
		edge = theme.ColorNamePrimary
	}
	c.back.Paint(kit.ColorCard, edge)
	kit.Hide(c.Loose, on)
	kit.Hide(c.Frozen.Part, !on)
	kit.Hide(c.Frozen.shield, !on)
}

// room is the width of the card's text.
func (c *HoverCard) room() float32 { return kit.Scaled(cardWidth) - 2*kit.CardInset }

// waker is the segment that caused or ended what the card describes.
func (c *HoverCard) waker() (timeline.SegmentRef, bool) {
	t, ref := c.f.s.Trace(), c.Aim.segment
	if t == nil || ref == timeline.NoSegment {
		return ref, false
	}
	return find.WakerOf(t, t.Segment(ref.Thread, ref.Index))
}

// Pick selects what the card describes.
func (c *HoverCard) Pick() {
	aim := c.Aim
	c.Hide()
	if aim.Object.Kind != timeline.NoObject {
		c.f.s.SelectObject(aim.Object)
	} else {
		c.f.s.Select(aim.segment)
	}
}

// goWaker selects what the card describes and goes to its waker from there.
func (c *HoverCard) goWaker() {
	c.f.s.Update(func() {
		c.Pick()
		c.f.s.ToWaker()
	})
}

// CopyText copies the card's text to the clipboard.
func (c *HoverCard) CopyText() { c.f.Clip(strings.Join(c.Texts, "\n") + "\n") }

// shield keeps clicks and the wheel that miss the links of a frozen card from the lanes below it.
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
