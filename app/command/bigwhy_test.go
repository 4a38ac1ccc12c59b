//go:build unix

package command

import (
	"fmt"
	"testing"
	"time"

	"threadlens/app/session"
	"threadlens/ingest"
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/measure/blocking"
	"threadlens/model/measure/calltree"
	"threadlens/model/modeltest"
)

// BenchmarkWhy measures what explains the waits in large real traces, which the environment lists:
// the classification of all waits, call trees of the whole trace and of half of it, and the
// critical paths of the threads, a hundred at most, in elapsed time. Of trees and paths the slowest
// is reported; the shortest time of each counts, so that other programs disturb little.
//
//	THREADLENS_BIG=big.perf.data go test -run '^$' -bench Why -benchtime 3x ./app/command
func BenchmarkWhy(b *testing.B) {
	modeltest.EachBig(b, func(b *testing.B, name string) {
		t, err := ingest.Load(b.Context(), name, ingest.Options{})
		if err != nil {
			b.Fatal(err)
		}
		b.Run("classify", func(b *testing.B) {
			for b.Loop() {
				session.Classify(t, "")
			}
		})
		t, _ = session.Classify(t, "")
		threads := measure.Visible(t)
		half := model.Range{From: t.End / 4, To: t.End - t.End/4}
		for _, kind := range []calltree.TreeKind{calltree.TreeExecution, calltree.TreeBlocking, calltree.TreeUnblocking} {
			b.Run("tree-"+kind.String(), func(b *testing.B) {
				worst(b, 2, func(i int) {
					calltree.CallTrees(t, calltree.TreeQuery{Kind: kind, Range: []model.Range{t.Whole(), half}[i], Threads: threads})
				})
			})
		}
		for _, follow := range []bool{false, true} {
			b.Run(fmt.Sprint("path-follow-", follow), func(b *testing.B) {
				worst(b, len(threads), func(i int) { blocking.CriticalPathOf(t, threads[i], t.Whole(), follow) })
			})
		}
	})
}

// worst measures the slowest of n things; the first time, which may prepare something, is listed
// separately.
func worst(b *testing.B, n int, do func(i int)) {
	n = min(n, 100)
	least := make([]time.Duration, n)
	var first time.Duration
	for b.Loop() {
		for i := range n {
			start := time.Now()
			do(i)
			took := time.Since(start)
			if first == 0 {
				first = took
			}
			if least[i] == 0 || took < least[i] {
				least[i] = took
			}
		}
	}
	var most time.Duration
	for _, d := range least {
		most = max(most, d)
	}
	b.ReportMetric(0, "ns/op") // the sum over all is meaningless
	b.ReportMetric(ms(most), "worst-ms")
	b.ReportMetric(ms(first), "first-ms")
}
