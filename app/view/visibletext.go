package view

import (
	"slices"

	"fyne.io/fyne/v2"

	"threadlens/timeline/paint"
)

// This file has the visible text of each widget: see kit.TextWidget.

func (l *stackLine) VisibleText() (string, []fyne.CanvasObject) {
	return "", []fyne.CanvasObject{l.root}
}

func (p *finder) VisibleText() (string, []fyne.CanvasObject) { return "", []fyne.CanvasObject{p.card} }

func (v *plotView) VisibleText() (string, []fyne.CanvasObject) {
	return "", []fyne.CanvasObject{v.card.root}
}

func (s *flameSheet) VisibleText() (string, []fyne.CanvasObject) { return "", nil }

// list implements picture: also what is scrolled out of view.
func (s *flameSheet) list() (*paint.DisplayList, float32) {
	g := s.v.placed()
	g.Top = 0
	return g.Layout(), s.v.scale()
}

func (f *surface) VisibleText() (string, []fyne.CanvasObject) {
	return "", slices.Concat(f.filter.objects(), f.over.objects(), f.chart.objects())
}

// list implements picture.
func (f *surface) list() (*paint.DisplayList, float32) {
	if !f.ready() {
		return nil, 1
	}
	scene := f.now()
	return f.painter.Layout(&scene), f.scale()
}

// list implements picture.
func (v *plotView) list() (*paint.DisplayList, float32) {
	p, ok := v.placed()
	if !ok {
		return nil, 1
	}
	return p.Layout(), v.scale()
}

func (c *checkBox) VisibleText() (string, []fyne.CanvasObject) { return c.Text, nil }
