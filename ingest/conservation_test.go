package ingest_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"threadlens/ingest/internal/recorded"
	"threadlens/model"
	"threadlens/model/analysis"
	"threadlens/model/filter"
)

// TestConservation: in every recorded trace the classes of processor time of every
// bucket add up to the processors, and so do those of every column of a chart.
func TestConservation(t *testing.T) {
	for _, path := range append(readableFiles(t), etlFiles(t)...) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			conserves(t, load(t, path))
		})
	}
}

// etlFiles lists the recorded Windows traces.
func etlFiles(t *testing.T) (files []string) {
	t.Helper()
	dir := recorded.Path(t, "etl")
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		switch filepath.Ext(e.Name()) {
		case ".etl", ".zip":
			files = append(files, filepath.Join(dir, e.Name()))
		}
	}
	if len(files) < 20 {
		t.Fatalf("only %d ETL files in %s", len(files), dir)
	}
	return files
}

func conserves(t *testing.T, tr *model.Trace) {
	t.Helper()
	target, err := analysis.FindTarget(tr, filter.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	r := tr.Whole()
	for _, bucket := range []model.Time{100_000, 1_000_000, 16_000_000} {
		use, err := analysis.Utilization(tr, r, bucket, target)
		if err != nil {
			if r.Len()/bucket < 1_000_000 {
				t.Error(err)
			}
			continue // more rows than a table may have
		}
		edges := make([]model.Time, len(use)+1)
		for i := range use {
			edges[i] = model.Time(i) * bucket
		}
		edges[len(use)] = r.To
		addsUp(t, fmt.Sprintf("buckets of %d", bucket), tr, edges, use)
	}
	usage := analysis.NewUsage(tr, target)
	for _, pixels := range []model.Time{800, 1600, 3840} {
		edges := make([]model.Time, pixels+1)
		for i := range edges {
			edges[i] = r.Len() / pixels * model.Time(i)
		}
		edges[pixels] = r.To
		addsUp(t, fmt.Sprintf("%d pixels", pixels), tr, edges, usage.In(edges))
	}
}

func addsUp(t *testing.T, what string, tr *model.Trace, edges []model.Time, use []analysis.Use) {
	t.Helper()
	known := model.Time(0)
	for i := range tr.Cores {
		if tr.Cores[i].Known {
			known++
		}
	}
	for i := range use {
		if got, want := use[i].Total(), known*(edges[i+1]-edges[i]); got != want {
			t.Fatalf("%s: [%d, %d) holds %d, want %d", what, edges[i], edges[i+1], got, want)
		}
	}
}
