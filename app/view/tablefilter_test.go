package view

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"threadlens/app/session/keep"
	"threadlens/app/view/kit"
)

func TestFilterOfTable(t *testing.T) {
	w, table := reported(t)
	w.Commands.Get("tableFilter").Do()
	f := w.Report.Filter
	if w.Win.Canvas().Focused() != f.Entry {
		t.Fatal("the filter should have the keyboard")
	}
	f.Entry.SetText("tid:6420")
	if table.Grid.Len() != 1 || f.Count.Text != "1 of 3" || table.Foot.Cells[0].Text != "Matching rows: 1 of 3" {
		t.Errorf("%d rows, %q, %q", table.Grid.Len(), f.Count.Text, table.Foot.Cells[0].Text)
	}
	f.Entry.SetText("tid:6420 /(/")
	if f.Wrong == "" || table.Grid.Len() != 1 {
		t.Errorf("%q with %d rows", f.Wrong, table.Grid.Len())
	}
	f.Entry.SetText("nobody")
	if table.Grid.Len() != 0 || !strings.Contains(table.Empty.Text, "nobody") {
		t.Errorf("%d rows, %q", table.Grid.Len(), table.Empty.Text)
	}
	f.Entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if table.Grid.Len() != 3 || f.Count.Text != "" || w.Win.Canvas().Focused() != table {
		t.Error("Escape takes the filter away")
	}
}

// TestFilterLeft: a filter that goes out of sight with its view loses the keyboard; what is typed
// then is a command, not a part of the filter.
func TestFilterLeft(t *testing.T) {
	for _, from := range []keep.ViewKind{keep.ViewUtilization, keep.ViewCores} {
		w := opened(t, story(t))
		w.Session.SetViewing(from)
		w.Commands.Get("tableFilter").Do()
		f, ok := w.Win.Canvas().Focused().(*kit.Field)
		if !ok {
			t.Fatalf("%v: the filter should have the keyboard", from)
		}
		f.SetText("worker")
		w.Session.SetViewing(keep.ViewThreads)
		if w.Win.Canvas().Focused() == f {
			t.Errorf("%v: the hidden filter has the keyboard", from)
		}
		w.Session.SetViewing(from)
		if f.Text != "worker" {
			t.Errorf("%v: the filter is %q", from, f.Text)
		}
	}
}
