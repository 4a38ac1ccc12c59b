package command

import (
	"slices"
	"testing"

	"threadlens/model"
)

// TestParseReasons: reasons are named as in data output or as in texts; a title that several share
// stands for all of them.
func TestParseReasons(t *testing.T) {
	for text, want := range map[string][]model.Sub{
		"":                            nil,
		"Futex":                       {model.SubFutex},
		"futex, nothigher":            {model.SubFutex, model.SubNotHigher},
		"same or lower priority,Pipe": {model.SubNotHigher, model.SubPipe},
		"Time Slice Ended":            {model.SubSliceEnd, model.SubQuantumEnd},
		"still runnable,weak-to-strong pointer (waiting for GC)": {model.SubRunnable, model.SubGcWeak},
	} {
		if got, err := parseReasons(text); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: %v, %v; want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"nothing", "futex,", ","} {
		if got, err := parseReasons(text); err == nil {
			t.Errorf("%q: %v", text, got)
		}
	}
}
