package session

import (
	"testing"

	"threadlens/timeline"
)

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
