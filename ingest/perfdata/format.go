package perfdata

import (
	"context"

	"threadlens/ingest/format"
)

// Commands that record with stacks: switches and wakes, and samples as well.
const (
	RecordStacks  = "sudo perf record -a -g -k CLOCK_MONOTONIC -e 'sched:*' -- sleep 10"
	RecordSamples = "sudo perf record -a -g -k CLOCK_MONOTONIC -e cpu-clock/freq=997/ -e 'sched:*' -- sleep 10"
)

// Format is Linux's perf.data.
func Format() format.Format {
	return format.Format{
		Name: "perf.data", Title: "Linux perf.data", Extensions: []string{".data", ".perf"},
		Recipes: []format.Recipe{
			{What: "Context switches and wake-ups, with stacks", Command: RecordStacks},
			{What: "Context switches, wake-ups and CPU samples, with stacks", Command: RecordSamples},
		},
		Sniff: Sniff,
		Open: func(ctx context.Context, p []format.Part, name string, progress format.Progress) (format.Reader, error) {
			return format.Opened(Open(ctx, p[0].Source, p[0].Size, name, progress))
		},
	}
}
