package view

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"threadlens/app/grid"
	"threadlens/app/session"
	"threadlens/app/view/kit"
	"threadlens/app/view/kit/kittest"
	"threadlens/app/view/panes"
	"threadlens/model/report"
)

// TestColumnsAreKept: widths, shown columns and denominator come back with the settings, the order
// does not, and Reset Layout resets them.
func TestColumnsAreKept(t *testing.T) {
	w, table := reported(t)
	i := columnNamed(table, "execution_ns")
	before := table.Widths[i]
	table.Heads[i].Grip.Dragged(&fyne.DragEvent{Dragged: fyne.NewDelta(40, 0)})
	table.Heads[i].Grip.DragEnd()
	if table.Widths[i] != before+40 || table.Heads[i].Size().Width != before+40 {
		t.Errorf("%v wide, was %v", table.Widths[i], before)
	}
	table.Grid.SetShown(table.ColumnOf("voluntary"), false)
	table.Grid.SetShown(table.ColumnOf("migrations"), true)
	usual := rowNames(table)
	table.SortOn(i)
	if columnNamed(table, "voluntary") >= 0 || columnNamed(table, "migrations") < 0 {
		t.Error("columns are put on and off")
	}
	again := newWindow(kittest.NewApp(t), *w.Settings, "", "")
	again.Win.Resize(fyne.NewSize(1600, 950))
	again.showTrace(session.Source{Name: "story.tltxt"}, story(t))
	t.Cleanup(again.summaries)
	again.Tabs.Choose(panes.TabReport)
	again.paneTimer.Flush()
	if got := again.Report.Table; got.Widths[i] != before+40 || rowNames(got) != usual || columnNamed(got, "migrations") < 0 {
		t.Error("the layout should be as it was left")
	}
	again.Commands.Get("resetLayout").Do()
	if got := again.Report.Table; got.Widths[i] != before || columnNamed(got, "migrations") >= 0 || again.Settings.Tables != nil {
		t.Error("Reset Layout takes it back")
	}
}

// TestColumnsGrowWithTheText: text half as large again has columns at least half as wide again.
func TestColumnsGrowWithTheText(t *testing.T) {
	w, table := reported(t)
	before := slices.Clone(table.Needs)
	w.Commands.Get("text.150").Do()
	w.paneTimer.Flush()
	for i, need := range table.Needs {
		if want := 1.5 * before[i]; need < want {
			t.Errorf("column %s needs %v, want at least %v", table.Grid.Column(i).Name, need, want)
		}
	}
}

// TestFitColumn: a double click on a header's edge makes the column as wide as its content.
func TestFitColumn(t *testing.T) {
	_, table := reported(t)
	table.Heads[0].Grip.DoubleTapped(nil)
	for i, row := range table.Rows[:table.Grid.Len()] {
		if row.Cells[0].Size().Width < fyne.MeasureText(row.Cells[0].Text, 13, fyne.TextStyle{}).Width {
			t.Errorf("row %d does not fit", i)
		}
	}
	if table.Widths[0] >= 188 {
		t.Errorf("%v wide, which is more than the names need", table.Widths[0])
	}
}

// TestTablesUseTheirWidth: the remaining width goes to the last text column, unless that was given
// a width, and never causes a scroll bar.
func TestTablesUseTheirWidth(t *testing.T) {
	w, table := reported(t)
	for i, c := range table.Grid.Content().Columns {
		table.Grid.SetShown(i, i == 0 || c.Name == "execution_ns")
	}
	table.Update()
	w.paneTimer.Flush()
	room := table.Body.Size().Width
	if float32(table.Grid.Len())*kit.Scaled(kit.TableRow) > table.Body.Size().Height {
		room -= kit.BarRoom
	}
	if table.Width > room || table.Width < room-1 {
		t.Errorf("the columns take %v of %v", table.Width, room)
	}
	if table.Widths[0] <= table.Needs[0] || table.Widths[1] != table.Needs[1] {
		t.Errorf("widths %v, needed %v", table.Widths, table.Needs)
	}
	table.Widen(0, -100)
	if table.Widths[0] >= room-100 || table.Width > room-99 {
		t.Errorf("a column that was made narrow is %v wide, all %v of %v", table.Widths[0], table.Width, room)
	}
}

// longName is longer than the columns of fillNames, about 300 dp.
const longName = "a name that is much longer than the column "

// fillNames fills a table with columns for a name, a number, a name, and a last text; the second name
// and the last text have these widths.
func fillNames(table *kit.TableView, last string, second, end float32) {
	text := func(s string) report.Value { return report.Value{Kind: report.KindText, Text: s} }
	table.Fill(&grid.Content{Table: &report.Table{}, Columns: []grid.Column{
		{Name: "first", Title: "First", Kind: report.KindText, Width: 100},
		{Name: "n", Title: "N", Kind: report.KindCount},
		{Name: "second", Title: "Second", Kind: report.KindText, Width: second},
		{Name: "last", Title: "Last", Kind: report.KindText, Width: end},
	}, Rows: []grid.Row{{
		Key: "1", Parent: grid.NoParent, Cells: []report.Value{text(longName), {Kind: report.KindCount, Int: 7}, text(longName), text(last)},
	}}}, grid.Scope{})
}

// TestTitlesOfNumbersUseTheRoom: where a column of numbers is designed narrower than its title, the
// title gets the room that texts do not need; without room, and where there is no need, the column
// keeps its width.
func TestTitlesOfNumbersUseTheRoom(t *testing.T) {
	w := opened(t, story(t))
	const title = "Relative share of all"
	for _, c := range []struct {
		room, width float32
		name        string
		wide        bool
	}{{800, 60, "x", true}, {800, 300, "x", false}, {160, 60, longName, false}} {
		table := kit.NewTableView(w.Tips)
		table.Resize(fyne.NewSize(c.room, 200))
		table.Fill(&grid.Content{Table: &report.Table{}, Columns: []grid.Column{
			{Name: "name", Title: "Name", Kind: report.KindText, Width: 100}, {Name: "n", Title: title, Kind: report.KindCount, Width: c.width},
		}, Rows: []grid.Row{{Key: "1", Parent: grid.NoParent, Cells: []report.Value{{Kind: report.KindText, Text: c.name}, {Kind: report.KindCount, Int: 7}}}}}, grid.Scope{})
		need := fyne.MeasureText(title+kit.SortedDown, 13, fyne.TextStyle{Bold: true}).Width + 2*kit.CellPad
		if got := table.Widths[1]; c.wide && (got < need || got > need+2) || !c.wide && got != c.width {
			t.Errorf("%v of %v: the title needs %v, and has %v", c.width, c.room, need, got)
		}
	}
}

// TestNamesUseTheRoom: where the column that grows and other columns of text do not need their width,
// columns with texts that are cut get it, until they are whole; figures keep their widths, and so do
// columns that were given one.
func TestNamesUseTheRoom(t *testing.T) {
	w := opened(t, story(t))
	table := kit.NewTableView(w.Tips)
	table.Resize(fyne.NewSize(1200, 200))
	fillNames(table, "x", 100, 100)
	need := fyne.MeasureText(longName, 13, fyne.TextStyle{}).Width + 2*kit.CellPad
	if table.Widths[0] < need || table.Widths[2] < need || table.Widths[1] != table.Needs[1] || table.Width > 1200 || table.Width < 1199 {
		t.Errorf("widths %v, %v in all; the names need %v", table.Widths, table.Width, need)
	}
	table.Resize(fyne.NewSize(500, 200)) // some room for both
	if a, b := table.Widths[0], table.Widths[2]; a <= 100 || a >= need || b != a || table.Widths[3] < 50 || table.Widths[3] > 100 || table.Width > 500 {
		t.Errorf("in a narrow table: %v", table.Widths)
	}
	table.Resize(fyne.NewSize(1200, 200))
	table.Grid.Resize("first", 120)
	table.Update()
	if table.Widths[0] != 120 || table.Widths[2] < need {
		t.Errorf("with a first column of 120: %v", table.Widths)
	}
}

// TestNamesWithoutRoom: in a table that is too narrow a column gives what it does not need; one whose
// text stays cut anyway takes all that is there.
func TestNamesWithoutRoom(t *testing.T) {
	w := opened(t, story(t))
	need := fyne.MeasureText(longName, 13, fyne.TextStyle{}).Width + 2*kit.CellPad
	narrow := kit.NewTableView(w.Tips)
	narrow.Resize(fyne.NewSize(300, 200)) // no room, but the second column has some
	fillNames(narrow, "x", 400, 90)
	if all := narrow.Needs[0] + narrow.Needs[1] + narrow.Needs[2] + narrow.Needs[3]; narrow.Widths[0] <= 100 || narrow.Widths[2] < need || narrow.Widths[2] >= 400 ||
		narrow.Widths[1] != narrow.Needs[1] || narrow.Width > all || narrow.Width < all-4 {
		t.Errorf("from %v to %v", narrow.Needs, narrow.Widths)
	}
	other := kit.NewTableView(w.Tips)
	other.Resize(fyne.NewSize(800, 200))
	fillNames(other, strings.Repeat(longName, 4), 100, 100)
	if other.Widths[0] != 100 || other.Widths[3] < 500 {
		t.Errorf("the column that grows needs all: %v", other.Widths)
	}
}
