package findings_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/analysis/findings"
)

// handedOn has eight threads hand a futex on 48 times: held for 20 µs, and 50 µs until
// the next one runs. Each waits again 1 µs after its release. Who waited longest gets
// it or, unfairly, who came last.
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
// does not it is contention; threads that seldom wait are neither.
func TestE2Contention(t *testing.T) {
	list := only(t, handedOn(t, false), "E2")
	if len(list) != 1 || list[0].Severity != findings.Problem || !strings.HasPrefix(list[0].Sentence, "A convoy of ") ||
		!strings.Contains(list[0].Sentence, "each taking 50.0 µs, for holds of 20.0 µs") {
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
