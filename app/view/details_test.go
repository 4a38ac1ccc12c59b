package view

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"threadlens/app/session"
	"threadlens/app/view/kit"
	"threadlens/model"
	"threadlens/timeline"
)

func TestEmptySearchesOfferAWayOut(t *testing.T) {
	w := opened(t, story(t))
	w.Session.Show(model.Range{From: 300 * ms, To: 400 * ms}, session.MoveJump)
	w.press(fyne.KeyL, kit.Shift)
	if !w.notice.card.Visible() || w.notice.way.Text != "Go there" || !w.notice.way.Visible() {
		t.Fatalf("notice %q, way %q", w.notice.text.Text, w.notice.way.Text)
	}
	w.notice.way.Tapped(nil)
	if seg, ok := w.Session.Segment(); !ok || seg.Range != (model.Range{From: 2 * ms, To: 252 * ms}) {
		t.Errorf("the way out leads to %v", seg)
	}
	if w.notice.card.Visible() {
		t.Error("the notice should go once its way is taken")
	}
	w.Commands.Get("prevSame").Do()
	if !w.notice.card.Visible() || w.notice.way.Visible() {
		t.Errorf("notice %q", w.notice.text.Text)
	}
	w.press(fyne.KeyEscape, 0)
	if _, ok := w.Session.Segment(); w.notice.card.Visible() || !ok {
		t.Error("Escape should take the notice away, and only that")
	}
}

func TestStackTabs(t *testing.T) {
	w := opened(t, story(t))
	w.click(w.spot(t, 6420, 100*ms), desktop.MouseButtonPrimary, 0)
	w.paneTimer.Flush()
	p := w.details.stack
	if w.tabs.Chosen != tabCurrent || p.title.Text != "Stack at switch-in" || len(p.frames) != 8 || p.links.Visible() {
		t.Errorf("tab %s: %q with %d frames", w.tabs.Chosen, p.title.Text, len(p.frames))
	}
	w.Commands.Get("justMyCode").Do()
	w.paneTimer.Flush()
	if len(p.frames) != 2 || p.frames[1].Function != "Worker" || w.mineAction.Text != "Just my code: on" {
		t.Errorf("%+v; %q", p.frames, w.mineAction.Text)
	}
	w.Commands.Get("justMyCode").Do()
	w.Commands.Get("tab.unblocking").Do()
	w.paneTimer.Flush()
	if p.title.Text != "Unblocked by 6920" || len(p.frames) != 4 || !p.links.Visible() {
		t.Errorf("%q with %d frames", p.title.Text, len(p.frames))
	}
	w.Commands.Get("copyStack").Do()
	if got := w.App.Clipboard().Content(); !strings.HasPrefix(got, "Unblocked by 6920 at 252.000 ms on CPU 0, ready event\n0\tntdll!NtSetEvent\n") {
		t.Errorf("copied %q", got)
	}
	p.waker.Tapped(nil)
	w.paneTimer.Flush()
	if w.Session.Trace().Threads[w.Session.Selected().Thread].TID != 6920 || w.tabs.Chosen != tabUnblocking {
		t.Errorf("at %v, tab %s: the tab should stay", w.Session.Selected(), w.tabs.Chosen)
	}
	p.woken.Tapped(nil)
	if seg, _ := w.Session.Segment(); seg.Range != (model.Range{From: 2 * ms, To: 252 * ms}) {
		t.Errorf("back at %v", seg)
	}
}

func TestFactsCard(t *testing.T) {
	w := opened(t, story(t))
	w.click(w.spot(t, 6420, 100*ms), desktop.MouseButtonPrimary, 0)
	w.paneTimer.Flush()
	c := w.details.facts
	if !c.blocker.Visible() || !strings.HasSuffix(c.inherited.Text, "of this wait is inherited preemption") {
		t.Errorf("blocker %v, %q", c.blocker.Visible(), c.inherited.Text)
	}
	c.inherited.Tapped(nil)
	w.paneTimer.Flush()
	seg, _ := w.Session.Segment()
	if seg.Category != model.Preemption || w.Session.Trace().Threads[seg.Thread].TID != 6920 {
		t.Fatalf("the link leads to %v", seg)
	}
	if !c.meanwhile.Visible() || c.meanwhileTitle.Text != "Meanwhile CPU 0 ran" || c.blocker.Visible() {
		t.Errorf("meanwhile %v %q", c.meanwhile.Visible(), c.meanwhileTitle.Text)
	}
	w.Session.Select(timeline.SegmentRef{Thread: seg.Thread, Index: -1})
	w.paneTimer.Flush()
	if c.title.Text != "6920" || c.who.Text != "thread of ThreadContentionGenerator.exe 1396" || c.mark.Visible() {
		t.Errorf("a thread without a segment: %q, %q", c.title.Text, c.who.Text)
	}
	w.Session.Select(timeline.NoSegment)
	w.paneTimer.Flush()
	if c.title.Text != "Nothing is selected" {
		t.Errorf("nothing selected: %q", c.title.Text)
	}
	w.Commands.Get("tab.hints").Do()
	w.paneTimer.Flush()
	if w.hints.title.Text != "Nothing is selected" || w.hints.mark.Visible() || len(w.hints.rows.Objects) != 4 {
		t.Errorf("hints %q", w.hints.title.Text)
	}
}

func TestSegmentsAroundStandOnce(t *testing.T) {
	w := opened(t, story(t))
	w.click(w.spot(t, 6420, 100*ms), desktop.MouseButtonPrimary, 0)
	for _, width := range []float32{1600, 980} {
		w.Win.Resize(fyne.NewSize(width, 950))
		w.paneTimer.Soon()
		w.paneTimer.Flush()
		if d := w.details; d.beside.root.Visible() == d.below.root.Visible() || d.beside.root.Visible() != (width == 1600) {
			t.Errorf("%v wide: beside %v, below %v", width, d.beside.root.Visible(), d.below.root.Visible())
		}
	}
}

// TestDetailsFillThePane: facts, stack and the segments around stand side by side up to the
// right edge, and the segments stand beside the stack where it has room.
func TestDetailsFillThePane(t *testing.T) {
	w := opened(t, story(t))
	w.click(w.spot(t, 6420, 100*ms), desktop.MouseButtonPrimary, 0)
	w.paneTimer.Flush()
	d := w.details
	least := kit.Scaled(factsWidth) + 1 + kit.Scaled(aroundRoom)
	for _, c := range []struct {
		width  float32
		column bool
	}{{least - 1, false}, {least, true}, {least + 1, true}, {2 * kit.Scaled(factsWidth), false}, {400, false}} {
		d.root.Resize(fyne.NewSize(c.width, 300))
		shown := []fyne.CanvasObject{d.root.Objects[0], d.root.Objects[1], d.stack.root}
		if c.column {
			shown = append(shown, d.root.Objects[3], d.root.Objects[4])
		}
		edge := float32(0)
		for i, o := range shown {
			if x := o.Position().X; x != edge {
				t.Errorf("%v wide: part %d begins at %v, the one before ends at %v", c.width, i, x, edge)
			}
			edge += o.Size().Width
		}
		if edge != c.width || d.beside.root.Visible() != c.column {
			t.Errorf("%v wide: the parts end at %v, segments beside the stack: %v", c.width, edge, d.beside.root.Visible())
		}
	}
}

func TestThreadCard(t *testing.T) {
	w := opened(t, story(t))
	p := w.spot(t, 6420, 100*ms)
	p.X = 60
	w.surface.MouseMoved(mouseEvent(p, 0, 0))
	card := w.surface.Over.Who
	eventually(t, func() bool { return card.Box.Visible() })
	if card.Title.Text != "6420" || len(card.Rows.Objects) < 6 {
		t.Errorf("%q with %d rows", card.Title.Text, len(card.Rows.Objects))
	}
	w.surface.MouseMoved(mouseEvent(w.spot(t, 6420, 100*ms), 0, 0))
	if card.Box.Visible() {
		t.Error("the card should leave with the pointer")
	}
}

// TestRoomOfFacts: values break where label, gap, value and margins fill the pane, or earlier
// where it is wide.
func TestRoomOfFacts(t *testing.T) {
	w := opened(t, story(t))
	c := w.details.facts
	label, most := kit.Scaled(factLabel), kit.Scaled(factValue)
	full := kit.PaneMargin + label + 8 + most + kit.PaneMargin
	for width, want := range map[float32]float32{full + 100: most, full: most, full - 1: most - 1, full - most: 0, full - most - 1: 0, 0: 0} {
		c.width = width
		if got := c.room(); got != want {
			t.Errorf("%v wide: values break at %v, want %v", width, got, want)
		}
	}
}
