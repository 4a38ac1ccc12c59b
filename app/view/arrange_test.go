package view

import (
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"threadlens/app/session"
	"threadlens/app/view/host"
	"threadlens/app/view/kit"
	"threadlens/app/view/kit/kittest"
	"threadlens/app/view/picture"
	"threadlens/model"
	"threadlens/timeline"
)

// lanes are the ids of the threads that have a lane, from the top.
func (w *window) lanes() string {
	var ids []string
	for _, ix := range w.Session.VisibleThreads() {
		ids = append(ids, fmt.Sprint(w.Session.Trace().Threads[ix].TID))
	}
	return strings.Join(ids, " ")
}

// name is the position of a row's name in the gutter.
func (w *window) name(t *testing.T, row int) fyne.Position {
	t.Helper()
	scene := w.Surface.Now()
	r := scene.RowRect(row)
	if r.Empty() {
		t.Fatalf("row %d is not in view", row)
	}
	return fyne.NewPos(60, float32(r.Min.Y+r.Max.Y)/2)
}

func TestFilterBox(t *testing.T) {
	w := opened(t, story(t))
	box := w.Surface.Filter
	w.press(fyne.KeyF, kit.Ctrl|kit.Shift)
	if w.Win.Canvas().Focused() != box.Entry || box.Button.Visible() || !box.Field.Visible() || box.Text.Text != picture.FilterHint {
		t.Fatal("the field should be open and have the keyboard")
	}
	w.Surface.Filter.Entry.TypedRune('F') // of the shortcut's key
	test.Type(box.Entry, "tid:6420")
	w.paneTimer.Flush()
	if box.Entry.Text != "tid:6420" || w.lanes() != "6420" || w.Report.Table.Grid.Len() != 1 || w.Profile.Scope.Text != "1 thread" {
		t.Errorf("%q shows lanes %s, %d rows of the report, %q", box.Entry.Text, w.lanes(), w.Report.Table.Grid.Len(), w.Profile.Scope.Text)
	}
	box.Entry.SetText("tid:6420 pid:x")
	if !box.Note.Visible() || box.Text.Text != "Character 14: “pid:” must be followed by a number" || w.lanes() != "6420" {
		t.Errorf("note %v %q, lanes %s", box.Note.Visible(), box.Text.Text, w.lanes())
	}
	w.Surface.TakeFocus()
	if !box.Note.Visible() || !box.Field.Visible() {
		t.Error("what is wrong should stay in place")
	}
}

func TestFilterBoxIsLeft(t *testing.T) {
	w := opened(t, story(t))
	box, all := w.Surface.Filter, w.lanes()
	_ = w.Session.SetFilter("tid:6420")
	box.Open()
	box.Entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if w.lanes() != all || w.Win.Canvas().Focused() != w.Surface || box.Field.Visible() || box.Note.Visible() {
		t.Errorf("after Escape: lanes %s, field %v", w.lanes(), box.Field.Visible())
	}
	box.Open()
	test.Type(box.Entry, "!tid:6420")
	if !w.Surface.Now().Filtering || w.exports.picture(host.PictureOptions{}, 1).Scene.Filtering {
		t.Error("the field should have room in the window, and none in a picture")
	}
	box.Entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if w.Win.Canvas().Focused() != w.Surface || !box.Field.Visible() || strings.Contains(w.lanes(), "6420") {
		t.Errorf("after Enter: lanes %s, field %v", w.lanes(), box.Field.Visible())
	}
	w.showTrace(session.Source{Name: "again"}, story(t))
	if box.Field.Visible() || box.Entry.Text != "" || w.lanes() != all {
		t.Errorf("another trace is filtered by %q", box.Entry.Text)
	}
}

func TestShowUndoesWhatHides(t *testing.T) {
	w := opened(t, story(t))
	all := w.lanes()
	w.Session.SelectAt(w.Session.VisibleThreads()[0], 0)
	w.press(fyne.KeyH, 0)
	_ = w.Session.SetFilter("!tid:6420")
	w.Commands.Get("hideInactive").Do()
	rows := w.Session.Rows()
	w.click(w.name(t, len(rows.List)-1), desktop.MouseButtonPrimary, 0)
	if w.lanes() != all || w.Session.Hidden() > 0 || w.Session.HidesInactive() {
		t.Errorf("lanes %s after Show, want %s", w.lanes(), all)
	}
}

func TestDragMovesALane(t *testing.T) {
	w := opened(t, story(t))
	before := strings.Fields(w.lanes())
	w.drag(desktop.MouseButtonPrimary, 0, w.name(t, 1), w.name(t, 2), w.name(t, 3))
	want := strings.Join([]string{before[1], before[2], before[0]}, " ")
	if w.lanes() != want || w.Session.Sort() != timeline.SortManual {
		t.Errorf("lanes %s by %s, want %s", w.lanes(), w.Session.Sort(), want)
	}
	w.press(fyne.KeyUp, kit.Alt)
	w.press(fyne.KeyUp, kit.Alt)
	if w.lanes() != strings.Join(before, " ") {
		t.Errorf("lanes %s, moved back by keys", w.lanes())
	}
	w.press(fyne.KeyP, 0)
	if rows := w.Session.Rows(); rows.Pinned != 1 || !w.Commands.Get("pin").Checked() {
		t.Errorf("%d rows are pinned", rows.Pinned)
	}
}

func TestRowsThatHeadOthers(t *testing.T) {
	w := opened(t, story(t))
	w.click(w.name(t, 0), desktop.MouseButtonPrimary, 0)
	if w.Session.SelectedRow() != 0 || !strings.Contains(w.status.what.Text, w.Session.Rows().List[0].Name) {
		t.Errorf("row %d is selected, the status line says %q", w.Session.SelectedRow(), w.status.what.Text)
	}
	for _, c := range []struct {
		key  fyne.KeyName
		mods fyne.KeyModifier
		open bool
	}{
		{fyne.KeyLeft, 0, false},
		{fyne.KeyLeft, 0, false},
		{fyne.KeyRight, 0, true},
		{fyne.KeyRight, 0, true},
		{fyne.KeyReturn, 0, false},
		{fyne.KeyReturn, 0, true},
	} {
		w.press(c.key, c.mods)
		if got := w.Session.Rows().List[0].Expanded; got != c.open {
			t.Errorf("after %s the process is expanded: %v", c.key, got)
		}
	}
	w.press(fyne.KeyReturn, kit.Shift)
	for _, row := range w.Session.Rows().List {
		if row.Kind.Heads() && !row.Expanded {
			t.Errorf("%s is collapsed after Shift+Enter", row.Name)
		}
	}
	w.press(fyne.KeyDown, 0)
	if w.Session.Selected().Thread == model.NoThread {
		t.Error("↓ should go on to the first thread")
	}
}

func TestRename(t *testing.T) {
	w := opened(t, story(t))
	w.click(w.spot(t, 6420, 100*ms), desktop.MouseButtonPrimary, 0)
	w.press(fyne.KeyF2, 0)
	entry, ok := w.Win.Canvas().Focused().(*kit.Field)
	if !ok {
		t.Fatal("F2 should ask for a name")
	}
	test.Type(entry, "the waiter")
	entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	ix := w.Session.Selected().Thread
	row := w.Session.Rows().List[w.Session.SelectedRow()]
	if w.Session.Name(ix) != "the waiter" || row.Name != "the waiter" || w.Win.Canvas().Overlays().Top() != nil {
		t.Errorf("name %q, row %q", w.Session.Name(ix), row.Name)
	}
	w.paneTimer.Flush()
	if f, _ := w.Session.Facts(); f.Thread != "the waiter 6420" || w.Surface.Over.Chip.Text.Text != "woke" {
		t.Errorf("details of %q, chip %q", f.Thread, w.Surface.Over.Chip.Text.Text)
	}
	w.press(fyne.KeyF2, 0)
	w.Win.Canvas().Focused().(*kit.Field).TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if w.Session.Name(ix) != "the waiter" || w.Win.Canvas().Overlays().Top() != nil {
		t.Error("Escape should leave the name as it is")
	}
	w.Commands.Get("copyRow").Do()
	kittest.Eventually(t, func() bool { return w.App.Clipboard().Content() != "" })
	if got := w.App.Clipboard().Content(); !strings.Contains(got, "\t6420\t") || strings.Count(got, "\n") != 2 {
		t.Errorf("copied %q", got)
	}
}

func TestRowsFollowTheWindowAtRest(t *testing.T) {
	w := opened(t, story(t))
	w.Commands.Get("keepSorted").Do()
	w.Commands.Get("share.execution").Do()
	w.Session.Show(model.Range{From: 100 * ms, To: 110 * ms}, session.MoveJump)
	if w.Session.Settled() {
		t.Fatal("the rows depend on the window")
	}
	kittest.Eventually(t, w.Session.Settled)
}

// TestMenusOfRows: the menus of rows and of the header contain what can be done with them, and say
// why something cannot be done.
func TestMenusOfRows(t *testing.T) {
	w := opened(t, story(t))
	w.click(w.name(t, 1), desktop.MouseButtonPrimary, 0)
	var labels []string
	for _, item := range w.RowMenu() {
		labels = append(labels, item.Label)
		if item.Label == "Group by" {
			for _, g := range item.ChildMenu.Items {
				labels = append(labels, g.Label)
			}
		}
	}
	want := "Hide|Hide Others|Hide Other Processes|Show All||Pin|Move Up|Move Down|" +
		"Group by|Process|Name|Start function: no call stack in the trace contains the start function of its thread|Sort by||Rename…|Copy Row"
	if got := strings.Join(labels, "|"); got != want {
		t.Errorf("menu of a row:\n%s\nwant\n%s", got, want)
	}
	scene := w.Surface.Now()
	at := scene.FilterRect()
	w.click(fyne.NewPos(w.Surface.Gutter-14, float32(at.Min.Y+5)), desktop.MouseButtonPrimary, 0)
	if w.Win.Canvas().Overlays().Top() == nil {
		t.Error("a click on the order should open its menu")
	}
	w.Escape()
}
