package timeline

import (
	"fmt"
	"image"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"threadlens/model"
	"threadlens/model/modeltest"
)

// pool is a trace of 100 ms with one process: "busy" (1) runs, and each of the others
// does what its lines define; otherwise it waits for a futex, from the start unless it
// is "late".
func pool(t *testing.T, names string, lines ...string) *model.Trace {
	t.Helper()
	src := "threadlens-trace 1\ncpus 2\nspan 0us 100000us\nos linux\nprocess 7 \"app\" target\nthread 1 pid=7 name=\"busy\"\n"
	start := "0us cpu0 switch idle 1 preempt\n"
	for i, name := range strings.Fields(names) {
		src += fmt.Sprintf("thread %d pid=7 name=%q\n", i+2, name)
		if name == "late" {
			continue
		}
		start += fmt.Sprintf("%dns cpu1 switch idle %d preempt\n%dns cpu1 switch %d idle wait sub=Futex\n", 2*i, i+2, 2*i+1, i+2)
	}
	return modeltest.Parse(t, "pool", src+start+strings.Join(lines, "\n")+"\n100000us cpu0 switch 1 idle wait sub=Futex\n")
}

// rowsOf are the rows of a trace with folds, as text.
func rowsOf(tr *model.Trace, change func(*RowsOptions)) []string {
	opts := RowsOptions{Fold: true, SortWindow: tr.Whole()}
	change(&opts)
	return describe(BuildRows(tr, opts, NewMetrics(Comfortable, 1, 1)))
}

func TestFold(t *testing.T) {
	three := pool(t, "a b c")
	process := ProcessRow(three.Targets()[0])
	for _, c := range []struct {
		name   string
		tr     *model.Trace
		change func(*RowsOptions)
		want   string
	}{
		{"three", three, func(*RowsOptions) {}, "v app 7 4 of 4|  busy 1|> 3 idle threads 3 of 3"},
		{"opened", three, func(o *RowsOptions) { o.Expanded = map[RowKey]bool{process.Fold(): true} }, "v app 7 4 of 4|  busy 1|v 3 idle threads 3 of 3|  a 2|  b 3|  c 4"},
		{"two", pool(t, "a b"), func(*RowsOptions) {}, "v app 7 3 of 3|  busy 1|  a 2|  b 3"},
		{"not asked for", three, func(o *RowsOptions) { o.Fold = false }, "v app 7 4 of 4|  busy 1|  a 2|  b 3|  c 4"},
		{"nothing else", three, func(o *RowsOptions) { o.Hidden = map[model.ThreadIx]bool{thread(t, three, 1): true} }, "v app 7 3 of 4|  a 2|  b 3|  c 4|1 thread hidden (manually)"},
		{"filtered", three, func(o *RowsOptions) { o.Filter = search(t, "pid:7") }, "v app 7 4 of 4|  busy 1|  a 2|  b 3|  c 4"},
		{"named", pool(t, "a b c d"), func(o *RowsOptions) { o.Named = map[model.ThreadIx]bool{thread(t, three, 3): true} }, "v app 7 5 of 5|  busy 1|  b 3|> 3 idle threads 3 of 3"},
		{"collapsed", three, func(o *RowsOptions) { o.Expanded = map[RowKey]bool{process: false} }, "> app 7 4 of 4"},
		{"grouped", pool(t, "p-0 p-1 p-2 p-3", "50000us cpu1 switch idle 5 preempt\n60000us cpu1 switch 5 idle wait sub=Futex"), func(o *RowsOptions) { o.Group = GroupName }, "v busy 1 of 1|  busy 1|v p 4 of 4|  p-3 5|> 3 idle threads 3 of 3"},
	} {
		if got := strings.Join(rowsOf(c.tr, c.change), "|"); got != c.want {
			t.Errorf("%s (-want +got)\n%s", c.name, cmp.Diff(c.want, got))
		}
	}
}

// TestIdle: a thread is idle if it is busy for at most a hundredth of its life in the
// window. Waits for disks and lost events do not count as waiting for work.
func TestIdle(t *testing.T) {
	for _, c := range []struct {
		name, line string
		folded     int
	}{
		{"ran for 1 %", "50000us cpu1 switch idle 5 preempt\n50999us cpu1 switch 5 idle wait sub=Futex", 4},
		{"ran for more", "50000us cpu1 switch idle 5 preempt\n51001us cpu1 switch 5 idle wait sub=Futex", 3},
		{"was ready for more", "50000us cpu1 wake 5\n51001us cpu1 switch idle 5 preempt\n51002us cpu1 switch 5 idle wait sub=Futex", 3},
		{"waits for a disk", "50000us cpu1 switch idle 5 preempt\n50001us cpu1 switch 5 idle wait sub=Block", 3},
		{"first seen late", "90000us cpu1 wake 6\n90001us cpu1 switch idle 6 preempt\n90002us cpu1 switch 6 idle wait sub=Futex", 5},
		{"unknown", "50000us cpu1 loss 90000us", 0},
		{"lived for a moment", "50000us cpu1 start 9 pid=7\n50001us cpu1 switch idle 9 preempt\n50010us cpu1 switch 9 idle dead", 4},
	} {
		tr := pool(t, "a b c d late", c.line)
		got := strings.Join(rowsOf(tr, func(*RowsOptions) {}), "|")
		if want := fmt.Sprintf("> %d idle threads", c.folded); strings.Contains(got, "idle threads") != (c.folded > 0) || c.folded > 0 && !strings.Contains(got, want) {
			t.Errorf("%s: %s", c.name, got)
		}
		if lived := c.name == "lived for a moment"; lived && !strings.Contains(got, " 9|") {
			t.Errorf("a thread that ran all its life is folded: %s", got)
		}
	}
}

// TestFoldCounts: a fold changes no number and no list of threads.
func TestFoldCounts(t *testing.T) {
	tr := pool(t, "a b c")
	m := NewMetrics(Comfortable, 1, 1)
	folded := BuildRows(tr, RowsOptions{Fold: true, SortWindow: tr.Whole()}, m)
	plain := BuildRows(tr, RowsOptions{SortWindow: tr.Whole()}, m)
	if folded.Threads != plain.Threads || folded.Total != plain.Total || !slices.Equal(folded.Visible(), plain.Visible()) {
		t.Errorf("%d of %d, %v; without %d of %d, %v", folded.Threads, folded.Total, folded.Visible(), plain.Threads, plain.Total, plain.Visible())
	}
	if row, exact := folded.OfThread(thread(t, tr, 3)); row != 2 || exact {
		t.Errorf("a folded thread is in row %d, %v", row, exact)
	}
	for _, key := range []RowKey{ProcessRow(2), KernelRow, {Kind: RowGroup, Proc: model.NoProc, Common: "hot-"}} {
		if got := key.Fold().Above(); got != key {
			t.Errorf("above the fold of %v is %v", key, got)
		}
	}
}

// TestHitFold: a click anywhere on the name of a fold opens it, one on its lane does not.
func TestHitFold(t *testing.T) {
	s := sceneOf(t, pool(t, "a b c"), 900, 330, NewMetrics(Comfortable, 1, 1))
	s.Rows = BuildRows(s.Trace, RowsOptions{Fold: true, SortWindow: s.Trace.Whole()}, s.Metrics)
	y := s.LaneArea().Min.Y + s.Rows.Top(2) + 5
	for x, toggle := range map[int]bool{0: true, 200: true, s.gutter() - 1: true, s.gutter(): false} {
		if got := s.Hit(image.Pt(x, y)); got.Row != 2 || got.Toggle != toggle {
			t.Errorf("at %d: %+v", x, got)
		}
	}
}
