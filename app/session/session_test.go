package session

import (
	"os"
	"testing"
	"time"

	"threadlens/model"
	"threadlens/model/modeltest"
	"threadlens/timeline"
)

// story is the example of the paper: 6420 waits 250 ms for a lock that 6920
// holds, until 6920 releases it at 252 ms.
func story(t *testing.T) *model.Trace {
	t.Helper()
	src, err := os.ReadFile("testdata/story.tltxt")
	if err != nil {
		t.Fatal(err)
	}
	return modeltest.Parse(t, "story", string(src))
}

const us, ms = model.Time(1000), model.Time(1_000_000)

// opened is a session with the story open, 1000 pixels wide, and a clock that advances a second at
// each reading, so that no moves merge.
func opened(t *testing.T) *Session {
	t.Helper()
	s := New()
	at := time.Unix(0, 0)
	s.now = func() time.Time { at = at.Add(time.Second); return at }
	s.SetMetrics(timeline.NewMetrics(timeline.Comfortable, 1, 1))
	s.SetWidth(1000)
	s.Open(Source{Name: "story"}, story(t))
	return s
}

// thread is the index of a thread by its id.
func thread(t *testing.T, tr *model.Trace, tid model.TID) model.ThreadIx {
	t.Helper()
	for i := range tr.Threads {
		if tr.Threads[i].TID == tid && !tr.Threads[i].Idle {
			return model.ThreadIx(i)
		}
	}
	t.Fatalf("no thread %d", tid)
	return 0
}

// at is the segment of a thread at an instant.
func at(t *testing.T, s *Session, tid model.TID, when model.Time) timeline.SegmentRef {
	t.Helper()
	ix := thread(t, s.Trace(), tid)
	seg, ok := s.Trace().SegmentAt(ix, when)
	if !ok {
		t.Fatalf("%d has no segment at %d", tid, when)
	}
	return timeline.SegmentRef{Thread: ix, Index: seg.Index}
}

func TestOpenShowsTheWholeTrace(t *testing.T) {
	s := New()
	var seen Change
	s.Subscribe(func(c Change) { seen |= c })
	s.SetWidth(800)
	s.Open(Source{Name: "story"}, story(t))
	if s.Window() != s.Trace().Whole() {
		t.Errorf("window %v, want the whole trace %v", s.Window(), s.Trace().Whole())
	}
	if seen != changedAll {
		t.Errorf("notified of %b, want %b", seen, changedAll)
	}
}

func TestUpdateTellsOnce(t *testing.T) {
	s := opened(t)
	var told []Change
	s.Subscribe(func(c Change) { told = append(told, c) })
	s.Update(func() {
		s.Mark(model.Range{From: 1 * ms, To: 2 * ms})
		s.Update(func() { s.Zoom(500, 2) })
	})
	if len(told) != 1 || told[0] != ChangedRange|ChangedWindow {
		t.Errorf("told %v, want one notice of range and window", told)
	}
}

func TestZoomKeepsTheInstant(t *testing.T) {
	s := opened(t)
	for range 10 {
		before := s.View().TimeAt(300)
		s.Zoom(300, 1.25)
		if after := s.View().TimeAt(300); after != before {
			t.Fatalf("column 300 moved from %d to %d", before, after)
		}
	}
}

func TestUndoAndRedo(t *testing.T) {
	s := opened(t)
	whole := s.Window()
	s.Show(model.Range{From: 100 * ms, To: 200 * ms}, MoveJump)
	first := s.Window()
	s.Pan(100)
	second := s.Window()
	for i, want := range []model.Range{first, whole, whole} {
		s.Undo()
		if s.Window() != want {
			t.Errorf("undo %d: %v, want %v", i, s.Window(), want)
		}
	}
	for i, want := range []model.Range{first, second, second} {
		s.Redo()
		if s.Window() != want {
			t.Errorf("redo %d: %v, want %v", i, s.Window(), want)
		}
	}
	s.Undo()
	s.Zoom(10, 2)
	if s.CanRedo() {
		t.Error("a new move must end redo")
	}
}

func TestGesturesMergeIntoOneStep(t *testing.T) {
	tests := []struct {
		name  string
		moves func(s *Session, pass func(time.Duration))
		steps int
	}{
		{"one wheel gesture", func(s *Session, pass func(time.Duration)) {
			for range 8 {
				s.Zoom(500, 1.25)
				pass(100 * time.Millisecond)
			}
		}, 1},
		{"two, with a pause", func(s *Session, pass func(time.Duration)) {
			s.Zoom(500, 1.25)
			pass(time.Second)
			s.Zoom(500, 1.25)
		}, 2},
		{"zoom, then pan", func(s *Session, pass func(time.Duration)) {
			s.Zoom(500, 1.25)
			s.Pan(10)
			s.Pan(10)
		}, 2},
		{"jumps", func(s *Session, pass func(time.Duration)) {
			s.Show(model.Range{From: 1 * ms, To: 2 * ms}, MoveJump)
			s.Show(model.Range{From: 3 * ms, To: 4 * ms}, MoveJump)
		}, 2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := opened(t)
			now := time.Unix(100, 0)
			s.now = func() time.Time { return now }
			whole := s.Window()
			tt.moves(s, func(d time.Duration) { now = now.Add(d) })
			steps := 0
			for s.CanUndo() {
				s.Undo()
				steps++
			}
			if steps != tt.steps || s.Window() != whole {
				t.Errorf("%d steps back to %v, want %d to %v", steps, s.Window(), tt.steps, whole)
			}
		})
	}
}

func TestHistoryIsBounded(t *testing.T) {
	s := opened(t)
	for i := range 300 {
		s.Show(model.Range{From: model.Time(i) * ms, To: model.Time(i+50) * ms}, MoveJump)
	}
	n := 0
	for s.CanUndo() {
		s.Undo()
		n++
	}
	if n != historySteps {
		t.Errorf("%d steps, want %d", n, historySteps)
	}
}

func TestFitAndBack(t *testing.T) {
	s := opened(t)
	whole := s.Window()
	s.Select(at(t, s, 6420, 100*ms))
	s.FitSelection()
	if want := (model.Range{From: -23 * ms, To: 277 * ms}); s.Window() == whole || s.Window().Overlap(model.Range{From: 2 * ms, To: 252 * ms}) != 250*ms || s.Window().Len() > want.Len() {
		t.Errorf("fit shows %v, want the wait with a little room", s.Window())
	}
	s.FitSelection()
	if s.Window() != whole {
		t.Errorf("fit again shows %v, want %v", s.Window(), whole)
	}
}

func TestWalkSegmentsAndRows(t *testing.T) {
	s := opened(t)
	s.SetSort(timeline.SortStart)
	s.Select(at(t, s, 6420, 100*ms))
	s.StepSegment(1)
	if seg, _ := s.Segment(); seg.State != model.Ready {
		t.Errorf("after the wait comes %v, want Ready", seg.State)
	}
	s.StepSegment(-1)
	if seg, _ := s.Segment(); seg.State != model.Waiting {
		t.Errorf("back to %v, want Waiting", seg.State)
	}
	before := s.Selected().Thread
	s.StepRow(1)
	if s.Selected().Thread == before {
		t.Error("StepRow stayed on its row")
	}
	s.StepRow(-1)
	if seg, _ := s.Segment(); s.Selected().Thread != before || !seg.Contains(127*ms) {
		t.Errorf("up and down again: thread %d, %v", s.Selected().Thread, seg.Range)
	}
}

func TestStepSameSkipsOthers(t *testing.T) {
	s := opened(t)
	s.Select(at(t, s, 6420, 255*ms))
	s.StepSame(1)
	if seg, _ := s.Segment(); seg.Category != model.Execution || !seg.Contains(260*ms) {
		t.Errorf("next execution is %v %v", seg.Category, seg.Range)
	}
}

func TestWakerAndWoken(t *testing.T) {
	s := opened(t)
	wait := at(t, s, 6420, 100*ms)
	s.Select(wait)
	s.ToWaker()
	seg, ok := s.Segment()
	if !ok || s.Trace().Threads[seg.Thread].TID != 6920 || !seg.Contains(252*ms) {
		t.Fatalf("the waker is %+v, want 6920 at 252 ms", seg)
	}
	s.ToWoken()
	if s.Selected() != wait {
		t.Errorf("back at %v, want the wait %v", s.Selected(), wait)
	}
	s.Select(at(t, s, 6920, 252*ms))
	s.ToWoken()
	if s.Selected() != wait {
		t.Errorf("without having come from there: %v, want %v", s.Selected(), wait)
	}
}

func TestWakerOfPreemptionIsTheDisplacer(t *testing.T) {
	s := opened(t)
	s.Select(at(t, s, 6920, 300*ms))
	s.ToWaker()
	if seg, _ := s.Segment(); s.Trace().Threads[seg.Thread].TID != 4664 {
		t.Errorf("the displacer is thread %d, want 4664", s.Trace().Threads[seg.Thread].TID)
	}
}

func TestGoRevealsTimeAndRow(t *testing.T) {
	s := opened(t)
	s.Show(model.Range{From: 10 * ms, To: 20 * ms}, MoveJump)
	ref := at(t, s, 6420, 300*ms)
	s.Select(timeline.SegmentRef{Thread: ref.Thread, Index: -1})
	s.Hide()
	s.Go(ref)
	seg, _ := s.Segment()
	if s.Window().Overlap(seg.Range) == 0 || s.Window().Len() != 10*ms {
		t.Errorf("window %v does not show %v at the same scale", s.Window(), seg.Range)
	}
	if indexOf(s.VisibleThreads(), ref.Thread) < 0 {
		t.Error("its row is still hidden")
	}
}

func TestHideShow(t *testing.T) {
	s := opened(t)
	all := len(s.VisibleThreads())
	s.Select(timeline.SegmentRef{Thread: s.VisibleThreads()[0], Index: -1})
	s.HideOthers()
	if n := len(s.VisibleThreads()); n != 1 {
		t.Errorf("%d threads left, want 1", n)
	}
	s.ShowAll()
	if n := len(s.VisibleThreads()); n != all {
		t.Errorf("%d threads, want %d", n, all)
	}
	first := s.VisibleThreads()[0]
	s.Hide()
	if n := len(s.VisibleThreads()); n != all-1 || s.Selected().Thread == first {
		t.Errorf("%d threads, want %d, and another one selected", n, all-1)
	}
}

func TestScopeAndEscape(t *testing.T) {
	s := opened(t)
	if s.Scope() != s.Trace().Whole() {
		t.Errorf("scope %v, want the window", s.Scope())
	}
	r := model.Range{From: 2 * ms, To: 252 * ms}
	s.Mark(r)
	s.Select(at(t, s, 6420, 100*ms))
	s.SetFocus(model.Sleep)
	sums, threads, lossy := s.Profile()
	if want := model.Time(threads) * r.Len(); sums.Total() != want || lossy {
		t.Errorf("profile adds up to %d, want %d for %d threads", sums.Total(), want, threads)
	}
	if !s.Escape() || s.Selected() != timeline.NoSegment || s.Marked() != r {
		t.Error("the first Escape clears the segment and nothing else")
	}
	if !s.Escape() || s.Marked().Len() != 0 {
		t.Error("the second Escape clears the range")
	}
	if !s.Escape() || s.Focus() != timeline.NoFocus || s.Escape() {
		t.Error("the third clears the focus, and then there is nothing left")
	}
}
