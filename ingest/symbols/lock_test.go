package symbols_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"threadlens/ingest"
	"threadlens/ingest/internal/recorded"
	"threadlens/ingest/symbols"
	"threadlens/model"
	"threadlens/model/classify"
	"threadlens/model/measure"
	"threadlens/model/measure/calltree"
)

// TestLockFunction: among the functions in which the workload's threads waited, the hottest is its
// own that takes the lock, and nearly all waits of the threads that it started are below it.
func TestLockFunction(t *testing.T) {
	dir := recorded.Path(t, "linux")
	tr, err := ingest.Load(t.Context(), filepath.Join(dir, "perf", "mutex_busy_g_futex.perf.data"), ingest.Options{})
	if err != nil {
		t.Fatal(err)
	}
	bin := filepath.Join(dir, "workloads", "bin")
	tr, err = symbols.Resolve(t.Context(), tr, symbols.Options{Paths: []string{bin, filepath.Join(dir, "workloads", "kallsyms.gz")}})
	if err != nil {
		t.Fatal(err)
	}
	rules, problems := classify.Load("")
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	tr = rules.Apply(tr)
	started := slices.DeleteFunc(measure.Visible(tr), func(ix model.ThreadIx) bool { return !strings.HasPrefix(tr.Threads[ix].Name(), "mtx-") })
	trees := calltree.CallTrees(tr, calltree.TreeQuery{
		Kind: calltree.TreeBlocking, Range: tr.Whole(), Threads: started, Categories: []model.Category{model.Synchronization},
	})
	if len(trees) != 1 {
		t.Fatalf("%d trees", len(trees))
	}
	nodes := trees[0].Nodes
	hottest := nodes[0]
	hottest.All = calltree.CallSum{}
	for _, n := range nodes {
		if tr.String(n.Frame.Module) == "mutex_contend" && n.All.Time > hottest.All.Time {
			hottest = n
		}
	}
	t.Logf("%s: %d waits, %s of %s", hottest.Name, hottest.All.Count, measure.Duration(hottest.All.Time), measure.Duration(nodes[0].All.Time))
	if hottest.Name != "mutex_contend!worker" || hottest.All.Time*100 < nodes[0].All.Time*95 || hottest.All.Count < 100 {
		t.Errorf("the hottest function of the program is %s: %+v of %+v", hottest.Name, hottest.All, nodes[0].All)
	}
}
