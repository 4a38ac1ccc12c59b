package perfscript

import (
	"bytes"
	"context"

	"threadlens/ingest/format"
)

// PrintAll makes such a text of a perf.data file, with everything that the reader uses.
const PrintAll = "perf script --ns -F comm,pid,tid,cpu,time,event,trace,ip,sym,dso --show-task-events --show-lost-events > trace.txt"

// Format is the text of perf script.
func Format() format.Format {
	return format.Format{
		Name: name, Title: "perf script text", Extensions: []string{".txt", ".perf", ".script"},
		Recipes: []format.Recipe{
			{What: "A perf.data file as text, with times in nanoseconds", Command: PrintAll},
		},
		Sniff: Sniff,
		Open: func(ctx context.Context, p []format.Part, name string, progress format.Progress) (format.Reader, error) {
			return format.Opened(Open(ctx, p[0].Source, p[0].Size, name, progress))
		},
	}
}

// Sniff reports whether a file that begins with head is a text of perf script: most lines that are
// neither comments nor frames of call chains are records, or there are only comments as perf writes
// them.
func Sniff(head []byte) bool {
	head = bytes.TrimPrefix(head, []byte("\ufeff"))
	c := newChunk(head, 0, int64(len(head)))
	c.header = &header{}
	if end := bytes.LastIndexByte(head, '\n'); end >= 0 {
		c.to = int64(end) + 1 // the rest of the last line may be missing
	}
	if c.scan(context.Background()) != nil || c.bad > 0 && c.bad >= c.lines {
		return false
	}
	return c.lines > 0 || c.header.seen && bytes.HasPrefix(head, []byte("# ========"))
}
