package kit

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

// Sizes of a table, dp.
const (
	TableHead = 26 // height of the header
	TableRow  = 24 // height of a row
	CellPad   = 8  // left and right of a cell's text
	// leastCell is the usual width of a column that holds a time.
	leastCell = 86
	// BarRoom is the width of a scroll bar.
	BarRoom = 12
)

// TableView shows a grid.Grid: a header, rows and, below them, their total. Only the rows in view
// have widgets, which are refilled as it scrolls. The table as a whole gets the keyboard
// (tablekeys.go); tablehead.go is the header, tablecells.go a row, tablemenu.go its menu.
type TableView struct {
	widget.BaseWidget
	Grid *grid.Grid
	tips *TipLayer
	Hint string // shown when there are no rows; "" for none

	head    *fyne.Container // header cells, as wide as the rows
	Heads   []*HeadCell
	Body    *container.Scroll
	Sheet   *fyne.Container // the content that Body scrolls: the rows in view
	Rows    []*TableLine
	Foot    *TableLine
	footBox *fyne.Container
	Empty   *Line
	Working *Box // a line under the header while figures are computed
	busy    bool
	cleared bool // not filled since
	ring    *canvas.Rectangle

	Needs   []float32        // minimum widths of the columns, in dp
	cut     []float32        // how much wider texts need them, less than 0 for narrower, in dp
	Widths  []float32        // actual widths of the columns, in dp
	deepest int              // the depth of the deepest row
	Width   float32          // of all columns, in dp
	Usuals  map[string]Usual // of the columns, by name; they never shrink
	focused bool
	Typed   string    // the typed beginning of a row's name
	typedAt time.Time // when its last letter was typed

	// Set by the owner.
	Swatch    func(r *grid.Row) color.Color                 // the colour before the first cell, nil for none
	Shape     func(r *grid.Row) MarkShape                   // the shape of that colour's mark; nil: squares
	Box       func(r *grid.Row) (Icon, fyne.ThemeColorName) // before a row's name, nil for none
	Clicked   func(r *grid.Row)                             // a row was clicked, but not its box; may be nil
	Chosen    func(r *grid.Row)                             // the user moved to a row
	Preview   func(r *grid.Row)                             // show it without moving to it, or switch its box
	Enter     func(r *grid.Row)                             // go to what it is about
	Act       func(r *grid.Row)                             // run the command in its cell
	More      func() []*fyne.MenuItem                       // more menu items for the selected row
	Part      func(r *grid.Row, c model.Category)           // a part of a row's bar was clicked, nil if that does nothing
	Leave     func()                                        // returns the keyboard to where it was
	Kept      func()                                        // the layout has changed
	Folded    func()                                        // a row was opened or closed
	Key       func(*fyne.KeyEvent)
	Rune      func(rune)
	Modifiers func() fyne.KeyModifier
}

// NewTableView is a table without content; its tooltips are shown by tips.
func NewTableView(tips *TipLayer) *TableView {
	nothing := func(*grid.Row) {}
	t := &TableView{
		Grid: grid.New(), tips: tips, Usuals: map[string]Usual{}, Chosen: nothing, Preview: nothing, Enter: nothing, Act: nothing,
		More:  func() []*fyne.MenuItem { return nil },
		Leave: func() {}, Kept: func() {}, Folded: func() {}, Key: func(*fyne.KeyEvent) {}, Rune: func(rune) {},
		Modifiers: func() fyne.KeyModifier { return 0 },
	}
	t.head = container.NewWithoutLayout()
	t.Sheet = container.New(sheetLayout{t})
	t.Body = container.NewScroll(t.Sheet)
	t.Body.OnScrolled = func(fyne.Position) { t.Scrolled() }
	t.Foot = newTableLine(t)
	t.Foot.sum = true
	t.footBox = container.NewWithoutLayout(t.Foot)
	t.Empty = NewLine("", ColorText2)
	t.Working = NewBox("")
	t.ring = canvas.NewRectangle(color.Transparent)
	t.ring.StrokeWidth = 2
	t.ring.Hide()
	t.ExtendBaseWidget(t)
	return t
}

// Clear empties the table until it is filled: meanwhile it says nothing, since whether there are
// rows is not known.
func (t *TableView) Clear() {
	t.Grid, t.cleared = t.Grid.Fresh(), true
	clear(t.Usuals)
	t.Update()
}

// Fill shows new content.
func (t *TableView) Fill(c *grid.Content, scope grid.Scope) {
	t.Grid.Show(c, scope)
	t.cleared = false
	t.Update()
}

// Update shows the grid as it is now.
func (t *TableView) Update() {
	t.deepest = 0
	for i := range t.Grid.Len() {
		t.deepest = max(t.deepest, t.Grid.Depth(i))
	}
	t.measure()
	t.fillHead()
	Hide(t.footBox, t.Grid.Total() == nil)
	if total := t.Grid.Total(); total != nil {
		t.Foot.show(total, -1)
	}
	t.explain()
	t.Refresh()
}

// explain says why there are no rows, if there are none.
func (t *TableView) explain() {
	text := ""
	switch {
	case t.Grid.Len() > 0:
	case t.busy:
		text = "Computing…"
	case t.cleared:
	case t.Grid.Filter() != "":
		text = "No row matches “" + t.Grid.Filter() + "”"
	default:
		text = t.Hint
	}
	t.Empty.Set(text)
}

// Busy shows that the figures are being computed: until then, no row does not mean that there is
// nothing to show.
func (t *TableView) Busy(on bool) {
	t.busy = on
	fill := fyne.ThemeColorName("")
	if on {
		fill = theme.ColorNamePrimary
	}
	t.Working.Paint(fill, "")
	t.explain()
}

// SortOn is called by a click on the header of column i.
func (t *TableView) SortOn(i int) {
	t.Grid.SortNext(t.Grid.Column(i).Name)
	t.Update()
	t.Kept()
}

// Relayout applies a layout that was kept.
func (t *TableView) Relayout(l grid.Layout) {
	t.Grid.SetLayout(l)
	t.Update()
}

// sheetLayout is as large as all rows together; place positions the rows in view.
type sheetLayout struct{ t *TableView }

// MinSize implements fyne.Layout.
func (l sheetLayout) MinSize([]fyne.CanvasObject) fyne.Size {
	size := fyne.NewSize(l.t.Width, float32(l.t.Grid.Len())*Scaled(TableRow))
	// The scroll bars lie above the content, so there is room for them after the last row and the
	// last column.
	if room := l.t.Body.Size(); size.Width > room.Width {
		size = size.AddWidthHeight(BarRoom, BarRoom)
	} else if size.Height > room.Height {
		size.Width = min(size.Width+BarRoom, room.Width)
	}
	return size
}

// Layout implements fyne.Layout.
func (l sheetLayout) Layout([]fyne.CanvasObject, fyne.Size) {}

// Scrolled follows the scroll bars: header and total move with their columns.
func (t *TableView) Scrolled() {
	if o := t.tips.tells(); o != nil && t.has(o) { // not a tooltip of something else
		t.tips.Hide()
	}
	x := -t.Body.Offset.X
	t.head.Move(fyne.NewPos(x, 0))
	t.Foot.Move(fyne.NewPos(x, 0))
	t.place()
}

// has reports whether an object is one of the cells.
func (t *TableView) has(o fyne.CanvasObject) bool {
	for _, h := range t.Heads {
		if o == h {
			return true
		}
	}
	for _, l := range t.Rows {
		for _, c := range l.Cells {
			if o == c {
				return true
			}
		}
	}
	return false
}

// belowBar reports whether the horizontal scroll bar would cover the i-th row. Such a row is not
// shown; the user can scroll it above the bar.
func (t *TableView) belowBar(i int) bool {
	room := t.Body.Size()
	return t.Width > room.Width && float32(i+1)*Scaled(TableRow)-t.Body.Offset.Y > room.Height-BarRoom
}

// place fills the rows in view.
func (t *TableView) place() {
	h := Scaled(TableRow)
	first := max(0, int(t.Body.Offset.Y/h))
	n := min(t.Grid.Len()-first, int(t.Body.Size().Height/h)+2)
	width := max(t.Width, t.Body.Size().Width)
	for len(t.Rows) < n {
		row := newTableLine(t)
		t.Rows = append(t.Rows, row)
		t.Sheet.Objects = append(t.Sheet.Objects, row)
	}
	for k, row := range t.Rows {
		Hide(row, k >= n || k > 0 && t.belowBar(first+k))
		if k < n {
			row.show(t.Grid.Row(first+k), first+k)
			Place(row, 0, float32(first+k)*h, width, h)
		}
	}
}

// reveal scrolls the i-th row into view.
func (t *TableView) reveal(i int) {
	h, room := Scaled(TableRow), t.Body.Size().Height
	if i < 0 || room <= 0 {
		return
	}
	top := float32(i) * h
	y := t.Body.Offset.Y
	if y = min(max(y, top+h-room), top); y != t.Body.Offset.Y {
		t.Body.ScrollToOffset(fyne.NewPos(t.Body.Offset.X, y))
	}
	t.Scrolled()
}

// CreateRenderer implements fyne.Widget.
func (t *TableView) CreateRenderer() fyne.WidgetRenderer {
	r := &tableViewRenderer{
		t:    t,
		head: container.NewClip(container.NewWithoutLayout(t.head)), foot: container.NewClip(t.footBox),
		headBack: NewBox(ColorRaised), footBack: NewBox(ColorRaised), headRule: NewRule(), footRule: NewRule(),
	}
	r.Refresh()
	return r
}

type tableViewRenderer struct {
	t                                      *TableView
	head, foot                             *container.Clip
	headBack, footBack, headRule, footRule *Box
}

func (r *tableViewRenderer) Destroy() {}
func (r *tableViewRenderer) MinSize() fyne.Size {
	return fyne.NewSize(120, Scaled(TableHead+2*TableRow))
}

func (r *tableViewRenderer) Objects() []fyne.CanvasObject {
	t := r.t
	return []fyne.CanvasObject{
		r.headBack, r.head, r.headRule, t.Body, t.Empty, t.Working, r.footRule, r.footBack, r.foot, t.ring,
	}
}

func (r *tableViewRenderer) Layout(size fyne.Size) {
	t := r.t
	head, foot := Scaled(TableHead), float32(0)
	if t.footBox.Visible() {
		foot = Scaled(TableRow)
	}
	for _, o := range []fyne.CanvasObject{r.footRule, r.footBack, r.foot} {
		Hide(o, foot == 0)
	}
	Place(r.headBack, 0, 0, size.Width, head)
	Place(r.head, 0, 0, size.Width, head)
	Place(r.headRule, 0, head, size.Width, 1)
	Place(t.Working, 0, head, size.Width, 2)
	top, bottom := head+1, size.Height-foot
	if foot > 0 {
		bottom--
		Place(r.footRule, 0, bottom, size.Width, 1)
	}
	Place(r.footBack, 0, size.Height-foot, size.Width, foot)
	Place(r.foot, 0, size.Height-foot, size.Width, foot)
	Place(t.Body, 0, top, size.Width, max(0, bottom-top))
	if t.stretch() {
		t.fillHead()
		t.Foot.Refresh()
	}
	wide := max(t.Width, size.Width)
	t.head.Resize(fyne.NewSize(wide, head))
	t.Foot.Resize(fyne.NewSize(wide, foot))
	Place(t.Empty, CellPad, top, max(0, size.Width-2*CellPad), Scaled(TableRow))
	Place(t.ring, 1, 1, size.Width-2, size.Height-2)
	t.Scrolled()
}

func (r *tableViewRenderer) Refresh() {
	t := r.t
	t.ring.StrokeColor = theme.Color(theme.ColorNamePrimary)
	Hide(t.ring, !t.focused)
	t.Sheet.Refresh()
	t.Body.Refresh()
	r.Layout(t.Size())
	canvas.Refresh(t)
}
