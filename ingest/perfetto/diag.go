package perfetto

import (
	"strings"

	"threadlens/model"
)

// diagnostics are messages for the user, each code once.
type diagnostics []model.Diagnostic

// add counts n more occurrences of a warning, if there are any; the first text stays.
func (ds *diagnostics) add(code, text string, n int64) {
	if n <= 0 {
		return
	}
	for i := range *ds {
		if d := &(*ds)[i]; d.Code == code {
			d.Count += n
			return
		}
	}
	if len(text) > maxDiagText {
		text = strings.ToValidUTF8(text[:maxDiagText], "") + "…"
	}
	*ds = append(*ds, model.Diagnostic{Severity: model.SeverityWarning, Code: code, Text: text, Count: n})
}
