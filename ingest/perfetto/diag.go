package perfetto

import (
	"threadlens/ingest/internal/diag"
	"threadlens/model"
)

// diagnostics are messages for the user, each code once.
type diagnostics []model.Diagnostic

// add counts n more occurrences of a warning, if there are any; the first text stays.
func (ds *diagnostics) add(code, text string, n int64) {
	if n <= 0 {
		return
	}
	diag.Add((*[]model.Diagnostic)(ds), model.SeverityWarning, code, text, n)
}
