package kit

import (
	"math"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/grid"
)

// measure computes the widths of the columns: the ones they were given, or what title and times
// need. One column takes what is left of the table's width.
func (t *TableView) measure() {
	t.Needs = t.Needs[:0]
	for i := range t.Grid.Columns() {
		w := t.Grid.Width(i)
		if w == 0 {
			w = t.usual(i)
		}
		t.Needs = append(t.Needs, Scaled(w))
	}
	t.stretch()
}

// stretch gives the remaining width to the column that grows, or to the last text column, unless
// that has a width of its own. It reports whether any width has changed.
func (t *TableView) stretch() (changed bool) {
	before := slices.Clone(t.Widths)
	t.Widths, t.Width = append(t.Widths[:0], t.Needs...), 0
	for _, w := range t.Needs {
		t.Width += w
	}
	room := t.Body.Size()
	if float32(t.Grid.Len())*Scaled(TableRow) > room.Height {
		room.Width -= BarRoom
	}
	growing := false
	for i := range t.Widths {
		growing = growing || t.Grid.Column(i).Grow && t.Grid.Width(i) == 0
	}
	for i := len(t.Widths) - 1; i >= 0; i-- {
		if c := t.Grid.Column(i); c.Numeric() || c.Mix || t.Grid.Width(i) != 0 || growing && !c.Grow {
			continue
		}
		// Whole units: rounding must not make the sum wider than the table.
		left := max(0, float32(math.Floor(float64(room.Width-t.Width))))
		t.Widths[i] += left
		t.Width += left
		break
	}
	return !slices.Equal(before, t.Widths)
}

// usual is the width of a column that was given none; no number is cut off. It never shrinks, so
// that columns keep their places while the figures change.
func (t *TableView) usual(i int) float32 {
	c := t.Grid.Column(i)
	if c.Width > 0 {
		return c.Width
	}
	bold := fyne.TextStyle{Bold: true}
	w := fyne.MeasureText(t.Grid.Head(c)+SortedDown, theme.TextSize(), bold).Width
	if c.Numeric() {
		for _, r := range []*grid.Row{t.Grid.Largest(i), t.Grid.Total()} {
			if r != nil {
				text, _ := t.Grid.Text(r, i)
				w = max(w, fyne.MeasureText(text, theme.TextSize(), bold).Width)
			}
		}
	}
	t.Usuals[c.Name] = max(t.Usuals[c.Name], leastCell, w/TextScale()+2*CellPad+1)
	return t.Usuals[c.Name]
}

// fit makes column i as wide as its content.
func (t *TableView) fit(i int) {
	c := t.Grid.Column(i)
	w := fyne.MeasureText(t.Grid.Head(c)+SortedDown, theme.TextSize(), fyne.TextStyle{Bold: true}).Width
	see := func(r *grid.Row, room float32, style fyne.TextStyle) {
		text, _ := t.Grid.Text(r, i)
		w = max(w, fyne.MeasureText(text, theme.TextSize(), style).Width+room)
	}
	for k := range t.Grid.Len() {
		room := float32(0)
		if i == 0 {
			room = t.indent(k)
		}
		see(t.Grid.Row(k), room, fyne.TextStyle{})
	}
	if total := t.Grid.Total(); total != nil {
		see(total, 0, fyne.TextStyle{Bold: true})
	}
	if c.Mix {
		w = Scaled(c.Width)
	}
	t.Grid.Resize(c.Name, w/TextScale()+2*CellPad+1)
	t.Update()
	t.Kept()
}

// Widen changes the width of column i by some dp.
func (t *TableView) Widen(i int, by float32) {
	t.Grid.Resize(t.Grid.Column(i).Name, (t.Widths[i]+by)/TextScale())
	t.Update()
}
