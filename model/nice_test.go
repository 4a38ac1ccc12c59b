package model_test

import (
	"testing"

	"threadlens/model"
)

// TestPriorityNote: Linux priorities other than the normal one are named, at both ends of
// each range.
func TestPriorityNote(t *testing.T) {
	for prio, want := range map[int16]string{
		-2: "", -1: "deadline", 0: "real-time 99", 49: "real-time 50", 98: "real-time 1", 99: "",
		100: "nice -20", 119: "nice -1", 120: "", 121: "nice 1", 139: "nice 19", 140: "",
	} {
		tr := &model.Trace{Info: &model.Info{OS: model.OS{Family: "linux"}}, Threads: []model.Thread{{Priority: model.Priorities{Last: prio, Known: true}}}}
		if got := tr.PriorityNote(0); got != want {
			t.Errorf("%d is %q, want %q", prio, got, want)
		}
		tr.Info.OS.Family = "windows"
		if got := tr.PriorityNote(0); got != "" {
			t.Errorf("%d of Windows is %q", prio, got)
		}
		tr.Info.OS.Family, tr.Threads[0].Priority.Known = "linux", false
		if got := tr.PriorityNote(0); got != "" {
			t.Errorf("what is not known is %q", got)
		}
	}
}
