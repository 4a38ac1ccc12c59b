package filter

import (
	"testing"

	"threadlens/model"
)

// TestCategoryNames reads the names of categories as people abbreviate them.
func TestCategoryNames(t *testing.T) {
	for text, want := range map[string]model.Category{
		"work": model.WaitForWork, "wait": model.WaitForWork, "WaitForWork": model.WaitForWork,
		"waiting for work or events": model.WaitForWork, "unclassified": model.Unclassified,
		"uncl": model.Unclassified, "unknown": model.UnknownCategory, "unk": model.UnknownCategory, "ui": model.UIProcessing,
	} {
		if got, err := parseCategory(text); err != nil || got != want {
			t.Errorf("%q: %v, %v, want %v", text, got, err, want)
		}
	}
	for c := range model.Category(model.NumCategories) { // none begins as another one is called
		for _, text := range []string{c.Title(), c.String()} {
			if got, err := parseCategory(text); err != nil || got != c {
				t.Errorf("%q: %v, %v, want %v", text, got, err, c)
			}
		}
	}
	for _, text := range []string{"", "un", "nothing"} {
		if got, err := parseCategory(text); err == nil {
			t.Errorf("%q is %v", text, got)
		}
	}
}
