package ftracetext

import (
	"bytes"
	"context"

	"threadlens/ingest/format"
)

// Commands that make such a text of what ftrace or trace-cmd recorded.
const (
	ReadTrace  = "sudo cat /sys/kernel/tracing/trace > trace.txt"
	ReportText = "trace-cmd report -t > trace.txt"
)

// Format is the text of ftrace.
func Format() format.Format {
	return format.Format{
		Name: name, Title: "ftrace text",
		Extensions: []string{".txt", ".trace", ".ftrace", ".systrace", ".html"},
		Recipes: []format.Recipe{
			{What: "Current contents of the ftrace buffer", Command: ReadTrace},
			{What: "A trace-cmd recording as text, with times in nanoseconds", Command: ReportText},
		},
		Sniff: Sniff,
		Open: func(ctx context.Context, p []format.Part, name string, progress format.Progress) (format.Reader, error) {
			return format.Opened(Open(ctx, p[0].Source, p[0].Size, name, progress))
		},
	}
}

// Sniff reports whether a file that begins with head is a text of ftrace.
func Sniff(head []byte) bool {
	head = bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\ufeff")), " \t\r\n")
	switch {
	case bytes.HasPrefix(head, []byte(tracerMark)):
		return true
	case isPage(head):
		for _, m := range pageMarks {
			if bytes.Contains(head, []byte(m)) {
				return true
			}
		}
		return false
	}
	if _, found := behindAtrace(head); found {
		return true
	}
	if bytes.HasPrefix(head, []byte("capturing trace...")) {
		return true
	}
	return bytes.IndexByte(head, 0) < 0 && (eventLines(head) || isPerfTrace(head))
}

// pageMarks are in the first part of the pages that systrace makes.
var pageMarks = [...]string{"Android System Trace", "i18n-values", "trace-data", "linuxPerfData", tracerMark}

// eventLines reports whether most lines at the beginning, beside those that are no events, are lines
// of events.
func eventLines(head []byte) bool {
	s := newScan(head, nil)
	s.clock = clockOf(head)
	for at := int64(0); at < int64(len(head)); {
		n := bytes.IndexByte(head[at:], '\n')
		if n < 0 {
			if at > 0 { // the rest of a line may be missing
				break
			}
			n = len(head)
		}
		s.line(bytes.TrimSuffix(head[at:min(at+int64(n), int64(len(head)))], []byte("\r")), at)
		at += int64(n) + 1
	}
	return s.lines > s.bad || s.lines == 0 && s.bad == 0 && s.lost > 0
}
