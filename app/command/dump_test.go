package command_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"threadlens/model/analysis"
)

// TestDumpAnswers: a dump that is opened again answers as its trace does, to the byte,
// with the names of functions. Of the files that they are from it tells nothing, which
// the report symbols is about.
func TestDumpAnswers(t *testing.T) {
	dir := os.Getenv("THREADLENS_TRACES")
	if dir == "" {
		dir = "../../../shared/traces"
	}
	if _, err := os.Stat(dir); err != nil {
		t.Skip("nothing recorded: set THREADLENS_TRACES to the folder of the recorded traces")
	}
	for _, name := range []string{"mutex_busy_g_futex", "states_full", "lost_events"} {
		path := filepath.Join(dir, "linux", "perf", name+".perf.data")
		t.Run(name, func(t *testing.T) {
			dump := filepath.Join(t.TempDir(), name+".tltxt")
			if _, errOut, code := run(context.Background(), "dump", path, "-o", dump, "--quiet"); code != 0 {
				t.Fatalf("exit %d: %s", code, errOut)
			}
			for _, a := range analysis.List() {
				if a.Name == "symbols" {
					continue
				}
				args := []string{"report", a.Name, path, "--quiet", "--format", "csv"}
				want, wantErr, wantCode := run(context.Background(), args...)
				args[2] = dump
				got, gotErr, code := run(context.Background(), args...)
				if got != want || code != wantCode {
					t.Errorf("%s: exit %d %s with %d bytes of the dump, %d %s with %d of the trace", a.Name, code, gotErr, len(got), wantCode, wantErr, len(want))
				}
			}
		})
	}
}
