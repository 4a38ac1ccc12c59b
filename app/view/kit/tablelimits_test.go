package kit

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"threadlens/app/grid"
	"threadlens/model/report"
)

// numbered is a table of n rows; height is that of its body, in rows.
func numbered(t *testing.T, n int, height float32) *TableView {
	t.Helper()
	test.NewTempApp(t).Settings().SetTheme(NewLook(Light))
	source := &report.Table{Columns: []report.Column{{Name: "n", Title: "N", Kind: report.KindCount}}}
	for i := range n {
		source.Rows = append(source.Rows, []report.Value{{Kind: report.KindCount, Int: int64(i)}})
	}
	v := NewTableView(nil)
	v.Fill(grid.FromTable(source, grid.Shape{}), grid.Scope{})
	v.Body.Resize(fyne.NewSize(300, height*Scaled(TableRow)))
	return v
}

// TestTyping: typed letters search for a row by its name as long as they follow each other quickly.
func TestTyping(t *testing.T) {
	for _, c := range []struct {
		typed string
		ago   time.Duration
		want  bool
	}{{"", 0, false}, {"a", 0, true}, {"a", 900 * time.Millisecond, true}, {"a", 1001 * time.Millisecond, false}, {"a", 5 * time.Second, false}, {"", 5 * time.Second, false}} {
		v := &TableView{Typed: c.typed, typedAt: time.Now().Add(-c.ago)}
		if got := v.typing(); got != c.want {
			t.Errorf("%q, %v ago: %v", c.typed, c.ago, got)
		}
	}
}

// TestReveal: a row out of view is scrolled to the nearest edge.
func TestReveal(t *testing.T) {
	v := numbered(t, 100, 10)
	for _, c := range []struct{ at, row, top int }{
		{0, 0, 0}, {0, 9, 0}, {0, 10, 1}, {50, 59, 50}, {50, 60, 51}, {50, 50, 50}, {50, 49, 49}, {50, 0, 0}, {50, 1, 1}, {50, -1, 50}, {0, 99, 90},
	} {
		h := Scaled(TableRow)
		v.Body.ScrollToOffset(fyne.NewPos(0, float32(c.at)*h))
		v.reveal(c.row)
		if got := v.Body.Offset.Y; got != float32(c.top)*h {
			t.Errorf("row %d, from row %d on: from %v on, want row %d", c.row, c.at, got/h, c.top)
		}
	}
	v.Body.Resize(fyne.NewSize(300, 0))
	v.Body.ScrollToOffset(fyne.Position{})
	v.reveal(50)
	if v.Body.Offset.Y != 0 {
		t.Error("a table without room scrolls")
	}
}

// TestSheetSize: there is room for the scroll bars, where they appear, after the last row and the
// last column.
func TestSheetSize(t *testing.T) {
	v := numbered(t, 10, 10)
	h := 10 * Scaled(TableRow)
	for _, c := range []struct {
		width, room, height float32 // of the columns; of the body
		want                fyne.Size
	}{
		{200, 200, h, fyne.NewSize(200, h)},
		{200, 300, h, fyne.NewSize(200, h)},
		{201, 200, h, fyne.NewSize(201+BarRoom, h+BarRoom)},
		{200, 200, h - 1, fyne.NewSize(200, h)},
		{200, 300, h - 1, fyne.NewSize(200+BarRoom, h)},
		{200, 200 + BarRoom/2, h - 1, fyne.NewSize(200+BarRoom/2, h)},
		{201, 200, h - 1, fyne.NewSize(201+BarRoom, h+BarRoom)},
	} {
		v.Width = c.width
		v.Body.Resize(fyne.NewSize(c.room, c.height))
		if got := (sheetLayout{v}).MinSize(nil); got != c.want {
			t.Errorf("columns of %v in %v × %v: %v, want %v", c.width, c.room, c.height, got, c.want)
		}
	}
}
