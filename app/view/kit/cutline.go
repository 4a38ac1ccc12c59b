package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// Truncated reports whether the line shows only part of its text.
func (l *Line) Truncated() bool {
	return fyne.MeasureText(l.Text, theme.Size(l.TextSize), l.Style).Width > l.Size().Width+0.5
}

// WithTip is the line with a tooltip: its Tip or else, where it is truncated, its whole text.
func WithTip(l *Line, tips *TipLayer) fyne.CanvasObject {
	t := &TruncationTip{Line: l, tips: tips}
	t.ExtendBaseWidget(t)
	return container.NewStack(l, t)
}

// TruncationTip lies above a line, invisible, and receives pointer events.
type TruncationTip struct {
	widget.BaseWidget
	Line *Line
	tips *TipLayer
}

// MouseIn implements desktop.Hoverable.
func (t *TruncationTip) MouseIn(*desktop.MouseEvent) {
	if tip := t.Line.Tip; tip != "" {
		t.tips.showSoon(t, tip)
	} else if t.Line.Truncated() {
		t.tips.showSoon(t, t.Line.Text)
	}
}

// MouseMoved implements desktop.Hoverable.
func (t *TruncationTip) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (t *TruncationTip) MouseOut() { t.tips.Hide() }

// CreateRenderer implements fyne.Widget.
func (t *TruncationTip) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(NewBox(""))
}
