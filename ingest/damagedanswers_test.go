package ingest_test

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"threadlens/ingest"
	"threadlens/ingest/internal/recorded"
	"threadlens/ingest/text"
	"threadlens/model/modeltest"
)

// TestAnswersOfDamaged notices every change of what is said of damaged files: the error, or
// what a trace then has (see modeltest.Sums).
func TestAnswersOfDamaged(t *testing.T) {
	const most, draws = 256 << 10, 10
	root := recorded.Path(t)
	sums := modeltest.NewSums(t, "testdata/damaged.txt")
	for _, path := range append(sharedTraces(t), perfFiles(t)...) {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			t.Fatal(err)
		}
		if len(data) > most {
			continue
		}
		h := fnv.New64a()
		h.Write([]byte(filepath.ToSlash(name)))
		rng := rand.New(rand.NewPCG(h.Sum64(), 1))
		var all strings.Builder
		for range draws {
			damaged, how := modeltest.Damage(rng, data)
			fmt.Fprintf(&all, "%s\n%s\n", how, outcome(t, filepath.Base(path), damaged))
		}
		sums.Add(all.String(), filepath.ToSlash(name))
	}
	sums.Compare()
}

// outcome is what is known of a file.
func outcome(t *testing.T, name string, data []byte) string {
	t.Helper()
	tr, err := ingest.LoadBytes(t.Context(), name, data, ingest.Options{})
	if err != nil {
		return err.Error()
	}
	var b strings.Builder
	if err := text.WriteSegments(&b, tr); err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(&b, "%+v\n", tr.Info.Diagnostics)
	return b.String()
}
