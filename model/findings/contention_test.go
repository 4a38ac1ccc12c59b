package findings_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/findings"
	"threadlens/model/measure"
	"threadlens/model/report"
)

// handedOn has eight threads that hand over a futex 48 times: held for 20 µs, and 50
// µs until the next one runs. Each waits again 1 µs after its release. The thread that
// waited longest gets it or, unfairly, the one that came last.
func handedOn(t *testing.T, unfair bool) *model.Trace {
	t.Helper()
	const threads = 8
	var s strings.Builder
	fmt.Fprintf(&s, "threadlens-trace 1\ncpus %d\nos linux\nprocess 9 app target\n", threads)
	event := func(at, thread int, format string, args ...any) {
		fmt.Fprintf(&s, "%dus cpu%d %s\n", at, thread-1, fmt.Sprintf(format, args...))
	}
	for n := range threads {
		fmt.Fprintf(&s, "thread %d pid=9\n", n+1)
	}
	for n := range threads {
		event(0, n+1, "switch idle %d preempt", n+1)
	}
	var queue []int
	wait := func(at, thread int) {
		event(at, thread, "call %d enter futex uaddr=0x10 arg2=128 arg3=2", thread)
		event(at, thread, "switch %d idle wait linux=S", thread)
		queue = append(queue, thread)
	}
	for n := 2; n <= threads; n++ {
		wait(10+n, n)
	}
	at, owner := 100, 1
	for range 6 * threads {
		next := 0
		if unfair {
			next = len(queue) - 1
		}
		woken := queue[next]
		queue = slices.Delete(queue, next, next+1)
		event(at, owner, "call %d enter futex uaddr=0x10 arg2=129 arg3=1", owner)
		event(at, owner, "wake %d kind=waking ctx=thread", woken)
		event(at, owner, "call %d exit futex ret=1", owner)
		wait(at+1, owner)
		at += 50
		event(at, woken, "switch idle %d preempt", woken)
		event(at, woken, "call %d exit futex ret=0", woken)
		at, owner = at+20, woken
	}
	return parse(t, "convoy", s.String())
}

// TestE2Contention: with a lock that keeps the order it is a convoy, with one that
// does not it is contention; threads that rarely wait are neither.
func TestE2Contention(t *testing.T) {
	list := only(t, handedOn(t, false), "E2")
	if len(list) != 1 || list[0].Severity != findings.Problem || !strings.HasPrefix(list[0].Sentence, "Lock convoy: on average, ") ||
		!strings.Contains(list[0].Sentence, "Median time of a hand-off: 50.0 µs; median hold time: 20.0 µs.") {
		t.Errorf("in order: %+v", list)
	}
	list = only(t, handedOn(t, true), "E2")
	if len(list) != 1 || list[0].Severity != findings.Warning || !strings.Contains(list[0].Sentence, "waited") {
		t.Errorf("unfair: %+v", list)
	}
	tr := handedOn(t, true)
	strict, err := findings.NewLimits().With("E2.share", 99)
	if err != nil {
		t.Fatal(err)
	}
	if list, err := findings.Find(t.Context(), tr, findings.Options{Only: []string{"E2"}, Limits: strict}); err != nil || len(list) > 0 {
		t.Errorf("below the threshold: %+v, %v", list, err)
	}
	if list := only(t, holder(t, "sub=Futex", 0+1, false), "E2"); len(list) > 0 {
		t.Errorf("a single wait: %s", list[0].Sentence)
	}
}

// TestE2Waiters: threads that wait are named and counted, not those that only hold the
// lock; the waits are those that the report of locks counts, without those that lost events
// may have cut.
func TestE2Waiters(t *testing.T) {
	f := only(t, handedOn(t, false), "E2")[0]
	if !strings.HasSuffix(f.Sentence, " 1 … 8 waited "+measure.Duration(f.Cost)+" in total.") {
		t.Error(f.Sentence)
	}
	tr := handedOn(t, true)
	f = only(t, tr, "E2")[0]
	checkLocks(t, tr, []findings.Finding{f})
	damage = func(text string) string {
		return strings.Replace(text, "\n800us ", "\n799us cpu7 loss 800us\n800us ", 1)
	}
	defer func() { damage = nil }()
	least, err := findings.NewLimits().With("E2.share", 100*float64(f.Cost)/float64(8*3440*us))
	if err != nil {
		t.Fatal(err)
	}
	if list, err := findings.Find(t.Context(), handedOn(t, true), findings.Options{Only: []string{"E2"}, Limits: least}); err != nil || len(list) > 0 {
		t.Errorf("with a gap: %+v, %v", list, err)
	}
}

// checkLocks checks that findings about contention agree with the report of locks.
func checkLocks(t *testing.T, tr *model.Trace, list []findings.Finding) (checked int) {
	t.Helper()
	locks, _ := report.Find("locks")
	table, err := locks.Run(tr, measure.Scope{})
	if err != nil {
		t.Fatal(err)
	}
	column := func(name string) int {
		return slices.IndexFunc(table.Columns, func(c report.Column) bool { return c.Name == name })
	}
	waited, waits, waiters, owners := column("wait_total_ns"), column("waits"), column("waiters"), column("owners")
	for i := range list {
		f := &list[i]
		if f.Rule.ID != "E2" || strings.Contains(f.Sentence, " for each other") {
			continue // no call shows the lock
		}
		var rows int
		for _, row := range table.Rows {
			if title := row[0].Display; row[owners].Kind == report.KindNone || !strings.Contains(f.Sentence, title+" (") && !strings.Contains(f.Sentence, title+":") {
				continue
			}
			rows++
			if row[waited].Int != int64(f.Cost) || len(f.Threads) < int(row[waiters].Int) ||
				!strings.Contains(f.Sentence, fmt.Sprintf(", %s waits)", measure.Count(row[waits].Int))) && f.Severity != findings.Problem {
				t.Errorf("the report has %+v, the finding %s, cost %d", row, f.Sentence, f.Cost)
			}
		}
		if rows != 1 {
			t.Errorf("the report has %d rows for %s", rows, f.Sentence)
		}
		checked += rows
	}
	return checked
}
