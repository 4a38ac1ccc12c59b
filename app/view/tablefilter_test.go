package view

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
)

func TestFilterOfTable(t *testing.T) {
	w, table := reported(t)
	w.table.get("tableFilter").do()
	f := w.report.filter
	if w.win.Canvas().Focused() != f.entry {
		t.Fatal("the filter should have the keyboard")
	}
	f.entry.SetText("tid:6420")
	if table.g.Len() != 1 || f.count.text != "1 of 3" || table.foot.cells[0].text != "Filtered, 1 of 3" {
		t.Errorf("%d rows, %q, %q", table.g.Len(), f.count.text, table.foot.cells[0].text)
	}
	f.entry.SetText("tid:6420 /(/")
	if f.wrong == "" || table.g.Len() != 1 {
		t.Errorf("%q with %d rows", f.wrong, table.g.Len())
	}
	f.entry.SetText("nobody")
	if table.g.Len() != 0 || !strings.Contains(table.empty.text, "nobody") {
		t.Errorf("%d rows, %q", table.g.Len(), table.empty.text)
	}
	f.entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if table.g.Len() != 3 || f.count.text != "" || w.win.Canvas().Focused() != table {
		t.Error("Escape takes the filter away")
	}
}
