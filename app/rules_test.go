package main

import (
	"strings"
	"testing"

	"threadlens/assets"
	"threadlens/model/findings"
)

// TestRulesAreExplained: the guide has a section about each rule of findings, and about no other.
func TestRulesAreExplained(t *testing.T) {
	guide := assets.Help("rules")
	for _, r := range findings.Rules() {
		if !strings.Contains(guide, "\n## "+r.ID+"\n") {
			t.Errorf("assets/help/rules.md has no section about %s", r.ID)
		}
	}
	if n := strings.Count(guide, "\n## "); n != len(findings.Rules()) {
		t.Errorf("%d sections about %d rules", n, len(findings.Rules()))
	}
}
