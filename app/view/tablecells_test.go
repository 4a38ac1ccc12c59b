package view

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"threadlens/app/grid"
	"threadlens/app/view/kit"
)

// TestNoNumberIsCut: every number has room, in rows and in the total.
func TestNoNumberIsCut(t *testing.T) {
	_, table := reported(t)
	long := *table.Grid.Content()
	total := *long.Total
	total.Cells = slices.Clone(total.Cells)
	for i := range total.Cells {
		total.Cells[i].Int *= 1_000_000
	}
	long.Total = &total
	table.Fill(&long, grid.Scope{})
	for _, row := range append(table.Rows[:table.Grid.Len()], table.Foot) {
		for k := range table.Grid.Columns() {
			cell := row.Cells[k]
			if need := fyne.MeasureText(cell.Text, 13, cell.Style).Width; table.Grid.Column(k).Numeric() && need > cell.Size().Width {
				t.Errorf("%q needs %v and has %v", cell.Text, need, cell.Size().Width)
			}
		}
	}
}

// TestNumbersSayWhatTheyAre: the tooltip of every number on screen has its unit or names what it is
// a share of.
func TestNumbersSayWhatTheyAre(t *testing.T) {
	_, table := reported(t)
	for k := range table.Grid.Columns() {
		c := table.Grid.Column(k)
		for i := range table.Grid.Len() {
			tip := table.Rows[i].Tip(k)
			switch {
			case tip == "":
				t.Errorf("%s: no tip", c.Name)
			case c.Share && table.Grid.Cell(table.Grid.Row(i), k).Int > 0 && !(strings.Contains(tip, " ns, ") && strings.Contains(tip, " of ")):
				t.Errorf("%s: %q does not tell the unit and the whole", c.Name, tip)
			case c.Numeric() && c.Help == "":
				t.Errorf("%s: %q does not tell what is counted", c.Name, tip)
			}
		}
		if table.Heads[k].Tip() == "" {
			t.Errorf("header %d explains nothing", k)
		}
	}
}

// TestNoRowBelowTheScrollBar: where a table scrolls sideways, the last visible row ends above the
// scroll bar, and every row can be scrolled into view.
func TestNoRowBelowTheScrollBar(t *testing.T) {
	_, table := reported(t)
	table.Grid.Resize(table.Grid.Column(0).Name, 3000)
	table.Update()
	height := kit.Scaled(kit.TableRow)*float32(table.Grid.Len()) - 2
	table.Body.Resize(fyne.NewSize(600, height))
	for _, scrolled := range []float32{0, table.Sheet.MinSize().Height - height} {
		table.Body.ScrollToOffset(fyne.NewPos(0, scrolled))
		table.Scrolled()
		last := -1
		for _, row := range table.Rows {
			if bottom := row.Position().Y + row.Size().Height - table.Body.Offset.Y; row.Visible() {
				last = row.Index
				if bottom > height-kit.BarRoom {
					t.Errorf("scrolled by %v: row %d ends at %v, the bar begins at %v", table.Body.Offset.Y, row.Index, bottom, height-kit.BarRoom)
				}
			}
		}
		if end := table.Grid.Len() - 1; (last == end) != (scrolled > 0) {
			t.Errorf("scrolled by %v: the last row in view is %d of %d", table.Body.Offset.Y, last, end)
		}
	}
}
