package ingest_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"threadlens/ingest/container"
	"threadlens/ingest/record"
)

// TestBeside: the second file that a recording on Windows makes is opened with the first.
func TestBeside(t *testing.T) {
	for _, name := range []string{"trace.etl", "b.1.etl", "my.data.ETL", "user.etl", "a.users.b.c.etl"} {
		path := filepath.Join(t.TempDir(), name)
		beside, ok := record.Beside(path)
		if !ok {
			t.Errorf("%s has none", name)
			continue
		}
		for _, p := range []string{path, beside} {
			if err := os.WriteFile(p, nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if got := container.Siblings(path); !slices.Equal(got, []string{beside}) {
			t.Errorf("%s is opened with %q, not with %s", name, got, beside)
		}
	}
}
