package view

import (
	"os"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"threadlens/app/export"
	"threadlens/app/session"
	"threadlens/app/session/query"
	"threadlens/app/view/kit"
	"threadlens/app/view/kit/kittest"
	"threadlens/app/view/panes"
	"threadlens/model"
	"threadlens/model/measure/calltree"
	"threadlens/model/modeltest"
)

// callsOpened is a window with the tab of call trees, opened by its key.
func callsOpened(t *testing.T) *window {
	t.Helper()
	src, err := os.ReadFile("../session/testdata/calls.tltxt")
	if err != nil {
		t.Fatal(err)
	}
	w := opened(t, modeltest.Parse(t, "calls", string(src)))
	w.press(fyne.Key7, kit.Alt)
	w.paneTimer.Flush()
	if !w.Calls.Visible() || w.Calls.Shown == nil {
		t.Fatalf("tab %s is shown", w.Tabs.Chosen)
	}
	return w
}

// outline returns the first cells of the rows that are shown, indented by depth.
func outline(t *kit.TableView) string {
	var b strings.Builder
	for i := range t.Grid.Len() {
		name, _ := t.Grid.Text(t.Grid.Row(i), 0)
		b.WriteString(strings.Repeat(" ", t.Grid.Depth(i)) + name + "\n")
	}
	return b.String()
}

func TestCallTreeTab(t *testing.T) {
	w := callsOpened(t)
	p := w.Calls
	if got := outline(p.Table); got != "Synchronization\n main\n  put\n   pthread_mutex_lock\n    futex_wait\n  get\nSleep\n main\n  nanosleep\nPreemption\n [no stack]\n" {
		t.Errorf("all categories:\n%s", got)
	}
	w.Commands.Get("calls.synchronization").Do()
	w.paneTimer.Flush()
	if got := outline(p.Table); got != "Synchronization\n main\n  put\n   pthread_mutex_lock\n    futex_wait\n  get\n" {
		t.Errorf("one category:\n%s", got)
	}
	if !strings.HasPrefix(p.Of.Text, "2 threads · ") || p.What.Text != "Synchronization" || p.Back.Visible() {
		t.Errorf("it says %q of %q", p.What.Text, p.Of.Text)
	}
	markup(t, "calls", p.Root, 800, 200)
	w.Commands.Get("noise.20").Do()
	w.Commands.Get("justMyCode").Do()
	w.paneTimer.Flush()
	if got := outline(p.Table); got != "Synchronization\n main\n  put\n   pthread_mutex_lock\n  get\n" || p.Noise.Text != "Noise: 20%" {
		t.Errorf("my code, with %s:\n%s", p.Noise.Text, got)
	}
	w.copy()
	if got := w.App.Clipboard().Content(); !strings.HasPrefix(got, "inclusive_ns\texclusive_ns\t") || strings.Count(got, "\n") != 6 {
		t.Errorf("copied %q", got)
	}
	var file strings.Builder
	if err := w.ExportedTable().Write(export.CSV)(&file); err != nil || strings.Count(file.String(), "\n") != 7 {
		t.Errorf("exported %q, %v", file.String(), err)
	}
	w.Session.Show(model.Range{From: 500 * ms, To: 550 * ms}, session.MoveJump)
	w.paneTimer.Flush()
	if p.Table.Grid.Len() != 0 || p.Table.Empty.Text == "" {
		t.Errorf("in a window without waits there are %d rows, %q", p.Table.Grid.Len(), p.Table.Empty.Text)
	}
}

// TestInstancesAreWalked: a row selects its longest instance, Enter shows it, and keys step on from
// it in order of time; the tree stays.
func TestInstancesAreWalked(t *testing.T) {
	w := callsOpened(t)
	w.Commands.Get("calls.synchronization").Do()
	w.paneTimer.Flush()
	p := w.Calls
	if w.Commands.Get("instanceNext").Can() {
		t.Error("nothing is selected")
	}
	p.Table.Choose(1)
	wait := func() model.Range { seg, _ := w.Session.Segment(); return seg.Range }
	long, short := model.Range{From: 300 * ms, To: 410 * ms}, model.Range{From: 100 * ms, To: 150 * ms}
	if wait() != long || w.Tabs.Chosen != panes.TabCalls {
		t.Fatalf("the row selects %v", wait())
	}
	whole := w.Session.Window()
	typeKey(p.Table, fyne.KeyReturn)
	w.paneTimer.Flush()
	if w.Session.Window() == whole || p.Table.Grid.Len() != 6 || !p.Back.Visible() || p.Back.Text != "This time window" {
		t.Errorf("Enter shows %v, with %d rows, back %q", w.Session.Window(), p.Table.Grid.Len(), p.Back.Text)
	}
	w.TypedKey(&fyne.KeyEvent{Name: fyne.KeyF7})
	if wait() != short || !strings.HasPrefix(w.status.what.Text, "Instance 1 of 2: one 1, ") {
		t.Errorf("the next one is %v, told as %q", wait(), w.status.what.Text)
	}
	w.Commands.Get("instancePrev").Do()
	if wait() != long {
		t.Errorf("the one before is %v", wait())
	}
	p.AtOnce = -1 // in the background
	p.Step(1)
	p.Step(1) // while the search for the first is running
	kittest.Eventually(t, func() bool { return !p.Stepping })
	if wait() != short {
		t.Errorf("in the background the next one is %v", wait())
	}
	w.paneTimer.Flush()
	p.Back.Tapped(nil)
	w.paneTimer.Flush()
	if p.Asked.Window != w.Session.Scope() || p.Back.Visible() {
		t.Errorf("the trees are those of %v, not %v", p.Asked.Window, w.Session.Scope())
	}
}

// TestCallTreesAreMadeWhenSeen: nothing is computed for a tab that is not shown, nor twice for the
// same question; slow work is done in the background.
func TestCallTreesAreMadeWhenSeen(t *testing.T) {
	w := opened(t, story(t))
	if w.Calls.Asked.Trace != nil {
		t.Error("trees that nobody sees are made")
	}
	w.Calls.AtOnce = -1
	w.press(fyne.Key7, kit.Alt)
	w.paneTimer.Flush()
	if w.Calls.Shown != nil || !w.Calls.Running {
		t.Error("they are made at once")
	}
	w.Calls.Update() // the same question again
	kittest.Eventually(t, func() bool { return !w.Calls.Running })
	first := w.Calls.Shown
	if first == nil || w.Calls.Table.Grid.Len() == 0 {
		t.Fatal("there are no trees")
	}
	w.Calls.Update()
	if w.Calls.Running || w.Calls.Shown != first {
		t.Error("the same question is asked again")
	}
	w.showTrace(session.Source{Name: "again"}, story(t))
	if w.Calls.Shown != nil || w.Calls.Table.Grid.Len() != 0 {
		t.Error("another trace has the trees of the one before")
	}
}

// TestBarPartLeadsToItsCallTree: by a click on a part of a thread's bar, by the menu of its row,
// and by that of its lane.
func TestBarPartLeadsToItsCallTree(t *testing.T) {
	w := callsOpened(t)
	w.Commands.Get("tab.report").Do()
	w.paneTimer.Flush()
	table := w.Report.Table
	row := slices.IndexFunc(table.Rows, func(l *kit.TableLine) bool { return l.Row != nil && w.Session.Trace().Threads[l.Row.Thread].TID == 1 })
	if row < 0 {
		t.Fatal("the thread has no row")
	}
	line := table.Rows[row]
	part := func(c model.Category) fyne.Position {
		var before model.Time
		for _, o := range kit.CategoryOrder {
			if o == c {
				break
			}
			before += line.Row.Sums[o]
		}
		mid := float32(before+line.Row.Sums[c]/2) / float32(line.Row.Sums.Total())
		return line.Mix.Position().AddXY(mid*line.Mix.Size().Width, 2)
	}
	line.MouseMoved(mouseEvent(part(model.Sleep), 0, 0))
	if line.Cursor() != desktop.PointerCursor {
		t.Error("a part of the bar does not look like a link")
	}
	line.Tapped(&fyne.PointEvent{Position: part(model.Sleep)})
	w.paneTimer.Flush()
	ix := line.Row.Thread
	if c := w.Session.CallChoice(); c != (query.CallChoice{Kind: calltree.TreeBlocking, Category: model.Sleep, Thread: ix}) || !w.Calls.Visible() {
		t.Errorf("sleep leads to %+v", c)
	}
	if got := outline(w.Calls.Table); got != "Sleep\n main\n  nanosleep\n" || w.Calls.Back.Text != "All threads" {
		t.Errorf("its tree is\n%s, back %q", got, w.Calls.Back.Text)
	}
	w.Calls.Back.Tapped(nil)
	if w.Session.CallChoice().Thread != model.NoThread {
		t.Error("the trees are still those of one thread")
	}
}

// TestMenusLeadToCallTrees: by the menu of a row of the profile report, and by that of a lane.
func TestMenusLeadToCallTrees(t *testing.T) {
	w := callsOpened(t)
	w.Commands.Get("tab.report").Do()
	w.paneTimer.Flush()
	w.Report.Table.Choose(0)
	ix := w.Report.Table.Grid.Row(0).Thread
	menu := w.Report.Table.Menu(-1)[0]
	titles := []string{}
	for _, item := range menu.ChildMenu.Items {
		titles = append(titles, item.Label)
	}
	if menu.Label != "Call Tree" || !slices.Contains(titles, "Execution") || slices.Contains(titles, "Ready") {
		t.Errorf("the menu has %q below %q", titles, menu.Label)
	}
	menu.ChildMenu.Items[0].Action()
	if c := w.Session.CallChoice(); c.Kind != calltree.TreeExecution || c.Thread != ix {
		t.Errorf("the menu leads to %+v", c)
	}
	panes.CallsOf(w.Host, model.Dispatch, ix)
	if !w.notice.card.Visible() {
		t.Error("ready time has a call tree")
	}
	w.Session.SelectAt(ix, 120*ms)
	w.Commands.Get("callsOfSelection").Do()
	if c := w.Session.CallChoice(); c.Category != model.Synchronization || c.Thread != ix {
		t.Errorf("the lane leads to %+v", c)
	}
}

// TestRowsWithoutAStackLead: a row that is a link leads to a stretch of a thread, also where the
// trace has no stack for it; time without samples is no link.
func TestRowsWithoutAStackLead(t *testing.T) {
	w := callsOpened(t)
	for kind, want := range map[calltree.TreeKind]string{calltree.TreeBlocking: "[no stack]", calltree.TreeExecution: ""} {
		w.Session.ChooseCalls(query.CallChoice{Kind: kind, Category: query.AllBlocking, Thread: model.NoThread})
		w.paneTimer.Flush()
		links, g := "", w.Calls.Table.Grid
		for i := range g.Len() {
			r := g.Row(i)
			if !strings.HasPrefix(r.Cells[0].Text, "[") || !g.IsLink(r, 0) {
				continue
			}
			links += r.Cells[0].Text
			w.Calls.Table.Enter(r)
			if seg, ok := w.Session.Segment(); !ok || seg.Thread != r.Thread || seg.Overlap(r.Span) == 0 {
				t.Errorf("%s leads to %+v", r.Cells[0].Text, seg)
			}
		}
		if links != want {
			t.Errorf("links %q, want %q", links, want)
		}
	}
}

// TestLegendLeadsToCallTrees: by the menu of a category.
func TestLegendLeadsToCallTrees(t *testing.T) {
	w := callsOpened(t)
	for _, r := range w.Profile.Rows {
		if r.Category == model.Sleep {
			r.TappedSecondary(&fyne.PointEvent{})
		}
	}
	if w.Win.Canvas().Overlays().Top() == nil {
		t.Error("the legend has no menu")
	}
	w.Escape()
	panes.LegendItems(w.Host, model.Sleep)[0].Action()
	if c := w.Session.CallChoice(); c.Category != model.Sleep || c.Thread != model.NoThread {
		t.Errorf("the legend leads to %+v", c)
	}
	if !panes.LegendItems(w.Host, model.Interrupt)[0].Disabled {
		t.Error("interrupts have a call tree")
	}
}
