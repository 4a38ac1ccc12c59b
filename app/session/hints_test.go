package session

import (
	"testing"

	"threadlens/app/session/explain"
	"threadlens/timeline"
)

func TestHintFollowsTheSelection(t *testing.T) {
	s := New()
	if s.Hint() != explain.HintNothing {
		t.Error("without a trace nothing is selected")
	}
	s = opened(t)
	s.Select(at(t, s, 6420, 100*ms))
	if s.Hint().Title != "Synchronization" {
		t.Errorf("%q", s.Hint().Title)
	}
	s.Select(timeline.SegmentRef{Thread: thread(t, s.Trace(), 6420), Index: -1})
	if s.Hint() != explain.HintThread {
		t.Errorf("%q", s.Hint().Title)
	}
}
