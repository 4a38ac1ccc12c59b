package view

import (
	"image/color"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"threadlens/app/grid"
	"threadlens/model"
)

const (
	tableHead = 26
	tableRow  = 24
	cellPad   = 8
	// leastCell is the usual width of a column that holds a time.
	leastCell = 86
	// barRoom is what a scroll bar takes.
	barRoom = 12
)

// tableView shows a grid.Grid: header, rows and, below them, their total. Only
// the rows in view have widgets, which are refilled as it scrolls. It has the
// keyboard as a whole (tablekeys.go); tablehead.go is the header, tablecells.go a
// row, tablemenu.go its menu.
type tableView struct {
	widget.BaseWidget
	g    *grid.Grid
	tips *tipLayer
	hint string // shown where there are no rows; "" for none

	head    *fyne.Container // header cells, as wide as the rows
	heads   []*headCell
	body    *container.Scroll
	sheet   *fyne.Container // what body scrolls: the rows in view
	rows    []*tableLine
	foot    *tableLine
	footBox *fyne.Container
	empty   *line
	working *box // a line under the header while figures are computed
	ring    *canvas.Rectangle

	needs   []float32 // widths of the columns without what is left over, in dp
	widths  []float32 // of the columns as they are, in dp
	deepest int       // the most rows that one belongs to
	width   float32   // of all of them
	usuals  map[string]float32
	focused bool
	typed   string    // by which a row is looked for
	typedAt time.Time // when that went on

	// What the owner provides.
	swatch    func(r *grid.Row) color.Color       // before the first cell, nil for none
	chosen    func(r *grid.Row)                   // the keyboard or a click went to a row
	preview   func(r *grid.Row)                   // show it without moving
	enter     func(r *grid.Row)                   // go there
	act       func(r *grid.Row)                   // do what its cell says
	more      func() []*fyne.MenuItem             // of the menu, about the selected row
	part      func(r *grid.Row, c model.Category) // a part of the bar of a row was clicked, nil where that does nothing
	leave     func()                              // the keyboard back to where it was
	kept      func()                              // the layout is another
	key       func(*fyne.KeyEvent)
	rune      func(rune)
	modifiers func() fyne.KeyModifier
}

func newTableView(tips *tipLayer) *tableView {
	nothing := func(*grid.Row) {}
	t := &tableView{
		g: grid.New(), tips: tips, usuals: map[string]float32{}, chosen: nothing, preview: nothing, enter: nothing, act: nothing,
		more:  func() []*fyne.MenuItem { return nil },
		leave: func() {}, kept: func() {}, key: func(*fyne.KeyEvent) {}, rune: func(rune) {},
		modifiers: func() fyne.KeyModifier { return 0 },
	}
	t.head = container.NewWithoutLayout()
	t.sheet = container.New(sheetLayout{t})
	t.body = container.NewScroll(t.sheet)
	t.body.OnScrolled = func(fyne.Position) { t.scrolled() }
	t.foot = newTableLine(t)
	t.foot.sum = true
	t.footBox = container.NewWithoutLayout(t.foot)
	t.empty = newLine("", colorText2)
	t.working = newBox("")
	t.ring = canvas.NewRectangle(color.Transparent)
	t.ring.StrokeWidth = 2
	t.ring.Hide()
	t.ExtendBaseWidget(t)
	return t
}

// show shows other content.
func (t *tableView) show(c *grid.Content, scope grid.Scope) {
	t.g.Show(c, scope)
	t.update()
}

// update shows what the grid has become.
func (t *tableView) update() {
	t.deepest = 0
	for i := range t.g.Len() {
		t.deepest = max(t.deepest, t.g.Depth(i))
	}
	t.measure()
	t.fillHead()
	hide(t.footBox, t.g.Total() == nil)
	if total := t.g.Total(); total != nil {
		t.foot.show(total, -1)
	}
	text := ""
	if t.g.Len() == 0 {
		if text = t.hint; t.g.Filter() != "" {
			text = "No row is picked by “" + t.g.Filter() + "”"
		}
	}
	t.empty.set(text)
	t.Refresh()
}

// sortOn is a click on the header of column i.
func (t *tableView) sortOn(i int) {
	t.g.SortNext(t.g.Column(i).Name)
	t.update()
	t.kept()
}

// relayout lays the table out as it was kept.
func (t *tableView) relayout(l grid.Layout) {
	t.g.SetLayout(l)
	t.update()
}

// sheetLayout is as large as all rows are; the rows in view are placed by place.
type sheetLayout struct{ t *tableView }

// MinSize implements fyne.Layout.
func (l sheetLayout) MinSize([]fyne.CanvasObject) fyne.Size {
	size := fyne.NewSize(l.t.width, float32(l.t.g.Len())*scaled(tableRow))
	// The bars lie above what they scroll: there is room behind the last row and
	// the last column for them.
	if room := l.t.body.Size(); size.Width > room.Width {
		size = size.AddWidthHeight(barRoom, barRoom)
	} else if size.Height > room.Height {
		size.Width = min(size.Width+barRoom, room.Width)
	}
	return size
}

// Layout implements fyne.Layout.
func (l sheetLayout) Layout([]fyne.CanvasObject, fyne.Size) {}

// scrolled follows the scroll bars: header and total with their columns.
func (t *tableView) scrolled() {
	if o := t.tips.tells(); o != nil && t.has(o) { // not that of something else
		t.tips.hide()
	}
	x := -t.body.Offset.X
	t.head.Move(fyne.NewPos(x, 0))
	t.foot.Move(fyne.NewPos(x, 0))
	t.place()
}

// has reports whether an object is one of the cells.
func (t *tableView) has(o fyne.CanvasObject) bool {
	for _, h := range t.heads {
		if o == h {
			return true
		}
	}
	for _, l := range t.rows {
		for _, c := range l.cells {
			if o == c {
				return true
			}
		}
	}
	return false
}

// belowBar reports whether the bar that scrolls sideways would lie on the i-th row,
// which is not shown then: it can be scrolled above the bar.
func (t *tableView) belowBar(i int) bool {
	room := t.body.Size()
	return t.width > room.Width && float32(i+1)*scaled(tableRow)-t.body.Offset.Y > room.Height-barRoom
}

// place fills the rows in view.
func (t *tableView) place() {
	h := scaled(tableRow)
	first := max(0, int(t.body.Offset.Y/h))
	n := min(t.g.Len()-first, int(t.body.Size().Height/h)+2)
	width := max(t.width, t.body.Size().Width)
	for len(t.rows) < n {
		row := newTableLine(t)
		t.rows = append(t.rows, row)
		t.sheet.Objects = append(t.sheet.Objects, row)
	}
	for k, row := range t.rows {
		hide(row, k >= n || k > 0 && t.belowBar(first+k))
		if k < n {
			row.show(t.g.Row(first+k), first+k)
			place(row, 0, float32(first+k)*h, width, h)
		}
	}
}

// reveal scrolls the i-th row into view.
func (t *tableView) reveal(i int) {
	h, room := scaled(tableRow), t.body.Size().Height
	if i < 0 || room <= 0 {
		return
	}
	top := float32(i) * h
	y := t.body.Offset.Y
	if y = min(max(y, top+h-room), top); y != t.body.Offset.Y {
		t.body.ScrollToOffset(fyne.NewPos(t.body.Offset.X, y))
	}
	t.scrolled()
}

// CreateRenderer implements fyne.Widget.
func (t *tableView) CreateRenderer() fyne.WidgetRenderer {
	r := &tableViewRenderer{
		t:    t,
		head: container.NewClip(container.NewWithoutLayout(t.head)), foot: container.NewClip(t.footBox),
		headBack: newBox(colorRaised), footBack: newBox(colorRaised), headRule: newRule(), footRule: newRule(),
	}
	r.Refresh()
	return r
}

type tableViewRenderer struct {
	t                                      *tableView
	head, foot                             *container.Clip
	headBack, footBack, headRule, footRule *box
}

func (r *tableViewRenderer) Destroy() {}
func (r *tableViewRenderer) MinSize() fyne.Size {
	return fyne.NewSize(120, scaled(tableHead+2*tableRow))
}

func (r *tableViewRenderer) Objects() []fyne.CanvasObject {
	t := r.t
	return []fyne.CanvasObject{
		r.headBack, r.head, r.headRule, t.body, t.empty, t.working, r.footRule, r.footBack, r.foot, t.ring,
	}
}

func (r *tableViewRenderer) Layout(size fyne.Size) {
	t := r.t
	head, foot := scaled(tableHead), float32(0)
	if t.footBox.Visible() {
		foot = scaled(tableRow)
	}
	for _, o := range []fyne.CanvasObject{r.footRule, r.footBack, r.foot} {
		hide(o, foot == 0)
	}
	place(r.headBack, 0, 0, size.Width, head)
	place(r.head, 0, 0, size.Width, head)
	place(r.headRule, 0, head, size.Width, 1)
	place(t.working, 0, head, size.Width, 2)
	top, bottom := head+1, size.Height-foot
	if foot > 0 {
		bottom--
		place(r.footRule, 0, bottom, size.Width, 1)
	}
	place(r.footBack, 0, size.Height-foot, size.Width, foot)
	place(r.foot, 0, size.Height-foot, size.Width, foot)
	place(t.body, 0, top, size.Width, max(0, bottom-top))
	if t.stretch() {
		t.fillHead()
		t.foot.Refresh()
	}
	wide := max(t.width, size.Width)
	t.head.Resize(fyne.NewSize(wide, head))
	t.foot.Resize(fyne.NewSize(wide, foot))
	place(t.empty, cellPad, top, max(0, size.Width-2*cellPad), scaled(tableRow))
	place(t.ring, 1, 1, size.Width-2, size.Height-2)
	t.scrolled()
}

func (r *tableViewRenderer) Refresh() {
	t := r.t
	t.ring.StrokeColor = theme.Color(theme.ColorNamePrimary)
	hide(t.ring, !t.focused)
	t.sheet.Refresh()
	t.body.Refresh()
	r.Layout(t.Size())
	canvas.Refresh(t)
}
