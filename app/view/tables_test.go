package view

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
)

// reported is the window with the story's profile report.
func reported(t *testing.T) (*window, *tableView) {
	t.Helper()
	w := opened(t, story(t))
	w.tabs.choose(tabReport)
	w.panes.flush()
	return w, w.report.table
}

// columnNamed is where a column is shown.
func columnNamed(t *tableView, name string) int {
	for i := range t.g.Columns() {
		if t.g.Column(i).Name == name {
			return i
		}
	}
	return -1
}

// rowNames are the first cells of the rows that are shown.
func rowNames(t *tableView) string {
	var names []string
	for i := range t.g.Len() {
		name, _ := t.g.Text(t.g.Row(i), 0)
		names = append(names, name)
	}
	return strings.Join(names, " ")
}

func typeKey(t *tableView, name fyne.KeyName) { t.TypedKey(&fyne.KeyEvent{Name: name}) }
