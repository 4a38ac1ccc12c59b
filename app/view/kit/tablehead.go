package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// Signs after the title of the column by which the rows are sorted.
const SortedDown, SortedUp = " ▾", " ▴"

// gripWidth is the width of the edge between two headers; dragging it resizes the column before it.
const gripWidth = 10

// fillHead makes the headers of the columns shown.
func (t *TableView) fillHead() {
	for len(t.Heads) < t.Grid.Columns() {
		h := newHeadCell(t, len(t.Heads))
		t.Heads = append(t.Heads, h)
	}
	if len(t.head.Objects) < 2*len(t.Heads) { // the grips lie above the headers
		t.head.Objects = t.head.Objects[:0]
		for _, h := range t.Heads {
			t.head.Objects = append(t.head.Objects, h)
		}
		for _, h := range t.Heads {
			t.head.Objects = append(t.head.Objects, h.Grip)
		}
	}
	sorted, _ := t.Grid.Sorted()
	x := float32(0)
	for i, h := range t.Heads {
		Hide(h, i >= t.Grid.Columns())
		Hide(h.Grip, i >= t.Grid.Columns())
		if i >= t.Grid.Columns() {
			continue
		}
		c := t.Grid.Column(i)
		title, ink := t.Grid.Head(c), ColorText2
		if c.Name == sorted.Column {
			ink = theme.ColorNameForeground
			if sorted.Reverse {
				title += SortedUp
			} else {
				title += SortedDown
			}
		}
		h.Text.align = fyne.TextAlignLeading
		if c.Numeric() {
			h.Text.align = fyne.TextAlignTrailing
		}
		h.Text.Text, h.Text.Color = title, ink
		h.Text.Refresh()
		Place(h, x, 0, t.Widths[i], Scaled(TableHead))
		x += t.Widths[i]
		Place(h.Grip, x-gripWidth/2-1, 0, gripWidth, Scaled(TableHead))
	}
}

// HeadCell is the header of a column: a click sorts by it, and its right edge resizes it.
type HeadCell struct {
	widget.BaseWidget
	t     *TableView
	Index int
	Text  *Line
	back  *Box
	Grip  *headGrip
}

func newHeadCell(t *TableView, i int) *HeadCell {
	h := &HeadCell{t: t, Index: i, Text: NewLine("", ColorText2).Bold().Fitting(), back: NewBox("")}
	h.Grip = &headGrip{h: h, mark: NewBox("")}
	h.Grip.ExtendBaseWidget(h.Grip)
	h.ExtendBaseWidget(h)
	return h
}

// Tip describes the column.
func (h *HeadCell) Tip() string {
	c := h.t.Grid.Column(h.Index)
	title := h.t.Grid.Head(c)
	if title == "" || c.Help == "" {
		return title + c.Help
	}
	return title + ". " + c.Help
}

// Tapped implements fyne.Tappable.
func (h *HeadCell) Tapped(*fyne.PointEvent) {
	h.t.tips.Hide()
	if !h.t.Grid.Column(h.Index).Mix {
		h.t.SortOn(h.Index)
	}
}

// TappedSecondary implements fyne.SecondaryTappable.
func (h *HeadCell) TappedSecondary(e *fyne.PointEvent) { h.t.popMenu(h.Index, e.AbsolutePosition) }

// MouseIn implements desktop.Hoverable.
func (h *HeadCell) MouseIn(*desktop.MouseEvent) {
	h.back.Paint(theme.ColorNameHover, "")
	h.t.tips.showSoon(h, h.Tip())
}

// MouseMoved implements desktop.Hoverable.
func (h *HeadCell) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (h *HeadCell) MouseOut() {
	h.back.Paint("", "")
	h.t.tips.Hide()
}

// CreateRenderer implements fyne.Widget.
func (h *HeadCell) CreateRenderer() fyne.WidgetRenderer { return &headCellRenderer{h} }

type headCellRenderer struct{ h *HeadCell }

func (r *headCellRenderer) Destroy()           {}
func (r *headCellRenderer) MinSize() fyne.Size { return fyne.NewSize(0, Scaled(TableHead)) }

func (r *headCellRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.h.back, r.h.Text}
}

func (r *headCellRenderer) Layout(size fyne.Size) {
	r.h.back.Resize(size)
	Place(r.h.Text, CellPad, 0, max(0, size.Width-2*CellPad), size.Height)
}

func (r *headCellRenderer) Refresh() {
	r.h.Text.Refresh()
	r.Layout(r.h.Size())
	canvas.Refresh(r.h)
}

// headGrip is the edge after a header.
type headGrip struct {
	widget.BaseWidget
	h    *HeadCell
	mark *Box
}

// Dragged implements fyne.Draggable.
func (g *headGrip) Dragged(e *fyne.DragEvent) { g.h.t.Widen(g.h.Index, e.Dragged.DX) }

// DragEnd implements fyne.Draggable.
func (g *headGrip) DragEnd() { g.h.t.Kept() }

// Tapped implements fyne.Tappable: a click on the edge does not sort.
func (g *headGrip) Tapped(*fyne.PointEvent) {}

// DoubleTapped implements fyne.DoubleTappable.
func (g *headGrip) DoubleTapped(*fyne.PointEvent) { g.h.t.fit(g.h.Index) }

// Cursor implements desktop.Cursorable.
func (g *headGrip) Cursor() desktop.Cursor { return desktop.HResizeCursor }

// MouseIn implements desktop.Hoverable.
func (g *headGrip) MouseIn(*desktop.MouseEvent) { g.mark.Paint(ColorLineStrong, "") }

// MouseMoved implements desktop.Hoverable.
func (g *headGrip) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (g *headGrip) MouseOut() { g.mark.Paint(theme.ColorNameSeparator, "") }

// CreateRenderer implements fyne.Widget.
func (g *headGrip) CreateRenderer() fyne.WidgetRenderer {
	g.mark.Paint(theme.ColorNameSeparator, "")
	return &headGripRenderer{g}
}

type headGripRenderer struct{ g *headGrip }

func (r *headGripRenderer) Destroy()                     {}
func (r *headGripRenderer) MinSize() fyne.Size           { return fyne.NewSize(gripWidth, 0) }
func (r *headGripRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.g.mark} }

func (r *headGripRenderer) Layout(size fyne.Size) {
	Place(r.g.mark, gripWidth/2, 5, 1, max(0, size.Height-10))
}

func (r *headGripRenderer) Refresh() { r.g.mark.Refresh() }
