package report_test

import (
	"math/rand/v2"
	"testing"

	"threadlens/model"
	"threadlens/model/measure/calltree"
	"threadlens/model/modeltest"
)

// TestCallInstances: the instances of a node are in order of time, cyclic, and
// numbered.
func TestCallInstances(t *testing.T) {
	q := calltree.TreeQuery{Kind: calltree.TreeBlocking}
	tr, trees := calledTrees(t, q)
	one := threadOf(t, tr, 1)
	q.Range, q.Threads = tr.Whole(), []model.ThreadIx{one}
	at := func(from, to float64) calltree.Instance {
		return calltree.Instance{Range: model.Range{From: us(from), To: us(to)}, Thread: one}
	}
	main := trees[0].Path(1)
	equal(t, "path", main.Names[0], "app!main")
	for _, c := range []struct {
		name       string
		path       calltree.CallPath
		from       calltree.Instance
		dir        int
		want       calltree.Instance
		number, of int64
	}{
		{"from before all", main, calltree.Instance{}, 1, at(100, 150), 1, 2},
		{"the next", main, at(100, 150), 1, at(300, 410), 2, 2},
		{"round", main, at(300, 410), 1, at(100, 150), 1, 2},
		{"back", main, at(300, 410), -1, at(100, 150), 1, 2},
		{"back round", main, at(100, 150), -1, at(300, 410), 2, 2},
		{"itself", main, at(300, 410), 0, at(300, 410), 2, 2},
		{"of the whole tree", trees[1].Path(0), calltree.Instance{}, 1, at(600, 700), 1, 1},
		{"of a branch", trees[0].Path(2), at(100, 150), 1, at(300, 410), 1, 1},
	} {
		got, ok := calltree.CallInstance(tr, q, c.path, c.from, c.dir)
		if !ok || got.Instance != c.want || got.Number != c.number || got.Count != c.of {
			t.Errorf("%s: %+v %v, want %+v, %d of %d", c.name, got, ok, c.want, c.number, c.of)
		}
	}
	if got, ok := calltree.CallInstance(tr, q, main, at(1, 2), 0); ok {
		t.Errorf("what is no instance is %+v", got)
	}
	if got, ok := calltree.CallInstance(tr, q, calltree.CallPath{Category: model.Synchronization, Names: []string{"app!nobody"}}, at(1, 2), 1); ok {
		t.Errorf("a function that nobody called has %+v", got)
	}
}

// TestInstancesAreCounted: every node has as many instances as it counts, they add
// up to its time, and the longest is one of them.
func TestInstancesAreCounted(t *testing.T) {
	ps := modeltest.Perturbations()
	for seed := range uint64(40) {
		rng := rand.New(rand.NewPCG(seed, 11))
		m := modeltest.Simulate(seed, modeltest.RandomShape(rng))
		m.Events = withStacks(rng, m)
		tr := modeltest.Build(m.CPUs, m.End, ps[int(seed)%len(ps)].Apply(m, rng))
		for stacks := &tr.Tables.Stacks; rng.IntN(mostStacks) > 0; {
			stacks.Push(model.StackID(rng.IntN(stacks.Len()+1)), model.Frame{Addr: uint64(rng.IntN(4) + 1), Kernel: rng.IntN(2) > 0})
		}
		for kind := calltree.TreeExecution; kind <= calltree.TreeUnblocking; kind++ {
			q := calltree.TreeQuery{Kind: kind, Range: randomRange(rng, tr), Threads: randomThreads(rng, tr), Mine: rng.IntN(2) > 0}
			for _, tree := range calltree.CallTrees(tr, q) {
				instancesAddUp(t, tr, q, &tree, rng.IntN(len(tree.Nodes)))
			}
		}
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

// instancesAddUp walks the instances of a node.
func instancesAddUp(t *testing.T, tr *model.Trace, q calltree.TreeQuery, tree *calltree.CallTree, node int) {
	t.Helper()
	n, path := &tree.Nodes[node], tree.Path(node)
	var time model.Time
	longest, count := n.Longest.Thread == model.NoThread, int64(0)
	from := calltree.Instance{Range: model.Range{From: -1}}
	for ; count < n.All.Count; count++ {
		step, ok := calltree.CallInstance(tr, q, path, from, 1)
		if !ok || step.Number != count+1 || step.Count != n.All.Count {
			t.Errorf("%v of %q: instance %d is %+v, %v", q.Kind, path.Names, count+1, step, ok)
			return
		}
		time += step.Len()
		longest = longest || step.Instance == n.Longest
		from = step.Instance
	}
	if q.Kind != calltree.TreeExecution && time != n.All.Time || !longest {
		t.Errorf("%v of %q: %d ns of %d, the longest among them: %v", q.Kind, path.Names, time, n.All.Time, longest)
	}
}
