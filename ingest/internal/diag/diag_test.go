package diag

import (
	"slices"
	"strings"
	"testing"

	"threadlens/model"
)

// TestAdd: a code is reported once, with its first text, which is cut at a character.
func TestAdd(t *testing.T) {
	var list []model.Diagnostic
	Add(&list, model.SeverityInfo, "a", "first", 2)
	Add(&list, model.SeverityWarning, "b", strings.Repeat("x", MaxText-1)+"µ", 1)
	Add(&list, model.SeverityWarning, "a", "second", 3)
	Add(&list, model.SeverityWarning, "c", strings.Repeat("x", MaxText), 1)
	want := []model.Diagnostic{
		{Severity: model.SeverityInfo, Code: "a", Text: "first", Count: 5},
		{Severity: model.SeverityWarning, Code: "b", Text: strings.Repeat("x", MaxText-1) + "…", Count: 1},
		{Severity: model.SeverityWarning, Code: "c", Text: strings.Repeat("x", MaxText), Count: 1},
	}
	if !slices.EqualFunc(list, want, func(a, b model.Diagnostic) bool {
		return a.Severity == b.Severity && a.Code == b.Code && a.Text == b.Text && a.Count == b.Count
	}) {
		t.Errorf("%+v", list)
	}
}
