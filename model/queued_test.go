package model_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"threadlens/model"
	"threadlens/model/modeltest"
)

// pieces are the stretches in which a thread is in a run queue, in µs, with the CPU.
func pieces(t *model.Trace, ix model.ThreadIx, r model.Range) string {
	var list []string
	for q, s := range t.RunQueues(ix, r) {
		list = append(list, fmt.Sprintf("%v CPU %d %d-%d", q.State, q.CPU, s.From/1000, s.To/1000))
	}
	return strings.Join(list, ", ")
}

// TestRunQueues: a queued thread that is moved is in the run queue of each CPU for its time. A move
// just after the wake-up on its CPU only decides in which queue the thread is put.
func TestRunQueues(t *testing.T) {
	const moved = `10us cpu0 switch 1 3 preempt
30us cpu0 migrate 1 0 1
50us cpu1 migrate 1 1 0
60us cpu0 switch 3 1 wait
`
	const head = "threadlens-trace 1\ncpus 2\nspan 0us 300us\nos linux\n0us cpu0 exists 1 state=running\n0us cpu1 exists 2 state=running\n"
	for _, c := range []struct {
		name, events string
		from, to     model.Time // µs
		want         string
	}{
		{"preempted", `10us cpu0 switch 1 3 preempt
30us cpu0 migrate 1 0 1
50us cpu1 migrate 1 1 0
50us cpu1 migrate 1 0 0
60us cpu0 switch 3 1 wait
`, 0, 300, "Preempted CPU 0 10-30, Preempted CPU 1 30-50, Preempted CPU 0 50-60"},
		{"a window", moved, 15, 30, "Preempted CPU 0 15-30"},
		{"a window between moves", moved, 31, 51, "Preempted CPU 1 31-50, Preempted CPU 0 50-51"},
		{"to the end", `10us cpu0 switch 1 3 preempt
30us cpu0 migrate 1 0 1
`, 0, 300, "Preempted CPU 0 10-30, Preempted CPU 1 30-300"},
		{"woken", `10us cpu0 switch 1 3 wait
100us cpu1 wake 1 kind=waking ctx=thread to=0 by=2
101us cpu1 migrate 1 0 1
102us cpu1 wake 1 kind=wakeup ctx=thread to=1 by=2
110us cpu0 migrate 1 1 0
120us cpu0 switch 3 1 wait
`, 0, 300, "Ready CPU 1 100-110, Ready CPU 0 110-120"},
		{"woken, one event", `10us cpu0 switch 1 3 wait
100us cpu1 wake 1 kind=waking ctx=thread to=0 by=2
120us cpu1 migrate 1 0 1
122us cpu1 migrate 1 1 0
130us cpu0 switch 3 1 wait
`, 0, 300, "Ready CPU 1 100-122, Ready CPU 0 122-130"},
		{"woken and moved later", `10us cpu0 switch 1 3 wait
100us cpu1 wake 1 kind=waking ctx=thread to=0 by=2
121us cpu1 migrate 1 0 1
130us cpu1 switch 2 1 wait
`, 0, 300, "Ready CPU 0 100-121, Ready CPU 1 121-130"},
		{"woken and moved by another CPU", `10us cpu0 switch 1 3 wait
100us cpu1 wake 1 kind=waking ctx=thread to=1 by=2
110us cpu0 migrate 1 1 0
130us cpu0 switch 3 1 wait
`, 0, 300, "Ready CPU 1 100-110, Ready CPU 0 110-130"},
		{"running", `10us cpu0 migrate 1 0 1
20us cpu0 switch 1 3 preempt
30us cpu0 switch 3 1 preempt
`, 0, 300, "Preempted CPU 0 20-30"},
	} {
		tr := modeltest.Parse(t, c.name, head+c.events)
		if got := pieces(tr, 0, model.Range{From: c.from * 1000, To: c.to * 1000}); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// TestRunQueuesAddUp: the pieces of all examples add up to the stretches of Queued.
func TestRunQueuesAddUp(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		ar, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		tr := modeltest.Parse(t, file, string(ar.Files[0].Data))
		for ix := range tr.Threads {
			queued := map[model.Time]model.State{} // by instant
			for q, s := range tr.Queued(model.ThreadIx(ix), tr.Whole()) {
				queued[s.From] = q.State
				queued[s.To] = model.Unknown
			}
			last := model.Time(-1)
			for q, s := range tr.RunQueues(model.ThreadIx(ix), tr.Whole()) {
				if begun, ok := queued[s.From]; s.From != last && (!ok || begun != q.State) || s.Len() <= 0 {
					t.Errorf("%s, thread %s: %v begins at %d", file, tr.Threads[ix].Key(), q.State, s.From)
				}
				last = s.To
				delete(queued, s.From)
			}
			for at, state := range queued {
				if state != model.Unknown {
					t.Errorf("%s, thread %s: no piece from %d on", file, tr.Threads[ix].Key(), at)
				}
			}
		}
	}
}
