package etltest

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// Examples returns the worked examples of the model as texts, by name. dir is the folder of their
// txtar files, each with a section trace.tltxt.
func Examples(tb testing.TB, dir string) map[string][]byte {
	tb.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.txtar"))
	if err != nil || len(files) < 18 {
		tb.Fatalf("found %d examples: %v", len(files), err)
	}
	all := map[string][]byte{}
	for _, file := range files {
		ar, err := txtar.ParseFile(file)
		if err != nil {
			tb.Fatal(err)
		}
		for _, f := range ar.Files {
			if f.Name == "trace.tltxt" {
				all[strings.TrimSuffix(filepath.Base(file), ".txtar")] = f.Data
			}
		}
	}
	return all
}
