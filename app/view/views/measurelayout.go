package views

import (
	"threadlens/app/view/kit"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// Sizes of the Measurement page, dp.
const (
	MeasureWide   = 1180 // a narrower page has one column
	MeasureRight  = 402  // width of the right column
	measureMargin = 10
	measureGap    = 8
	useLeast      = 190 // heights
	queueLeast    = 120
	tableLeast    = 250
	usePart       = 0.33 // of the left column's height
	queuePart     = 0.24
)

// measureLayout places the cards: CPU utilization, run queue and table in the left column,
// simultaneity and virtual machine in the right one. In a narrow window the right column is below
// the left one: its cards are side by side, or one below the other if they do not fit side by side.
type measureLayout struct {
	narrow, stacked bool
	card            float32 // width of the cards of the right column, dp
}

// low is the height of the right column when it is below the left one.
func (l *measureLayout) low(a, b float32) float32 {
	if l.stacked {
		return a + measureGap + b
	}
	return max(a, b)
}

// MinSize implements fyne.Layout.
func (l *measureLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	left := 2*measureGap + kit.Scaled(tableLeast+kit.PanelHead)
	for _, card := range o[:2] {
		left += card.MinSize().Height
	}
	a, b := o[3].MinSize().Height, o[4].MinSize().Height
	if l.narrow {
		return fyne.NewSize(0, 2*measureMargin+left+measureGap+l.low(a, b))
	}
	return fyne.NewSize(0, 2*measureMargin+max(left, a+measureGap+b))
}

// Layout implements fyne.Layout.
func (l *measureLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	x, y := float32(measureMargin), float32(measureMargin)
	w, h := size.Width-2*measureMargin, size.Height-2*measureMargin
	a, b := o[3].MinSize().Height, o[4].MinSize().Height
	switch low := l.low(a, b); {
	case l.stacked:
		h -= low + measureGap
		kit.Place(o[3], x, y+h+measureGap, w, a)
		kit.Place(o[4], x, y+h+a+2*measureGap, w, b)
	case l.narrow:
		h -= low + measureGap
		kit.Place(o[3], x, y+h+measureGap, l.card, low)
		kit.Place(o[4], x+l.card+measureGap, y+h+measureGap, l.card, low)
	default:
		w -= l.card + measureGap
		kit.Place(o[3], x+w+measureGap, y, l.card, a)
		kit.Place(o[4], x+w+measureGap, y+a+measureGap, l.card, h-a-measureGap)
	}
	for i, part := range []float32{usePart, queuePart} {
		tall := max(o[i].MinSize().Height, (h-2*measureGap)*part)
		kit.Place(o[i], x, y, w, tall)
		y += tall + measureGap
	}
	kit.Place(o[2], x, y, w, measureMargin+h-y)
}

// measureFrame gives the page all the room. It sets the form of the inner layout and the width of
// the texts' cards first, because the height of the page depends on them.
type measureFrame struct {
	inner *measureLayout
	texts func(card float32)
}

// MinSize implements fyne.Layout.
func (f measureFrame) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(300, 200) }

// Layout implements fyne.Layout.
func (f measureFrame) Layout(o []fyne.CanvasObject, size fyne.Size) {
	now := measureLayout{narrow: size.Width < kit.Scaled(MeasureWide), card: kit.Scaled(MeasureRight)}
	if now.narrow {
		room := size.Width - 2*measureMargin
		now.card = (room - measureGap) / 2
		if now.stacked = now.card < kit.Scaled(MeasureRight); now.stacked {
			now.card = room
		}
	}
	if now != *f.inner {
		*f.inner = now
		f.texts(now.card)
		for _, part := range o {
			if s, ok := part.(*container.Scroll); ok {
				s.Content.Refresh()
			}
		}
	}
	kit.Fixed{}.Layout(o, size)
}
