package session

import (
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/report"
	"threadlens/timeline"
)

// TestEveryHintIsWholeAndShort: whatever is selected has a hint of three parts
// and at most 120 words.
func TestEveryHintIsWholeAndShort(t *testing.T) {
	hints := map[string]Hint{"nothing": hintNothing, "row": hintRow, "head": hintHead}
	for c := range model.Category(model.NumCategories) {
		hints[c.String()] = hintOf(&model.Segment{Category: c})
	}
	for sub := range model.NumSubs {
		hints["sub "+sub.String()] = hintOf(&model.Segment{Sub: sub, Category: sub.Category()})
	}
	for name, h := range hints {
		if h.Title == "" || h.Means == "" || h.Cause == "" || h.Trying == "" {
			t.Errorf("%s lacks a part: %+v", name, h)
		}
		if _, ok := report.Find(h.Report); !ok {
			t.Errorf("%s names the report %q, which there is not", name, h.Report)
		}
		if n := len(strings.Fields(h.Title + " " + h.Means + " " + h.Cause + " " + h.Trying)); n > 120 {
			t.Errorf("%s has %d words", name, n)
		}
	}
}

func TestHintFollowsTheSelection(t *testing.T) {
	s := New()
	if s.Hint() != hintNothing {
		t.Error("without a trace nothing is selected")
	}
	s = opened(t)
	s.Select(at(t, s, 6420, 100*ms))
	if s.Hint().Title != "Synchronization" {
		t.Errorf("%q", s.Hint().Title)
	}
	s.Select(timeline.SegmentRef{Thread: thread(t, s.Trace(), 6420), Index: -1})
	if s.Hint() != hintRow {
		t.Errorf("%q", s.Hint().Title)
	}
}
