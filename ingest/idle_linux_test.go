package ingest_test

import (
	"context"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"threadlens/ingest"
	"threadlens/ingest/record"
	"threadlens/model"
)

// TestIdleCPUs: a thread sleeps repeatedly on each CPU, and each sleep is known, even where the
// kernel emits no tracepoint as an idle task leaves its CPU. On a busy machine the recorder may
// notice such a CPU only after a while, so only the last third counts.
func TestIdleCPUs(t *testing.T) {
	if err := record.Check("threadlens"); err != nil {
		t.Skip("no right to record here: ", err)
	}
	const naps = 1800
	path := filepath.Join(t.TempDir(), "idle.perf.data")
	ctx, end := context.WithCancel(context.Background())
	defer end()
	sleepers := make(chan map[int]model.TID, 1)
	began := false
	_, err := record.Record(ctx, record.Options{Path: path, Program: "threadlens", For: time.Minute}, func(record.State) {
		if !began {
			began = true
			go func() {
				sleepers <- napEverywhere(naps)
				end()
			}()
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	tr, err := ingest.Load(context.Background(), path, ingest.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for cpu, tid := range <-sleepers {
		known := napsKnown(tr, tid)
		known = known[len(known)*2/3:]
		n := 0
		for _, k := range known {
			if k {
				n++
			}
		}
		if len(known) < naps/5 || n < len(known)*9/10 {
			t.Errorf("CPU %d: of %d of %d naps %d are known", cpu, len(known), naps, n)
		}
	}
}

// napsKnown reports for each sleep of a thread whether its end is known.
func napsKnown(tr *model.Trace, tid model.TID) (known []bool) {
	for ix := range tr.Threads {
		if tr.Threads[ix].TID != tid {
			continue
		}
		for e := range tr.Episodes(model.ThreadIx(ix), tr.Whole()) {
			if e.Kind == model.EpisodeWait && !e.Open && e.In-e.Out >= 500_000 {
				known = append(known, !e.Cut)
			}
		}
	}
	return known
}

// napEverywhere makes a thread sleep many times on each CPU that this process may use, each time
// for half a millisecond or a little longer. It returns the threads' ids by CPU.
func napEverywhere(naps int) map[int]model.TID {
	var all unix.CPUSet
	if unix.SchedGetaffinity(0, &all) != nil {
		return nil
	}
	var mu sync.Mutex
	var wg sync.WaitGroup
	ids := map[int]model.TID{}
	for cpu := range runtime.NumCPU() {
		wg.Go(func() {
			runtime.LockOSThread() // it ends with this goroutine
			var one unix.CPUSet
			one.Set(cpu)
			if !all.IsSet(cpu) || unix.SchedSetaffinity(0, &one) != nil {
				return
			}
			mu.Lock()
			ids[cpu] = model.TID(unix.Gettid())
			mu.Unlock()
			nap := unix.NsecToTimespec(500_000)
			for range naps {
				_ = unix.Nanosleep(&nap, nil) // a signal ends it early
			}
		})
	}
	wg.Wait()
	return ids
}
