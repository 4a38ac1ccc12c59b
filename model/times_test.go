package model

import "testing"

func TestCountText(t *testing.T) {
	for n, want := range map[int64]string{1: "1 gap", 2: "2 gaps", 1874: "1874 gaps"} {
		if got := countText(n, "gap", "gaps"); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}
