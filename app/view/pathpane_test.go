package view

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"threadlens/app/session"
	"threadlens/app/view/host"
	"threadlens/app/view/kit"
	"threadlens/app/view/panes"
	"threadlens/model"
	"threadlens/timeline"
)

// pathOpened is a window in which the longest wait that a thread ended is selected, with its
// critical path opened by its key.
func pathOpened(t *testing.T) (w *window, wait model.Segment) {
	t.Helper()
	w = opened(t, story(t))
	if w.Commands.Get("criticalPath").Can() {
		t.Fatal("a critical path of nothing")
	}
	for ix := range w.Session.Trace().Threads {
		for s := range w.Session.Trace().Segments(model.ThreadIx(ix), w.Session.Trace().Whole()) {
			if s.Unblocker() != model.NoThread && s.Len() > wait.Len() {
				wait = s
			}
		}
	}
	w.Session.Select(timeline.SegmentRef{Thread: wait.Thread, Index: wait.Index})
	w.TypedKey(&fyne.KeyEvent{Name: fyne.KeyX})
	w.paneTimer.Flush()
	return w, wait
}

// TestCriticalPath: X shows the path of the selected wait on the lanes and hop by hop in its tab; X
// again hides it.
func TestCriticalPath(t *testing.T) {
	w, wait := pathOpened(t)
	scene := w.Surface.Now()
	if p := w.Session.Path(); p == nil || p.Range != wait.Range || scene.Path == nil || scene.Path.Range != wait.Range {
		t.Fatalf("the path is %+v, in the picture %+v", p, scene.Path)
	}
	if w.TableInUse() != w.Path.Table || w.Path.Table.Grid.Len() != len(w.Session.Path().Hops) {
		t.Fatalf("tab %s shows %d hops of %d", w.Tabs.Chosen, w.Path.Table.Grid.Len(), len(w.Session.Path().Hops))
	}
	if text := w.Path.Text.Text; !strings.HasPrefix(text, w.Session.Title(wait.Thread)+", ") {
		t.Errorf("it begins with %q", text)
	}
	w.Commands.Get("criticalPath").Do()
	if w.Session.Path() != nil || w.Tabs.Chosen == panes.TabPath || w.Tabs.Head(panes.TabPath).Visible() {
		t.Error("the path is still there")
	}
}

// TestPathLane: the path has a lane of its own, whose hops are described and lead to the lanes of
// their threads; the lane disappears with the path.
func TestPathLane(t *testing.T) {
	w, _ := pathOpened(t)
	f := w.Surface
	scene := f.Now()
	hop := w.Session.Path().Hops[0]
	r, ok := scene.HopRect(0, hop.Range)
	if !ok {
		t.Fatalf("no lane of the path: %+v", scene.Rows.List[0])
	}
	p := fyne.NewPos(f.Dp((r.Min.X+r.Max.X)/2), f.Dp((r.Min.Y+r.Max.Y)/2))
	f.Over.Pointer(p, true)
	if text := w.status.what.Text; !strings.Contains(text, "hop 1 of ") {
		t.Errorf("the status line tells %q", text)
	}
	f.Over.Card.Show(f.Over.Card.Aim)
	if c := f.Over.Card; !c.Box.Visible() || !strings.Contains(strings.Join(c.Texts, "\n"), "hop 1 of ") || !f.Over.Hover.Visible() {
		t.Errorf("the card tells %q", c.Texts)
	}
	w.click(p, desktop.MouseButtonPrimary, 0)
	if sel := w.Session.Selected(); sel.Thread != hop.Thread || sel.Index != int(hop.Index) {
		t.Errorf("a click selects %+v of hop %+v", sel, hop)
	}
	if got := w.exports.picture(host.PictureOptions{}, 1).Scene; got.Path == nil || got.Rows.List[0].Kind != timeline.RowPath {
		t.Error("the exported picture has no lane of the path")
	}
	for w.Session.Path() != nil && w.Session.Escape() {
	}
	if rows := w.Surface.Now().Rows.List; rows[0].Kind == timeline.RowPath {
		t.Error("the lane stays without the path")
	}
}

// TestHopsByKey: Alt+. goes from hop to hop, even to a thread that was not shown.
func TestHopsByKey(t *testing.T) {
	w, _ := pathOpened(t)
	first, next := w.Session.Path().Hops[0], w.Session.Path().Hops[1]
	w.Session.Select(timeline.SegmentRef{Thread: first.Thread, Index: int(first.Index)})
	w.Session.SetFilter("tid:6420")
	w.press(fyne.KeyPeriod, kit.Alt)
	if sel := w.Session.Selected(); sel.Thread != next.Thread || sel.Index != int(next.Index) {
		t.Errorf("Alt+. selects %+v, want the next hop %+v", sel, next)
	}
	if row, exact := w.Session.Rows().OfThread(next.Thread); row < 0 || !exact {
		t.Error("the thread of the hop has no lane")
	}
	w.press(fyne.KeyComma, kit.Alt)
	if sel := w.Session.Selected(); sel.Thread != first.Thread || sel.Index != int(first.Index) {
		t.Errorf("Alt+, selects %+v, want the first hop %+v", sel, first)
	}
}

// TestHopsLead: a row selects its hop, the table can be copied, and causes are followed if that is
// chosen.
func TestHopsLead(t *testing.T) {
	w, _ := pathOpened(t)
	w.Path.Table.Choose(0)
	hop := w.Session.Path().Hops[0]
	if sel := w.Session.Selected(); sel.Thread != hop.Thread || sel.Index != int(hop.Index) || w.Tabs.Chosen != panes.TabPath {
		t.Errorf("the first row selects %+v, hop %+v; tab %s", sel, hop, w.Tabs.Chosen)
	}
	w.copy()
	if got := w.App.Clipboard().Content(); !strings.HasPrefix(got, "from_ns\tlength_ns\t") {
		t.Errorf("copied %q", got)
	}
	w.Commands.Get("followCauses").Do()
	if !w.Session.Path().Follow || !w.Commands.Get("followCauses").Checked() {
		t.Error("causes are not followed")
	}
	w.showTrace(session.Source{Name: "again"}, story(t))
	if w.Session.Path() != nil || w.Commands.Get("criticalPath").Can() {
		t.Error("another trace has the path of the one before")
	}
}
