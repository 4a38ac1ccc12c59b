package view

import (
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"threadlens/app/view/kit"
	"threadlens/app/view/kit/kittest"
	"threadlens/model"
	"threadlens/timeline"
)

func TestReportTable(t *testing.T) {
	w, table := reported(t)
	total := table.Grid.Total()
	if table.Grid.Len() != 3 || total.Sums.Total() != 3*540*ms {
		t.Fatalf("%d rows, total %d", table.Grid.Len(), total.Sums.Total())
	}
	want := fmt.Sprintf("All, %d threads", w.Session.Rows().Total)
	if table.Foot.Cells[0].Text != want {
		t.Errorf("the last row is %q, want %q", table.Foot.Cells[0].Text, want)
	}
	lanes, i := rowNames(table), columnNamed(table, "execution_ns")
	table.Heads[i].Tapped(nil)
	for k := 1; k < table.Grid.Len(); k++ {
		if table.Grid.Row(k - 1).Sums[model.Execution] < table.Grid.Row(k).Sums[model.Execution] {
			t.Error("not sorted, most first")
		}
	}
	if !strings.HasSuffix(table.Heads[i].Text.Text, kit.SortedDown) {
		t.Errorf("header %q", table.Heads[i].Text.Text)
	}
	table.Heads[i].Tapped(nil)
	if !strings.HasSuffix(table.Heads[i].Text.Text, kit.SortedUp) {
		t.Errorf("header %q", table.Heads[i].Text.Text)
	}
	table.Heads[i].Tapped(nil)
	if rowNames(table) != lanes {
		t.Error("the third click should return to the order of the lanes")
	}
}

func TestReportInPercent(t *testing.T) {
	w, table := reported(t)
	w.Commands.Get("reportPercent").Do()
	i := columnNamed(table, "execution_ns")
	row := table.Grid.Row(0)
	want := strings.TrimSuffix(timeline.FormatPercent(row.Sums[model.Execution], row.Whole), "%")
	if got := table.Rows[0].Cells[i].Text; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if table.Heads[i].Text.Text != "Execution (%)" || !w.Commands.Get("reportPercent").Checked() {
		t.Error("header and menu should say percent")
	}
}

// TestReportBesideTheWindow: figures that are slow to compute arrive later, and include what
// changed meanwhile; a line below the header shows that they are computed.
func TestReportBesideTheWindow(t *testing.T) {
	w := opened(t, story(t))
	r := w.Report
	working := func() bool {
		_, _, _, alpha := test.WidgetRenderer(r.Table.Working).Objects()[0].(*canvas.Rectangle).FillColor.RGBA()
		return alpha > 0
	}
	r.AtOnce = 0
	r.Table.Hint = "Nothing"
	r.Forget() // no rows yet
	if r.Table.Empty.Text != "" {
		t.Errorf("said before anything is computed: %q", r.Table.Empty.Text)
	}
	r.Update()
	if !r.Running || !working() || r.Table.Empty.Text != "Computing…" {
		t.Fatalf("computed at once: %v, shown as computing: %v, said: %q", !r.Running, working(), r.Table.Empty.Text)
	}
	w.Session.Mark(model.Range{From: 100 * ms, To: 200 * ms})
	r.Update()
	kittest.Eventually(t, func() bool { return !r.Running && r.Table.Grid.Total().Sums.Total() == 3*100*ms })
	if working() {
		t.Error("the figures are there, and seem to be computed still")
	}
}

func TestReportIsLinkedToTheLanes(t *testing.T) {
	w, table := reported(t)
	w.Win.Canvas().Focus(table)
	typeKey(table, fyne.KeyEnd)
	last := table.Grid.Row(2).Thread
	if w.Session.Selected().Thread != last {
		t.Errorf("End selects %v, want the last row's %v", w.Session.Selected().Thread, last)
	}
	typeKey(table, fyne.KeyUp)
	if w.Session.Selected().Thread != table.Grid.Row(1).Thread {
		t.Error("↑ should select the row above")
	}
	w.Session.Mark(model.Range{From: 100 * ms, To: 200 * ms})
	w.paneTimer.Flush()
	window := w.Session.Window()
	typeKey(table, fyne.KeySpace)
	if w.Win.Canvas().Focused() != table || w.Session.Window() != window {
		t.Error("Space should show the thread and move nothing")
	}
	typeKey(table, fyne.KeyReturn)
	if w.Win.Canvas().Focused() != w.Surface || w.Session.Window() == window {
		t.Error("Enter should give the keyboard to the lanes and show the time of the figures")
	}
	w.Session.Select(timeline.SegmentRef{Thread: last, Index: -1})
	w.paneTimer.Flush()
	if table.Grid.Cursor() != 2 || !table.Grid.Selected(2) {
		t.Errorf("row %d is marked, want that of the selected lane", table.Grid.Cursor())
	}
}
