package ingest

import (
	"threadlens/ingest/etl"
	"threadlens/ingest/format"
	"threadlens/ingest/perfdata"
	"threadlens/ingest/text"
)

// Formats lists every format that can be opened, in the order of sniffing.
func Formats() []format.Format {
	return []format.Format{
		perfdata.Format(),
		etl.Format(),
		text.Format(),
	}
}
