package tracepoint

import (
	"strings"
	"testing"

	"threadlens/ingest/internal/wire"
)

// TestDepthOfExpressions: the nesting of parentheses is limited.
func TestDepthOfExpressions(t *testing.T) {
	deepest := 0
	for n := range 2 * maxDepth {
		v, ok := eval(strings.Repeat("(", n) + "7" + strings.Repeat(")", n))
		if ok && v != 7 {
			t.Errorf("in %d parentheses it is %d", n, v)
		}
		if ok {
			deepest = n
		}
	}
	if deepest != maxDepth {
		t.Errorf("up to %d parentheses are read, want %d", deepest, maxDepth)
	}
}

// TestLeastID: the number of an event may be 0.
func TestLeastID(t *testing.T) {
	const rest = "\nformat:\n\tfield:int a;\toffset:8;\tsize:4;\tsigned:1;\n"
	for id, ok := range map[string]bool{"ID: 0": true, "ID: 1": true, "": false} {
		if _, err := Parse("name: x\n" + id + rest); (err == nil) != ok {
			t.Errorf("%q: %v", id, err)
		}
	}
}

// TestWords: the elements of an array, up to its last one.
func TestWords(t *testing.T) {
	raw := []byte{1, 0, 2, 0, 3, 0, 4, 0}
	p := Place{Offset: 2, Size: 4}
	for i, want := range map[int]uint64{-1: 0, 0: 2, 1: 3, 2: 0} {
		if got := p.Word(wire.Little, raw, i, 2); got != want {
			t.Errorf("element %d is %d, want %d", i, got, want)
		}
	}
}
