package session

import (
	"strings"
	"testing"
	"time"

	"threadlens/model"
	"threadlens/timeline"
)

func TestCursors(t *testing.T) {
	s := opened(t)
	var told Change
	s.Subscribe(func(c Change) { told |= c })
	if _, ok := s.Between(); ok || s.HasCursors() {
		t.Error("cursors before any was set")
	}
	s.SetCursor(CursorA, 252*ms)
	if _, ok := s.Between(); ok {
		t.Error("a difference of one cursor")
	}
	s.SetCursor(CursorB, 2*ms)
	if r, ok := s.Between(); !ok || r != (model.Range{From: 2 * ms, To: 252 * ms}) {
		t.Errorf("between %v", r)
	}
	if got := strings.NewReplacer("\u2009", " ", "\u00a0", " ").Replace(s.CursorText()); got != "A 252.000 ms  B 2.000 ms  Δ −250 ms" {
		t.Errorf("the cursors read %q", got)
	}
	if told != ChangedCursors {
		t.Errorf("notified of %b", told)
	}
	s.SetCursor(CursorB, s.Trace().End+5)
	if s.Cursor(CursorB) != s.Trace().End {
		t.Errorf("B stands at %d, beyond the trace", s.Cursor(CursorB))
	}
	s.Close()
	if s.HasCursors() {
		t.Error("cursors without a trace")
	}
}

// Escape clears one thing after another, the cursors last.
func TestEscapeOrder(t *testing.T) {
	s := opened(t)
	s.Select(at(t, s, 6420, 100*ms))
	s.Mark(model.Range{From: 1, To: 2})
	s.SetFocus(model.Sleep)
	s.SetCursor(CursorA, 5)
	for i, want := range []Change{ChangedSelection, ChangedRange, ChangedFocus, ChangedCursors} {
		var told Change
		s.watchers = nil
		s.Subscribe(func(c Change) { told |= c })
		if !s.Escape() || told != want {
			t.Errorf("Escape %d changed %b, want %b", i+1, told, want)
		}
	}
	if s.Escape() {
		t.Error("there is something left")
	}
}

func TestRangeGrowsFromCursorA(t *testing.T) {
	s := opened(t)
	s.GrowRange(1)
	if s.Marked().Len() != 0 {
		t.Error("a range without a cursor")
	}
	s.Show(model.Range{From: 0, To: 500 * ms}, MoveJump)
	s.SetCursor(CursorA, 100*ms)
	step := s.Window().Len() / rangeSteps
	for _, c := range []struct {
		dir      int
		from, to model.Time
	}{
		{1, 100 * ms, 100*ms + step},
		{1, 100 * ms, 100*ms + 2*step},
		{-1, 100 * ms, 100*ms + step},
		{-1, 0, 0},
		{-1, 100*ms - step, 100 * ms},
		{-1, 100*ms - 2*step, 100 * ms},
		{1, 100*ms - step, 100 * ms},
	} {
		s.GrowRange(c.dir)
		if s.Marked() != (model.Range{From: c.from, To: c.to}) {
			t.Errorf("%+d: %v, want %v … %v", c.dir, s.Marked(), c.from, c.to)
		}
	}
}

func TestParseRangeOfClocks(t *testing.T) {
	s := opened(t)
	s.zone = time.UTC
	s.Trace().Info.StartWall = time.Date(2026, 11, 21, 23, 59, 59, 900_000_000, time.UTC)
	s.Trace().Info.Clock = model.Clock{Name: "CLOCK_MONOTONIC", StartNS: 12_000_000_000}
	s.Show(model.Range{From: 0, To: 500 * ms}, MoveJump)
	for _, c := range []struct {
		as       timeline.TimeAs
		text     string
		from, to model.Time
	}{
		{timeline.FromStart, "10 – 20", 10 * ms, 20 * ms},
		{timeline.InSeconds, "0.1 – 0.2", 100 * ms, 200 * ms},
		{timeline.InSeconds, "10 – 20 ms", 10 * ms, 20 * ms},
		{timeline.InMicroseconds, "+100", 0, 100 * us},
		{timeline.RawClock, "12.1 – 12.2 s", 100 * ms, 200 * ms},
		{timeline.RawClock, "12.1-12.2", 100 * ms, 200 * ms},
		{timeline.RawClock, "12100ms – 12200ms", 100 * ms, 200 * ms},
		{timeline.RawClock, "+100ms", 0, 100 * ms},
		{timeline.WallClock, "23:59:59.95 – 00:00:00.1", 50 * ms, 200 * ms},
		{timeline.WallClock, "2026-11-21 23:59:59.95 – 2026-11-22 00:00:00.1", 50 * ms, 200 * ms},
		{timeline.WallClock, "00:00", -150 * ms, 350 * ms},
		{timeline.WallClock, "10ms – 20ms", 10 * ms, 20 * ms},
	} {
		s.SetTimeAs(c.as)
		r, err := s.ParseRange(c.text)
		if want := (model.Range{From: c.from, To: c.to}); err != nil || r != want {
			t.Errorf("%d: %q is %v, %v; want %v", c.as, c.text, r, err, want)
		}
	}
	s.SetTimeAs(timeline.WallClock)
	for _, text := range []string{"", "25:00", "12:00:61", "abc"} {
		if r, err := s.ParseRange(text); err == nil {
			t.Errorf("%q is %v", text, r)
		}
	}
}

// What the clock writes can be typed again.
func TestRangesReadBack(t *testing.T) {
	s := opened(t)
	s.zone = time.UTC
	s.Trace().Info.StartWall = time.Date(2026, 3, 1, 9, 30, 0, 5, time.UTC)
	s.Trace().Info.Clock = model.Clock{Name: "clock", StartNS: 3_600_000_000_000}
	want := model.Range{From: 7 * ms, To: 252 * ms}
	for as := timeline.FromStart; as <= timeline.RawClock; as++ {
		s.SetTimeAs(as)
		r, err := s.ParseRange(s.Clock().Range(want))
		if d := r.From - want.From; err != nil || d < -us || d > us || r.Len() < want.Len()-us || r.Len() > want.Len()+us {
			t.Errorf("%d: %q is read as %v, %v", as, s.Clock().Range(want), r, err)
		}
	}
}
