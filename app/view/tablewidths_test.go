package view

import (
	"testing"

	"fyne.io/fyne/v2"

	"threadlens/app/session"
)

// TestColumnsAreKept: widths, shown columns, sort and percent come back with the
// settings, and Reset Layout takes them back.
func TestColumnsAreKept(t *testing.T) {
	w, table := reported(t)
	i := columnNamed(table, "execution_ns")
	before := table.widths[i]
	table.heads[i].grip.Dragged(&fyne.DragEvent{Dragged: fyne.NewDelta(40, 0)})
	table.heads[i].grip.DragEnd()
	if table.widths[i] != before+40 || table.heads[i].Size().Width != before+40 {
		t.Errorf("%v wide, was %v", table.widths[i], before)
	}
	table.g.SetShown(table.columnOf("voluntary"), false)
	table.g.SetShown(table.columnOf("migrations"), true)
	table.sortOn(i)
	if columnNamed(table, "voluntary") >= 0 || columnNamed(table, "migrations") < 0 {
		t.Error("columns are put on and off")
	}
	again := newWindow(newApp(t), *w.settings, "", "")
	again.win.Resize(fyne.NewSize(1600, 950))
	again.showTrace(session.Source{Name: "story.tltxt"}, story(t))
	t.Cleanup(again.summaries)
	again.tabs.choose(tabReport)
	again.panes.flush()
	if got := again.report.table; got.widths[i] != before+40 || rowNames(got) != rowNames(table) || columnNamed(got, "migrations") < 0 {
		t.Error("the layout should be as it was left")
	}
	again.table.get("resetLayout").do()
	if got := again.report.table; got.widths[i] != before || columnNamed(got, "migrations") >= 0 || again.settings.Tables != nil {
		t.Error("Reset Layout takes it back")
	}
}

// TestFitColumn: a double click on a header's edge makes the column as wide as
// what is in it.
func TestFitColumn(t *testing.T) {
	_, table := reported(t)
	table.heads[0].grip.DoubleTapped(nil)
	for i, row := range table.rows[:table.g.Len()] {
		if row.cells[0].Size().Width < fyne.MeasureText(row.cells[0].text, 13, fyne.TextStyle{}).Width {
			t.Errorf("row %d does not fit", i)
		}
	}
	if table.widths[0] >= 188 {
		t.Errorf("%v wide, which is more than the names need", table.widths[0])
	}
}

// TestTablesUseTheirWidth: what is left of the width goes to the last column of
// texts, unless it was given a width, and never makes a scroll bar.
func TestTablesUseTheirWidth(t *testing.T) {
	w, table := reported(t)
	for i, c := range table.g.Content().Columns {
		table.g.SetShown(i, i == 0 || c.Name == "execution_ns")
	}
	table.update()
	w.panes.flush()
	room := table.body.Size().Width
	if float32(table.g.Len())*scaled(tableRow) > table.body.Size().Height {
		room -= barRoom
	}
	if table.width > room || table.width < room-1 {
		t.Errorf("the columns take %v of %v", table.width, room)
	}
	if table.widths[0] <= table.needs[0] || table.widths[1] != table.needs[1] {
		t.Errorf("widths %v, needed %v", table.widths, table.needs)
	}
	table.resize(0, -100)
	if table.widths[0] >= room-100 || table.width > room-99 {
		t.Errorf("a column that was made narrow is %v wide, all %v of %v", table.widths[0], table.width, room)
	}
}
