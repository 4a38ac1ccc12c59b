package view

import (
	"strings"
	"testing"

	"threadlens/app/session"
	"threadlens/app/view/kit"
	"threadlens/app/view/panes"

	"fyne.io/fyne/v2"
)

// reported is the window with the story's profile report.
func reported(t *testing.T) (*window, *kit.TableView) {
	t.Helper()
	w := opened(t, story(t))
	w.Tabs.Choose(panes.TabReport)
	w.paneTimer.Flush()
	return w, w.Report.Table
}

// columnNamed is the index of a shown column.
func columnNamed(t *kit.TableView, name string) int {
	for i := range t.Grid.Columns() {
		if t.Grid.Column(i).Name == name {
			return i
		}
	}
	return -1
}

// rowNames are the first cells of the rows that are shown.
func rowNames(t *kit.TableView) string {
	var names []string
	for i := range t.Grid.Len() {
		name, _ := t.Grid.Text(t.Grid.Row(i), 0)
		names = append(names, name)
	}
	return strings.Join(names, " ")
}

func typeKey(t *kit.TableView, name fyne.KeyName) { t.TypedKey(&fyne.KeyEvent{Name: name}) }

// TestProfileMenu: the menu of the profile applies to the row that has the keyboard.
// TestOrderEndsWithTheTrace: what a table is sorted by does not follow to the next trace; its
// columns do.
func TestOrderEndsWithTheTrace(t *testing.T) {
	w, table := reported(t)
	before := rowNames(table)
	for range 2 { // the other way round
		table.SortOn(columnNamed(table, "preemption_ns"))
	}
	table.Grid.SetShown(table.ColumnOf("migrations"), true)
	if rowNames(table) == before {
		t.Fatal("the order changes nothing")
	}
	w.showTrace(session.Source{Name: "again"}, story(t))
	w.paneTimer.Flush()
	for name, l := range w.Settings.Tables {
		if len(l.Sort) > 0 {
			t.Errorf("the table %q stays sorted by %v", name, l.Sort)
		}
	}
	if got := rowNames(table); got != before || columnNamed(table, "migrations") < 0 {
		t.Errorf("the next trace has the rows %q, want %q", got, before)
	}
}

func TestProfileMenu(t *testing.T) {
	w, table := reported(t)
	if items := w.Report.Items(); len(items) > 0 {
		t.Errorf("%d items of no row", len(items))
	}
	for i := range table.Grid.Len() {
		table.Grid.Choose(i)
		row := table.Grid.Row(i)
		if got, want := len(w.Report.Items()), len(w.Report.Parts(&row.Sums, row.Thread)); got != want || want == 0 {
			t.Errorf("row %d: %d items, want %d", i, got, want)
		}
	}
}
