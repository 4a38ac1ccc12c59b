package kit

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"threadlens/app/grid"
)

const (
	foldWidth  = 16  // of the triangle before a foldable row
	indentStep = 14  // per level of a row below another
	indentMost = 140 // of the deepest row: in deep trees the steps are smaller
	mixHeight  = 8
	MarkSize   = 11 // of the coloured mark before a row
	markRoom   = 19
	boxRoom    = 22
)

// TableLine is a visible row of a table, which shows other threads as the table scrolls, or the
// total.
type TableLine struct {
	widget.BaseWidget
	T     *TableView
	Row   *grid.Row
	Index int  // among the rows shown, -1 for the total
	sum   bool // it is the total
	back  *Box
	rule  *Box
	Fold  *Line
	box   *Glyph            // nil without one
	mark  *canvas.Rectangle // in the row's colour, where the table has row colours
	Mix   *MixBar
	Cells []*Line

	hovered bool
	over    int // the column under the pointer, -1 for none
	at      float32
}

func newTableLine(t *TableView) *TableLine {
	l := &TableLine{
		T: t, Index: -1, over: -1, back: NewBox(""), rule: NewRule(),
		Fold: NewLine("", ColorText2), mark: canvas.NewRectangle(color.Transparent), Mix: NewMixBar(fyne.NewSize(0, mixHeight)),
	}
	l.ExtendBaseWidget(l)
	return l
}

// gone reports whether what the line shows is no longer in the table: lines are reused, and keep
// their last row while they are hidden, also under the pointer.
func (l *TableLine) gone() bool {
	g := l.T.Grid
	switch {
	case l.Row == nil:
		return true
	case l.sum:
		return g.Total() != l.Row
	}
	return l.Index < 0 || l.Index >= g.Len() || g.Row(l.Index) != l.Row
}

// indent is the space before the name of the i-th row.
func (t *TableView) indent(i int) float32 {
	if t.Swatch != nil {
		return Scaled(markRoom)
	}
	room := t.boxRoom()
	if t.Grid.IsTree() {
		room += Scaled(foldWidth + min(indentStep, indentMost/float32(max(t.deepest, 1)))*float32(t.Grid.Depth(i)))
	}
	return room
}

// boxRoom is the space for the box before the name of a row.
func (t *TableView) boxRoom() float32 {
	if t.Box == nil {
		return 0
	}
	return Scaled(boxRoom)
}

// show fills the line.
func (l *TableLine) show(r *grid.Row, i int) {
	g := l.T.Grid
	l.Row, l.Index = r, i
	for len(l.Cells) < g.Columns() {
		l.Cells = append(l.Cells, NewLine("", theme.ColorNameForeground).Fitting())
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
	l.Fold.Set(triangle)
	if l.T.Box != nil && i >= 0 {
		if l.box == nil {
			l.box = NewGlyph("", ColorText2)
		}
		l.box.icon, l.box.Color = l.T.Box(r)
		l.box.Refresh()
	}
	for k, cell := range l.Cells {
		Hide(cell, k >= g.Columns())
		if k >= g.Columns() {
			continue
		}
		if c := g.Column(k); c.Mix {
			mix = true
			l.Mix.Set(r.Sums, c.Of)
			l.Mix.setShare(c.Bar, classShare{r.Class, r.Part, r.Whole})
			l.Mix.setGauge(c.Gauge, r.Gauge)
		}
		l.fill(cell, k)
	}
	Hide(l.Mix, !mix)
	l.colour()
	Hide(l.rule, l.sum)
	l.paint()
	l.Refresh()
}

// fill writes the cell of column k.
func (l *TableLine) fill(cell *Line, k int) {
	text, zero := l.T.Grid.Text(l.Row, k)
	ink := theme.ColorNameForeground
	switch {
	case zero || l.Row.Gone:
		ink = ColorText3
	case l.T.Grid.IsLink(l.Row, k):
		ink = theme.ColorNameHyperlink
	}
	c := l.T.Grid.Column(k)
	align := fyne.TextAlignLeading
	if c.Numeric() {
		align = fyne.TextAlignTrailing
	}
	style := fyne.TextStyle{Bold: l.sum || l.T.Grid.IsHeading(l.Row)}
	if cell.Text == text && cell.Color == ink && cell.align == align && cell.Style == style {
		return
	}
	cell.Text, cell.Color, cell.align, cell.Style = text, ink, align, style
	cell.Middle = !c.Numeric() && !startsWithNumber(text)
	cell.Refresh()
}

// startsWithNumber reports whether a text is a number or begins with one, as a range of times does:
// without its middle it would be another number.
func startsWithNumber(text string) bool { return text != "" && text[0] >= '0' && text[0] <= '9' }

// colour shows the row's colour, where the table has row colours.
func (l *TableLine) colour() {
	fill := color.Color(nil)
	if l.T.Swatch != nil && l.Index >= 0 {
		fill = l.T.Swatch(l.Row)
	}
	Hide(l.mark, fill == nil)
	if fill == nil {
		return
	}
	look := canvas.Rectangle{FillColor: fill, CornerRadius: markCorner}
	if l.T.Shape != nil {
		switch l.T.Shape(l.Row) {
		case MarkCircle:
			look.CornerRadius = canvas.RadiusMaximum
		case MarkRing:
			look = canvas.Rectangle{FillColor: color.Transparent, StrokeColor: fill, StrokeWidth: markStroke, CornerRadius: canvas.RadiusMaximum}
		}
	}
	if m := l.mark; m.FillColor != look.FillColor || m.StrokeColor != look.StrokeColor || m.CornerRadius != look.CornerRadius {
		m.FillColor, m.StrokeColor, m.StrokeWidth, m.CornerRadius = look.FillColor, look.StrokeColor, look.StrokeWidth, look.CornerRadius
		m.Refresh()
	}
}

// paint shows whether the row is selected or under the pointer.
func (l *TableLine) paint() {
	switch {
	case l.gone():
		l.back.Paint("", "")
	case !l.sum && l.T.Grid.Selected(l.Index):
		l.back.Paint(theme.ColorNameSelection, "")
	case l.hovered && !l.sum:
		l.back.Paint(theme.ColorNameHover, "")
	default:
		l.back.Paint("", "")
	}
}

// column is the column at x, -1 if there is none, and where it begins.
func (l *TableLine) column(x float32) (k int, from float32) {
	for k, w := range l.T.Widths {
		if x < from+w {
			return k, from
		}
		from += w
	}
	return -1, from
}

// link is the column of the cell at x if that cell is a link, otherwise -1.
func (l *TableLine) link(x float32) int {
	k, _ := l.column(x)
	if k < 0 || l.sum || l.gone() || k == 0 && l.onFold(x) || !l.T.Grid.IsLink(l.Row, k) {
		return -1
	}
	text := l.Cells[k]
	from, room := text.Position().X, text.Size().Width
	width := min(room, fyne.MeasureText(text.Text, theme.TextSize(), text.Style).Width)
	if text.align == fyne.TextAlignTrailing {
		from += room - width
	}
	if x < from || x >= from+width {
		return -1
	}
	return k
}

// CreateRenderer implements fyne.Widget.
func (l *TableLine) CreateRenderer() fyne.WidgetRenderer { return &tableLineRenderer{l} }

type tableLineRenderer struct{ l *TableLine }

func (r *tableLineRenderer) Destroy()           {}
func (r *tableLineRenderer) MinSize() fyne.Size { return fyne.NewSize(0, Scaled(TableRow)) }

func (r *tableLineRenderer) Objects() []fyne.CanvasObject {
	objects := []fyne.CanvasObject{r.l.back, r.l.rule, r.l.Fold, r.l.mark, r.l.Mix}
	if r.l.box != nil {
		objects = append(objects, r.l.box)
	}
	for _, c := range r.l.Cells {
		objects = append(objects, c)
	}
	return objects
}

func (r *tableLineRenderer) Layout(size fyne.Size) {
	l := r.l
	l.back.Resize(size)
	Place(l.rule, 0, size.Height-1, size.Width, 1)
	x := float32(0)
	for k, w := range l.T.Widths {
		if k >= len(l.Cells) {
			break
		}
		room := float32(0)
		if k == 0 && !l.sum && !l.gone() {
			room = l.T.indent(l.Index)
			Place(l.Fold, CellPad+room-l.T.boxRoom()-Scaled(foldWidth), 0, Scaled(foldWidth), size.Height)
			if l.box != nil {
				Place(l.box, CellPad+room-l.T.boxRoom(), 0, Scaled(GlyphSize), size.Height)
			}
			Place(l.mark, CellPad, (size.Height-Scaled(MarkSize))/2, Scaled(MarkSize), Scaled(MarkSize))
		}
		if l.Row != nil && k == 0 && l.T.Grid.IsHeading(l.Row) {
			w = size.Width
		}
		Place(l.Cells[k], x+CellPad+room, 0, max(0, w-2*CellPad-room), size.Height)
		if l.T.Grid.Column(k).Mix {
			Place(l.Mix, x+CellPad, (size.Height-Scaled(mixHeight))/2, max(0, w-2*CellPad), Scaled(mixHeight))
		}
		x += w
	}
}

func (r *tableLineRenderer) Refresh() {
	r.Layout(r.l.Size())
	canvas.Refresh(r.l)
}
