package view

import (
	"slices"
	"testing"

	"threadlens/model"
)

// TestRecordingFacts: the facts of a recording say what is known, and nothing else.
func TestRecordingFacts(t *testing.T) {
	always := []string{"Length: 5.00 ms", "Events: 0, of them 0 context switches"}
	for _, c := range []struct {
		info model.Info
		want []string
	}{
		{model.Info{Format: "tltxt"}, []string{"Format: tltxt, 0 B"}},
		{
			model.Info{
				File: "a.data", Format: "perf.data", Size: 2048, Command: "make all", SampleEvery: 1_000_000,
				OS: model.OS{Family: "linux", Version: "6.1", Machine: "x86_64"}, Clock: model.Clock{Name: "CLOCK_MONOTONIC", ResolutionNS: 1},
			},
			[]string{"File: a.data", "Format: perf.data, 2 KiB", "System: linux 6.1 x86_64", "Command: make all", "Clock: CLOCK_MONOTONIC, step 1 ns"},
		},
		{model.Info{Format: "x", SampleEvery: 1_000_000, Has: model.Has{Samples: true}}, []string{"Format: x, 0 B", "Samples: every 1.00 ms on each processor"}},
		{model.Info{Format: "x", Has: model.Has{Samples: true}}, []string{"Format: x, 0 B"}},
	} {
		var got []string
		for _, r := range recording(&model.Trace{Info: &c.info, Tables: &model.Tables{}, End: 5_000_000}).rows {
			got = append(got, r.Label+": "+r.Value)
		}
		if !slices.Equal(got, append(c.want, always...)) {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
