package view

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// truncated reports whether the line shows only part of its text.
func (l *line) truncated() bool {
	return fyne.MeasureText(l.text, theme.Size(l.size), l.style).Width > l.Size().Width+0.5
}

// withTip is a line that tells all of its text in a tooltip where it shows only
// part of it.
func withTip(l *line, tips *tipLayer) fyne.CanvasObject {
	t := &truncationTip{line: l, tips: tips}
	t.ExtendBaseWidget(t)
	return container.NewStack(l, t)
}

// truncationTip lies above a line, unseen, to notice the pointer.
type truncationTip struct {
	widget.BaseWidget
	line *line
	tips *tipLayer
}

// MouseIn implements desktop.Hoverable.
func (t *truncationTip) MouseIn(*desktop.MouseEvent) {
	if t.line.truncated() {
		t.tips.showSoon(t, t.line.text)
	}
}

// MouseMoved implements desktop.Hoverable.
func (t *truncationTip) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (t *truncationTip) MouseOut() { t.tips.hide() }

// CreateRenderer implements fyne.Widget.
func (t *truncationTip) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(newBox(""))
}
