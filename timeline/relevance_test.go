package timeline

import (
	"fmt"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/modeltest"
)

// TestRelevance: the threads of the first finding come first, in its order, then the
// busiest; peers stay together, and so do processes.
func TestRelevance(t *testing.T) {
	tr := modeltest.Parse(t, "relevance", `threadlens-trace 1
cpus 4
span 0us 1000us
os linux
process 7 "app" target
process 8 "db" target
thread 1 pid=7 name="main"
thread 2 pid=7 name="hot-0"
thread 3 pid=7 name="hot-1"
thread 4 pid=7 name="hot-2"
thread 5 pid=8 name="db"
0us cpu0 switch idle 1 preempt
10us cpu0 switch 1 2 wait sub=Futex
250us cpu0 switch 2 3 wait sub=Futex
730us cpu0 switch 3 4 wait sub=Futex
969us cpu0 switch 4 idle wait sub=Futex
0us cpu1 switch idle 5 preempt
1000us cpu1 switch 5 idle wait sub=Futex
`)
	ix := func(tids ...model.TID) (list []model.ThreadIx) {
		for _, tid := range tids {
			list = append(list, thread(t, tr, tid))
		}
		return list
	}
	for _, c := range []struct {
		name     string
		relevant []model.ThreadIx
		window   model.Range
		want     string
	}{
		{"nothing known", nil, model.Range{}, "app 7|main 1|hot-0 2|hot-1 3|hot-2 4|db 8|db 5"},
		{"the busiest, with peers that do half of that", nil, tr.Whole(), "app 7|hot-0 2|hot-1 3|hot-2 4|main 1|db 8|db 5"},
		{"in a part", nil, model.Range{From: 0, To: 10_000}, "app 7|main 1|hot-0 2|hot-1 3|hot-2 4|db 8|db 5"},
		{"found", ix(4, 1), tr.Whole(), "app 7|hot-2 4|main 1|hot-0 2|hot-1 3|db 8|db 5"},
		{"found in another process", ix(5), tr.Whole(), "db 8|db 5|app 7|hot-0 2|hot-1 3|hot-2 4|main 1"},
		{"named twice", ix(1, 4, 1), tr.Whole(), "app 7|main 1|hot-2 4|hot-0 2|hot-1 3|db 8|db 5"},
	} {
		rows := BuildRows(tr, RowsOptions{Relevant: c.relevant, SortWindow: c.window}, NewMetrics(Comfortable, 1, 1))
		var got []string
		for i := range rows.List {
			got = append(got, strings.TrimSpace(rows.List[i].Name+" "+rows.List[i].ID))
		}
		if got := strings.Join(got, "|"); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
	// If the user chose another order, it applies to processes too.
	rows := BuildRows(tr, RowsOptions{Relevant: ix(5), SortWindow: tr.Whole(), Sort: SortStart}, NewMetrics(Comfortable, 1, 1))
	if rows.List[0].ID != "7" || rows.List[1].ID != "1" {
		t.Errorf("by start: %+v", rows.List[:2])
	}
}

// TestPeers: a peer counts like the busiest if it is at least half as active, not if less.
func TestPeers(t *testing.T) {
	for line, want := range map[string]string{"500us": "hot-0", "499us": "hot-1"} {
		tr := modeltest.Parse(t, "peers", `threadlens-trace 1
cpus 2
span 0us 1000us
os linux
process 7 "app" target
thread 2 pid=7 name="hot-0"
thread 3 pid=7 name="hot-1"
0us cpu0 switch idle 2 preempt
0us cpu1 switch idle 3 preempt
`+line+` cpu0 switch 2 idle wait sub=Futex
1000us cpu1 switch 3 idle wait sub=Futex
`)
		if rows := BuildRows(tr, RowsOptions{SortWindow: tr.Whole()}, NewMetrics(Comfortable, 1, 1)); rows.List[1].Name != want {
			t.Errorf("%s: first %s, want %s", line, rows.List[1].Name, want)
		}
	}
}

// BenchmarkRowsOfMany builds the rows of 2,000 processes with five threads each.
func BenchmarkRowsOfMany(b *testing.B) {
	var src strings.Builder
	src.WriteString("threadlens-trace 1\ncpus 1\nspan 0us 100000us\nos linux\n")
	for p := range 2000 {
		fmt.Fprintf(&src, "process %d \"app\" target\n", 10*(p+1))
		for i := range 5 {
			fmt.Fprintf(&src, "thread %d pid=%d name=\"pool-%d\"\n", 10*(p+1)+i, 10*(p+1), i)
		}
	}
	before := "idle"
	for p := range 2000 {
		for i := range 5 {
			fmt.Fprintf(&src, "%dus cpu0 switch %s %d wait sub=Futex\n", 5*p+i, before, 10*(p+1)+i)
			before = fmt.Sprint(10*(p+1) + i)
		}
	}
	tr := modeltest.Parse(b, "many", src.String())
	for b.Loop() {
		BuildRows(tr, RowsOptions{Fold: true, SortWindow: tr.Whole()}, NewMetrics(Comfortable, 1, 1))
	}
}
