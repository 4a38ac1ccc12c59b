package view

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// Signs behind the title of the column by which the rows are sorted.
const sortedDown, sortedUp = " ▾", " ▴"

// gripWidth is the width of the edge between two headers by which the column
// before it is resized.
const gripWidth = 10

// fillHead makes the header of the columns that are shown.
func (t *tableView) fillHead() {
	for len(t.heads) < t.g.Columns() {
		h := newHeadCell(t, len(t.heads))
		t.heads = append(t.heads, h)
	}
	if len(t.head.Objects) < 2*len(t.heads) { // the edges lie above the headers
		t.head.Objects = t.head.Objects[:0]
		for _, h := range t.heads {
			t.head.Objects = append(t.head.Objects, h)
		}
		for _, h := range t.heads {
			t.head.Objects = append(t.head.Objects, h.grip)
		}
	}
	sorted, _ := t.g.Sorted()
	x := float32(0)
	for i, h := range t.heads {
		hide(h, i >= t.g.Columns())
		hide(h.grip, i >= t.g.Columns())
		if i >= t.g.Columns() {
			continue
		}
		c := t.g.Column(i)
		title, ink := t.g.Head(c), colorText2
		if c.Name == sorted.Column {
			ink = theme.ColorNameForeground
			if sorted.Reverse {
				title += sortedUp
			} else {
				title += sortedDown
			}
		}
		h.text.align = fyne.TextAlignLeading
		if c.Numeric() {
			h.text.align = fyne.TextAlignTrailing
		}
		h.text.text, h.text.color = title, ink
		h.text.Refresh()
		place(h, x, 0, t.widths[i], scaled(tableHead))
		x += t.widths[i]
		place(h.grip, x-gripWidth/2-1, 0, gripWidth, scaled(tableHead))
	}
}

// headCell is the header of a column: a click sorts, its right edge resizes.
type headCell struct {
	widget.BaseWidget
	t    *tableView
	i    int
	text *line
	back *box
	grip *headGrip
}

func newHeadCell(t *tableView, i int) *headCell {
	h := &headCell{t: t, i: i, text: newLine("", colorText2).bold().fitting(), back: newBox("")}
	h.grip = &headGrip{h: h, mark: newBox("")}
	h.grip.ExtendBaseWidget(h.grip)
	h.ExtendBaseWidget(h)
	return h
}

// tip says what is in the column.
func (h *headCell) tip() string {
	c := h.t.g.Column(h.i)
	title := h.t.g.Head(c)
	if title == "" || c.Help == "" {
		return title + c.Help
	}
	return title + ". " + c.Help
}

// Tapped implements fyne.Tappable.
func (h *headCell) Tapped(*fyne.PointEvent) {
	h.t.tips.hide()
	if !h.t.g.Column(h.i).Mix {
		h.t.sortOn(h.i)
	}
}

// TappedSecondary implements fyne.SecondaryTappable.
func (h *headCell) TappedSecondary(e *fyne.PointEvent) { h.t.popMenu(h.i, e.AbsolutePosition) }

// MouseIn implements desktop.Hoverable.
func (h *headCell) MouseIn(*desktop.MouseEvent) {
	h.back.paint(theme.ColorNameHover, "")
	h.t.tips.showSoon(h, h.tip())
}

// MouseMoved implements desktop.Hoverable.
func (h *headCell) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (h *headCell) MouseOut() {
	h.back.paint("", "")
	h.t.tips.hide()
}

// CreateRenderer implements fyne.Widget.
func (h *headCell) CreateRenderer() fyne.WidgetRenderer { return &headCellRenderer{h} }

type headCellRenderer struct{ h *headCell }

func (r *headCellRenderer) Destroy()           {}
func (r *headCellRenderer) MinSize() fyne.Size { return fyne.NewSize(0, scaled(tableHead)) }

func (r *headCellRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.h.back, r.h.text}
}

func (r *headCellRenderer) Layout(size fyne.Size) {
	r.h.back.Resize(size)
	place(r.h.text, cellPad, 0, max(0, size.Width-2*cellPad), size.Height)
}

func (r *headCellRenderer) Refresh() {
	r.h.text.Refresh()
	r.Layout(r.h.Size())
	canvas.Refresh(r.h)
}

// headGrip is the edge behind a header.
type headGrip struct {
	widget.BaseWidget
	h    *headCell
	mark *box
}

// Dragged implements fyne.Draggable.
func (g *headGrip) Dragged(e *fyne.DragEvent) { g.h.t.resize(g.h.i, e.Dragged.DX) }

// DragEnd implements fyne.Draggable.
func (g *headGrip) DragEnd() { g.h.t.kept() }

// Tapped implements fyne.Tappable: a click on the edge does not sort.
func (g *headGrip) Tapped(*fyne.PointEvent) {}

// DoubleTapped implements fyne.DoubleTappable.
func (g *headGrip) DoubleTapped(*fyne.PointEvent) { g.h.t.fit(g.h.i) }

// Cursor implements desktop.Cursorable.
func (g *headGrip) Cursor() desktop.Cursor { return desktop.HResizeCursor }

// MouseIn implements desktop.Hoverable.
func (g *headGrip) MouseIn(*desktop.MouseEvent) { g.mark.paint(colorLineStrong, "") }

// MouseMoved implements desktop.Hoverable.
func (g *headGrip) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (g *headGrip) MouseOut() { g.mark.paint(theme.ColorNameSeparator, "") }

// CreateRenderer implements fyne.Widget.
func (g *headGrip) CreateRenderer() fyne.WidgetRenderer {
	g.mark.paint(theme.ColorNameSeparator, "")
	return &headGripRenderer{g}
}

type headGripRenderer struct{ g *headGrip }

func (r *headGripRenderer) Destroy()                     {}
func (r *headGripRenderer) MinSize() fyne.Size           { return fyne.NewSize(gripWidth, 0) }
func (r *headGripRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.g.mark} }

func (r *headGripRenderer) Layout(size fyne.Size) {
	place(r.g.mark, gripWidth/2, 5, 1, max(0, size.Height-10))
}

func (r *headGripRenderer) Refresh() { r.g.mark.Refresh() }
