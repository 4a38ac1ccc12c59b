package session

import (
	"testing"

	"threadlens/model"
)

func TestLeaveOut(t *testing.T) {
	s := opened(t)
	all, threads, _ := s.Profile()
	told := 0
	s.Subscribe(func(Change) { told++ })
	s.LeaveOut(model.Sleep)
	sums, n, _ := s.Counted()
	if !s.LeftOut(model.Sleep) || sums[model.Sleep] != 0 || n != threads || sums.Total() != all.Total()-all[model.Sleep] || told != 1 {
		t.Errorf("left out: %v of %v, told %d times", sums, all, told)
	}
	if again, _, _ := s.Profile(); again != all {
		t.Error("the profile for reports should stay whole")
	}
	s.LeaveOut(model.Sleep)
	if sums, _, _ := s.Counted(); sums != all {
		t.Errorf("taken in again: %v, want %v", sums, all)
	}
	s.LeaveOut(model.Sleep)
	s.Open(s.Source(), s.Trace())
	if s.LeftOut(model.Sleep) {
		t.Error("another trace should begin with all categories")
	}
}

// TestHideIdle leaves the waits for work out of the profile: those of the system's
// thread in the example, which waits on a work queue.
func TestHideIdle(t *testing.T) {
	s := opened(t)
	s.ShowThread(thread(t, s.Trace(), 88))
	all, threads, _ := s.Profile()
	told := 0
	s.Subscribe(func(Change) { told++ })
	s.HideIdle(true)
	s.HideIdle(true)
	sums, n, _ := s.Counted()
	// [100771.8, 254995), [255200, 257995) and [258100, 540000) of thread 88.
	idle := model.Time(154223200 + 2795000 + 281900000)
	if !s.HidesIdle() || waitsForWork(&sums) != waitsForWork(&all)-idle || sums.Total() != all.Total()-idle || n != threads || told != 1 {
		t.Errorf("without idle workers %v of %v, told %d times", sums, all, told)
	}
	if _, _, lossy := s.Counted(); lossy {
		t.Error("a trace of which nothing was lost is said to be lossy")
	}
	s.HideIdle(false)
	if sums, _, _ := s.Counted(); sums != all {
		t.Errorf("taken in again: %v, want %v", sums, all)
	}
	s.HideIdle(true)
	s.Open(s.Source(), s.Trace())
	if s.HidesIdle() {
		t.Error("another trace should begin with all waits")
	}
}

// waitsForWork are the waits for work, and those that may be.
func waitsForWork(s *model.Sums) model.Time { return s[model.WaitForWork] + s[model.Unclassified] }
