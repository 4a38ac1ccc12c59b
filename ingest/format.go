package ingest

import (
	"errors"

	"threadlens/ingest/etl"
	"threadlens/ingest/format"
	"threadlens/ingest/ftracetext"
	"threadlens/ingest/perfdata"
	"threadlens/ingest/perfetto"
	"threadlens/ingest/perfscript"
	"threadlens/ingest/text"
	"threadlens/ingest/tracedat"
)

// Formats lists every format that can be opened, in the order of sniffing.
func Formats() []format.Format {
	return []format.Format{
		perfdata.Format(),
		etl.Format(),
		tracedat.Format(),
		perfetto.Format(),
		text.Format(),
		ftracetext.Format(),
		perfscript.Format(),
	}
}

// ErrFormat is wrapped by the error for a file of an unknown format. For archives there is
// container.ErrNoTrace.
var ErrFormat = errors.New("not a supported trace format")
