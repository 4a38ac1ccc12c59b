package session

import (
	"reflect"
	"testing"

	"threadlens/app/session/find"
	"threadlens/model"
)

func TestGoToAndReturn(t *testing.T) {
	s := opened(t)
	x := find.NewIndex(s.Trace())
	s.Show(model.Range{From: 300 * ms, To: 400 * ms}, MoveJump)
	s.Select(at(t, s, 6920, 350*ms))
	s.HideOthers()
	s.Mark(model.Range{From: 310 * ms, To: 320 * ms})
	was := *s
	before, rows := s.Here(), len(s.Rows().List)
	for _, text := range []string{"restart", "dictionary", ":7001", ":6156", ":4664", "@10ms-20ms"} {
		hit := x.Find(text, nil, s.Window(), s.Terms()).Groups[0].Hits[0]
		s.GoTo(hit, x.Spots(hit))
		if s.Selected() == was.selected && s.Window() == was.view.Range {
			t.Errorf("%q leads nowhere %v", text, x.Spots(hit))
		}
		if hit.Subject == find.SubjectThread && s.Selected().Thread != model.ThreadIx(hit.Ref) {
			t.Errorf("%q selects %v", text, s.Selected())
		}
		s.Return(before)
		if s.view != was.view || s.selected != was.selected || s.marked != was.marked || len(s.Rows().List) != rows ||
			!reflect.DeepEqual(s.history.back, was.history.back) || s.Hidden() != 2 {
			t.Errorf("%q: not back where it was", text)
		}
	}
}

func TestGoToTheFirstSpotInTheWindow(t *testing.T) {
	s := opened(t)
	s.Show(model.Range{From: 100 * ms, To: 200 * ms}, MoveJump)
	ix := thread(t, s.Trace(), 6420)
	spots := []find.Spot{{At: 10 * ms, Thread: ix}, {At: 150 * ms, Thread: ix}, {At: 300 * ms, Thread: ix}}
	hit := find.Hit{Subject: find.SubjectFunction}
	if i := s.GoTo(hit, spots); i != 1 || s.Window().From != 100*ms {
		t.Errorf("goes to spot %d, window %v", i, s.Window())
	}
	if i := s.GoTo(hit, spots[:1]); i != 0 || !s.Window().Contains(10*ms) {
		t.Errorf("goes to spot %d, window %v", i, s.Window())
	}
	if i := s.GoTo(hit, nil); i != -1 {
		t.Errorf("without spots goes to %d", i)
	}
	if i := s.GoTo(hit, []find.Spot{{At: 450 * ms, Thread: model.NoThread}}); i != 0 || !s.Window().Contains(450*ms) {
		t.Error("a spot of no thread should show its time")
	}
}
