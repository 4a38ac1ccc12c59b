package view

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"threadlens/timeline"
)

// This file has the visible text of each widget: see textWidget.

func (l *line) visibleText() (string, []fyne.CanvasObject)       { return l.text, nil }
func (p *choicePart) visibleText() (string, []fyne.CanvasObject) { return p.title, nil }
func (h *headCell) visibleText() (string, []fyne.CanvasObject)   { return h.text.text, nil }
func (l *stackLine) visibleText() (string, []fyne.CanvasObject) {
	return "", []fyne.CanvasObject{l.root}
}

func (p *finder) visibleText() (string, []fyne.CanvasObject) { return "", []fyne.CanvasObject{p.card} }

func (r *listRow) visibleText() (string, []fyne.CanvasObject) {
	return "", []fyne.CanvasObject{r.content}
}

func (t *tabHead) visibleText() (string, []fyne.CanvasObject) {
	return t.text(), []fyne.CanvasObject{t.badge}
}

func (s *split) visibleText() (string, []fyne.CanvasObject) { return "", []fyne.CanvasObject{s.a, s.b} }

func (v *plotView) visibleText() (string, []fyne.CanvasObject) {
	return "", []fyne.CanvasObject{v.card.root}
}

func (s *flameSheet) visibleText() (string, []fyne.CanvasObject) { return "", nil }

// list implements picture: also what is scrolled out of view.
func (s *flameSheet) list() (*timeline.DisplayList, float32) {
	g := s.v.placed()
	g.Top = 0
	return g.Layout(), s.v.scale()
}

func (b *button) visibleText() (string, []fyne.CanvasObject) {
	return strings.TrimSpace(b.text + " " + b.note), nil
}

func (l *tableLine) visibleText() (string, []fyne.CanvasObject) {
	parts := make([]fyne.CanvasObject, len(l.cells))
	for i, c := range l.cells {
		parts[i] = c
	}
	return "", parts
}

func (t *tableView) visibleText() (string, []fyne.CanvasObject) {
	return "", []fyne.CanvasObject{t.head, t.body, t.empty, t.footBox}
}

func (f *surface) visibleText() (string, []fyne.CanvasObject) {
	return "", slices.Concat(f.filter.objects(), f.over.objects(), f.chart.objects())
}

// list implements picture.
func (f *surface) list() (*timeline.DisplayList, float32) {
	if !f.ready() {
		return nil, 1
	}
	scene := f.now()
	return f.painter.Layout(&scene), f.scale()
}

// list implements picture.
func (v *plotView) list() (*timeline.DisplayList, float32) {
	p, ok := v.placed()
	if !ok {
		return nil, 1
	}
	return p.Layout(), v.scale()
}

// visibleText implements textWidget: also the frames that are scrolled out of view.
func (l *frameList) visibleText() (string, []fyne.CanvasObject) {
	frames := make([]fyne.CanvasObject, l.Length())
	for i := range frames {
		frames[i] = l.CreateItem()
		l.UpdateItem(i, frames[i])
		frames[i].Move(fyne.NewPos(0, float32(i)*scaled(stackRow)))
	}
	return "", frames
}

func (c *checkBox) visibleText() (string, []fyne.CanvasObject) { return c.Text, nil }
