package view

import (
	"strings"
	"testing"

	"threadlens/model/modeltest"
)

// TestHeadline: the first finding stands above the lanes, and goes where it shows; the line has
// its place before anything was found, and goes for good if it is put away.
func TestHeadline(t *testing.T) {
	w := opened(t, modeltest.Parse(t, "crowd", crowd))
	h := w.headline
	if !h.root.Visible() || h.show.Visible() || h.name.Visible() {
		t.Errorf("before the search: %q", h.text.Text)
	}
	w.answered(t)
	first := &w.findings.found.List[0]
	if h.first != first || h.name.Text != first.Name()+"." || h.text.Text != first.Sentence || !h.show.Visible() {
		t.Fatalf("the line says %q %q, the first finding is %+v", h.name.Text, h.text.Text, first)
	}
	h.goTo()
	if w.tabs.Chosen != tabFindings || w.findings.selected() != first || w.Session.Window().Overlap(first.Range) == 0 {
		t.Errorf("tab %s, selected %v, window %v", w.tabs.Chosen, w.findings.selected(), w.Session.Window())
	}
	// Without findings, and put away.
	for _, f := range w.findings.found.List {
		w.Session.SuppressRule(f.Rule.ID)
	}
	w.answered(t)
	if h.first != nil || h.show.Visible() || !strings.Contains(h.text.Text, "found") {
		t.Errorf("without findings the line says %q", h.text.Text)
	}
}

// TestHeadlineStays: nothing moves when findings come, and the line is there until it is put away,
// and again with another trace.
func TestHeadlineStays(t *testing.T) {
	w := opened(t, modeltest.Parse(t, "crowd", crowd))
	height := w.body.Position().Y
	w.answered(t)
	if w.body.Position().Y != height {
		t.Error("the lanes move when findings come")
	}
	h := w.headline
	h.dismissed = true
	h.place()
	w.findings.show(w.findings.found, nil)
	if h.root.Visible() {
		t.Error("the line is back")
	}
	w.Session.Open(w.Session.Source(), modeltest.Parse(t, "other", crowd))
	if !h.root.Visible() {
		t.Error("another trace has no line")
	}
}

// TestHeadlineUnseen: where nothing is found, it is said that the recording cannot show all.
func TestHeadlineUnseen(t *testing.T) {
	w := opened(t, modeltest.Parse(t, "plain", "threadlens-trace 1\ncpus 1\nspan 0ms 20ms\nos linux\nprocess 1 app target\nthread 1 pid=1\n"+
		"0ms cpu0 switch idle 1 wait\n5ms cpu0 switch 1 idle wait linux=S\n15ms cpu0 wake 1 ctx=timer\n15ms cpu0 switch idle 1 wait\n"))
	w.answered(t)
	if w.findings.found.Unseen == 0 || !strings.Contains(w.headline.text.Text, "Nothing was found in this window, but this recording cannot answer") || !w.headline.more.Visible() {
		t.Errorf("%d rules unseen, the line says %q", w.findings.found.Unseen, w.headline.text.Text)
	}
}
