package report_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/measure/calltree"
	"threadlens/model/modeltest"
)

// called is a trace of two threads on one CPU: 1 waits for a lock in two places,
// and sleeps; 2 wakes it, once from an interrupt. 1 is sampled.
const called = `threadlens-trace 1
cpus 1
span 0us 1000us
os linux
process 7 "app" target
thread 1 pid=7 name="one"
thread 2 pid=7 name="two"
stack 1 "kernel!futex" "libc.so.6!lock+0x10" "app!get" "app!main"
stack 2 "kernel!futex" "libc.so.6!lock+0x20" "app!put" "app!main"
stack 3 "libc.so.6!nanosleep" "app!main"
stack 4 "app!hot" "app!main"
stack 5 "app!cold" "app!main"
stack 6 "libc.so.6!unlock" "app!done"
0us cpu0 exists 1 state=running
50us cpu0 sample 1 stack=4
100us cpu0 switch 1 2 wait sub=Futex stack=1
150us cpu0 wake 1 stack=6
200us cpu0 switch 2 1 preempt
220us cpu0 sample 1 stack=5
240us cpu0 sample 1 stack=4
300us cpu0 switch 1 2 wait sub=Futex stack=2
400us cpu0 irq 420us isr
410us cpu0 wake 1
450us cpu0 switch 2 1 preempt
500us cpu0 irq 510us isr
600us cpu0 switch 1 idle wait sub=Sleep stack=3
700us cpu0 wake 1 ctx=timer
710us cpu0 switch idle 1 preempt
`

// outline writes a tree, one node per line: its depth and name, and times in µs
// with counts, inclusive and exclusive.
func outline(tree calltree.CallTree, noise float64) string {
	var b strings.Builder
	for _, n := range tree.Shown(noise) {
		fmt.Fprintf(&b, "%s%s %d/%d %d/%d\n", strings.Repeat(" ", n.Depth), n.Name,
			n.All.Time/1000, n.All.Count, n.Own.Time/1000, n.Own.Count)
	}
	return b.String()
}

func calledTrees(t *testing.T, q calltree.TreeQuery) (*model.Trace, []calltree.CallTree) {
	t.Helper()
	tr := modeltest.Parse(t, "called.tltxt", called)
	if q.Range == (model.Range{}) {
		q.Range = tr.Whole()
	}
	q.Threads = []model.ThreadIx{threadOf(t, tr, 1)}
	return tr, calltree.CallTrees(tr, q)
}

func TestBlockingTree(t *testing.T) {
	tr, trees := calledTrees(t, calltree.TreeQuery{Kind: calltree.TreeBlocking})
	if len(trees) != 2 || trees[0].Category != model.Synchronization || trees[1].Category != model.Sleep {
		t.Fatalf("trees of %v", trees)
	}
	equal(t, "synchronization", outline(trees[0], 0), `Synchronization 160/2 0/0
 app!main 160/2 0/0
  app!put 110/1 0/0
   libc.so.6!lock 110/1 0/0
    kernel!futex 110/1 110/1
  app!get 50/1 0/0
   libc.so.6!lock 50/1 0/0
    kernel!futex 50/1 50/1
`)
	equal(t, "longest", trees[0].Nodes[1].Longest, calltree.Instance{Range: model.Range{From: us(300), To: us(410)}, Thread: threadOf(t, tr, 1)})
	equal(t, "noise", outline(trees[0], 40), `Synchronization 160/2 0/0
 app!main 160/2 0/0
  app!put 110/1 0/0
   libc.so.6!lock 110/1 0/0
    kernel!futex 110/1 110/1
`)
	_, trees = calledTrees(t, calltree.TreeQuery{
		Kind: calltree.TreeBlocking, Mine: true, Range: model.Range{From: us(120), To: us(650)}, Categories: []model.Category{model.Synchronization},
	})
	if len(trees) != 1 {
		t.Fatalf("%d trees of one category", len(trees))
	}
	equal(t, "my code in a window", outline(trees[0], 0), `Synchronization 140/2 0/0
 app!main 140/2 0/0
  app!put 110/1 0/0
   libc.so.6!lock 110/1 110/1
  app!get 30/1 0/0
   libc.so.6!lock 30/1 30/1
`)
}

func TestUnblockingTree(t *testing.T) {
	_, trees := calledTrees(t, calltree.TreeQuery{Kind: calltree.TreeUnblocking})
	if len(trees) != 2 {
		t.Fatalf("%d trees", len(trees))
	}
	equal(t, "synchronization", outline(trees[0], 0), `Synchronization 160/2 0/0
 [by interrupt] 110/1 110/1
 app!done 50/1 0/0
  libc.so.6!unlock 50/1 50/1
`)
	equal(t, "sleep", outline(trees[1], 0), "Sleep 100/1 0/0\n [by timer] 100/1 100/1\n")
}

// TestExecutionTree: a sample stands for the time up to the next one, the first of
// a stretch also for the time before it, and interrupts are not execution.
func TestExecutionTree(t *testing.T) {
	_, trees := calledTrees(t, calltree.TreeQuery{Kind: calltree.TreeExecution})
	equal(t, "execution", outline(trees[0], 0), `Execution 630/3 0/0
 [no sample] 430/0 430/0
 app!main 200/3 0/0
  app!hot 160/2 160/2
  app!cold 40/1 40/1
`)
	for names, want := range map[string]bool{
		"app!main": true, "app!main|app!cold": true, "[no sample]": true, "[no sample]|app!main": false, "app!cold": false, "app!main|app!hot|app!cold": false,
	} {
		node, ok := trees[0].Find(strings.Split(names, "|"))
		if path := strings.Join(trees[0].Path(node).Names, "|"); ok != want || ok && path != names {
			t.Errorf("%q is found at %q: %v", names, path, ok)
		}
	}
	_, trees = calledTrees(t, calltree.TreeQuery{Kind: calltree.TreeExecution, Range: model.Range{From: us(60), To: us(230)}})
	equal(t, "in a window", outline(trees[0], 0), `Execution 70/2 0/0
 app!main 70/2 0/0
  app!hot 40/1 40/1
  app!cold 30/1 30/1
`)
}

// TestCallTreesAddUp: a tree holds what the profile shows for its category, also in
// halves of the window, and every node includes those below it.
func TestCallTreesAddUp(t *testing.T) {
	ps := modeltest.Perturbations()
	for i := range 200 {
		seed := uint64(i)
		rng := rand.New(rand.NewPCG(seed, 10))
		m := modeltest.Simulate(seed, modeltest.RandomShape(rng))
		m.Events = withStacks(rng, m)
		tr := modeltest.Build(m.CPUs, m.End, ps[i%len(ps)].Apply(m, rng))
		for stacks := &tr.Tables.Stacks; rng.IntN(mostStacks) > 0; { // equal ones are joined: some events have stacks that do not exist
			stacks.Push(model.StackID(rng.IntN(stacks.Len()+1)), model.Frame{Addr: uint64(rng.IntN(4) + 1)})
		}
		list, r := randomThreads(rng, tr), randomRange(rng, tr)
		treesAddUp(t, tr, list, r, rng)
		if t.Failed() {
			t.Fatalf("seed %d, %v", seed, ps[i%len(ps)])
		}
	}
}

// mostStacks is the number of stacks of a random trace.
const mostStacks = 8

// withStacks gives the events of a machine random stacks, and adds samples of
// running threads.
func withStacks(rng *rand.Rand, m *modeltest.Machine) []model.Event {
	var list []model.Event
	runs := make([]model.TID, m.CPUs)
	for i, e := range m.Events {
		if e.Kind == model.KindSwitch || e.Kind == model.KindWake {
			e.Stack = model.StackID(rng.IntN(mostStacks))
		}
		list = append(list, e)
		if e.Kind == model.KindSwitch {
			runs[e.CPU] = e.Other
		}
		if i+1 < len(m.Events) && rng.IntN(3) == 0 && runs[e.CPU] != 0 {
			list = append(list, model.Event{
				Kind: model.KindSample, Time: (e.Time + m.Events[i+1].Time) / 2, CPU: e.CPU, TID: runs[e.CPU],
				PID: model.NoPID, Stack: model.StackID(rng.IntN(mostStacks)),
			})
		}
	}
	return list
}

func treesAddUp(t *testing.T, tr *model.Trace, list []model.ThreadIx, r model.Range, rng *rand.Rand) {
	t.Helper()
	sums := func(kind calltree.TreeKind, r model.Range) (s model.Sums) {
		for _, tree := range calltree.CallTrees(tr, calltree.TreeQuery{Kind: kind, Threads: list, Range: r}) {
			if !tree.Sampled { // which is not time in the profile
				s[tree.Category] = tree.Nodes[0].All.Time
			}
			nodesAddUp(t, tree.Nodes)
		}
		return s
	}
	mid := r.From + model.Time(rng.Int64N(int64(r.Len())))
	profile := tr.Profile(list, r)
	for _, kind := range []calltree.TreeKind{calltree.TreeExecution, calltree.TreeBlocking, calltree.TreeUnblocking} {
		got := sums(kind, r)
		halves, other := sums(kind, model.Range{From: r.From, To: mid}), sums(kind, model.Range{From: mid, To: r.To})
		halves.Add(&other)
		equal(t, fmt.Sprintf("I18: %v trees of halves", kind), halves, got)
		for _, c := range treeCategories[kind] {
			if got[c] != profile[c] {
				t.Errorf("%v tree of %v holds %d, the profile %d", kind, c, got[c], profile[c])
			}
		}
	}
}

// treeCategories are the categories for which a tree holds the same time as the
// profile.
var treeCategories = map[calltree.TreeKind][]model.Category{
	calltree.TreeExecution:  {model.Execution},
	calltree.TreeBlocking:   {model.Synchronization, model.IO, model.Sleep, model.MemoryManagement, model.Preemption, model.UIProcessing},
	calltree.TreeUnblocking: {model.Synchronization, model.IO, model.Sleep, model.MemoryManagement, model.UIProcessing},
}

// nodesAddUp: each node is its own time and that of the nodes below it, and no
// longer instance is below it.
func nodesAddUp(t *testing.T, nodes []calltree.CallNode) {
	t.Helper()
	sums := make([]calltree.CallSum, len(nodes))
	for i := len(nodes) - 1; i >= 0; i-- {
		n := &nodes[i]
		if n.Parent >= i || n.All.Time != n.Own.Time+sums[i].Time || n.All.Count != n.Own.Count+sums[i].Count {
			t.Fatalf("node %d %+v: below it %+v", i, n, sums[i])
		}
		if i > 0 {
			up := &sums[n.Parent]
			up.Time += n.All.Time
			up.Count += n.All.Count
			if nodes[n.Parent].Longest.Len() < n.Longest.Len() || nodes[n.Parent].Depth != n.Depth-1 {
				t.Fatalf("node %d %+v below %+v", i, n, nodes[n.Parent])
			}
		}
	}
}
