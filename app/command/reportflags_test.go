package command

import (
	"os"
	"slices"
	"strings"
	"testing"

	"threadlens/app/export"
	"threadlens/assets"
	"threadlens/ingest"
	"threadlens/model"
	"threadlens/model/findings"
	"threadlens/model/measure"
	"threadlens/model/modeltest"
	"threadlens/model/report"
)

// flagEffects are what the flags of onlyFor change, in small traces.
var flagEffects = map[string]func(s *measure.Scope){
	"bucket": func(s *measure.Scope) { s.Bucket = 3_000_000 },
	"by":     func(s *measure.Scope) { s.GroupBy = measure.GroupName },
	"category": func(s *measure.Scope) {
		s.Kind.Categories = []model.Category{model.IO}
	},
	"function":      func(s *measure.Scope) { s.Kind.Function = "app!nobody" },
	"follow-causes": func(s *measure.Scope) { s.FollowCauses = true },
	"guest": func(s *measure.Scope) {
		s.Guest = measure.GuestFigures{Host: 90, HasHost: true, Guest: 10, HasGuest: true}
	},
	"host":         func(s *measure.Scope) { s.Guest = measure.GuestFigures{Host: 90, HasHost: true} },
	"just-my-code": func(s *measure.Scope) { s.Tree.Mine = true },
	"lasting":      func(s *measure.Scope) { s.Lasting = model.Range{From: 1_000, To: 20_000} },
	"metric":       func(s *measure.Scope) { s.Metric = measure.MetricReady },
	"noise":        func(s *measure.Scope) { s.Tree.Noise = 50 },
	"percent":      func(s *measure.Scope) { s.Percent = measure.PercentCores },
	"phase":        func(s *measure.Scope) { s.Phase, s.PhaseGiven = 1_000_000, true },
	"reason":       func(s *measure.Scope) { s.Kind.Reasons = []model.Sub{model.SubRcu} },
	"tick":         func(s *measure.Scope) { s.Tick = 4_000_000 },
}

// TestUselessFlags: a flag changes the tables of the reports that are listed for it, in at least one
// of several traces, and of no others.
func TestUselessFlags(t *testing.T) {
	demo, err := ingest.LoadBytes(t.Context(), assets.DemoName, assets.Demo(), ingest.Options{})
	if err != nil {
		t.Fatal(err)
	}
	example, err := os.ReadFile("../../ingest/text/testdata/7a.tltxt")
	if err != nil {
		t.Fatal(err)
	}
	traces := []*model.Trace{modeltest.Parse(t, "7a", string(example))}
	for seed := range uint64(3) {
		traces = append(traces, modeltest.Parse(t, "world", modeltest.World(seed)))
	}
	for _, a := range reports(t.Context(), findings.NewLimits()) {
		for name, of := range onlyFor {
			effect := flagEffects[name]
			if effect == nil || name == "tick" && a.Name == "findings" { // none of the traces has threads that are made ready in step
				continue
			}
			want := slices.Contains(of, a.Name)
			if got := changes(t, traces, a, effect) || want && changes(t, []*model.Trace{demo}, a, effect); got != want {
				t.Errorf("--%s changes %s: %v, want %v", name, a.Name, got, want)
			}
		}
	}
}

// changes reports whether a scope changes a report of any trace.
func changes(t *testing.T, traces []*model.Trace, a report.Report, effect func(*measure.Scope)) bool {
	t.Helper()
	for _, tr := range traces {
		scope := measure.Scope{Threads: measure.Visible(tr)}
		before := textOf(t, tr, a, scope)
		effect(&scope)
		if textOf(t, tr, a, scope) != before {
			return true
		}
	}
	return false
}

// textOf is a report as JSON, or why there is none.
func textOf(t *testing.T, tr *model.Trace, a report.Report, s measure.Scope) string {
	t.Helper()
	table, err := a.Run(tr, s)
	if err != nil {
		return err.Error()
	}
	var b strings.Builder
	if err := export.WriteTable(&b, table, export.Meta{}, export.JSON); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
