package view

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"threadlens/app/grid"
	"threadlens/app/session"
	"threadlens/model"
	"threadlens/timeline"
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

func TestReportTable(t *testing.T) {
	w, table := reported(t)
	total := table.g.Total()
	if table.g.Len() != 3 || total.Sums.Total() != 3*540*ms {
		t.Fatalf("%d rows, total %d", table.g.Len(), total.Sums.Total())
	}
	want := fmt.Sprintf("All, %d of %d", w.s.Rows().Threads, w.s.Rows().Total)
	if table.foot.cells[0].text != want {
		t.Errorf("the last row is %q, want %q", table.foot.cells[0].text, want)
	}
	lanes, i := table.names(), table.columnNamed("execution_ns")
	table.heads[i].Tapped(nil)
	for k := 1; k < table.g.Len(); k++ {
		if table.g.Row(k - 1).Sums[model.Execution] < table.g.Row(k).Sums[model.Execution] {
			t.Error("not sorted, most first")
		}
	}
	if !strings.HasSuffix(table.heads[i].text.text, sortedDown) {
		t.Errorf("header %q", table.heads[i].text.text)
	}
	table.heads[i].Tapped(nil)
	if !strings.HasSuffix(table.heads[i].text.text, sortedUp) {
		t.Errorf("header %q", table.heads[i].text.text)
	}
	table.heads[i].Tapped(nil)
	if table.names() != lanes {
		t.Error("the third click should return to the order of the lanes")
	}
}

func TestReportInPercent(t *testing.T) {
	w, table := reported(t)
	w.table.get("reportPercent").do()
	i := table.columnNamed("execution_ns")
	row := table.g.Row(0)
	want := strings.TrimSuffix(timeline.FormatPercent(row.Sums[model.Execution], row.Whole), "%")
	if got := table.rows[0].cells[i].text; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if table.heads[i].text.text != "Execution (%)" || !w.table.get("reportPercent").checked() {
		t.Error("header and menu should say percent")
	}
}

// TestReportBesideTheWindow: figures that take long come later, and what changed
// meanwhile is in them.
func TestReportBesideTheWindow(t *testing.T) {
	w := opened(t, story(t))
	r := w.report
	r.atOnce = 0
	r.update()
	if !r.running {
		t.Fatal("computed at once")
	}
	w.s.Mark(model.Range{From: 100 * ms, To: 200 * ms})
	r.update()
	eventually(t, func() bool { return !r.running && r.table.g.Total().Sums.Total() == 3*100*ms })
}

func TestReportIsLinkedToTheLanes(t *testing.T) {
	w, table := reported(t)
	w.win.Canvas().Focus(table)
	table.typeKey(fyne.KeyEnd)
	last := table.g.Row(2).Thread
	if w.s.Selected().Thread != last {
		t.Errorf("End selects %v, want the last row's %v", w.s.Selected().Thread, last)
	}
	table.typeKey(fyne.KeyUp)
	if w.s.Selected().Thread != table.g.Row(1).Thread {
		t.Error("↑ should select the row above")
	}
	w.s.Mark(model.Range{From: 100 * ms, To: 200 * ms})
	w.panes.flush()
	window := w.s.Window()
	table.typeKey(fyne.KeySpace)
	if w.win.Canvas().Focused() != table || w.s.Window() != window {
		t.Error("Space should show the thread and move nothing")
	}
	table.typeKey(fyne.KeyReturn)
	if w.win.Canvas().Focused() != w.surface || w.s.Window() == window {
		t.Error("Enter should give the keyboard to the lanes and show the time of the figures")
	}
	w.s.Select(timeline.SegmentRef{Thread: last, Index: -1})
	w.panes.flush()
	if table.g.Cursor() != 2 || !table.g.Selected(2) {
		t.Errorf("row %d is marked, want that of the selected lane", table.g.Cursor())
	}
}

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

// TestColumnsAreKept: widths, shown columns, sort and percent come back with the
// settings, and Reset Layout takes them back.
func TestColumnsAreKept(t *testing.T) {
	w, table := reported(t)
	i := table.columnNamed("execution_ns")
	before := table.widths[i]
	table.heads[i].grip.Dragged(&fyne.DragEvent{Dragged: fyne.NewDelta(40, 0)})
	table.heads[i].grip.DragEnd()
	if table.widths[i] != before+40 || table.heads[i].Size().Width != before+40 {
		t.Errorf("%v wide, was %v", table.widths[i], before)
	}
	table.g.SetShown(table.columnOf("voluntary"), false)
	table.g.SetShown(table.columnOf("migrations"), true)
	table.sortOn(i)
	if table.columnNamed("voluntary") >= 0 || table.columnNamed("migrations") < 0 {
		t.Error("columns are put on and off")
	}
	again := newWindow(newApp(t), *w.settings, "", "")
	again.win.Resize(fyne.NewSize(1600, 950))
	again.showTrace(session.Source{Name: "story.tltxt"}, story(t))
	t.Cleanup(again.summaries)
	again.tabs.choose(tabReport)
	again.panes.flush()
	if got := again.report.table; got.widths[i] != before+40 || got.names() != table.names() || got.columnNamed("migrations") < 0 {
		t.Error("the layout should be as it was left")
	}
	again.table.get("resetLayout").do()
	if got := again.report.table; got.widths[i] != before || got.columnNamed("migrations") >= 0 || again.settings.Tables != nil {
		t.Error("Reset Layout takes it back")
	}
}

// TestFitColumn: a double click on a header's edge makes the column as wide as
// what is in it.
func TestFitColumn(t *testing.T) {
	_, table := reported(t)
	table.heads[0].grip.DoubleTapped(nil)
	for i, row := range table.rows[:table.g.Len()] {
		if row.cells[0].Size().Width < fyne.MeasureText(row.cells[0].text, 13, fyne.TextStyle{}).Width {
			t.Errorf("row %d does not fit", i)
		}
	}
	if table.widths[0] >= 188 {
		t.Errorf("%v wide, which is more than the names need", table.widths[0])
	}
}

// TestNoNumberIsCut: every number has room, in rows and in the total.
func TestNoNumberIsCut(t *testing.T) {
	_, table := reported(t)
	long := *table.g.Content()
	total := *long.Total
	total.Cells = slices.Clone(total.Cells)
	for i := range total.Cells {
		total.Cells[i].Int *= 1_000_000
	}
	long.Total = &total
	table.show(&long, grid.Scope{})
	for _, row := range append(table.rows[:table.g.Len()], table.foot) {
		for k := range table.g.Columns() {
			cell := row.cells[k]
			if need := fyne.MeasureText(cell.text, 13, cell.style).Width; table.g.Column(k).Numeric() && need > cell.Size().Width {
				t.Errorf("%q needs %v and has %v", cell.text, need, cell.Size().Width)
			}
		}
	}
}

// TestNumbersSayWhatTheyAre: the tooltip of every number on screen has its unit
// or tells of what it is a part.
func TestNumbersSayWhatTheyAre(t *testing.T) {
	_, table := reported(t)
	for k := range table.g.Columns() {
		c := table.g.Column(k)
		for i := range table.g.Len() {
			tip := table.rows[i].tip(k)
			switch {
			case tip == "":
				t.Errorf("%s: no tip", c.Name)
			case c.Share && table.g.Cell(table.g.Row(i), k).Int > 0 && !(strings.Contains(tip, " ns, ") && strings.Contains(tip, " of ")):
				t.Errorf("%s: %q does not tell the unit and the whole", c.Name, tip)
			case c.Numeric() && c.Help == "":
				t.Errorf("%s: %q does not tell what is counted", c.Name, tip)
			}
		}
		if table.heads[k].tip() == "" {
			t.Errorf("header %d explains nothing", k)
		}
	}
}

// TestTableMenu: what the mouse does with columns can be chosen in a menu.
func TestTableMenu(t *testing.T) {
	w, table := reported(t)
	w.table.get("tableMenu").do()
	if w.win.Canvas().Overlays().Top() == nil {
		t.Fatal("no menu")
	}
	w.escape()
	i := table.columnNamed("voluntary")
	for _, item := range table.menu(i) {
		if strings.HasPrefix(item.Label, "Hide") {
			item.Action()
		}
	}
	if table.columnNamed("voluntary") >= 0 {
		t.Error("the column should be hidden")
	}
	for _, item := range table.menu(-1) {
		if item.Label == "Reset Columns" {
			item.Action()
		}
	}
	if table.columnNamed("voluntary") != i {
		t.Error("the column should be back")
	}
}

// TestNoRowBelowTheScrollBar: where a table scrolls sideways, the last row in view
// ends above the bar, and every row can be scrolled there.
func TestNoRowBelowTheScrollBar(t *testing.T) {
	_, table := reported(t)
	table.g.Resize(table.g.Column(0).Name, 3000)
	table.update()
	height := scaled(tableRow)*float32(table.g.Len()) - 2
	table.body.Resize(fyne.NewSize(600, height))
	for _, scrolled := range []float32{0, table.sheet.MinSize().Height - height} {
		table.body.ScrollToOffset(fyne.NewPos(0, scrolled))
		table.scrolled()
		last := -1
		for _, row := range table.rows {
			if bottom := row.Position().Y + row.Size().Height - table.body.Offset.Y; row.Visible() {
				last = row.i
				if bottom > height-barRoom {
					t.Errorf("scrolled by %v: row %d ends at %v, the bar begins at %v", table.body.Offset.Y, row.i, bottom, height-barRoom)
				}
			}
		}
		if end := table.g.Len() - 1; (last == end) != (scrolled > 0) {
			t.Errorf("scrolled by %v: the last row in view is %d of %d", table.body.Offset.Y, last, end)
		}
	}
}

// TestArrowFromTheStart: a table whose rows come sorted shows it before anyone
// clicks on a header.
func TestArrowFromTheStart(t *testing.T) {
	w := openedUse(t)
	arrow := func() (title string) {
		for _, h := range w.cpu.table.heads {
			if strings.Contains(h.text.text, sortedDown) || strings.Contains(h.text.text, sortedUp) {
				title += h.text.text
			}
		}
		return title
	}
	at := slices.IndexFunc(w.cpu.table.heads, func(h *headCell) bool { return w.cpu.table.g.Column(h.i).Name == "cpu_ns" })
	for _, want := range []string{"CPU usage (ms) ▾", "CPU usage (ms) ▴", "CPU usage (ms) ▾"} {
		if got := arrow(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
		w.cpu.table.heads[at].Tapped(nil)
	}
}

// TestTablesUseTheirWidth: what is left of the width goes to the last column of
// texts, unless it was given a width, and never makes a scroll bar.
func TestTablesUseTheirWidth(t *testing.T) {
	w, table := reported(t)
	for i, c := range table.g.Content().Columns {
		table.g.SetShown(i, i == 0 || c.Name == "execution_ns")
	}
	table.update()
	w.panes.flush()
	room := table.body.Size().Width
	if float32(table.g.Len())*scaled(tableRow) > table.body.Size().Height {
		room -= barRoom
	}
	if table.width > room || table.width < room-1 {
		t.Errorf("the columns take %v of %v", table.width, room)
	}
	if table.widths[0] <= table.needs[0] || table.widths[1] != table.needs[1] {
		t.Errorf("widths %v, needed %v", table.widths, table.needs)
	}
	table.resize(0, -100)
	if table.widths[0] >= room-100 || table.width > room-99 {
		t.Errorf("a column that was made narrow is %v wide, all %v of %v", table.widths[0], table.width, room)
	}
}
