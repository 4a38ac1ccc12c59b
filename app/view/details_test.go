package view

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"threadlens/app/session"
	"threadlens/app/view/kit"
	"threadlens/app/view/kit/kittest"
	"threadlens/app/view/panes"
	"threadlens/model"
	"threadlens/model/modeltest"
	"threadlens/timeline"
)

func TestEmptySearchesOfferAWayOut(t *testing.T) {
	w := opened(t, story(t))
	w.Session.Show(model.Range{From: 300 * ms, To: 400 * ms}, session.MoveJump)
	w.press(fyne.KeyL, kit.Shift)
	if !w.notice.card.Visible() || w.notice.way.Text != "Go to segment" || !w.notice.way.Visible() {
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
	p := w.Details.Stack
	if w.Tabs.Chosen != panes.TabCurrent || p.Title.Text != "Stack at switch-in" || len(p.Frames) != 8 || p.Links.Visible() {
		t.Errorf("tab %s: %q with %d frames", w.Tabs.Chosen, p.Title.Text, len(p.Frames))
	}
	w.Commands.Get("justMyCode").Do()
	w.paneTimer.Flush()
	if len(p.Frames) != 2 || p.Frames[1].Function != "Worker" || w.MineAction.Text != "Just my code: on" {
		t.Errorf("%+v; %q", p.Frames, w.MineAction.Text)
	}
	w.Commands.Get("justMyCode").Do()
	w.Commands.Get("tab.unblocking").Do()
	w.paneTimer.Flush()
	if p.Title.Text != "Unblocked by 6920" || len(p.Frames) != 4 || !p.Links.Visible() {
		t.Errorf("%q with %d frames", p.Title.Text, len(p.Frames))
	}
	w.Commands.Get("copyStack").Do()
	if got := w.App.Clipboard().Content(); !strings.HasPrefix(got, "Unblocked by 6920 at 252.000 ms on CPU 0, wake-up event\n0\tntdll!NtSetEvent\n") {
		t.Errorf("copied %q", got)
	}
	p.Waker.Tapped(nil)
	w.paneTimer.Flush()
	if w.Session.Trace().Threads[w.Session.Selected().Thread].TID != 6920 || w.Tabs.Chosen != panes.TabUnblocking {
		t.Errorf("at %v, tab %s: the tab should stay", w.Session.Selected(), w.Tabs.Chosen)
	}
	p.Woken.Tapped(nil)
	if seg, _ := w.Session.Segment(); seg.Range != (model.Range{From: 2 * ms, To: 252 * ms}) {
		t.Errorf("back at %v", seg)
	}
}

func TestFactsCard(t *testing.T) {
	w := opened(t, story(t))
	w.click(w.spot(t, 6420, 100*ms), desktop.MouseButtonPrimary, 0)
	w.paneTimer.Flush()
	c := w.Details.Facts
	if !c.Blocker.Visible() || !strings.HasSuffix(c.Inherited.Text, "due to preemption, by 88") {
		t.Errorf("blocker %v, %q", c.Blocker.Visible(), c.Inherited.Text)
	}
	c.Inherited.Tapped(nil)
	w.paneTimer.Flush()
	seg, _ := w.Session.Segment()
	if seg.Category != model.Preemption || w.Session.Trace().Threads[seg.Thread].TID != 6920 {
		t.Fatalf("the link leads to %v", seg)
	}
	if !c.Meanwhile.Visible() || c.MeanwhileTitle.Text != "Meanwhile CPU 0 ran" || c.Blocker.Visible() {
		t.Errorf("meanwhile %v %q", c.Meanwhile.Visible(), c.MeanwhileTitle.Text)
	}
	w.Session.Select(timeline.SegmentRef{Thread: seg.Thread, Index: -1})
	w.paneTimer.Flush()
	if c.Title.Text != "6920" || c.Who.Text != "thread of ThreadContentionGenerator.exe 1396" || c.Mark.Visible() {
		t.Errorf("a thread without a segment: %q, %q", c.Title.Text, c.Who.Text)
	}
	w.Session.Select(timeline.NoSegment)
	w.paneTimer.Flush()
	if c.Title.Text != "Nothing is selected" {
		t.Errorf("nothing selected: %q", c.Title.Text)
	}
	w.Commands.Get("tab.hints").Do()
	w.paneTimer.Flush()
	if w.Hints.Title.Text != "Nothing is selected" || w.Hints.Mark.Visible() || len(w.Hints.Rows.Objects) != 4 {
		t.Errorf("hints %q", w.Hints.Title.Text)
	}
}

// TestCauseIsAboveTheFold: in a window of the usual size, what a wait waited for, and what had the
// CPU meanwhile, are in view without scrolling.
func TestCauseIsAboveTheFold(t *testing.T) {
	w := opened(t, story(t))
	w.Win.Resize(fyne.NewSize(1600, 950))
	c := w.Details.Facts
	for at, shown := range map[model.Time]fyne.CanvasObject{100 * ms: c.Blocker, 258050 * us: c.Meanwhile} {
		w.Session.Select(w.segment(t, 6420, at))
		w.Tabs.Choose(panes.TabUnblocking)
		w.paneTimer.Flush()
		top := fyne.CurrentApp().Driver().AbsolutePositionForObject(w.Details.Root)
		pos := fyne.CurrentApp().Driver().AbsolutePositionForObject(shown)
		if !shown.Visible() || pos.Y+shown.Size().Height > top.Y+w.Details.Root.Size().Height {
			t.Errorf("at %d: visible %v, from %v to %v of a pane at %v with the height %v",
				at, shown.Visible(), pos.Y, pos.Y+shown.Size().Height, top.Y, w.Details.Root.Size().Height)
		}
	}
}

func TestSegmentsAroundStandOnce(t *testing.T) {
	w := opened(t, story(t))
	w.click(w.spot(t, 6420, 100*ms), desktop.MouseButtonPrimary, 0)
	for _, width := range []float32{1600, 980} {
		w.Win.Resize(fyne.NewSize(width, 950))
		w.paneTimer.Soon()
		w.paneTimer.Flush()
		if d := w.Details; d.Beside.Root.Visible() == d.Below.Root.Visible() || d.Beside.Root.Visible() != (width == 1600) {
			t.Errorf("%v wide: beside %v, below %v", width, d.Beside.Root.Visible(), d.Below.Root.Visible())
		}
	}
}

// TestDetailsFillThePane: facts, stack and the segments around are side by side up to the right
// edge, and the segments are next to the stack where there is room.
func TestDetailsFillThePane(t *testing.T) {
	w := opened(t, story(t))
	w.click(w.spot(t, 6420, 100*ms), desktop.MouseButtonPrimary, 0)
	w.paneTimer.Flush()
	d := w.Details
	least := kit.Scaled(panes.FactsWidth) + 1 + kit.Scaled(panes.AroundRoom)
	for _, c := range []struct {
		width  float32
		column bool
	}{{least - 1, false}, {least, true}, {least + 1, true}, {2 * kit.Scaled(panes.FactsWidth), false}, {400, false}} {
		d.Root.Resize(fyne.NewSize(c.width, 300))
		shown := []fyne.CanvasObject{d.Root.Objects[0], d.Root.Objects[1], d.Stack.Root}
		if c.column {
			shown = append(shown, d.Root.Objects[3], d.Root.Objects[4])
		}
		edge := float32(0)
		for i, o := range shown {
			if x := o.Position().X; x != edge {
				t.Errorf("%v wide: part %d begins at %v, the one before ends at %v", c.width, i, x, edge)
			}
			edge += o.Size().Width
		}
		if edge != c.width || d.Beside.Root.Visible() != c.column {
			t.Errorf("%v wide: the parts end at %v, segments beside the stack: %v", c.width, edge, d.Beside.Root.Visible())
		}
	}
}

func TestThreadCard(t *testing.T) {
	w := opened(t, story(t))
	p := w.spot(t, 6420, 100*ms)
	p.X = 60
	w.Surface.MouseMoved(mouseEvent(p, 0, 0))
	card := w.Surface.Over.Who
	kittest.Eventually(t, func() bool { return card.Box.Visible() })
	if card.Title.Text != "6420" || len(card.Rows.Objects) < 6 {
		t.Errorf("%q with %d rows", card.Title.Text, len(card.Rows.Objects))
	}
	unit := false
	eachIn(card.Rows, func(o fyne.CanvasObject) bool {
		l, ok := o.(*kit.Line)
		unit = unit || ok && strings.HasSuffix(l.Text, "% of one CPU in the time window")
		return false
	})
	if !unit {
		t.Error("the unit of the share next to the name is missing")
	}
	w.Surface.MouseMoved(mouseEvent(w.spot(t, 6420, 100*ms), 0, 0))
	if card.Box.Visible() {
		t.Error("the card should leave with the pointer")
	}
}

// TestRoomOfFacts: values wrap where label, gap, value and margins fill the pane, or earlier where
// it is wide.
func TestRoomOfFacts(t *testing.T) {
	w := opened(t, story(t))
	c := w.Details.Facts
	label, most := kit.Scaled(panes.FactLabel), kit.Scaled(panes.FactValue)
	full := kit.PaneMargin + label + 8 + most + kit.PaneMargin
	for width, want := range map[float32]float32{full + 100: most, full: most, full - 1: most - 1, full - most: 0, full - most - 1: 0, 0: 0} {
		c.Width = width
		if got := c.Room(); got != want {
			t.Errorf("%v wide: values break at %v, want %v", width, got, want)
		}
	}
}

// TestStackShowsFiles: a stack names the file of a module, and its copy the folder too.
func TestStackShowsFiles(t *testing.T) {
	w := opened(t, modeltest.Parse(t, "folders", `threadlens-trace 1
cpus 1
span 0ms 40ms
os windows
process 7 "app.exe" target
thread 20 pid=7
stack 5 "decode" in="SysWOW64\\WindowsCodecs.dll" "main" in="app.exe"
0ms cpu0 switch idle 20 preempt
10ms cpu0 switch 20 idle wait stack=5
20ms cpu0 wake 20
20ms cpu0 switch idle 20 preempt
`))
	w.Session.Select(w.segment(t, 20, 15*ms))
	w.Tabs.Choose(panes.TabCurrent)
	w.paneTimer.Flush()
	var lines []string
	eachIn(w.Details.Stack.List, func(o fyne.CanvasObject) bool {
		if l, ok := o.(*kit.Line); ok {
			lines = append(lines, l.Text)
		}
		return false
	})
	if !slices.Contains(lines, "WindowsCodecs.dll") {
		t.Errorf("the stack shows %q", lines)
	}
	w.Commands.Get("copyStack").Do()
	if got := w.App.Clipboard().Content(); !strings.Contains(got, `SysWOW64\WindowsCodecs.dll!decode`) {
		t.Errorf("copied %q", got)
	}
}

// TestStackStartsAtTheTop: another stack is shown from its innermost frame on, and the facts next to it
// from their title on, wherever the last ones were scrolled to.
func TestStackStartsAtTheTop(t *testing.T) {
	frames := func(name string) (s string) {
		for i := range 60 {
			s += fmt.Sprintf(" %q in=\"app.exe\"", fmt.Sprint(name, i))
		}
		return s
	}
	w := opened(t, modeltest.Parse(t, "deep", `threadlens-trace 1
cpus 1
span 0ms 40ms
os windows
process 7 "app.exe" target
thread 20 pid=7
stack 5`+frames("a")+`
stack 6`+frames("b")+`
0ms cpu0 switch idle 20 preempt
10ms cpu0 switch 20 idle wait stack=5
15ms cpu0 wake 20
15ms cpu0 switch idle 20 preempt
20ms cpu0 switch 20 idle wait stack=6
30ms cpu0 wake 20
30ms cpu0 switch idle 20 preempt
`))
	w.Win.Resize(fyne.NewSize(1280, 560))
	w.Tabs.Choose(panes.TabCurrent)
	list, facts := w.Details.Stack.List, w.Details.Facts.Scroll
	for _, at := range []model.Time{12 * ms, 25 * ms, 12 * ms} {
		w.Session.Select(w.segment(t, 20, at))
		w.paneTimer.Flush()
		if got := list.GetScrollOffset(); got != 0 || len(w.Details.Stack.Frames) != 60 {
			t.Errorf("at %d ms, %d frames are at %v", at/ms, len(w.Details.Stack.Frames), got)
		}
		if facts.Offset.Y != 0 {
			t.Errorf("at %d ms, the facts are at %v", at/ms, facts.Offset.Y)
		}
		if facts.ScrollToOffset(fyne.NewPos(0, 30)); facts.Offset.Y != 30 {
			t.Fatalf("the facts do not scroll: %v in %v", facts.Content.MinSize(), facts.Size())
		}
		w.Details.Update() // not for another selection
		if facts.Offset.Y != 30 {
			t.Errorf("at %d ms, the facts went to %v without another selection", at/ms, facts.Offset.Y)
		}
		list.ScrollToOffset(300)
		if list.GetScrollOffset() != 300 {
			t.Fatal("the list does not scroll")
		}
	}
}

// passedOver has a wait for a futex, and a longer one without an attested reason, of a thread with a
// long name.
const passedOver = `threadlens-trace 1
cpus 1
span 0ms 40ms
os linux
process 9 "a program with a name that is rather long" target
thread 1 pid=9
thread 2 pid=9 name="a thread with a name that is long, too, for the narrowest window"
1ms cpu0 switch idle 1 preempt
2ms cpu0 switch 1 2 wait sub=Futex
3ms cpu0 switch 2 idle wait linux=S
5ms cpu0 wake 1
5ms cpu0 switch idle 1 preempt
6ms cpu0 switch 1 idle dead
23ms cpu0 wake 2
23ms cpu0 switch idle 2 preempt
24ms cpu0 switch 2 idle dead
`

// TestNoticeLeadsToAnUnclassifiedWait: where the longest wait is passed over for one with a known
// reason, the notice leads there, and so does the same key.
func TestNoticeLeadsToAnUnclassifiedWait(t *testing.T) {
	w := opened(t, modeltest.Parse(t, "passed over", passedOver))
	category := func() model.Category {
		seg, _ := w.Session.Segment()
		return seg.Category
	}
	w.press(fyne.KeyW, kit.Shift)
	if category() != model.Synchronization || !w.notice.card.Visible() || w.notice.way.Text != "Go to longer wait (Shift+W)" {
		t.Fatalf("%v, notice %q, way %q", category(), w.notice.text.Text, w.notice.way.Text)
	}
	w.press(fyne.KeyW, kit.Shift)
	if category() != model.Unclassified || w.notice.card.Visible() {
		t.Errorf("the key leads to %v, notice %q", category(), w.notice.text.Text)
	}
	w.press(fyne.KeyW, kit.Shift)
	w.notice.way.Tapped(nil)
	if category() != model.Unclassified {
		t.Errorf("the notice leads to %v", category())
	}
}

// TestNoticeFitsItsWindow: in a narrow window a notice is shortened, not its way.
func TestNoticeFitsItsWindow(t *testing.T) {
	w := opened(t, modeltest.Parse(t, "passed over", passedOver))
	for _, width := range []float32{960, 1600} {
		w.Win.Resize(fyne.NewSize(width, 600))
		w.press(fyne.KeyEscape, 0)
		w.Session.Select(timeline.NoSegment)
		w.press(fyne.KeyW, kit.Shift)
		n := w.notice
		at := fyne.CurrentApp().Driver().AbsolutePositionForObject(n.way)
		if !n.way.Visible() || at.X+n.way.Size().Width > width || n.text.Size().Width < 400 {
			t.Errorf("%v wide: the way is at %v, %v wide, the text %v", width, at.X, n.way.Size().Width, n.text.Size().Width)
		}
	}
}

// TestNoticeOffersTheWayBack: after a way that changes the target, a notice says so and leads back.
func TestNoticeOffersTheWayBack(t *testing.T) {
	w := opened(t, modeltest.Parse(t, "hidden", "threadlens-trace 1\ncpus 1\nspan 0ms 100ms\nos linux\nprocess 10 app target\nprocess 20 other\n"+
		"thread 11 pid=10 name=mine\nthread 21 pid=20 name=theirs\n0ms cpu0 switch idle 21 wait\n10ms cpu0 switch 21 11 preempt\n"+
		"50ms cpu0 wake 11\n60ms cpu0 switch 11 21 preempt\n80ms cpu0 switch 21 11 preempt\n"))
	w.Session.Select(timeline.NoSegment)
	w.Commands.Get("longestForCPU").Do()
	for _, c := range []struct {
		way     string
		targets int
	}{{"Show thread", 2}, {"Restore the previous target", 1}} {
		if !w.notice.card.Visible() || w.notice.way.Text != c.way {
			t.Fatalf("notice %q, way %q, want %q", w.notice.text.Text, w.notice.way.Text, c.way)
		}
		w.notice.way.Tapped(nil)
		if got := len(w.Session.Targets()); got != c.targets {
			t.Errorf("%s: %d targets, want %d", c.way, got, c.targets)
		}
	}
	if w.notice.card.Visible() {
		t.Errorf("notice %q after the way back", w.notice.text.Text)
	}
}
