package text

import (
	"context"

	"threadlens/ingest/format"
)

// Format is the text format of Threadlens.
func Format() format.Format {
	return format.Format{
		Name: "tltxt", Title: "Threadlens text", Extensions: []string{".tltxt"},
		Recipes: []format.Recipe{{What: "Any trace as text", Command: "threadlens dump trace.etl -o trace.tltxt"}},
		Sniff:   Sniff,
		Open: func(ctx context.Context, p []format.Part, name string, progress format.Progress) (format.Reader, error) {
			return format.Opened(Open(ctx, p[0].Source, p[0].Size, name, progress))
		},
	}
}
