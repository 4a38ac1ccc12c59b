package panes

import (
	"cmp"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/view/kit"
)

// headlineText is the text of the line above the lanes. Where it is too long for one line, it takes
// one or two smaller ones, since the end of a finding's sentence says what to blame; what does not fit
// even there is left out of the middle of the second one.
type headlineText struct {
	root  *fyne.Container
	one   *kit.Line
	lines [2]*kit.Line
}

func newHeadlineText(tips *kit.TipLayer) *headlineText {
	t := &headlineText{one: kit.NewLine("", theme.ColorNameForeground).Fitting()}
	for i := range t.lines {
		t.lines[i] = kit.NewCaption("", theme.ColorNameForeground).Fitting()
		t.lines[i].Hide()
	}
	t.lines[1].Middle = true
	t.root = container.New(t, kit.WithTip(t.one, tips), kit.WithTip(t.lines[0], tips), kit.WithTip(t.lines[1], tips))
	return t
}

// MinSize implements fyne.Layout.
func (t *headlineText) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(0, max(t.one.MinSize().Height, 2*t.lines[0].MinSize().Height))
}

// Layout implements fyne.Layout.
func (t *headlineText) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	objects[0].Resize(size)
	t.one.Resize(size) // also while it is hidden
	wrapped := t.one.Truncated()
	kit.Hide(t.one, wrapped)
	kit.Hide(objects[0], wrapped)
	var texts [2]string
	if wrapped {
		upper, rest := kit.WrapAt(t.one.Text, size.Width, t.lines[0].TextSize, t.lines[0].Style), ""
		if len(upper) > 1 {
			rest = strings.Join(upper[1:], " ")
		}
		texts = [2]string{upper[0], rest}
	}
	high := t.lines[0].MinSize().Height
	top := size.Height/2 - high
	if texts[1] == "" { // in the smaller type it fits into one line
		top += high / 2
	}
	for i, l := range t.lines {
		kit.Hide(l, !wrapped)
		kit.Hide(objects[1+i], !wrapped)
		l.Tip = cmp.Or(t.one.Tip, t.one.Text)
		l.Set(texts[i])
		l.Paint(t.one.Color)
		kit.Place(objects[1+i], 0, top+float32(i)*high, size.Width, high)
	}
}
