package view

import (
	"strings"

	"fyne.io/fyne/v2"
)

// textWidget is a widget of ours that has text, or consists of objects that have.
type textWidget interface {
	fyne.Widget
	// VisibleText is the widget's own text, "" without, and what it consists of.
	VisibleText() (text string, parts []fyne.CanvasObject)
}

// VisibleText implements textWidget.
func (l *line) VisibleText() (string, []fyne.CanvasObject) { return l.text, nil }

// VisibleText implements textWidget.
func (p *choicePart) VisibleText() (string, []fyne.CanvasObject) { return p.title, nil }

// VisibleText implements textWidget.
func (h *headCell) VisibleText() (string, []fyne.CanvasObject) { return h.text.text, nil }

// VisibleText implements textWidget.
func (r *listRow) VisibleText() (string, []fyne.CanvasObject) {
	return "", []fyne.CanvasObject{r.content}
}

// VisibleText implements textWidget.
func (t *tabHead) VisibleText() (string, []fyne.CanvasObject) {
	return t.text(), []fyne.CanvasObject{t.badge}
}

// VisibleText implements textWidget.
func (s *split) VisibleText() (string, []fyne.CanvasObject) { return "", []fyne.CanvasObject{s.a, s.b} }

// VisibleText implements textWidget.
func (b *button) VisibleText() (string, []fyne.CanvasObject) {
	return strings.TrimSpace(b.text + " " + b.note), nil
}

// VisibleText implements textWidget.
func (l *tableLine) VisibleText() (string, []fyne.CanvasObject) {
	parts := make([]fyne.CanvasObject, len(l.cells))
	for i, c := range l.cells {
		parts[i] = c
	}
	return "", parts
}

// VisibleText implements textWidget.
func (t *tableView) VisibleText() (string, []fyne.CanvasObject) {
	return "", []fyne.CanvasObject{t.head, t.body, t.empty, t.footBox}
}

// VisibleText implements textWidget: also the frames that are scrolled out of view.
func (l *frameList) VisibleText() (string, []fyne.CanvasObject) {
	frames := make([]fyne.CanvasObject, l.Length())
	for i := range frames {
		frames[i] = l.CreateItem()
		l.UpdateItem(i, frames[i])
		frames[i].Move(fyne.NewPos(0, float32(i)*frames[i].MinSize().Height))
	}
	return "", frames
}
