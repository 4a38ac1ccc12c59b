package view

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"threadlens/app/grid"
)

// TestNoNumberIsCut: every number has room, in rows and in the total.
func TestNoNumberIsCut(t *testing.T) {
	_, table := reported(t)
	long := *table.g.Content()
	total := *long.Total
	total.Cells = slices.Clone(total.Cells)
	for i := range total.Cells {
		total.Cells[i].Int *= 1_000_000
	}
	long.Total = &total
	table.show(&long, grid.Scope{})
	for _, row := range append(table.rows[:table.g.Len()], table.foot) {
		for k := range table.g.Columns() {
			cell := row.cells[k]
			if need := fyne.MeasureText(cell.text, 13, cell.style).Width; table.g.Column(k).Numeric() && need > cell.Size().Width {
				t.Errorf("%q needs %v and has %v", cell.text, need, cell.Size().Width)
			}
		}
	}
}

// TestNumbersSayWhatTheyAre: the tooltip of every number on screen has its unit
// or names what it is a part of.
func TestNumbersSayWhatTheyAre(t *testing.T) {
	_, table := reported(t)
	for k := range table.g.Columns() {
		c := table.g.Column(k)
		for i := range table.g.Len() {
			tip := table.rows[i].tip(k)
			switch {
			case tip == "":
				t.Errorf("%s: no tip", c.Name)
			case c.Share && table.g.Cell(table.g.Row(i), k).Int > 0 && !(strings.Contains(tip, " ns, ") && strings.Contains(tip, " of ")):
				t.Errorf("%s: %q does not tell the unit and the whole", c.Name, tip)
			case c.Numeric() && c.Help == "":
				t.Errorf("%s: %q does not tell what is counted", c.Name, tip)
			}
		}
		if table.heads[k].tip() == "" {
			t.Errorf("header %d explains nothing", k)
		}
	}
}

// TestNoRowBelowTheScrollBar: where a table scrolls sideways, the last row in view
// ends above the bar, and every row can be scrolled there.
func TestNoRowBelowTheScrollBar(t *testing.T) {
	_, table := reported(t)
	table.g.Resize(table.g.Column(0).Name, 3000)
	table.update()
	height := scaled(tableRow)*float32(table.g.Len()) - 2
	table.body.Resize(fyne.NewSize(600, height))
	for _, scrolled := range []float32{0, table.sheet.MinSize().Height - height} {
		table.body.ScrollToOffset(fyne.NewPos(0, scrolled))
		table.scrolled()
		last := -1
		for _, row := range table.rows {
			if bottom := row.Position().Y + row.Size().Height - table.body.Offset.Y; row.Visible() {
				last = row.i
				if bottom > height-barRoom {
					t.Errorf("scrolled by %v: row %d ends at %v, the bar begins at %v", table.body.Offset.Y, row.i, bottom, height-barRoom)
				}
			}
		}
		if end := table.g.Len() - 1; (last == end) != (scrolled > 0) {
			t.Errorf("scrolled by %v: the last row in view is %d of %d", table.body.Offset.Y, last, end)
		}
	}
}
