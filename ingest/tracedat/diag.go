package tracedat

import (
	"errors"
	"fmt"
	"io"

	"threadlens/ingest/internal/diag"
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
	diag.Add((*[]model.Diagnostic)(ds), severity, code, text, n)
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
