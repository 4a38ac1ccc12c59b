package assets_test

import (
	"encoding/csv"
	"os"
	"strconv"
	"strings"
	"testing"

	"threadlens/assets"
	"threadlens/ingest"
	"threadlens/model"
	"threadlens/model/modeltest"
)

// TestDemoStory checks that the model finds in the demo trace what its README describes: the
// longest wait for the lock, who ended it, and that its holder was preempted meanwhile; and that
// this is what the program measured itself.
func TestDemoStory(t *testing.T) {
	tr, err := ingest.LoadBytes(t.Context(), assets.DemoName, assets.Demo(), ingest.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range modeltest.Check(tr) {
		t.Error(err)
	}
	wait := longestLockWait(tr)
	if wait.Unblocker == model.NoThread {
		t.Fatal("no wait for a lock that a thread ended")
	}
	holder := &tr.Threads[wait.Unblocker]
	if waiter := tr.Threads[wait.Thread].Name(); waiter != "worker-2" || holder.Name() != "worker-1" {
		t.Errorf("the longest lock wait is that of %s for %s", waiter, holder.Name())
	}
	requested, got := incident(t, "worker-2", tr.Info.Clock.StartNS)
	if d := max(wait.Out-requested, requested-wait.Out); d > 100_000 {
		t.Errorf("the wait begins at %d, the program asked for the lock at %d", wait.Out, requested)
	}
	if d := max(wait.In-got, got-wait.In); d > 100_000 {
		t.Errorf("the wait ends at %d, the program got the lock at %d", wait.In, got)
	}
	stolen, by := preemptedIn(tr, wait.Unblocker, model.Range{From: wait.Out, To: wait.Ready})
	if by != "scanner" || 2*stolen < wait.Wait() {
		t.Errorf("while it waited %d ns its holder was preempted for %d ns, longest by %q", wait.Wait(), stolen, by)
	}
}

// longestLockWait is the longest completed wait of category Synchronization
// with a futex behind it.
func longestLockWait(tr *model.Trace) model.Episode {
	longest := model.Episode{Unblocker: model.NoThread}
	for ix := range tr.Threads {
		for e := range tr.Episodes(model.ThreadIx(ix), tr.Whole()) {
			lock := e.Sub == model.SubFutex && e.Unblocker != model.NoThread && !e.Open
			if lock && strings.HasPrefix(tr.Threads[ix].Name(), "worker-") && e.Wait() > longest.Wait() {
				longest = e
			}
		}
	}
	return longest
}

// preemptedIn is how long a thread was preempted inside r, and the name of the thread that
// preempted it for longest.
func preemptedIn(tr *model.Trace, ix model.ThreadIx, r model.Range) (sum model.Time, by string) {
	var longest model.Time
	for s := range tr.Segments(ix, r) {
		if s.State != model.Preempted {
			continue
		}
		d := s.Overlap(r)
		sum += d
		if who := s.Displacer(); who != model.NoThread && d > longest {
			longest, by = d, tr.Threads[who].Name()
		}
	}
	return sum, by
}

// incident reads from the program's own record when a thread asked for the lock
// and when it got it, in trace time.
func incident(t *testing.T, thread string, start int64) (requested, got model.Time) {
	t.Helper()
	f, err := os.Open("demo/truth.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.Comment, r.FieldsPerRecord = '#', -1
	rows, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		if len(row) == 5 && row[0] == thread {
			a, _ := strconv.ParseInt(row[2], 10, 64)
			b, _ := strconv.ParseInt(row[3], 10, 64)
			return model.Time(a - start), model.Time(b - start)
		}
	}
	t.Fatalf("no incident of %s", thread)
	return 0, 0
}
