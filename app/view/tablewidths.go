package view

import (
	"math"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/grid"
)

// measure takes the widths of the columns: those they were given, or what title
// and times need. What is left of the table's width goes to one of them.
func (t *tableView) measure() {
	t.needs = t.needs[:0]
	for i := range t.g.Columns() {
		w := t.g.Width(i)
		if w == 0 {
			w = t.usual(i)
		}
		t.needs = append(t.needs, scaled(w))
	}
	t.stretch()
}

// stretch gives the width that is left over to the column that is to grow, or to the
// last one of texts, if it has no width of its own, and reports whether any width is another now.
func (t *tableView) stretch() (changed bool) {
	before := slices.Clone(t.widths)
	t.widths, t.width = append(t.widths[:0], t.needs...), 0
	for _, w := range t.needs {
		t.width += w
	}
	room := t.body.Size()
	if float32(t.g.Len())*scaled(tableRow) > room.Height {
		room.Width -= barRoom
	}
	growing := false
	for i := range t.widths {
		growing = growing || t.g.Column(i).Grow && t.g.Width(i) == 0
	}
	for i := len(t.widths) - 1; i >= 0; i-- {
		if c := t.g.Column(i); c.Numeric() || c.Mix || t.g.Width(i) != 0 || growing && !c.Grow {
			continue
		}
		// Whole units: rounding must not make the sum wider than the room.
		left := max(0, float32(math.Floor(float64(room.Width-t.width))))
		t.widths[i] += left
		t.width += left
		break
	}
	return !slices.Equal(before, t.widths)
}

// usual is the width of a column that was given none: no number is cut. It never
// shrinks, so that columns stay in their places while the figures change.
func (t *tableView) usual(i int) float32 {
	c := t.g.Column(i)
	if c.Width > 0 {
		return c.Width
	}
	bold := fyne.TextStyle{Bold: true}
	w := fyne.MeasureText(t.g.Head(c)+sortedDown, theme.TextSize(), bold).Width
	if c.Numeric() {
		for _, r := range []*grid.Row{t.g.Largest(i), t.g.Total()} {
			if r != nil {
				text, _ := t.g.Text(r, i)
				w = max(w, fyne.MeasureText(text, theme.TextSize(), bold).Width)
			}
		}
	}
	t.usuals[c.Name] = max(t.usuals[c.Name], leastCell, w/textScale()+2*cellPad+1)
	return t.usuals[c.Name]
}

// fit makes column i as wide as its content.
func (t *tableView) fit(i int) {
	c := t.g.Column(i)
	w := fyne.MeasureText(t.g.Head(c)+sortedDown, theme.TextSize(), fyne.TextStyle{Bold: true}).Width
	see := func(r *grid.Row, room float32, style fyne.TextStyle) {
		text, _ := t.g.Text(r, i)
		w = max(w, fyne.MeasureText(text, theme.TextSize(), style).Width+room)
	}
	for k := range t.g.Len() {
		room := float32(0)
		if i == 0 {
			room = t.indent(k)
		}
		see(t.g.Row(k), room, fyne.TextStyle{})
	}
	if total := t.g.Total(); total != nil {
		see(total, 0, fyne.TextStyle{Bold: true})
	}
	if c.Mix {
		w = scaled(c.Width)
	}
	t.g.Resize(c.Name, w/textScale()+2*cellPad+1)
	t.update()
	t.kept()
}

// resize changes the width of column i by some dp.
func (t *tableView) resize(i int, by float32) {
	t.g.Resize(t.g.Column(i).Name, (t.widths[i]+by)/textScale())
	t.update()
}
