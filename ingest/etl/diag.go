package etl

import (
	"threadlens/ingest/internal/diag"
	"threadlens/model"
)

// diagnostics are messages for the user, each code once.
type diagnostics []model.Diagnostic

func (ds *diagnostics) warn(code, text string) { ds.add(model.SeverityWarning, code, text, 1) }

// note adds a fact that is not an error.
func (ds *diagnostics) note(code, text string, n int64) { ds.add(model.SeverityInfo, code, text, n) }

// add counts n more occurrences of a diagnostic; the first text stays.
func (ds *diagnostics) add(s model.Severity, code, text string, n int64) {
	diag.Add((*[]model.Diagnostic)(ds), s, code, text, n)
}
