package perfdata

import (
	"fmt"

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
