package ingest_test

import (
	"path/filepath"
	"testing"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/measure/blocking"
	"threadlens/model/modeltest"
)

// pathThreads is roughly how many threads of each trace are checked, spread over all of them.
const pathThreads = 40

// TestCriticalPaths: in every recorded trace the critical paths of threads tile the trace.
func TestCriticalPaths(t *testing.T) {
	for _, path := range sharedTraces(t) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			tr := load(t, path)
			threads := measure.Visible(tr)
			step := max(1, len(threads)/pathThreads)
			for i := 0; i < len(threads); i += step {
				for _, r := range []model.Range{tr.Whole(), {From: tr.End / 3, To: tr.End - tr.End/3}} {
					for _, follow := range []bool{false, true} {
						if err := modeltest.CheckPath(tr, blocking.CriticalPathOf(tr, threads[i], r, follow)); err != nil {
							t.Fatal(err)
						}
					}
				}
			}
		})
	}
}

// TestContentionIsWhole: in every recorded trace the contention of any window is the time of the
// category, and that of each waiter that of its waits; and the list of waits is complete.
func TestContentionIsWhole(t *testing.T) {
	for _, path := range sharedTraces(t) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			tr := load(t, path)
			for _, r := range []model.Range{tr.Whole(), {From: tr.End / 3, To: tr.End - tr.End/3}, {From: tr.End / 2, To: tr.End/2 + 1}} {
				if err := modeltest.CheckContention(tr, measure.Visible(tr), r); err != nil {
					t.Error(err)
				}
				if err := modeltest.CheckWaits(tr, measure.Visible(tr), r); err != nil {
					t.Error(err)
				}
			}
		})
	}
}
