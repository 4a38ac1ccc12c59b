// Package diag gathers what readers report about a file.
package diag

import (
	"strings"

	"threadlens/model"
)

// MaxText bounds a text, in bytes: it may quote the file.
const MaxText = 200

// Add counts n occurrences of a diagnostic in a list, which has each code once: the first text and
// severity of a code stay.
func Add(list *[]model.Diagnostic, s model.Severity, code, text string, n int64) {
	for i := range *list {
		if d := &(*list)[i]; d.Code == code {
			d.Count += n
			return
		}
	}
	if len(text) > MaxText {
		text = strings.ToValidUTF8(text[:MaxText], "") + "…"
	}
	*list = append(*list, model.Diagnostic{Severity: s, Code: code, Text: text, Count: n})
}
