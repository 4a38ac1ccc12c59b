package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"threadlens/model"
	"threadlens/timeline"
)

// MouseDown implements desktop.Mouseable: a row is selected when the button goes down.
func (l *TableLine) MouseDown(e *desktop.MouseEvent) {
	l.T.tips.Hide()
	if l.sum || l.gone() {
		return
	}
	l.T.TakeFocus()
	g := l.T.Grid
	switch {
	case e.Button == desktop.MouseButtonSecondary:
		if !g.Selected(l.Index) {
			l.T.Choose(l.Index)
		}
	case l.onBox(e.Position.X):
		l.T.Choose(l.Index)
		l.T.Preview(l.Row)
	case l.onFold(e.Position.X):
		_, open := g.Foldable(l.Index)
		g.Fold(l.Index, !open)
		l.T.Update()
		l.T.Folded()
	case e.Modifier&fyne.KeyModifierShift != 0:
		l.T.extend(l.Index)
	case e.Modifier&Ctrl != 0:
		g.Toggle(l.Index)
		l.T.Update()
	default:
		l.T.Choose(l.Index)
	}
}

// onFold reports whether x is on the triangle of a foldable row.
func (l *TableLine) onFold(x float32) bool {
	foldable, _ := l.T.Grid.Foldable(l.Index)
	return foldable && x >= 0 && x < CellPad+l.T.indent(l.Index)-l.T.boxRoom()
}

// onBox reports whether x is on the box before the row's name.
func (l *TableLine) onBox(x float32) bool {
	end := CellPad + l.T.indent(l.Index)
	return l.T.Box != nil && x < end && x >= end-l.T.boxRoom()
}

// MouseUp implements desktop.Mouseable.
func (l *TableLine) MouseUp(*desktop.MouseEvent) {}

// Tapped implements fyne.Tappable: a click on a link follows it.
func (l *TableLine) Tapped(e *fyne.PointEvent) {
	if c, ok := l.partAt(e.Position.X); ok {
		l.T.tips.Hide()
		l.T.Part(l.Row, c)
		return
	}
	if l.T.Clicked != nil && !l.sum && !l.gone() && !l.onBox(e.Position.X) && !l.onFold(e.Position.X) {
		l.T.Clicked(l.Row)
		return
	}
	k := l.link(e.Position.X)
	switch {
	case k < 0 || l.T.Modifiers()&(Ctrl|Shift) != 0:
	case l.T.Grid.Column(k).Act:
		l.T.Act(l.Row)
	default:
		l.T.Enter(l.Row)
	}
}

// partAt is the category whose part of the bar is at x; ok is false elsewhere, and where a click on
// it does nothing.
func (l *TableLine) partAt(x float32) (c model.Category, ok bool) {
	k, _ := l.column(x)
	if l.T.Part == nil || k < 0 || l.gone() || !l.T.Grid.Column(k).Mix {
		return c, false
	}
	return l.Mix.at(x - l.Mix.Position().X)
}

// TappedSecondary implements fyne.SecondaryTappable.
func (l *TableLine) TappedSecondary(e *fyne.PointEvent) {
	k, _ := l.column(e.Position.X)
	l.T.popMenu(k, e.AbsolutePosition)
}

// MouseIn implements desktop.Hoverable.
func (l *TableLine) MouseIn(e *desktop.MouseEvent) {
	l.hovered = true
	l.paint()
	l.point(e.Position.X)
}

// MouseMoved implements desktop.Hoverable.
func (l *TableLine) MouseMoved(e *desktop.MouseEvent) { l.point(e.Position.X) }

// point follows the pointer: a tooltip shows the cell under it in full.
func (l *TableLine) point(x float32) {
	l.at = x
	k, _ := l.column(x)
	if k == l.over {
		return
	}
	l.over = k
	l.T.tips.Hide()
	if k >= 0 && k < len(l.Cells) && !l.gone() {
		l.T.tips.showSoon(l.Cells[k], l.Tip(k))
	}
}

// Tip is the text of the cell in column k in full.
func (l *TableLine) Tip(k int) string {
	switch c := l.T.Grid.Column(k); {
	case c.Bar:
		return timeline.FormatPercent(l.Row.Part, l.Row.Whole) + " of the machine"
	case c.Gauge:
		return c.Help
	case c.Mix && l.T.Part != nil:
		return mixText(l.Row.Sums, c.Of) + ". Click a part of the bar to show its call tree"
	case c.Mix:
		return mixText(l.Row.Sums, c.Of)
	}
	return l.T.Grid.Tip(l.Row, k)
}

// MouseOut implements desktop.Hoverable.
func (l *TableLine) MouseOut() {
	l.hovered, l.over = false, -1
	l.paint()
	l.T.tips.Hide()
}

// Cursor implements desktop.Cursorable.
func (l *TableLine) Cursor() desktop.Cursor {
	if _, part := l.partAt(l.at); part || l.link(l.at) >= 0 {
		return desktop.PointerCursor
	}
	return desktop.DefaultCursor
}
