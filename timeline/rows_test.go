package timeline

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"threadlens/model"
	"threadlens/model/filter"
	"threadlens/model/modeltest"
)

// describe writes rows as text.
func describe(r *Rows) []string {
	var list []string
	for i := range r.List {
		row := &r.List[i]
		switch row.Kind {
		case RowThread:
			list = append(list, fmt.Sprintf("  %s %s", row.Name, row.ID))
		case RowHidden:
			list = append(list, row.Name)
		default:
			mark := ">"
			if row.Expanded {
				mark = "v"
			}
			list = append(list, strings.TrimSpace(fmt.Sprintf("%s %s %s", mark, row.Name, row.ID))+fmt.Sprintf(" %d of %d", row.Shown, row.Total))
		}
	}
	return list
}

// search parses a filter.
func search(t *testing.T, text string) filter.Filter {
	t.Helper()
	f, err := filter.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestBuildRows(t *testing.T) {
	tr := story(t)
	backup := tr.Threads[thread(t, tr, 77)].Proc
	target := tr.Threads[thread(t, tr, 41)].Proc
	for _, c := range []struct {
		name string
		opts RowsOptions
		want []string
	}{
		{"default", RowsOptions{}, []string{
			"v /opt/acme/bin/contention-demo 40 3 of 3", "  worker-1 41", "  worker-2 42", "  helper 44",
			"> backup 77 1 of 1", "> Kernel threads 2 of 2",
		}},
		{"other target", RowsOptions{Targets: []model.ProcIx{backup}}, []string{
			"v backup 77 1 of 1", "  backup 77", "> /opt/acme/bin/contention-demo 40 3 of 3", "> Kernel threads 2 of 2",
		}},
		{"no target", RowsOptions{Targets: []model.ProcIx{}}, []string{
			"v /opt/acme/bin/contention-demo 40 3 of 3", "  worker-1 41", "  worker-2 42", "  helper 44",
			"v backup 77 1 of 1", "  backup 77", "v Kernel threads 2 of 2", "  kworker/0:1 2", "  ksoftirqd/1 3",
		}},
		{"toggled", RowsOptions{Expanded: map[RowKey]bool{ProcessRow(target): false, KernelRow: true}}, []string{
			"> /opt/acme/bin/contention-demo 40 3 of 3", "> backup 77 1 of 1",
			"v Kernel threads 2 of 2", "  kworker/0:1 2", "  ksoftirqd/1 3",
		}},
		{"hidden", RowsOptions{Hidden: map[model.ThreadIx]bool{thread(t, tr, 42): true}}, []string{
			"v /opt/acme/bin/contention-demo 40 2 of 3", "  worker-1 41", "  helper 44",
			"> backup 77 1 of 1", "> Kernel threads 2 of 2", "1 thread hidden (manually)",
		}},
		{"filter", RowsOptions{Filter: search(t, "WORKER !1")}, []string{
			"v /opt/acme/bin/contention-demo 40 1 of 3", "  worker-2 42", "5 threads hidden (by the filter)",
		}},
		{"inactive", RowsOptions{HideInactive: true, Window: model.Range{From: 30 * millisecond, To: 35 * millisecond}}, []string{
			"v /opt/acme/bin/contention-demo 40 2 of 3", "  worker-1 41", "  helper 44", "> backup 77 1 of 1",
			"3 threads hidden (inactive in the time window)",
		}},
		{"by execution", RowsOptions{Sort: SortShare(model.Execution), SortWindow: model.Range{From: 20 * millisecond, To: 45 * millisecond}}, []string{
			"v /opt/acme/bin/contention-demo 40 3 of 3", "  helper 44", "  worker-1 41", "  worker-2 42",
			"> backup 77 1 of 1", "> Kernel threads 2 of 2",
		}},
		{"a filter expands what it finds", RowsOptions{Filter: search(t, "process:backup")}, []string{
			"v backup 77 1 of 1", "  backup 77", "5 threads hidden (by the filter)",
		}},
		{"collapsed in spite of a filter", RowsOptions{Filter: search(t, "worker"), Expanded: map[RowKey]bool{KernelRow: false}}, []string{
			"v /opt/acme/bin/contention-demo 40 2 of 3", "  worker-1 41", "  worker-2 42",
			"> Kernel threads 1 of 2", "3 threads hidden (by the filter)",
		}},
		{"guest", RowsOptions{Filter: search(t, "worker-1"), Guests: map[model.ThreadIx]bool{thread(t, tr, 44): true}}, []string{
			"v /opt/acme/bin/contention-demo 40 2 of 3", "  worker-1 41", "  helper 44", "4 threads hidden (by the filter)",
		}},
		{"pinned", RowsOptions{Pinned: []model.ThreadIx{thread(t, tr, 77), thread(t, tr, 44)}}, []string{
			"  backup 77", "  helper 44",
			"v /opt/acme/bin/contention-demo 40 3 of 3", "  worker-1 41", "  worker-2 42", "> backup 77 1 of 1", "> Kernel threads 2 of 2",
		}},
		{"a pinned thread may be hidden", RowsOptions{
			Pinned: []model.ThreadIx{thread(t, tr, 77)}, Hidden: map[model.ThreadIx]bool{thread(t, tr, 77): true},
		}, []string{
			"v /opt/acme/bin/contention-demo 40 3 of 3", "  worker-1 41", "  worker-2 42", "  helper 44",
			"> Kernel threads 2 of 2", "1 thread hidden (manually)",
		}},
		{"by hand", RowsOptions{Sort: SortManual, Order: []model.ThreadIx{thread(t, tr, 44), thread(t, tr, 42)}}, []string{
			"v /opt/acme/bin/contention-demo 40 3 of 3", "  helper 44", "  worker-2 42", "  worker-1 41",
			"> backup 77 1 of 1", "> Kernel threads 2 of 2",
		}},
		{"by name", RowsOptions{Group: GroupName, Names: map[model.ThreadIx]string{thread(t, tr, 44): "Worker #7"}, Sort: SortName}, []string{
			"v Worker 1 of 1", "  Worker #7 44", "v worker 2 of 2", "  worker-1 41", "  worker-2 42",
			"> backup 77 1 of 1", "> Kernel threads 2 of 2",
		}},
		{"by start", RowsOptions{Group: GroupStart, Starts: map[model.ThreadIx]model.Start{thread(t, tr, 41): {Function: "work"}, thread(t, tr, 44): {Function: "work"}}}, []string{
			"v work 2 of 2", "  worker-1 41", "  helper 44", "v Start function unknown 1 of 1", "  worker-2 42",
			"> backup 77 1 of 1", "> Kernel threads 2 of 2",
		}},
	} {
		rows := BuildRows(tr, c.opts, NewMetrics(Comfortable, 1, 1))
		if diff := cmp.Diff(c.want, describe(rows)); diff != "" {
			t.Errorf("%s (-want +got)\n%s", c.name, diff)
		}
	}
}

func TestRowsPlaces(t *testing.T) {
	tr := story(t)
	for _, m := range []Metrics{NewMetrics(Comfortable, 1, 1), NewMetrics(Compact, 1.5, 1), NewMetrics(Dense, 2, 1.5)} {
		rows := BuildRows(tr, RowsOptions{}, m)
		for y := -3; y < rows.Height()+3; y++ {
			i := rows.At(y)
			if inside := y >= 0 && y < rows.Height(); inside != (i >= 0) {
				t.Fatalf("row at %d of %d: %d", y, rows.Height(), i)
			}
			if i >= 0 && (y < rows.Top(i) || y >= rows.Top(i+1)) {
				t.Fatalf("row at %d: %d, which is %d … %d", y, i, rows.Top(i), rows.Top(i+1))
			}
		}
		if got := rows.Top(2) - rows.Top(1); got != m.Px(m.Pitch) {
			t.Errorf("a thread row is %d high, want %d", got, m.Px(m.Pitch))
		}
	}
}

func TestRowsOfThreads(t *testing.T) {
	tr := story(t)
	rows := BuildRows(tr, RowsOptions{}, NewMetrics(Comfortable, 1, 1))
	if i, exact := rows.OfThread(thread(t, tr, 42)); i != 2 || !exact {
		t.Errorf("row of 42: %d, %v", i, exact)
	}
	if i, exact := rows.OfThread(thread(t, tr, 77)); i != 4 || exact {
		t.Errorf("row of 77, collapsed: %d, %v", i, exact)
	}
	if i, _ := rows.OfThread(thread(t, tr, 43)); i != -1 {
		t.Errorf("row of 43, never seen: %d", i)
	}
	want := []model.ThreadIx{thread(t, tr, 41), thread(t, tr, 42), thread(t, tr, 44)}
	if got := rows.Visible(); !slices.Equal(got, want) {
		t.Errorf("visible: %v, want %v", got, want)
	}
	if rows.Threads != 3 || rows.Total != 3 {
		t.Errorf("%d of %d", rows.Threads, rows.Total)
	}
}

// TestEveryOrder: each order sorts by what its name says, and its key is read back.
func TestEveryOrder(t *testing.T) {
	tr := story(t)
	window := model.Range{From: 5 * millisecond, To: 60 * millisecond}
	all := []model.ThreadIx{}
	for ix := range tr.Threads {
		if !tr.Threads[ix].Idle {
			all = append(all, model.ThreadIx(ix))
		}
	}
	keys := map[string]bool{}
	for _, by := range Sorts() {
		if got, ok := ParseSort(by.Key()); !ok || got != by || keys[by.Key()] || by.String() == "" {
			t.Errorf("order %q: key %q is read as %v", by, by.Key(), got)
		}
		keys[by.Key()] = true
		opts := RowsOptions{Sort: by, SortWindow: window, Order: []model.ThreadIx{all[2], all[0]}}
		list := slices.Clone(all)
		slices.Reverse(list)
		opts.SortThreads(tr, list)
		for i := 1; i < len(list); i++ {
			if a, b := list[i-1], list[i]; !inOrder(tr, by, window, a, b) {
				t.Errorf("by %s thread %d stands before %d", by, tr.Threads[a].TID, tr.Threads[b].TID)
			}
		}
		again := slices.Clone(all)
		opts.SortThreads(tr, again)
		if !slices.Equal(list, again) {
			t.Errorf("by %s the order depends on that before", by)
		}
	}
	if _, ok := ParseSort("colour"); ok {
		t.Error("colour is no order")
	}
}

// inOrder reports whether a may come before b.
func inOrder(tr *model.Trace, by SortBy, window model.Range, a, b model.ThreadIx) bool {
	x, y := &tr.Threads[a], &tr.Threads[b]
	if c, ok := by.Share(); ok {
		p, q := tr.Sums(a, window), tr.Sums(b, window)
		return p[c] > q[c] || p[c] == q[c] && a < b
	}
	switch by {
	case SortRelevance:
		p, q := tr.Sums(a, window), tr.Sums(b, window)
		return doublings(active(&p), window) >= doublings(active(&q), window)
	case SortStart:
		return x.Life.From <= y.Life.From
	case SortStop:
		return x.Life.To <= y.Life.To
	case SortName:
		return model.CompareNames(x.Name(), y.Name()) <= 0
	case SortTID:
		return x.TID < y.TID
	case SortCPU:
		p, q := tr.Sums(a, tr.Whole()), tr.Sums(b, tr.Whole())
		return p[model.Execution] >= q[model.Execution]
	}
	return true // the manual order; TestBuildRows covers it
}

func TestGroupKeys(t *testing.T) {
	for _, g := range Groups() {
		if got, ok := ParseGroup(g.Key()); !ok || got != g || g.String() == "" {
			t.Errorf("grouping %q: key %q is read as %v", g, g.Key(), got)
		}
	}
	if g, ok := ParseGroup("colour"); ok || g != GroupProcess {
		t.Error("colour is no grouping")
	}
}

// TestIdentityOfWindowsThreads: a thread of Windows without a name is known by its start module, and
// one that waited for window messages is marked; without either it has only its id.
func TestIdentityOfWindowsThreads(t *testing.T) {
	tr := modeltest.Parse(t, "windows", `threadlens-trace 1
cpus 1
span 0us 100us
os windows
process 7 "app.exe" target
stack 5 "+0x10" in="Windows\\System32\\MSO.DLL"
1us cpu0 start 20 pid=7 stack=5
2us cpu0 start 21 pid=7
10us cpu0 switch idle 20 preempt
20us cpu0 switch 20 21 wait sub=MessageWait
40us cpu0 switch 21 idle wait sub=ExecutiveResource
`)
	got := strings.Join(describe(BuildRows(tr, RowsOptions{Targets: tr.Targets()}, NewMetrics(Comfortable, 1, 1))), "\n")
	for _, want := range []string{"  MSO.DLL 20 · UI", "  Thread 21"} {
		if !slices.Contains(strings.Split(got, "\n"), want) {
			t.Errorf("no row %q in\n%s", want, got)
		}
	}
}
