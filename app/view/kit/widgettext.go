package kit

import (
	"strings"

	"fyne.io/fyne/v2"
)

// TextWidget is a widget of ours that has text, or consists of objects that have.
type TextWidget interface {
	fyne.Widget
	// VisibleText returns the widget's own text, "" if it has none, and the objects that it
	// consists of.
	VisibleText() (text string, parts []fyne.CanvasObject)
}

// VisibleText implements TextWidget.
func (l *Line) VisibleText() (string, []fyne.CanvasObject) { return l.Text, nil }

// VisibleText implements TextWidget.
func (p *choicePart) VisibleText() (string, []fyne.CanvasObject) { return p.Title, nil }

// VisibleText implements TextWidget.
func (h *HeadCell) VisibleText() (string, []fyne.CanvasObject) { return h.Text.Text, nil }

// VisibleText implements TextWidget.
func (r *ListRow) VisibleText() (string, []fyne.CanvasObject) {
	return "", []fyne.CanvasObject{r.Content}
}

// VisibleText implements TextWidget.
func (t *TabHead) VisibleText() (string, []fyne.CanvasObject) {
	return t.Text(), []fyne.CanvasObject{t.Badge}
}

// VisibleText implements TextWidget.
func (s *Split) VisibleText() (string, []fyne.CanvasObject) {
	return "", []fyne.CanvasObject{s.First, s.Second}
}

// VisibleText implements TextWidget.
func (b *Button) VisibleText() (string, []fyne.CanvasObject) {
	return strings.TrimSpace(b.Text + " " + b.Note), nil
}

// VisibleText implements TextWidget.
func (l *TableLine) VisibleText() (string, []fyne.CanvasObject) {
	parts := make([]fyne.CanvasObject, len(l.Cells))
	for i, c := range l.Cells {
		parts[i] = c
	}
	return "", parts
}

// VisibleText implements TextWidget.
func (t *TableView) VisibleText() (string, []fyne.CanvasObject) {
	return "", []fyne.CanvasObject{t.head, t.Body, t.Empty, t.footBox}
}

// VisibleText implements TextWidget; it includes the frames that are scrolled out of view.
func (l *FrameList) VisibleText() (string, []fyne.CanvasObject) {
	frames := make([]fyne.CanvasObject, l.Length())
	for i := range frames {
		frames[i] = l.CreateItem()
		l.UpdateItem(i, frames[i])
		frames[i].Move(fyne.NewPos(0, float32(i)*frames[i].MinSize().Height))
	}
	return "", frames
}

// VisibleText implements TextWidget.
func (c *CheckBox) VisibleText() (string, []fyne.CanvasObject) { return c.Text, nil }
