package capture_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"threadlens/app/session/capture"
)

// TestTail: the last lines are returned, whatever was written.
func TestTail(t *testing.T) {
	for _, x := range []struct {
		written []string
		most    int
		want    []string
	}{
		{nil, 3, nil},
		{[]string{"\n\n"}, 3, nil},
		{[]string{"one"}, 3, []string{"one"}},
		{[]string{"one\ntw", "o\nthree\n"}, 2, []string{"two", "three"}},
		{[]string{"one\ntwo\nthree\n\n"}, 9, []string{"one", "two", "three"}},
		{[]string{"one\n\nthree\n"}, 2, []string{"", "three"}},
		{[]string{"10 %\r20 %\r30 %\r\nend\r\n"}, 5, []string{"30 %", "end"}},
		{[]string{"a\xffb"}, 5, []string{"a\ufffdb"}},
		{[]string{"one\n"}, 0, nil},
	} {
		var tail capture.Tail
		for _, w := range x.written {
			if n, err := tail.Write([]byte(w)); n != len(w) || err != nil {
				t.Errorf("%q: %d, %v", w, n, err)
			}
		}
		if got := tail.Lines(x.most); !slices.Equal(got, x.want) {
			t.Errorf("%q: %q, want %q", x.written, got, x.want)
		}
	}
}

// TestTailIsBounded: of much output only the end is kept, and that is reported.
func TestTailIsBounded(t *testing.T) {
	var tail capture.Tail
	if tail.Cut() {
		t.Error("nothing was cut yet")
	}
	for i := range 100_000 {
		fmt.Fprintf(&tail, "line %d\n", i)
	}
	lines := tail.Lines(1 << 30)
	if n := len(strings.Join(lines, "\n")); !tail.Cut() || n > 600_000 || lines[len(lines)-1] != "line 99999" {
		t.Errorf("%d bytes, the last %q", n, lines[len(lines)-1])
	}
}
