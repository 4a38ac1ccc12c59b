package view

import (
	"testing"

	"threadlens/app/session"
	"threadlens/model"
)

// TestContentionTab: the tab counts the rows that name a thread, also while it is
// not shown; a row leads to its longest wait, and the tab stays.
func TestContentionTab(t *testing.T) {
	w := opened(t, story(t))
	w.panes.flush()
	if head := w.tabs.heads[tabContention]; head.badge.text != "1" {
		t.Errorf("badge %q", head.badge.text)
	}
	w.table.get("tab.contention").do()
	w.panes.flush()
	g := w.locks.table.g
	if g.Len() != 1 || w.tableInUse() != w.locks.table || w.tableFilter() != w.locks.filter {
		t.Fatalf("%d rows", g.Len())
	}
	w.locks.table.chosen(g.Row(0))
	w.panes.flush()
	seg, ok := w.s.Segment()
	if !ok || seg.Range != (model.Range{From: 2 * ms, To: 252 * ms}) || w.tabs.chosen != tabContention {
		t.Errorf("selected %v, tab %d", seg, w.tabs.chosen)
	}
	w.copy()
	if got := w.app.Clipboard().Content(); got == "" || got[:6] != "waiter" {
		t.Errorf("copied %q", got)
	}
	w.s.Show(model.Range{From: 300 * ms, To: 400 * ms}, session.MoveJump)
	w.panes.flush()
	if g := w.locks.table.g; g.Len() != 0 || w.tabs.heads[tabContention].badge.text != "" || w.locks.table.empty.text == "" {
		t.Errorf("%d rows, badge %q", g.Len(), w.tabs.heads[tabContention].badge.text)
	}
}

// TestContentionIsNotComputedUnseen: where it takes long, only the tab that is shown
// is kept up to date.
func TestContentionIsNotComputedUnseen(t *testing.T) {
	w := opened(t, story(t))
	w.panes.flush()
	w.locks.atOnce = 0
	w.locks.follow(false)
	if w.tabs.heads[tabContention].badge.text != "" || w.locks.running {
		t.Error("figures that nobody sees are computed")
	}
	w.locks.follow(true)
	eventually(t, func() bool { return w.tabs.heads[tabContention].badge.text == "1" })
}

// TestPickedPieces: what a wait inherited is outlined beside it.
func TestPickedPieces(t *testing.T) {
	w := opened(t, story(t))
	shown := func() (n int) {
		for _, f := range w.surface.over.picked.frames {
			if f.Visible() {
				n++
			}
		}
		return n
	}
	if shown() != 0 {
		t.Error("nothing is picked at first")
	}
	w.s.GoLongestWait()
	w.table.get("inherited").do()
	w.panes.flush()
	if seg, _ := w.s.Segment(); seg.Category != model.Preemption || shown() != 0 {
		t.Errorf("one preemption is selected itself: %v, %d outlined", seg, shown())
	}
}
