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
