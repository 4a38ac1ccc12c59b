package view

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"threadlens/app/grid"
	"threadlens/model"
	"threadlens/timeline"
)

const (
	foldWidth  = 16  // of the triangle before a row that can be folded
	indentStep = 14  // of a row that belongs to another
	indentMost = 140 // of the deepest row: where rows are deep, steps are smaller
	mixHeight  = 8
	markSize   = 11 // of the colour before a row
	markRoom   = 19
)

// tableLine is a row of a table: that of one thread after the other as it
// scrolls, or the total.
type tableLine struct {
	widget.BaseWidget
	t     *tableView
	row   *grid.Row
	i     int  // of the rows shown, -1 for the total
	sum   bool // it is the total
	back  *box
	rule  *box
	fold  *line
	mark  *canvas.Rectangle // of the row's colour, where the table has such
	mix   *mixBar
	cells []*line

	hovered bool
	over    int // the column under the pointer, -1 without
	at      float32
}

func newTableLine(t *tableView) *tableLine {
	l := &tableLine{
		t: t, i: -1, over: -1, back: newBox(""), rule: newRule(),
		fold: newLine("", colorText2), mark: canvas.NewRectangle(color.Transparent), mix: newMixBar(fyne.NewSize(0, mixHeight)),
	}
	l.ExtendBaseWidget(l)
	return l
}

// indent is the room before the name of the i-th row.
func (t *tableView) indent(i int) float32 {
	if t.swatch != nil {
		return scaled(markRoom)
	}
	if !t.g.IsTree() {
		return 0
	}
	return scaled(foldWidth + min(indentStep, indentMost/float32(max(t.deepest, 1)))*float32(t.g.Depth(i)))
}

// show fills the line.
func (l *tableLine) show(r *grid.Row, i int) {
	g := l.t.g
	l.row, l.i = r, i
	for len(l.cells) < g.Columns() {
		l.cells = append(l.cells, newLine("", theme.ColorNameForeground).fitting())
	}
	triangle, mix := "", false
	if i >= 0 {
		if foldable, open := g.Foldable(i); foldable {
			triangle = "▸"
			if open {
				triangle = "▾"
			}
		}
	}
	l.fold.set(triangle)
	for k, cell := range l.cells {
		hide(cell, k >= g.Columns())
		if k >= g.Columns() {
			continue
		}
		if c := g.Column(k); c.Mix {
			mix = true
			l.mix.set(r.Sums)
			l.mix.setShare(c.Bar, classShare{r.Class, r.Part, r.Whole})
			l.mix.setGauge(c.Gauge, r.Gauge)
		}
		l.fill(cell, k)
	}
	hide(l.mix, !mix)
	l.colour()
	hide(l.rule, l.sum)
	l.paint()
	l.Refresh()
}

// fill writes the cell of column k.
func (l *tableLine) fill(cell *line, k int) {
	text, zero := l.t.g.Text(l.row, k)
	ink := theme.ColorNameForeground
	switch {
	case zero || l.row.Gone:
		ink = colorText3
	case l.t.g.IsLink(l.row, k):
		ink = theme.ColorNameHyperlink
	}
	c := l.t.g.Column(k)
	align := fyne.TextAlignLeading
	if c.Numeric() {
		align = fyne.TextAlignTrailing
	}
	style := fyne.TextStyle{Bold: l.sum}
	if cell.text == text && cell.color == ink && cell.align == align && cell.style == style {
		return
	}
	cell.text, cell.color, cell.align, cell.style, cell.middle = text, ink, align, style, !c.Numeric()
	cell.Refresh()
}

// colour shows the colour of the row, where the table has such.
func (l *tableLine) colour() {
	fill := color.Color(nil)
	if l.t.swatch != nil && l.i >= 0 {
		fill = l.t.swatch(l.row)
	}
	hide(l.mark, fill == nil)
	if fill != nil && l.mark.FillColor != fill {
		l.mark.FillColor, l.mark.CornerRadius = fill, 2
		l.mark.Refresh()
	}
}

// paint shows whether the row is selected and under the pointer.
func (l *tableLine) paint() {
	switch {
	case l.i >= 0 && l.t.g.Selected(l.i):
		l.back.paint(theme.ColorNameSelection, "")
	case l.hovered && !l.sum:
		l.back.paint(theme.ColorNameHover, "")
	default:
		l.back.paint("", "")
	}
}

// column is the column at x, -1 without, and where it begins.
func (l *tableLine) column(x float32) (k int, from float32) {
	for k, w := range l.t.widths {
		if x < from+w {
			return k, from
		}
		from += w
	}
	return -1, from
}

// link is the column of the cell at x if it leads somewhere, -1 else.
func (l *tableLine) link(x float32) int {
	k, _ := l.column(x)
	if k < 0 || l.i < 0 || l.i >= l.t.g.Len() || k == 0 && l.onFold(x) || !l.t.g.IsLink(l.row, k) {
		return -1
	}
	text := l.cells[k]
	from, room := text.Position().X, text.Size().Width
	width := min(room, fyne.MeasureText(text.text, theme.TextSize(), text.style).Width)
	if text.align == fyne.TextAlignTrailing {
		from += room - width
	}
	if x < from || x >= from+width {
		return -1
	}
	return k
}

// MouseDown implements desktop.Mouseable: it selects, so that a row is selected
// when the button goes down.
func (l *tableLine) MouseDown(e *desktop.MouseEvent) {
	l.t.tips.hide()
	if l.i < 0 || l.i >= l.t.g.Len() {
		return
	}
	l.t.takeFocus()
	g := l.t.g
	switch {
	case e.Button == desktop.MouseButtonSecondary:
		if !g.Selected(l.i) {
			l.t.choose(l.i)
		}
	case l.onFold(e.Position.X):
		_, open := g.Foldable(l.i)
		g.Fold(l.i, !open)
		l.t.update()
	case e.Modifier&fyne.KeyModifierShift != 0:
		l.t.extend(l.i)
	case e.Modifier&ctrl != 0:
		g.Toggle(l.i)
		l.t.update()
	default:
		l.t.choose(l.i)
	}
}

// onFold reports whether x is on the triangle of a row that can be folded.
func (l *tableLine) onFold(x float32) bool {
	foldable, _ := l.t.g.Foldable(l.i)
	return foldable && x >= 0 && x < cellPad+l.t.indent(l.i)
}

// MouseUp implements desktop.Mouseable.
func (l *tableLine) MouseUp(*desktop.MouseEvent) {}

// Tapped implements fyne.Tappable: a click on a link goes there.
func (l *tableLine) Tapped(e *fyne.PointEvent) {
	if c, ok := l.partAt(e.Position.X); ok {
		l.t.tips.hide()
		l.t.part(l.row, c)
		return
	}
	k := l.link(e.Position.X)
	switch {
	case k < 0 || l.t.modifiers()&(ctrl|shift) != 0:
	case l.t.g.Column(k).Act:
		l.t.act(l.row)
	default:
		l.t.enter(l.row)
	}
}

// partAt is the category whose part of the bar is at x; ok is false elsewhere, and
// where a click on it does nothing.
func (l *tableLine) partAt(x float32) (c model.Category, ok bool) {
	k, _ := l.column(x)
	if l.t.part == nil || k < 0 || l.row == nil || !l.t.g.Column(k).Mix {
		return c, false
	}
	return l.mix.at(x - l.mix.Position().X)
}

// TappedSecondary implements fyne.SecondaryTappable.
func (l *tableLine) TappedSecondary(e *fyne.PointEvent) {
	k, _ := l.column(e.Position.X)
	l.t.popMenu(k, e.AbsolutePosition)
}

// MouseIn implements desktop.Hoverable.
func (l *tableLine) MouseIn(e *desktop.MouseEvent) {
	l.hovered = true
	l.paint()
	l.point(e.Position.X)
}

// MouseMoved implements desktop.Hoverable.
func (l *tableLine) MouseMoved(e *desktop.MouseEvent) { l.point(e.Position.X) }

// point follows the pointer: what is in the cell under it is shown in full.
func (l *tableLine) point(x float32) {
	l.at = x
	k, _ := l.column(x)
	if k == l.over {
		return
	}
	l.over = k
	l.t.tips.hide()
	if k >= 0 && k < len(l.cells) && l.row != nil {
		l.t.tips.showSoon(l.cells[k], l.tip(k))
	}
}

// tip tells the cell of column k in full.
func (l *tableLine) tip(k int) string {
	switch c := l.t.g.Column(k); {
	case c.Bar:
		return timeline.FormatPercent(l.row.Part, l.row.Whole) + " of the machine"
	case c.Gauge:
		return c.Help
	case c.Mix && l.t.part != nil:
		return mixText(l.row.Sums) + ". A click on a part shows its call tree"
	case c.Mix:
		return mixText(l.row.Sums)
	}
	return l.t.g.Tip(l.row, k)
}

// MouseOut implements desktop.Hoverable.
func (l *tableLine) MouseOut() {
	l.hovered, l.over = false, -1
	l.paint()
	l.t.tips.hide()
}

// Cursor implements desktop.Cursorable.
func (l *tableLine) Cursor() desktop.Cursor {
	if _, part := l.partAt(l.at); part || l.link(l.at) >= 0 {
		return desktop.PointerCursor
	}
	return desktop.DefaultCursor
}

// CreateRenderer implements fyne.Widget.
func (l *tableLine) CreateRenderer() fyne.WidgetRenderer { return &tableLineRenderer{l} }

type tableLineRenderer struct{ l *tableLine }

func (r *tableLineRenderer) Destroy()           {}
func (r *tableLineRenderer) MinSize() fyne.Size { return fyne.NewSize(0, scaled(tableRow)) }

func (r *tableLineRenderer) Objects() []fyne.CanvasObject {
	objects := []fyne.CanvasObject{r.l.back, r.l.rule, r.l.fold, r.l.mark, r.l.mix}
	for _, c := range r.l.cells {
		objects = append(objects, c)
	}
	return objects
}

func (r *tableLineRenderer) Layout(size fyne.Size) {
	l := r.l
	l.back.Resize(size)
	place(l.rule, 0, size.Height-1, size.Width, 1)
	x := float32(0)
	for k, w := range l.t.widths {
		if k >= len(l.cells) {
			break
		}
		room := float32(0)
		if k == 0 && l.i >= 0 && l.i < l.t.g.Len() {
			room = l.t.indent(l.i)
			place(l.fold, cellPad+room-scaled(foldWidth), 0, scaled(foldWidth), size.Height)
			place(l.mark, cellPad, (size.Height-scaled(markSize))/2, scaled(markSize), scaled(markSize))
		}
		place(l.cells[k], x+cellPad+room, 0, max(0, w-2*cellPad-room), size.Height)
		if l.t.g.Column(k).Mix {
			place(l.mix, x+cellPad, (size.Height-scaled(mixHeight))/2, max(0, w-2*cellPad), scaled(mixHeight))
		}
		x += w
	}
}

func (r *tableLineRenderer) Refresh() {
	r.Layout(r.l.Size())
	canvas.Refresh(r.l)
}
