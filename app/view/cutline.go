package view

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// cut reports whether the line shows only part of its text.
func (l *line) cut() bool {
	return fyne.MeasureText(l.text, theme.Size(l.size), l.style).Width > l.Size().Width+0.5
}

// whole is a line that tells all of its text in a tooltip where it shows only
// part of it.
func whole(l *line, tips *tipLayer) fyne.CanvasObject {
	t := &teller{line: l, tips: tips}
	t.ExtendBaseWidget(t)
	return container.NewStack(l, t)
}

// teller lies above a line, unseen, to notice the pointer.
type teller struct {
	widget.BaseWidget
	line *line
	tips *tipLayer
}

// MouseIn implements desktop.Hoverable.
func (t *teller) MouseIn(*desktop.MouseEvent) {
	if t.line.cut() {
		t.tips.showSoon(t, t.line.text)
	}
}

// MouseMoved implements desktop.Hoverable.
func (t *teller) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (t *teller) MouseOut() { t.tips.hide() }

// CreateRenderer implements fyne.Widget.
func (t *teller) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(newBox(""))
}
