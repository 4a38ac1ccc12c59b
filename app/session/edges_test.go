package session

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"threadlens/app/session/capture"
	"threadlens/app/session/keep"
	"threadlens/ingest/record"
	"threadlens/model"
	"threadlens/model/findings"
	"threadlens/model/modeltest"
	"threadlens/timeline"
)

// TestEndNotes: the notes about a finished recording: what it lacks, and that a command failed.
func TestEndNotes(t *testing.T) {
	command := &record.Options{Command: []string{"app", "-x"}}
	for _, c := range []struct {
		o    *record.Options
		r    record.Result
		want []string
	}{
		{command, record.Result{}, nil},
		{command, record.Result{State: record.State{Lost: 1}}, []string{"1 events were lost: record fewer kinds of events."}},
		{command, record.Result{LeftOut: []string{"a", "b"}}, []string{"a", "b"}},
		{command, record.Result{Dropped: 1}, []string{"Only the newest events were kept."}},
		{command, record.Result{Exit: 1}, []string{"app ended with exit code 1."}},
		{command, record.Result{Exit: -1}, nil},
		{&record.Options{}, record.Result{Exit: 1}, nil},
	} {
		if got := capture.EndNotes(c.o, &c.r); !slices.Equal(got, c.want) {
			t.Errorf("%+v: %q, want %q", c.r, got, c.want)
		}
	}
}

// TestWholeFiles: a settings file is read up to its limit; a longer one is not.
func TestWholeFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	for n, want := range map[int]int{0: 0, keep.MaxNamedFile - 1: keep.MaxNamedFile - 1, keep.MaxNamedFile: keep.MaxNamedFile, keep.MaxNamedFile + 1: 0} {
		if err := os.WriteFile(path, []byte(strings.Repeat("x", n)), 0o600); err != nil {
			t.Fatal(err)
		}
		if data, err := keep.ReadWhole(path); err != nil || len(data) != want {
			t.Errorf("of %d bytes %d are read, %v", n, len(data), err)
		}
	}
}

// TestLimitsAreTold: changing the thresholds of findings is reported as a change of findings.
func TestLimitsAreTold(t *testing.T) {
	s := opened(t)
	var told Change
	s.Subscribe(func(c Change) { told |= c })
	s.SetLimits(findings.NewLimits())
	if told != ChangedFindings {
		t.Errorf("notified of %b, want %b", told, ChangedFindings)
	}
}

// TestWindowOfAnInstant: the window of a trace without length begins where the trace does, wherever
// it is zoomed and moved.
func TestWindowOfAnInstant(t *testing.T) {
	s := New()
	s.SetMetrics(timeline.NewMetrics(timeline.Comfortable, 1, 1))
	s.SetWidth(1000)
	s.Open(Source{Name: "instant"}, modeltest.Parse(t, "instant", "threadlens-trace 1\ncpus 1\n0us cpu0 switch idle 1 preempt\n"))
	want := model.Range{To: us}
	for name, do := range map[string]func(){
		"open": func() {}, "whole": s.ShowWhole, "fit": s.FitSelection, "zoom in": func() { s.Zoom(500, 2) },
		"zoom out": func() { s.Zoom(10, 0.5) }, "pan": func() { s.Pan(-300) },
	} {
		if do(); s.Window() != want {
			t.Errorf("%s: %v, want %v", name, s.Window(), want)
		}
	}
	if got := s.Clock().Range(s.Window()); got != "0.000000 – 0.001000 ms" {
		t.Errorf("shown as %q", got)
	}
}
