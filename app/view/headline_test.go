package view

import (
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"threadlens/app/session/keep"
	"threadlens/app/view/kit"
	"threadlens/app/view/panes"
	"threadlens/model"
	"threadlens/model/findings"
	"threadlens/model/modeltest"
)

// TestHeadline: the first finding is shown above the lanes, and a click goes to its place; the line
// has its space before anything is found, and goes for good if it is dismissed.
func TestHeadline(t *testing.T) {
	w := opened(t, modeltest.Parse(t, "crowd", crowd))
	h := w.Headline
	if !h.Root.Visible() || h.Show.Visible() || h.Name.Visible() {
		t.Errorf("before the search: %q", h.Text.Text)
	}
	w.answered(t)
	first := &w.Findings.Found.List[0]
	if h.First != first || h.Name.Text != first.Name()+"." || h.Text.Text != first.Sentence || !h.Show.Visible() {
		t.Fatalf("the line says %q %q, the first finding is %+v", h.Name.Text, h.Text.Text, first)
	}
	h.GoTo()
	if w.Tabs.Chosen != panes.TabFindings || w.Findings.Selected() != first || w.Session.Window().Overlap(first.Range) == 0 {
		t.Errorf("tab %s, selected %v, window %v", w.Tabs.Chosen, w.Findings.Selected(), w.Session.Window())
	}
	// Without findings, and dismissed.
	for _, f := range w.Findings.Found.List {
		w.Session.SuppressRule(f.Rule.ID)
	}
	w.answered(t)
	if h.First != nil || h.Show.Visible() || !strings.Contains(h.Text.Text, "are suppressed") {
		t.Errorf("without findings the line says %q", h.Text.Text)
	}
}

// TestTabsFromOtherViews: what leads to a tab shows it, also from the views that have no tabs.
func TestTabsFromOtherViews(t *testing.T) {
	w := opened(t, modeltest.Parse(t, "crowd", crowd))
	w.answered(t)
	for _, from := range []keep.ViewKind{keep.ViewUtilization, keep.ViewCores, keep.ViewMeasurement, keep.ViewMonitor} {
		for tab, lead := range map[string]func(){
			panes.TabFindings: func() { w.Headline.More.Tapped(nil) }, panes.TabReport: w.Commands.Get("tab." + panes.TabReport).Do,
			"calls": w.Commands.Get("calls.blocking").Do, panes.TabReports: w.Commands.Get(panes.ReportCommand("waits")).Do,
		} {
			w.Session.SetViewing(from)
			if w.TabSeen(tab) || w.Commands.Get("tab."+tab).Checked() {
				t.Errorf("view %v shows the tab %s", from, tab)
			}
			if lead(); w.Session.Viewing() != keep.ViewThreads || !w.TabSeen(tab) || !w.Commands.Get("tab."+tab).Checked() {
				t.Errorf("from view %v, the tab %s is not shown but %s, in view %v", from, tab, w.Tabs.Chosen, w.Session.Viewing())
			}
		}
		w.Session.SetViewing(from)
		if w.Headline.GoTo(); !w.TabSeen(panes.TabFindings) || w.Findings.Selected() != w.Headline.First {
			t.Errorf("from view %v, the first finding is not shown", from)
		}
	}
}

// TestHeadlineStays: nothing moves when findings arrive, and the line is there until it is
// dismissed, and again with another trace.
func TestHeadlineStays(t *testing.T) {
	w := opened(t, modeltest.Parse(t, "crowd", crowd))
	height := w.body.Position().Y
	w.answered(t)
	if w.body.Position().Y != height {
		t.Error("the lanes move when findings come")
	}
	h := w.Headline
	h.Dismissed = true
	h.Place()
	w.Findings.Show(w.Findings.Found, nil)
	if h.Root.Visible() {
		t.Error("the line is back")
	}
	w.Session.Open(w.Session.Source(), modeltest.Parse(t, "other", crowd))
	if !h.Root.Visible() {
		t.Error("another trace has no line")
	}
}

// TestHeadlineOfOthers: while findings of other processes are being computed, those of the former
// ones are not shown as if they were about them.
func TestHeadlineOfOthers(t *testing.T) {
	w := opened(t, modeltest.Parse(t, "crowd", crowd))
	w.answered(t)
	own := w.Headline.Text.Text
	w.Session.Choose([]model.ProcIx{})
	w.Findings.Settle.Stop()
	w.Findings.Ask()
	if h := w.Headline; h.First != nil || h.Show.Visible() || !strings.HasPrefix(h.Text.Text, "Computing") {
		t.Errorf("the line still says %q", h.Text.Text)
	}
	w.answered(t)
	if got := w.Headline.Text.Text; got == own || strings.HasPrefix(got, "Computing") {
		t.Errorf("then it says %q", got)
	}
}

// TestHeadlineUnseen: where nothing is found, the line says that the recording cannot show
// everything.
func TestHeadlineUnseen(t *testing.T) {
	w := opened(t, modeltest.Parse(t, "plain", "threadlens-trace 1\ncpus 1\nspan 0ms 20ms\nos linux\nprocess 1 app target\nthread 1 pid=1\n"+
		"0ms cpu0 switch idle 1 wait\n5ms cpu0 switch 1 idle wait linux=S\n15ms cpu0 wake 1 ctx=timer\n15ms cpu0 switch idle 1 wait\n"))
	w.answered(t)
	if w.Findings.Found.Unseen == 0 || !strings.Contains(w.Headline.Text.Text, "No findings in this time window, but this recording lacks the data for") || !w.Headline.More.Visible() {
		t.Errorf("%d rules unseen, the line says %q", w.Findings.Found.Unseen, w.Headline.Text.Text)
	}
}

// TestHeadlineCounts: the line above the lanes and the tab count the same findings, with those that
// are only information, and without the suppressed ones.
func TestHeadlineCounts(t *testing.T) {
	w := opened(t, modeltest.Parse(t, "crowd", crowd))
	w.Session.ShowSuppressed(true)
	w.answered(t)
	check := func(want string) {
		t.Helper()
		n := len(w.Findings.Found.Told())
		if want != "" {
			want = fmt.Sprintf(want, n)
		}
		if h := w.Headline; h.More.Text != want || w.badgeText() != fmt.Sprintf("Findings %d", n) {
			t.Errorf("the line says %q, want %q, the tab %q", h.More.Text, want, w.badgeText())
		}
	}
	check("All findings (%d)")
	all := len(w.Findings.Found.Told())
	w.Session.SuppressRule(w.Findings.Found.List[0].Rule.ID)
	w.answered(t)
	check("All findings (%d)")
	if n := len(w.Findings.Found.Told()); n == 0 || n == all {
		t.Errorf("%d of %d findings are left", n, all)
	}
	for i := range w.Findings.Found.List {
		w.Findings.Found.List[i].Severity = findings.Info
	}
	w.Findings.Show(w.Findings.Found, nil)
	check("All findings (%d)")
	if !strings.HasPrefix(w.Headline.Text.Text, "No problems or warnings in this time window") {
		t.Errorf("without a problem or warning the line says %q", w.Headline.Text.Text)
	}
	one := *w.Findings.Found
	one.List, one.Content.Rows, one.Suppressed = one.List[:1:1], one.Content.Rows[:1:1], 0
	one.List[0].Severity, one.Content.Rows[0].Gone = findings.Problem, false
	w.Findings.Show(&one, nil)
	check("")
}

// TestUnnamedThreads: threads that a sentence or a list only counts are named elsewhere: those of a
// finding on its card and in the tooltip of the line above the lanes, those that ran on a CPU
// meanwhile in a tooltip.
func TestUnnamedThreads(t *testing.T) {
	var b strings.Builder
	b.WriteString("threadlens-trace 1\ncpus 1\nspan 0ms 800ms\nos linux\nprocess 9 \"app\" target\n")
	names := []string{"ash", "birch", "cedar", "elm", "fir", "oak"}
	for i, name := range names {
		fmt.Fprintf(&b, "thread %d pid=9 name=%q\n", i+1, name)
	}
	b.WriteString("0ms cpu0 switch idle 1 preempt\n")
	for i := 1; i < 8; i++ {
		fmt.Fprintf(&b, "%dms cpu0 switch %d %d preempt\n", i*100, (i-1)%6+1, i%6+1)
	}
	w := opened(t, modeltest.Parse(t, "trees", b.String()))
	w.answered(t)
	for _, name := range names {
		if strings.Contains(w.Headline.Text.Text, name) && strings.Contains(w.Headline.Text.Text, names[len(names)-1]) {
			t.Fatalf("the sentence names all: %q", w.Headline.Text.Text)
		}
		if tip := w.Headline.Text.Tip; !strings.Contains(tip, name) || !strings.HasPrefix(tip, w.Headline.Text.Text) {
			t.Errorf("%s is not in the tooltip %q", name, tip)
		}
	}
	w.Headline.GoTo()
	var said []string
	eachIn(w.Findings.Root, func(o fyne.CanvasObject) bool {
		if l, ok := o.(*kit.Line); ok {
			said = append(said, l.Text)
		}
		return false
	})
	card := strings.Join(said, "\n")
	if !strings.Contains(card, "\nThreads\n6\nash 1, birch 2, cedar 3, elm 4, fir 5, oak 6") {
		t.Errorf("the card does not name the threads:\n%s", card)
	}
	w.Commands.Get("tab.current").Do()
	w.click(w.spot(t, 2, 400*ms), desktop.MouseButtonPrimary, 0)
	w.paneTimer.Flush()
	tip := ""
	eachIn(w.Details.Facts.Meanwhile, func(o fyne.CanvasObject) bool {
		if l, ok := o.(*kit.TruncationTip); ok {
			tip = l.Line.Tip
		}
		return tip != ""
	})
	if strings.Count(tip, " 100 ms") != 2 {
		t.Errorf("the further threads on the CPU: %q", tip)
	}
}

// TestHeadlineWraps: in a narrow window the end of a finding's sentence, which says what to blame, is
// in a second line, and the place of the line above the lanes is as high as in a wide one.
func TestHeadlineWraps(t *testing.T) {
	w := opened(t, modeltest.Parse(t, "crowd", crowd))
	w.answered(t)
	h := w.Headline
	var heights []float32
	for _, width := range []float32{960, 1900} {
		w.Win.Resize(fyne.NewSize(width, 700))
		heights = append(heights, h.Root.Size().Height)
		var said []string
		eachIn(h.Root, func(o fyne.CanvasObject) bool {
			if l, ok := o.(*kit.Line); ok && l.Visible() && l.Text != "" && strings.Contains(h.First.Sentence, l.Text) {
				said = append(said, l.Text)
				if l.Truncated() {
					t.Errorf("%v wide: %q is cut off", width, l.Text)
				}
			}
			return false
		})
		if lines := map[float32]int{960: 2, 1900: 1}[width]; strings.Join(said, " ") != h.First.Sentence || len(said) != lines {
			t.Errorf("%v wide: the line says %q, want %q in %d", width, said, h.First.Sentence, lines)
		}
	}
	if heights[0] != heights[1] {
		t.Errorf("the line is %v high", heights)
	}
}

// TestTabsStay: neither the bar of tabs nor a title in it moves when findings arrive.
func TestTabsStay(t *testing.T) {
	for _, width := range []float32{960, 1600} {
		w := opened(t, modeltest.Parse(t, "crowd", crowd))
		w.Win.Resize(fyne.NewSize(width, 800))
		driver := fyne.CurrentApp().Driver()
		places := func() (list []fyne.Position) {
			for _, h := range w.Tabs.Heads {
				list = append(list, driver.AbsolutePositionForObject(h))
			}
			return list
		}
		before := places()
		w.answered(t)
		w.calm(t)
		for i, at := range places() {
			if at != before[i] {
				t.Errorf("%v wide: the tab %s is at %v, before the findings at %v", width, w.Tabs.Heads[i].Text(), at, before[i])
			}
		}
	}
}

// TestHeadlineCentred: a sentence of any length is as high as the finding's name, also where it is too
// long for the usual size and fits in the smaller one.
func TestHeadlineCentred(t *testing.T) {
	w := opened(t, modeltest.Parse(t, "crowd", crowd))
	w.answered(t)
	h, seen := w.Headline, map[int]bool{}
	for words := 4; words < 60; words++ {
		sentence := strings.TrimSpace(strings.Repeat("waits ", words))
		h.Text.Set(sentence)
		h.Root.Resize(fyne.NewSize(h.Root.Size().Width-1, h.Root.Size().Height))
		h.Root.Resize(fyne.NewSize(h.Root.Size().Width+1, h.Root.Size().Height))
		n, top, bottom := 0, float32(1e9), float32(-1e9)
		kit.Within(h.Root, func(o fyne.CanvasObject) bool {
			if l, ok := o.(*kit.Line); ok && strings.HasPrefix(l.Text, "waits") {
				y := fyne.CurrentApp().Driver().AbsolutePositionForObject(l).Y
				n, top, bottom = n+1, min(top, y), max(bottom, y+l.Size().Height)
			}
			return false
		})
		name := fyne.CurrentApp().Driver().AbsolutePositionForObject(h.Name).Y + h.Name.Size().Height/2
		if middle := (top + bottom) / 2; middle < name-1 || middle > name+1 {
			t.Errorf("%d words in %d lines: from %v to %v, the name's middle is at %v", words, n, top, bottom, name)
		}
		seen[n] = true
	}
	if !seen[1] || !seen[2] {
		t.Errorf("lines: %v", seen)
	}
}
