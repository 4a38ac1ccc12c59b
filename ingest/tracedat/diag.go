package tracedat

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"threadlens/ingest/internal/infile"
	"threadlens/model"
)

// diagnostics are messages for the user, each code once.
type diagnostics []model.Diagnostic

// warn adds n occurrences of something that the user must know; the first text of a code stays.
func (ds *diagnostics) warn(code string, n int64, text string) {
	ds.add(model.SeverityWarning, code, n, text)
}

func (ds *diagnostics) add(severity model.Severity, code string, n int64, text string) {
	for i := range *ds {
		if d := &(*ds)[i]; d.Code == code {
			d.Count += n
			return
		}
	}
	if len(text) > maxDiagText {
		text = strings.ToValidUTF8(text[:maxDiagText], "") + "…"
	}
	*ds = append(*ds, model.Diagnostic{Severity: severity, Code: code, Text: text, Count: n})
}

// unread reports that a part of the file could not be read: because the file ends early, the disk
// fails, or the contents make no sense.
func (ds *diagnostics) unread(what string, err error) {
	code := "damaged"
	switch {
	case errors.Is(err, infile.ErrRead):
		code = "read-error"
	case errors.Is(err, io.ErrUnexpectedEOF):
		code = "truncated"
	}
	ds.warn(code, 1, fmt.Sprintf("%s: %v", what, err))
}
