package main

import (
	"strings"
	"testing"
)

// TestDropUntried: what an interruption leaves untried is in no table.
func TestDropUntried(t *testing.T) {
	mutants := []*mutant{{site: &site{pkg: "a"}}, {site: &site{pkg: "b"}}, {site: &site{pkg: "c"}}}
	r := report{mutants: mutants, verdicts: []verdict{{tried: true, noticed: true}, {}, {tried: true}}}
	r.dropUntried()
	if _, all := r.counts(func(m *mutant) string { return m.pkg }); all != (score{tried: 2, noticed: 1, survived: 1}) {
		t.Errorf("%+v", all)
	}
	var b strings.Builder
	if err := r.write(&b); err != nil || !strings.HasPrefix(b.String(), "2 mutants") {
		t.Errorf("%v: %.200s", err, b.String())
	}
}
