package perfdata

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

func (ds *diagnostics) warn(code, text string) { ds.add(code, text, 1) }

// unread reports that a part of the file could not be read: because the file ends early, the disk
// fails, or the contents make no sense.
func (ds *diagnostics) unread(what string, err error) {
	code := "damaged-feature"
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, errCut):
		code = "truncated"
	case errors.Is(err, infile.ErrRead):
		code = "read-error"
	}
	ds.warn(code, fmt.Sprintf("%s: %v", what, err))
}

// find is the diagnostic with the code, nil when there is none.
func (ds diagnostics) find(code string) *model.Diagnostic {
	for i := range ds {
		if ds[i].Code == code {
			return &ds[i]
		}
	}
	return nil
}

// countRepeat increments the count of a diagnostic that was already reported; false when it was not.
func (ds diagnostics) countRepeat(code string) bool {
	d := ds.find(code)
	if d != nil {
		d.Count++
	}
	return d != nil
}

// add counts n more occurrences of a diagnostic; the first text stays.
func (ds *diagnostics) add(code, text string, n int64) {
	diag.Add((*[]model.Diagnostic)(ds), model.SeverityWarning, code, text, n)
}
