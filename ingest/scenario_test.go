package ingest_test

import (
	"context"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"threadlens/ingest"
	"threadlens/ingest/scenario"
	"threadlens/model"
)

// TestScenarioFile: the file of markers that a program writes is a trace by itself.
func TestScenarioFile(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	path := filepath.Join(t.TempDir(), "marks.tltxt")
	r, err := scenario.Create(path, scenario.Options{CPU: func() time.Duration { return 7 }})
	if err != nil {
		t.Fatal(err)
	}
	outer := r.BeginFor(-42, `a "quoted" name`)
	inner := outer.Begin("inner\n")
	inner.Step("half")
	inner.End()
	outer.End()
	r.Flag("flag")
	r.Message("")
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	tr, err := ingest.Load(context.Background(), path, ingest.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(tr.Markers) != 7 || len(tr.Spans.List) != 2 {
		t.Fatalf("%d marks, %d spans", len(tr.Markers), len(tr.Spans.List))
	}
	want := []struct {
		kind        model.MarkKind
		name        string
		correlation int64
		nested      bool
		measured    bool
	}{
		{model.MarkBegin, `a "quoted" name`, -42, false, false},
		{model.MarkBegin, `inner\n`, -42, true, false},
		{model.MarkStep, "half", -42, true, true},
		{model.MarkEnd, `inner\n`, -42, true, true},
		{model.MarkEnd, `a "quoted" name`, -42, false, true},
		{model.MarkFlag, "flag", 0, false, false},
		{model.MarkStep, "", 0, false, false},
	}
	for i, w := range want {
		m := &tr.Markers[i]
		if m.Kind != w.kind || tr.String(m.Name) != w.name || m.Correlation != w.correlation || (m.Parent == int64(tr.Markers[0].Span)) != w.nested {
			t.Errorf("mark %d: %+v %q", i, m, tr.String(m.Name))
		}
		if m.Measured != w.measured && runtime.GOOS == "linux" {
			t.Errorf("mark %d: measured %v", i, m.Measured)
		}
	}
}
