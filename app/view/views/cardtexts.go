package views

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/view/kit"
)

// cardCaption is a small title over part of a card.
func cardCaption(text string) *kit.Line { return kit.NewCaption(text, kit.ColorText2) }

// figureLine is the line for the large figure of a card.
func figureLine() *kit.Line {
	l := kit.NewLine("", theme.ColorNameForeground)
	l.TextSize = theme.SizeNameHeadingText
	return l
}

// SentenceGap is the space left and right of a sentence in a card, both sides together, dp.
const SentenceGap = 26

// Wrapped is a text that wraps at the width of its card.
type Wrapped struct {
	Root  *fyne.Container
	gap   float32 // left and right of it, both sides together, dp for text of the usual size
	text  string
	card  float32 // width of the card, dp; 0: as wide as the right column
	width float32 // for which it was wrapped
	size  float32 // size of text for which it was wrapped
	color fyne.ThemeColorName
}

func newWrapped(gap float32) *Wrapped {
	return &Wrapped{Root: container.New(kit.ColumnLayout(1)), gap: gap, color: kit.ColorText2}
}

// set changes the text.
func (p *Wrapped) set(text string) { p.lay(text, p.card) }

// within wraps the text for another width of the card.
func (p *Wrapped) within(card float32) { p.lay(p.text, card) }

func (p *Wrapped) lay(text string, card float32) {
	p.card = card
	if card == 0 {
		card = kit.Scaled(MeasureRight)
	}
	width := card - kit.Scaled(p.gap)
	if p.text == text && p.width == width && p.size == kit.TextScale() {
		return
	}
	p.text, p.width, p.size = text, width, kit.TextScale()
	p.Root.Objects = p.Root.Objects[:0]
	for _, l := range kit.Wrap(text, width) {
		p.Root.Add(kit.NewLine(l, p.color).Fitting())
	}
	p.Root.Refresh()
}
