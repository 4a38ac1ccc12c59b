package model_test

import (
	"strings"
	"testing"

	"threadlens/model"
)

// TestParseContext: the names of contexts are read in any case, and the text for none
// is not accepted as one.
func TestParseContext(t *testing.T) {
	for c := model.CtxThread; c <= model.CtxSignal; c++ {
		for _, name := range []string{c.String(), strings.ToLower(c.String())} {
			if got, ok := model.ParseContext(name); got != c || !ok {
				t.Errorf("%q is context %d, want %d", name, got, c)
			}
		}
	}
	for _, name := range []string{model.CtxNone.String(), "", "?", (model.CtxSignal + 1).String()} {
		if got, ok := model.ParseContext(name); ok || got != model.CtxNone {
			t.Errorf("%q is taken for %v", name, got)
		}
	}
}
