package tracedat

import (
	"bytes"
	"context"

	"threadlens/ingest/format"
)

// Record is a command that records context switches, wake-ups and interrupts.
const Record = "sudo trace-cmd record -C mono -e sched -e irq -o trace.dat sleep 10"

// RecordStacks is Record with the kernel's stack at every event.
const RecordStacks = "sudo trace-cmd record -C mono -T -e sched -e irq -o trace.dat sleep 10"

// magic begins a file.
var magic = []byte("\x17\x08\x44tracing")

// Format is trace-cmd's trace.dat.
func Format() format.Format {
	return format.Format{
		Name: formatName, Title: "trace-cmd recording", Extensions: []string{".dat"},
		Recipes: []format.Recipe{
			{What: "Context switches, wake-ups and interrupts", Command: Record},
			{What: "Context switches, wake-ups and interrupts, with stacks", Command: RecordStacks},
		},
		Sniff: Sniff,
		Open: func(ctx context.Context, p []format.Part, name string, progress format.Progress) (format.Reader, error) {
			return format.Opened(Open(ctx, p[0].Source, p[0].Size, name, progress))
		},
	}
}

// formatName is the format's name in Info and in errors.
const formatName = "trace.dat"

// Sniff reports whether a file that begins with head is a trace.dat file.
func Sniff(head []byte) bool { return bytes.HasPrefix(head, magic) }
