package report_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/measure/blocking"
	"threadlens/model/modeltest"
)

// example reads the trace of a worked example of the model.
func example(t *testing.T, name string) *model.Trace {
	t.Helper()
	a, err := txtar.ParseFile("../testdata/" + name + ".txtar")
	if err != nil {
		t.Fatal(err)
	}
	return modeltest.Parse(t, name+".tltxt", string(a.Files[0].Data))
}

// hops writes a path, one hop per line: thread, label and length in units of ns.
func hops(tr *model.Trace, p *blocking.CriticalPath, unit model.Time) []string {
	var list []string
	for i := range p.Hops {
		h := &p.Hops[i]
		list = append(list, fmt.Sprintf("%d %s %v", tr.Threads[h.Thread].TID, h.Label(), float64(h.Len())/float64(unit)))
	}
	return list
}

func TestCriticalPath55(t *testing.T) {
	tr := example(t, "s55")
	p := blocking.CriticalPathOf(tr, threadOf(t, tr, 1), model.Range{To: 190_000}, false)
	equal(t, "5.5", hops(tr, p, 1000), []string{
		"1 Running 20", "2 Running 10", "2 Wait.Isr.IO 51", "2 Ready 4", "2 Running 25", "3 Wait.Timer.Sleep 10", "3 Ready 2",
		"3 Running 18", "2 Ready 3", "2 Running 27", "1 Ready 5", "1 Running 15",
	})
	p = blocking.CriticalPathOf(tr, threadOf(t, tr, 1), model.Range{To: 190_000}, true)
	equal(t, "5.5, causes followed", hops(tr, p, 1000), []string{
		"3 Unresolved 20", "3 Running 40", "3 Wait.Timer.Sleep 60", "3 Ready 2", "3 Running 18", "2 Ready 3", "2 Running 27",
		"1 Ready 5", "1 Running 15",
	})
}

func TestCriticalPath7A(t *testing.T) {
	tr, s := seven(t)
	p := blocking.CriticalPathOf(tr, s[1], model.Range{To: us(262050)}, false)
	equal(t, "6420", hops(tr, p, 1000), []string{
		"6420 Running 2000", "6920 Running 98000", "6920 Preempted 771.8", "6920 Running 151228.2", "6420 Ready 50",
		"6420 Running 5950", "6420 Preempted 100", "6420 Running 3950",
	})
	p = blocking.CriticalPathOf(tr, s[2], model.Range{From: us(40000), To: us(255000)}, false)
	equal(t, "4664", hops(tr, p, 1000), []string{"4664 Wait.Timer.Sleep 200000", "4664 Ready 12025", "4664 Running 2975"})
}

// TestCriticalPathOverGap takes a hop over the time in which events were lost, and does
// not follow the wake of a wait that the gap hides.
func TestCriticalPathOverGap(t *testing.T) {
	tr := example(t, "c11")
	p := blocking.CriticalPathOf(tr, threadOf(t, tr, 3), tr.Whole(), false)
	equal(t, "C11", hops(tr, p, 1000), []string{
		"3 Wait.unresolved 40", "3 Unknown (events lost) 10", "3 Unknown (events lost) 30", "3 Running 20",
	})
	tr = example(t, "c07")
	p = blocking.CriticalPathOf(tr, threadOf(t, tr, 1), tr.Whole(), false)
	equal(t, "C7", hops(tr, p, 1000), []string{
		"1 Running 10", "2 Running 20", "1 Unknown (events lost) 20", "1 Wait.unresolved 50",
	})
}

// TestCriticalPathOfFork goes from a thread that was created in the window to its
// creator.
func TestCriticalPathOfFork(t *testing.T) {
	tr := example(t, "b05")
	p := blocking.CriticalPathOf(tr, threadOf(t, tr, 9), tr.Whole(), false)
	got := strings.Join(hops(tr, p, 1000), ", ")
	if !strings.HasPrefix(got, "1 Running ") || !strings.Contains(got, ", 9 Ready 8, 9 Running 21, 9 Ended ") {
		t.Errorf("the path of a forked thread is %s", got)
	}
}

// TestCriticalPathReport: the rows of threads add up to the window, those of labels
// to their threads, and the hops to the window.
func TestCriticalPathReport(t *testing.T) {
	tr, _ := seven(t)
	table := run(t, "critical-path", tr, measure.Scope{Range: model.Range{To: us(262050)}})
	want := map[uint8]int64{0: int64(us(262050)), 1: int64(us(262050))}
	got := map[uint8]int64{}
	for i, row := range table.Rows {
		got[table.Levels[i]] += row[3].Int
	}
	equal(t, "sums of the levels", got, want)
	if !strings.Contains(table.Notes[0], "6920, which ran longest") {
		t.Errorf("whose path: %s", table.Notes[0])
	}
	equal(t, "sum of the hops", sum(column(t, run(t, "critical-hops", tr, measure.Scope{Range: model.Range{To: us(262050)}}), "length_ns")), int64(us(262050)))
	one := run(t, "critical-path", tr, measure.Scope{Threads: []model.ThreadIx{threadOf(t, tr, 6420)}})
	if !strings.HasPrefix(one.Notes[0], "Critical path of ") || strings.Contains(one.Notes[0], "longest") {
		t.Errorf("whose path: %s", one.Notes[0])
	}
}

// TestCriticalPathTiles checks on random damaged traces that the hops tile the window.
func TestCriticalPathTiles(t *testing.T) {
	ps := modeltest.Perturbations()
	for i := range 300 {
		seed := uint64(i)
		rng := rand.New(rand.NewPCG(seed, 15))
		m := modeltest.Simulate(seed, modeltest.RandomShape(rng))
		tr := modeltest.Build(m.CPUs, m.End, ps[i%len(ps)].Apply(m, rng))
		for ix := range tr.Threads {
			pathTiles(t, tr, model.ThreadIx(ix), tr.Whole())
			pathTiles(t, tr, model.ThreadIx(ix), randomRange(rng, tr))
		}
		if t.Failed() {
			t.Fatalf("seed %d, %v", seed, ps[i%len(ps)])
		}
	}
}

// pathTiles checks both paths of a thread.
func pathTiles(t *testing.T, tr *model.Trace, ix model.ThreadIx, r model.Range) {
	t.Helper()
	for _, follow := range []bool{false, true} {
		if err := modeltest.CheckPath(tr, blocking.CriticalPathOf(tr, ix, r, follow)); err != nil {
			t.Error(err)
		}
	}
}
