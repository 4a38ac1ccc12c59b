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
func (t *tableView) columnNamed(name string) int {
	for i := range t.g.Columns() {
		if t.g.Column(i).Name == name {
			return i
		}
	}
	return -1
}

// names are the first cells of the rows that are shown.
func (t *tableView) names() string {
	var names []string
	for i := range t.g.Len() {
		name, _ := t.g.Text(t.g.Row(i), 0)
		names = append(names, name)
	}
	return strings.Join(names, " ")
}

func (t *tableView) typeKey(name fyne.KeyName) { t.TypedKey(&fyne.KeyEvent{Name: name}) }
