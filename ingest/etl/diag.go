package etl

import (
	"strings"

	"threadlens/model"
)

// diagnostics are messages for the user, each code once.
type diagnostics []model.Diagnostic

func (ds *diagnostics) warn(code, text string) { ds.add(model.SeverityWarning, code, text, 1) }

// note adds a fact that is not an error.
func (ds *diagnostics) note(code, text string, n int64) { ds.add(model.SeverityInfo, code, text, n) }

// add counts n more occurrences of a diagnostic; the first text stays.
func (ds *diagnostics) add(s model.Severity, code, text string, n int64) {
	for i := range *ds {
		if d := &(*ds)[i]; d.Code == code {
			d.Count += n
			return
		}
	}
	if len(text) > maxDiagText {
		text = strings.ToValidUTF8(text[:maxDiagText], "") + "…"
	}
	*ds = append(*ds, model.Diagnostic{Severity: s, Code: code, Text: text, Count: n})
}
