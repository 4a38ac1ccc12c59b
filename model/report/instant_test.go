package report_test

import (
	"testing"

	"threadlens/model/measure"
	"threadlens/model/modeltest"
	"threadlens/model/report"
)

// TestInstant: all reports of a trace whose events happen at one instant.
func TestInstant(t *testing.T) {
	tr := modeltest.Parse(t, "instant", "threadlens-trace 1\ncpus 1\n0us cpu0 switch idle 1 preempt\n")
	for _, a := range report.List() {
		if _, err := a.Run(tr, measure.Scope{Range: tr.Whole()}); err != nil {
			t.Errorf("%s: %v", a.Name, err)
		}
	}
}
