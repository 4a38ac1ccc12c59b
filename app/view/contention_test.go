package view

import (
	"strings"
	"testing"

	"threadlens/app/session"
	"threadlens/app/view/kit/kittest"
	"threadlens/app/view/panes"
	"threadlens/model"
)

// TestContentionTab: the tab's title counts the rows that name a thread, even while the tab is not
// shown; a row leads to its longest wait, and the tab stays open.
func TestContentionTab(t *testing.T) {
	w := opened(t, story(t))
	w.paneTimer.Flush()
	if head := w.Tabs.Head(panes.TabContention); head.Badge.Text != "1" {
		t.Errorf("badge %q", head.Badge.Text)
	}
	w.Commands.Get("tab.contention").Do()
	w.paneTimer.Flush()
	g := w.Locks.Table.Grid
	if g.Len() != 1 || w.TableInUse() != w.Locks.Table || w.TableFilter() != w.Locks.Filter {
		t.Fatalf("%d rows", g.Len())
	}
	w.Locks.Table.Chosen(g.Row(0))
	w.paneTimer.Flush()
	seg, ok := w.Session.Segment()
	if !ok || seg.Range != (model.Range{From: 2 * ms, To: 252 * ms}) || w.Tabs.Chosen != panes.TabContention {
		t.Errorf("selected %v, tab %s", seg, w.Tabs.Chosen)
	}
	w.copy()
	if got := w.App.Clipboard().Content(); got == "" || got[:4] != "lock" {
		t.Errorf("copied %q", got)
	}
	w.Session.Show(model.Range{From: 300 * ms, To: 400 * ms}, session.MoveJump)
	w.paneTimer.Flush()
	if g := w.Locks.Table.Grid; g.Len() != 0 || w.Tabs.Head(panes.TabContention).Badge.Text != "" || w.Locks.Table.Empty.Text == "" {
		t.Errorf("%d rows, badge %q", g.Len(), w.Tabs.Head(panes.TabContention).Badge.Text)
	}
}

// TestContentionIsNotComputedUnseen: where computing is slow, the tab is only kept up to date while
// it is shown.
func TestContentionIsNotComputedUnseen(t *testing.T) {
	w := opened(t, story(t))
	w.paneTimer.Flush()
	w.Locks.AtOnce = 0
	w.Locks.Follow(false)
	if w.Tabs.Head(panes.TabContention).Badge.Text != "" || w.Locks.Running {
		t.Error("figures that nobody sees are computed")
	}
	w.Locks.Follow(true)
	kittest.Eventually(t, func() bool { return w.Tabs.Head(panes.TabContention).Badge.Text == "1" })
}

// TestPickedPieces: a single inherited piece is selected itself and not outlined.
func TestPickedPieces(t *testing.T) {
	w := opened(t, story(t))
	shown := func() (n int) {
		for _, f := range w.Surface.Over.Picked.Frames {
			if f.Visible() {
				n++
			}
		}
		return n
	}
	if shown() != 0 {
		t.Error("nothing is picked at first")
	}
	w.Session.GoLongestWait()
	w.Commands.Get("inherited").Do()
	w.paneTimer.Flush()
	if seg, _ := w.Session.Segment(); seg.Category != model.Preemption || shown() != 0 {
		t.Errorf("one preemption is selected itself: %v, %d outlined", seg, shown())
	}
}

// TestSearchesShowDetails: a search for a segment shows its details, whichever tab was shown before,
// but leaves the other tab of details, and a pane that is hidden.
func TestSearchesShowDetails(t *testing.T) {
	w := opened(t, story(t))
	for _, id := range []string{"longestWait", "longest", "longestForCPU", "firstOf"} {
		for tab, want := range map[string]string{
			panes.TabReports: panes.TabCurrent, panes.TabContention: panes.TabCurrent, panes.TabUnblocking: panes.TabUnblocking,
		} {
			w.Tabs.Choose(tab)
			w.Commands.Get(id).Do()
			if w.Tabs.Chosen != want {
				t.Errorf("%s from the tab %s: %s, want %s", id, tab, w.Tabs.Chosen, want)
			}
		}
	}
	w.Tabs.Choose(panes.TabReports)
	w.Commands.Get("pane").Do()
	w.Commands.Get("longestWait").Do()
	if w.Tabs.Chosen != panes.TabReports || w.PaneOpen() {
		t.Errorf("without the pane: tab %s, open %v", w.Tabs.Chosen, w.PaneOpen())
	}
}

// TestCopyTableInUse: the commands that copy a table in a format copy the table that is shown.
func TestCopyTableInUse(t *testing.T) {
	w := opened(t, story(t))
	w.Commands.Get("tab.contention").Do()
	w.paneTimer.Flush()
	w.Commands.Get("copyAs.csv").Do()
	if got := w.App.Clipboard().Content(); !strings.HasPrefix(got, "lock,") {
		t.Errorf("copied %q", got)
	}
}
