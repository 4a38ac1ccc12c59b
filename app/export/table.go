package export

import (
	"bufio"
	"fmt"
	"io"

	"threadlens/model/report"
)

// Format is a way to write a table.
type Format uint8

// Formats of tables.
const (
	Text     Format = iota // aligned, for people
	CSV                    // RFC 4180, records end in a line feed
	TSV                    // a tab between cells, no quoting
	JSON                   // one object; see Meta
	Markdown               // as in text, for issue trackers and wikis
)

var formatNames = [...]string{"text", "csv", "tsv", "json", "md"}

// ParseFormat reads a name that String prints.
func ParseFormat(s string) (Format, bool) {
	for i, n := range formatNames {
		if n == s {
			return Format(i), true
		}
	}
	return Text, false
}

// WriteTable writes a table to w, as text without a limit of its width. Names in it came from a trace and are not trusted: control
// characters are escaped, and no cell of CSV or TSV can be read as a formula. The only errors are
// those of w.
func WriteTable(w io.Writer, t *report.Table, m Meta, f Format) error {
	if f == Text {
		return WriteText(w, t, Look{})
	}
	b := bufio.NewWriterSize(w, 64<<10)
	var err error
	if f != Markdown {
		t = t.Data()
	}
	switch f {
	case CSV:
		err = writeCSV(b, t)
	case TSV:
		err = writeTSV(b, t)
	case JSON:
		err = writeJSON(b, t, m)
	default:
		err = writeMarkdown(b, t)
	}
	if err == nil {
		err = b.Flush()
	}
	if err != nil {
		return fmt.Errorf("writing the %s table: %w", t.Name, err)
	}
	return nil
}
