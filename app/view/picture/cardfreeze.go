package picture

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
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

// newFrozenCard is a frozen card with links, of which waker is not always shown.
func newFrozenCard(waker *kit.Button, links ...fyne.CanvasObject) *frozenCard {
	label := func(bold bool, size fyne.ThemeSizeName) *widget.Label {
		l := widget.NewLabelWithStyle("", fyne.TextAlignLeading, fyne.TextStyle{Bold: bold})
		l.Selectable, l.SizeName = true, size
		return l
	}
	z := &frozenCard{shield: newShield(), swatch: kit.NewSwatch(model.Execution), Head: label(true, theme.SizeNameText), Text: label(false, theme.SizeNameCaptionText), Waker: waker}
	bare := kit.Insets{-theme.InnerPadding(), -theme.InnerPadding()} // cancels a label's own padding
	z.Part = container.New(kit.ColumnLayout(2),
		container.New(kit.RowLayout(cardGap), z.swatch, container.New(bare, z.Head), kit.NewBox("")), container.New(bare, z.Text), kit.NewGap(0, 2),
		container.New(kit.RowLayout(12), links...))
	return z
}

// freezableCard is a factCard that can be frozen.
type freezableCard struct {
	*factCard
	Frozen *frozenCard
}

func newFreezableCard(f *pointer, frozen *frozenCard) *freezableCard {
	c := &freezableCard{newFactCard(f), frozen}
	c.Box = container.NewStack(c.back, c.Frozen.shield, container.New(kit.Insets{kit.CardInset, 9}, c.Loose, c.Frozen.Part))
	c.look()
	return c
}

// freeze shows the links and the whole text of a card that is shown.
func (c *freezableCard) freeze() {
	z := c.Frozen
	if z.On || !c.Box.Visible() {
		return
	}
	z.On = true
	if canvas := c.f.canvas(); canvas != nil {
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
	c.place()
}

// Thaw lets the card follow the pointer again, and returns the keyboard if the card has taken it.
func (c *freezableCard) Thaw() {
	z := c.Frozen
	if !z.On {
		return
	}
	z.On = false
	c.look()
	if c.Box.Visible() {
		c.place() // it is smaller without the links
	}
	canvas := c.f.canvas()
	if canvas != nil && canvas.Overlays().Top() == nil && canvas.Focused() != z.focused {
		canvas.Focus(z.focused)
	}
}

// look updates the card's look, frozen or not.
func (c *freezableCard) look() {
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
func (c *freezableCard) room() float32 { return kit.Scaled(cardWidth) - 2*kit.CardInset }

// waker is the segment that caused or ended what the card describes.
func (c *freezableCard) waker() (timeline.SegmentRef, bool) {
	t, ref := c.f.s.Trace(), c.Aim.segment
	if t == nil || ref == timeline.NoSegment {
		return ref, false
	}
	return find.WakerOf(t, t.Segment(ref.Thread, ref.Index))
}
