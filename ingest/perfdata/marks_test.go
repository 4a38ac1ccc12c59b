package perfdata

import (
	"fmt"
	"strings"
	"testing"

	"threadlens/ingest/internal/wire"
	"threadlens/model"
)

// showMark is a marker in a line.
func showMark(d *decoded, e *model.Event) string {
	s := fmt.Sprintf("mark %s %d pid=%d %q", e.Mark, int32(e.TID), int32(e.PID), d.str(e.Name))
	if e.Arg != 0 {
		s += fmt.Sprintf(" id=%d", e.Arg)
	}
	if e.Other != model.NoTID {
		s += fmt.Sprintf(" span=%d", e.Other)
	}
	if e.Arg2 != 0 {
		s += fmt.Sprintf(" parent=%d", e.Arg2)
	}
	if e.Flags&model.MarkMeasured != 0 {
		s += fmt.Sprintf(" cpu=%d", e.End)
	}
	return s
}

// TestLongMarks: the name of a marker has up to 256 bytes; a longer one is cut at a character
// boundary.
func TestLongMarks(t *testing.T) {
	s := newScene(t, wire.Little, 0)
	print := s.trace("ftrace:print", "unsigned long ip 8 8 0", "char buf[] 16 512 0")
	a := func(n int) string { return strings.Repeat("a", n) }
	var want []string
	for i, c := range []struct{ text, want string }{
		{a(256), a(256)}, {a(257), a(256)}, {a(254) + "äb", a(254) + "ä"}, {a(255) + "äb", a(255)}, {a(253) + "😀", a(253)},
	} {
		s.sample(print, at(uint64(10+i), 0, 5, 6), map[string]any{"ip": 1, "buf": c.text + "\n"})
		want = append(want, fmt.Sprintf("%d cpu0 mark step 6 pid=5 %q", i, c.want))
	}
	diffLines(t, decode(t, s.file(), true).lines(), want)
}
