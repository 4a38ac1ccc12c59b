package view

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"threadlens/app/view/kit"
	"threadlens/app/view/kit/kittest"
	"threadlens/app/view/panes"
	"threadlens/model"
)

// partShown waits for the report that is shown, and checks its name and what it is narrowed to.
func partShown(t *testing.T, w *window, name, part string) {
	t.Helper()
	w.paneTimer.Flush()
	kittest.Eventually(t, func() bool { return !w.Reports.Running })
	if w.Tabs.Chosen != panes.TabReports || w.Reports.Name != name {
		t.Fatalf("tab %s, report %s, want %s", w.Tabs.Chosen, w.Reports.Name, name)
	}
	if got := w.Reports.Part; got.Visible() != (part != "") || part != "" && got.Text != part {
		t.Errorf("%s is narrowed to %q, want %q", name, got.Text, part)
	}
}

// TestInstancesOfSelection: by key and by command a segment leads to the list of all
// that is like it and to their lengths; a row leads to its place while the list stays; another report
// is shown in full.
func TestInstancesOfSelection(t *testing.T) {
	w := opened(t, story(t))
	ix := threadOf(t, w, 6420)
	w.Session.SelectAt(ix, 100*ms)
	w.press(fyne.KeyI, kit.Shift)
	partShown(t, w, "waits", "Synchronization, GC wait · 6420")
	table := w.Reports.Table
	n := table.Grid.Len()
	if n == 0 || w.Reports.Drawn() {
		t.Fatal("no list of instances")
	}
	for i := range n {
		r := table.Grid.Row(i)
		table.Chosen(r)
		partShown(t, w, "waits", "Synchronization, GC wait · 6420")
		if seg, ok := w.Session.Segment(); !ok || seg.Thread != ix || seg.From != r.Span.From || table.Grid.Len() != n {
			t.Errorf("row %d of %d selects %+v", i, table.Grid.Len(), seg)
		}
	}
	w.press(fyne.KeyD, kit.Ctrl|kit.Shift)
	partShown(t, w, "histogram", "Synchronization, GC wait · all threads")
	kittest.Eventually(t, func() bool { return !w.Reports.Chart.Running })
	if asExported(t, w.Reports.Chart); !w.Reports.Drawn() || w.Reports.Chart.Asked.Scope.Kind.Any() {
		t.Error("no chart of the kind")
	}
	w.Reports.Part.Run()
	partShown(t, w, "histogram", "")
	w.Commands.Get("instances.ofAll").Do()
	partShown(t, w, "waits", "Synchronization, GC wait · all threads")
	if w.Reports.Drawn() {
		t.Error("instances are a list")
	}
	w.Commands.Get(panes.ReportCommand("ready")).Do()
	partShown(t, w, "ready", "")
}

// TestInstancesAreOffered: the commands are in the menu, and disabled with nothing selected.
func TestInstancesAreOffered(t *testing.T) {
	w := opened(t, story(t))
	all := []string{"instances.of", "instances.ofAll", "lengths.of", "lengths.ofAll", "waitChain", "instances.function", "lengths.function"}
	for _, id := range all {
		if c := w.Commands.Get(id); c.Can() || !strings.HasPrefix(c.Why, "No ") {
			t.Errorf("%s can be done with nothing selected: %s", id, c.Why)
		}
		if menuOf(w, id) == "" {
			t.Errorf("%s is in no menu", id)
		}
	}
}

// menuOf is the label of a command in the menu, "" if it has none.
func menuOf(w *window, id string) string {
	for item, c := range w.menu.items {
		if c.ID == id {
			return item.Label
		}
	}
	return ""
}

// threadOf is the thread with an id.
func threadOf(t *testing.T, w *window, tid model.TID) model.ThreadIx {
	t.Helper()
	for i := range w.Session.Trace().Threads {
		if w.Session.Trace().Threads[i].TID == tid {
			return model.ThreadIx(i)
		}
	}
	t.Fatalf("no thread %d", tid)
	return model.NoThread
}

// TestWaitChainOfSelection: Shift+X shows the chain of the selected wait at its beginning, or says why
// there is none.
func TestWaitChainOfSelection(t *testing.T) {
	w := opened(t, story(t))
	ix := threadOf(t, w, 6420)
	w.Session.SelectAt(ix, 100*ms)
	seg, _ := w.Session.Segment()
	w.press(fyne.KeyX, kit.Shift)
	partShown(t, w, "wait-chains", "Synchronization · 6420")
	g := w.Reports.Table.Grid
	if g.Len() < 2 || g.Row(0).Thread != ix || g.Row(0).Span != seg.Range || g.Row(1).Thread != threadOf(t, w, 6920) {
		t.Errorf("%d rows of the wait %v", g.Len(), seg.Range)
	}
	w.Session.SelectAt(threadOf(t, w, 4664), 100*ms) // a timer ends it
	w.press(fyne.KeyX, kit.Shift)
	if got := w.notice.text.Text; !strings.Contains(got, "interrupt") {
		t.Errorf("the notice says %q", got)
	}
	w.Session.SelectAt(ix, 258050*1000)
	if w.Commands.Get("waitChain").Can() {
		t.Error("what is no wait has a wait chain")
	}
}

// TestInstancesOfCalledFunction: the function selected in the call tree leads to the waits that
// contain it.
func TestInstancesOfCalledFunction(t *testing.T) {
	w := opened(t, story(t))
	w.press(fyne.Key7, kit.Alt)
	w.paneTimer.Flush()
	kittest.Eventually(t, func() bool { return w.Calls.Shown != nil })
	shown := w.Calls.Shown
	for i := range shown.Rows {
		n := shown.Node(shown.Rows[i])
		if n.Name != "clr!JIT_New" {
			continue
		}
		w.Calls.Table.Chosen(&shown.Content.Rows[i])
		w.Commands.Get("instances.function").Do()
		partShown(t, w, "waits", "Synchronization in clr!JIT_New · all threads")
		if got := w.Reports.Table.Grid.Len(); int64(got) != n.All.Count {
			t.Errorf("%d rows of %d instances", got, n.All.Count)
		}
		w.Commands.Get("lengths.function").Do()
		partShown(t, w, "histogram", "Synchronization in clr!JIT_New · all threads")
		return
	}
	t.Fatal("no such function")
}

// TestTotals: the selected range is summed up by thread, state and waker in one step, from the
// palette, by key and from the context menu.
func TestTotals(t *testing.T) {
	w := opened(t, story(t))
	r := model.Range{From: 50 * ms, To: 300 * ms}
	w.Session.Mark(r)
	for key, name := range map[fyne.KeyName]string{fyne.KeyT: "threads", fyne.KeyS: "profile", fyne.KeyW: "peers"} {
		w.press(key, kit.Alt|kit.Shift)
		partShown(t, w, name, "")
		if got := w.Reports.Table.Grid.Content().Table.Range; got != r {
			t.Errorf("%s covers %v, want %v", name, got, r)
		}
	}
	for _, label := range []string{"Totals by Thread", "Totals by State", "Totals by Waker"} {
		w.finder.open(">" + label)
		w.key(fyne.KeyReturn)
		w.paneTimer.Flush()
	}
	if w.Reports.Name != "peers" {
		t.Errorf("the palette leads to %s", w.Reports.Name)
	}
}

// TestCallsOfFocus: the category highlighted in the legend leads to its call tree.
func TestCallsOfFocus(t *testing.T) {
	w := opened(t, story(t))
	c := w.Commands.Get("callsOfFocus")
	for category, want := range map[model.Category]bool{model.Synchronization: true, model.Dispatch: false, model.Execution: true} {
		w.Session.SetFocus(category)
		if c.Can() != want {
			t.Errorf("%v: %v", category, c.Can())
		}
		w.Session.SetFocus(category)
	}
	if c.Can() {
		t.Error("without a highlighted category")
	}
	w.Session.SetFocus(model.Synchronization)
	w.press(fyne.KeyC, kit.Shift)
	if got := w.Session.CallChoice(); w.Tabs.Chosen != panes.TabCalls || got.Category != model.Synchronization || got.Thread != model.NoThread {
		t.Errorf("tab %s of %+v", w.Tabs.Chosen, got)
	}
}
