package perfdata

import (
	"cmp"
	"os"
	"runtime"
	"strconv"
	"testing"

	"threadlens/ingest/internal/wire"
	"threadlens/model"
)

// manyLosses composes a file with n threads that each wait, k records of lost events on
// two CPUs in turn, and then a wake of each thread.
func manyLosses(tb testing.TB, n, k int) []byte {
	tb.Helper()
	s := newScene(tb, wire.Little, 0)
	now := uint64(1_000_000)
	for i := range n {
		s.comm(where{}, uint32(i+10), uint32(i+10), "t")
	}
	for i := range n {
		now += 1000
		s.switched(at(now, 0, uint32(i+10), uint32(i+10)), i+10, 1, (i+1)%n+10)
	}
	for i := range k {
		now += 1000
		s.lost(at(now, uint32(i%2), 10, 10), 1)
		now += 1000
		s.ran(at(now, uint32(i%2), 10, 10), 5)
	}
	for i := range n {
		now += 1000
		s.waking(at(now, 1, 0, 0), i+10, 0)
	}
	return s.file()
}

// heapOf is how much memory the trace of a file keeps, in bytes.
func heapOf(tb testing.TB, data []byte) (kept int64, tr *model.Trace) {
	tb.Helper()
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	tr = built(tb, data)
	runtime.GC()
	runtime.ReadMemStats(&after)
	return int64(after.HeapAlloc) - int64(before.HeapAlloc), tr
}

// TestManyLosses: memory grows with threads and with losses, not with their product.
// THREADLENS_HOSTILE names a folder for a file with 100,000 threads and a million losses.
func TestManyLosses(t *testing.T) {
	const n, k = 1000, 10_000
	one, tr := heapOf(t, manyLosses(t, n, k))
	if len(tr.Losses) < k*9/10 || len(tr.Threads) < n {
		t.Fatalf("%d losses and %d threads", len(tr.Losses), len(tr.Threads))
	}
	four, tr := heapOf(t, manyLosses(t, 4*n, 4*k))
	runtime.KeepAlive(tr)
	t.Logf("%d threads and %d losses keep %d bytes, four times of both %d", n, k, one, four)
	if four > 6*one {
		t.Errorf("%d threads and %d losses keep %d bytes, four times of both %d", n, k, one, four)
	}
	if dir := os.Getenv("THREADLENS_HOSTILE"); dir != "" {
		size, err := strconv.Atoi(cmp.Or(os.Getenv("THREADLENS_HOSTILE_SIZE"), "100000"))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(dir+"/losses.perf.data", manyLosses(t, size, 10*size), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
