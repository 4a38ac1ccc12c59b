package view

import (
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// TestRowsAreSelectedWithModifiers: Shift extends, Ctrl adds, Ctrl+A takes all, and
// what is copied follows.
func TestRowsAreSelectedWithModifiers(t *testing.T) {
	w, table := reported(t)
	press := func(i int, mods fyne.KeyModifier) {
		e := mouseEvent(fyne.NewPos(60, 5), desktop.MouseButtonPrimary, mods)
		table.rows[i].MouseDown(e)
	}
	picked := func() string {
		var s []string
		for i := range table.g.Len() {
			if table.g.Selected(i) {
				s = append(s, fmt.Sprint(i))
			}
		}
		return strings.Join(s, " ")
	}
	lines := func() int {
		w.app.Clipboard().SetContent("")
		w.table.get("copy").do()
		eventually(t, func() bool { return w.app.Clipboard().Content() != "" })
		return strings.Count(w.app.Clipboard().Content(), "\n")
	}
	for i, step := range []struct {
		do     func()
		want   string
		copied int // lines, with that of the header
	}{
		{func() { table.g.Choose(-1) }, "", 4},
		{func() { press(0, 0) }, "0", 2},
		{func() { press(2, fyne.KeyModifierShift) }, "0 1 2", 4},
		{func() { press(1, ctrl) }, "0 2", 3},
		{func() { press(1, 0) }, "1", 2},
		{func() { w.table.get("selectAll").do() }, "0 1 2", 4},
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

// TestTypeAhead: letters look for a row; other characters are the window's.
func TestTypeAhead(t *testing.T) {
	w, table := reported(t)
	w.win.Canvas().Focus(table)
	for _, want := range []string{"6920", "4664"} {
		table.typed = ""
		for _, r := range want {
			table.TypedRune(r)
		}
		if name, _ := table.g.Text(table.g.Row(table.g.Cursor()), 0); !strings.HasPrefix(name, want) {
			t.Errorf("%q finds %q", want, name)
		}
	}
	var got rune
	table.typed, table.rune = "", func(r rune) { got = r }
	table.TypedRune('?')
	if got != '?' {
		t.Error("? is the window's")
	}
}
