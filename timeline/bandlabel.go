package timeline

import (
	"strings"

	"threadlens/model"
)

// SpanLabels are the possible labels of a span, the longest first: its name, its
// thread (unless the span is below it) and its length. ‹ and › mean that it starts
// or ends outside the window, or at an unknown time.
func SpanLabels(t *model.Trace, i int, window model.Range, below bool) [3]string {
	s := &t.Spans.List[i]
	name := Printable(t.String(t.Markers[s.Marker()].Name))
	if s.Begin < 0 || s.From < window.From {
		name = "‹ " + name
	}
	end := ""
	if s.End < 0 || s.To > window.To {
		end = " ›"
	}
	with := name
	if s.Thread != model.NoThread && !below {
		with += " · " + threadID(t, s.Thread)
	}
	return [3]string{with + " · " + SpanLength(s) + end, with + end, name + end}
}

// SpanLength is the length of a span in words, "≥" where it is open.
func SpanLength(s *model.MarkerSpan) string {
	if s.Begin < 0 || s.End < 0 {
		return "≥ " + FormatDuration(s.Len())
	}
	return FormatDuration(s.Len())
}

// PointLabel is the label next to a flag or a message: its name, and its thread
// unless it is below that.
func PointLabel(t *model.Trace, marker int, below bool) string {
	m := &t.Markers[marker]
	name := Printable(t.String(m.Name))
	if m.Thread != model.NoThread && !below {
		name += " · " + threadID(t, m.Thread)
	}
	return name
}

// TransferLabels are the possible labels of a transfer, the longest first: its file
// and its size, or one of them.
func TransferLabels(t *model.Trace, i int) [2]string {
	io := &t.IOs[i]
	path := t.String(io.File)
	file := Printable(path[strings.LastIndexAny(path, `\/`)+1:])
	size := ""
	if io.Bytes > 0 {
		size = FormatSize(io.Bytes)
	}
	switch {
	case file == "":
		return [2]string{size}
	case size == "":
		return [2]string{file}
	}
	return [2]string{file + " · " + size, file}
}
