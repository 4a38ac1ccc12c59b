package view

import (
	"fmt"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"threadlens/app/grid"
	"threadlens/app/view/kit"
	"threadlens/app/view/kit/kittest"
	"threadlens/model/measure"
	"threadlens/model/report"
	"threadlens/timeline"
)

// TestTreeTable: the CPU scheduling summary, with threads below their processes.
func TestTreeTable(t *testing.T) {
	w := opened(t, story(t))
	a, _ := report.Find("cpu")
	summary, err := a.Run(w.Session.Trace(), measure.Scope{Range: w.Session.Trace().Whole()})
	if err != nil {
		t.Fatal(err)
	}
	content := grid.FromTable(summary, grid.Shape{
		Key: func(c []report.Value) string { return fmt.Sprint(c[0].Text, c[1].Int, c[2].Int) },
		Depth: func(c []report.Value) int {
			if c[2].Kind == report.KindNone {
				return 0
			}
			return 1
		},
	})
	table := kit.NewTableView(nil)
	win := w.App.NewWindow("tree")
	t.Cleanup(win.Close)
	win.SetContent(table)
	win.Resize(fyne.NewSize(900, 400))
	table.Fill(content, w.Session.GridScope())
	folded := table.Grid.Len()
	if folded == len(content.Rows) || !table.Grid.IsTree() {
		t.Fatalf("%d of %d rows are shown", folded, len(content.Rows))
	}
	at := -1
	for i := range folded {
		if foldable, _ := table.Grid.Foldable(i); foldable && at < 0 {
			at = i
		}
	}
	table.Choose(at)
	typeKey(table, fyne.KeyRight)
	if table.Grid.Len() <= folded || table.Rows[at].Fold.Text != "▾" {
		t.Fatalf("→ shows %d rows, %q", table.Grid.Len(), table.Rows[at].Fold.Text)
	}
	typeKey(table, fyne.KeyRight)
	if table.Grid.Cursor() != at+1 {
		t.Errorf("→ goes to row %d", table.Grid.Cursor())
	}
	typeKey(table, fyne.KeyLeft)
	typeKey(table, fyne.KeyLeft)
	if table.Grid.Cursor() != at || table.Grid.Len() != folded || table.Rows[at].Fold.Text != "▸" {
		t.Errorf("← ← leads to row %d of %d", table.Grid.Cursor(), table.Grid.Len())
	}
	table.Rows[at].MouseDown(mouseEvent(fyne.NewPos(12, 10), desktop.MouseButtonPrimary, 0))
	if table.Grid.Len() <= folded {
		t.Error("a click on the triangle unfolds")
	}
}

// TestRowsInViewHaveWidgets: only rows in view have widgets, however many rows there are.
func TestRowsInViewHaveWidgets(t *testing.T) {
	kittest.NewApp(t)
	source := &report.Table{Columns: []report.Column{{Name: "n", Title: "N", Kind: report.KindCount}}}
	for i := range 100_000 {
		source.Rows = append(source.Rows, []report.Value{{Kind: report.KindCount, Int: int64(i)}})
	}
	table := kit.NewTableView(nil)
	win := fyne.CurrentApp().NewWindow("many")
	t.Cleanup(win.Close)
	win.SetContent(table)
	win.Resize(fyne.NewSize(400, 400))
	table.Fill(grid.FromTable(source, grid.Shape{}), grid.Scope{})
	table.Choose(table.Grid.Len() - 1)
	last := ""
	for _, row := range table.Rows {
		if row.Visible() {
			last = row.Cells[0].Text
		}
	}
	if len(table.Rows) > 20 || last != timeline.FormatCount(99_999) {
		t.Errorf("%d widgets, the last row says %q", len(table.Rows), last)
	}
}
