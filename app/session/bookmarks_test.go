package session

import (
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/timeline"
)

func markNames(s *Session) string {
	var list []string
	for _, b := range s.Bookmarks() {
		list = append(list, b.Name)
	}
	return strings.Join(list, ", ")
}

func TestMarkableTellsWhatItIs(t *testing.T) {
	s := opened(t)
	if _, ok := s.Markable(); ok {
		t.Error("something to mark with nothing selected")
	}
	s.SetCursor(CursorA, 7*ms)
	check := func(want string, r model.Range) {
		t.Helper()
		b, ok := s.Markable()
		if got := strings.ReplaceAll(b.Name, "\u2009", " "); !ok || got != want || b.Range != r {
			t.Errorf("%q, %v; want %q, %v", got, b.Range, want, r)
		}
	}
	check("7.000 ms", model.Range{From: 7 * ms, To: 7 * ms})
	s.Mark(model.Range{From: 10 * ms, To: 30 * ms})
	check("20.0 ms at 10.000 ms", s.Marked())
	s.Select(at(t, s, 6420, 100*ms))
	check("6420: Synchronization 250 ms", model.Range{From: 2 * ms, To: 252 * ms})
}

func TestBookmarks(t *testing.T) {
	s := opened(t)
	add := func(name string, at model.Time, kept bool) {
		s.AddBookmark(Bookmark{Name: name, Range: model.Range{From: at, To: at}, Thread: model.NoThread, Kept: kept})
	}
	add("one", 300*ms, false)
	add("two", 200*ms, false)
	if markNames(s) != "two" {
		t.Errorf("%q: only one mark is not kept", markNames(s))
	}
	add("kept", 100*ms, true)
	add("late", 400*ms, true)
	add("again", 400*ms, true) // another name for the same place
	if markNames(s) != "kept, two, again" {
		t.Errorf("marks %q", markNames(s))
	}
	add("two, kept", 200*ms, true)
	if markNames(s) != "kept, two, kept, again" {
		t.Errorf("marks %q: keeping takes the place of the one that was not", markNames(s))
	}
	add("temporary at a kept one", 400*ms, false)
	if len(s.Bookmarks()) != 3 {
		t.Errorf("marks %q", markNames(s))
	}
	s.RenameBookmark(0, "  new\nname ")
	s.RenameBookmark(2, " ")
	if markNames(s) != `new\nname, two, kept, again` {
		t.Errorf("marks %q", markNames(s))
	}
	s.DeleteBookmark(1)
	s.DeleteBookmark(7)
	if markNames(s) != `new\nname, again` {
		t.Errorf("marks %q", markNames(s))
	}
	s.RenameBookmark(0, strings.Repeat("ü", 1000))
	if n := len(s.Bookmarks()[0].Name); n > maxMarkName || n < maxMarkName-1 {
		t.Errorf("a name of %d bytes", n)
	}
}

func TestStepBookmark(t *testing.T) {
	s := opened(t)
	s.StepBookmark(1)
	wait := at(t, s, 6420, 100*ms)
	s.Select(wait)
	b, _ := s.Markable()
	b.Kept = true
	s.AddBookmark(b)
	s.Select(timeline.NoSegment)
	s.AddBookmark(Bookmark{Name: "range", Range: model.Range{From: 300 * ms, To: 310 * ms}, Thread: model.NoThread, Kept: true})
	s.AddBookmark(Bookmark{Name: "instant", Range: model.Range{From: 400 * ms, To: 400 * ms}, Thread: model.NoThread, Kept: true})
	s.Show(model.Range{From: 0, To: 20 * ms}, MoveJump)

	s.StepBookmark(1)
	if s.Marked().From != 300*ms || !s.Window().Contains(300*ms) {
		t.Errorf("selected %v, window %v; want the range", s.Marked(), s.Window())
	}
	s.StepBookmark(1)
	if s.Cursor(CursorA) != 400*ms || !s.Window().Contains(400*ms) {
		t.Errorf("A at %d, window %v", s.Cursor(CursorA), s.Window())
	}
	s.StepBookmark(1)
	if s.Selected() != wait || s.Window().Overlap(b.Range) == 0 {
		t.Errorf("selected %v, window %v; want the wait", s.Selected(), s.Window())
	}
	s.StepBookmark(-1)
	if !s.Window().Contains(400 * ms) {
		t.Errorf("window %v, want that of the instant", s.Window())
	}
	// After a look elsewhere it continues from there.
	s.Show(model.Range{From: 305 * ms, To: 325 * ms}, MoveJump)
	s.StepBookmark(-1)
	if got := s.Bookmarks()[s.visited].Name; got != "range" {
		t.Errorf("before 315 ms comes %q", got)
	}
}

// TestMarksAreBounded: as many marks as allowed are kept, one more is not.
func TestMarksAreBounded(t *testing.T) {
	s := opened(t)
	for i := range MaxBookmarks + 2 {
		at := model.Time(i) * us
		s.AddBookmark(Bookmark{Range: model.Range{From: at, To: at}, Thread: model.NoThread, Kept: true})
		if got, want := len(s.Bookmarks()), min(i+1, 500); got != want {
			t.Fatalf("%d marks after %d were set, want %d", got, i+1, want)
		}
	}
}
