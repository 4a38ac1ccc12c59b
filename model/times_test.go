package model

import "testing"

func TestTimesText(t *testing.T) {
	for n, want := range map[int64]string{1: "once", 2: "2 times", 1874: "1874 times"} {
		if got := timesText(n); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}
