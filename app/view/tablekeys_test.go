package view

import (
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"threadlens/app/grid"
	"threadlens/app/view/kit"
	"threadlens/app/view/kit/kittest"
	"threadlens/model/report"
)

// TestRowsAreSelectedWithModifiers: Shift extends the selection, Ctrl adds to it, Ctrl+A selects
// all rows, and the copy contains the selected ones.
func TestRowsAreSelectedWithModifiers(t *testing.T) {
	w, table := reported(t)
	press := func(i int, mods fyne.KeyModifier) {
		e := mouseEvent(fyne.NewPos(60, 5), desktop.MouseButtonPrimary, mods)
		table.Rows[i].MouseDown(e)
	}
	picked := func() string {
		var s []string
		for i := range table.Grid.Len() {
			if table.Grid.Selected(i) {
				s = append(s, fmt.Sprint(i))
			}
		}
		return strings.Join(s, " ")
	}
	lines := func() int {
		w.App.Clipboard().SetContent("")
		w.Commands.Get("copy").Do()
		kittest.Eventually(t, func() bool { return w.App.Clipboard().Content() != "" })
		return strings.Count(w.App.Clipboard().Content(), "\n")
	}
	for i, step := range []struct {
		do     func()
		want   string
		copied int // lines, including the header
	}{
		{func() { table.Grid.Choose(-1) }, "", 4},
		{func() { press(0, 0) }, "0", 2},
		{func() { press(2, fyne.KeyModifierShift) }, "0 1 2", 4},
		{func() { press(1, kit.Ctrl) }, "0 2", 3},
		{func() { press(1, 0) }, "1", 2},
		{func() { w.Commands.Get("selectAll").Do() }, "0 1 2", 4},
	} {
		step.do()
		if got := picked(); got != step.want {
			t.Errorf("step %d: rows %s, want %s", i, got, step.want)
		}
		if got := lines(); got != step.copied {
			t.Errorf("step %d: %d lines copied, want %d", i, got, step.copied)
		}
	}
}

// TestTypeAhead: letters search for a row; other characters are left to the window.
func TestTypeAhead(t *testing.T) {
	w, table := reported(t)
	w.Win.Canvas().Focus(table)
	for _, want := range []string{"6920", "4664"} {
		table.Typed = ""
		for _, r := range want {
			table.TypedRune(r)
		}
		if name, _ := table.Grid.Text(table.Grid.Row(table.Grid.Cursor()), 0); !strings.HasPrefix(name, want) {
			t.Errorf("%q finds %q", want, name)
		}
	}
	var got rune
	table.Typed, table.Rune = "", func(r rune) { got = r }
	table.TypedRune('?')
	if got != '?' {
		t.Error("? is the window's")
	}
}

// TestTableTargets: where keys lead in a table of 100 rows, of which ten fit, and in a tree. A key
// that leads nowhere is left to the window.
func TestTableTargets(t *testing.T) {
	kittest.NewApp(t)
	source := &report.Table{Columns: []report.Column{{Name: "n", Title: "N", Kind: report.KindCount}}}
	for i := range 100 {
		source.Rows = append(source.Rows, []report.Value{{Kind: report.KindCount, Int: int64(i)}})
	}
	row := func(c []report.Value) int64 { return c[0].Int }
	shapes := []grid.Shape{{}, { // each tenth row has the next nine as children
		Key:   func(c []report.Value) string { return fmt.Sprint(row(c)) },
		Depth: func(c []report.Value) int { return min(int(row(c)%10), 1) },
	}}
	tables := map[bool]*kit.TableView{}
	for _, c := range []struct {
		key   fyne.KeyName
		at    int
		to    int
		moves bool
		tree  bool
	}{
		{fyne.KeyUp, 5, 4, true, false},
		{fyne.KeyDown, 5, 6, true, false},
		{fyne.KeyPageUp, 50, 41, true, false},
		{fyne.KeyPageDown, 50, 59, true, false},
		{fyne.KeyHome, 50, 0, true, false},
		{fyne.KeyEnd, 50, 99, true, false},
		{fyne.KeyLeft, 0, 0, true, false}, // not a tree: it stays
		{fyne.KeyRight, 7, 7, true, false},
		{fyne.KeyLeft, -1, -1, false, false},
		{fyne.KeyRight, -1, -1, false, false},
		{fyne.KeyA, 5, 5, false, false},
		{fyne.KeyLeft, -1, -1, false, true},
		{fyne.KeyRight, 0, 0, true, true}, // unfolds
		{fyne.KeyRight, 0, 1, true, true}, // and moves to the first child
		{fyne.KeyLeft, 3, 0, true, true},
		{fyne.KeyLeft, 0, 0, true, true}, // folds
		{fyne.KeyEnd, 0, 9, true, true},
	} {
		table := tables[c.tree]
		if table == nil {
			table = kit.NewTableView(nil)
			win := fyne.CurrentApp().NewWindow("keys")
			t.Cleanup(win.Close)
			win.SetContent(table)
			shape := shapes[0]
			if c.tree {
				shape = shapes[1]
			}
			table.Fill(grid.FromTable(source, shape), grid.Scope{})
			win.Resize(fyne.NewSize(400, 400))
			win.Resize(fyne.NewSize(400, 400+10*kit.Scaled(kit.TableRow)-table.Body.Size().Height+1))
			tables[c.tree] = table
		}
		to, ok := table.Target(c.key, c.at)
		if to != c.to || ok != c.moves {
			t.Errorf("%s leads from row %d to %d, %v, want %d, %v", c.key, c.at, to, ok, c.to, c.moves)
		}
	}
}
