package view

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"threadlens/app/view/kit"
)

// TestArrowFromTheStart: a table whose rows arrive sorted shows the order before anyone clicks on a
// header.
func TestArrowFromTheStart(t *testing.T) {
	w := openedUse(t)
	arrow := func() (title string) {
		for _, h := range w.Summary.Table.Heads {
			if strings.Contains(h.Text.Text, kit.SortedDown) || strings.Contains(h.Text.Text, kit.SortedUp) {
				title += h.Text.Text
			}
		}
		return title
	}
	at := slices.IndexFunc(w.Summary.Table.Heads, func(h *kit.HeadCell) bool { return w.Summary.Table.Grid.Column(h.Index).Name == "cpu_ns" })
	for _, want := range []string{"CPU usage (ms) ▾", "CPU usage (ms) ▴", "CPU usage (ms) ▾"} {
		if got := arrow(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
		w.Summary.Table.Heads[at].Tapped(nil)
	}
}

// TestTableMenu: what the mouse does with columns can also be chosen in a menu.
func TestTableMenu(t *testing.T) {
	w, table := reported(t)
	w.Commands.Get("tableMenu").Do()
	if w.Win.Canvas().Overlays().Top() == nil {
		t.Fatal("no menu")
	}
	w.Escape()
	i := columnNamed(table, "voluntary")
	for _, item := range table.Menu(i) {
		if strings.HasPrefix(item.Label, "Hide") {
			item.Action()
		}
	}
	if columnNamed(table, "voluntary") >= 0 {
		t.Error("the column should be hidden")
	}
	for _, item := range table.Menu(-1) {
		if item.Label == "Reset Columns" {
			item.Action()
		}
	}
	if columnNamed(table, "voluntary") != i {
		t.Error("the column should be back")
	}
}

// TestTableMenuOfColumns: the first column cannot be hidden, and items about rows come first, with
// a line below them.
func TestTableMenuOfColumns(t *testing.T) {
	_, table := reported(t)
	hides := func(i int) bool {
		return slices.ContainsFunc(table.Menu(i), func(m *fyne.MenuItem) bool { return strings.HasPrefix(m.Label, "Hide") })
	}
	if hides(0) || !hides(1) {
		t.Errorf("the first column can be hidden: %t, the second: %t", hides(0), hides(1))
	}
	table.More = func() []*fyne.MenuItem { return nil }
	if m := table.Menu(1); m[0].IsSeparator {
		t.Error("a line stands above all items")
	}
	table.More = func() []*fyne.MenuItem { return []*fyne.MenuItem{fyne.NewMenuItem("Row", nil)} }
	if m := table.Menu(1); m[0].Label != "Row" || !m[1].IsSeparator {
		t.Errorf("first %q and %q", m[0].Label, m[1].Label)
	}
}
