package timeline

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"threadlens/model"
)

// describe writes rows as a user reads them.
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
			"v /opt/acme/bin/contention-demo 40 3 of 4", "  worker-1 41", "  worker-2 42", "  helper 44",
			"> backup 77 1 of 1", "> Kernel threads 2 of 2",
		}},
		{"other target", RowsOptions{Targets: []model.ProcIx{backup}}, []string{
			"v backup 77 1 of 1", "  backup 77", "> /opt/acme/bin/contention-demo 40 3 of 4", "> Kernel threads 2 of 2",
		}},
		{"toggled", RowsOptions{Toggled: map[model.ProcIx]bool{target: true, KernelGroup: true}}, []string{
			"> /opt/acme/bin/contention-demo 40 3 of 4", "> backup 77 1 of 1",
			"v Kernel threads 2 of 2", "  kworker/0:1 2", "  ksoftirqd/1 3",
		}},
		{"hidden", RowsOptions{Hidden: map[model.ThreadIx]bool{thread(t, tr, 42): true}}, []string{
			"v /opt/acme/bin/contention-demo 40 2 of 4", "  worker-1 41", "  helper 44",
			"> backup 77 1 of 1", "> Kernel threads 2 of 2", "1 thread hidden: by you",
		}},
		{"filter", RowsOptions{Filter: "WORKER !1"}, []string{
			"v /opt/acme/bin/contention-demo 40 1 of 4", "  worker-2 42", "5 threads hidden: by the filter",
		}},
		{"inactive", RowsOptions{HideInactive: true, Window: model.Range{From: 30 * millisecond, To: 35 * millisecond}}, []string{
			"v /opt/acme/bin/contention-demo 40 2 of 4", "  worker-1 41", "  helper 44", "> backup 77 1 of 1",
			"3 threads hidden: without activity in the window",
		}},
		{"by execution", RowsOptions{Sort: SortExecution, Window: model.Range{From: 20 * millisecond, To: 45 * millisecond}}, []string{
			"v /opt/acme/bin/contention-demo 40 3 of 4", "  helper 44", "  worker-1 41", "  worker-2 42",
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
	if rows.Threads != 3 || rows.Total != 4 {
		t.Errorf("%d of %d", rows.Threads, rows.Total)
	}
}

func TestNaturalOrder(t *testing.T) {
	got := []string{"worker-10", "Worker-2", "worker-9", "a", "worker-02b", "", "worker"}
	slices.SortStableFunc(got, natural)
	want := []string{"", "a", "worker", "Worker-2", "worker-02b", "worker-9", "worker-10"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}
