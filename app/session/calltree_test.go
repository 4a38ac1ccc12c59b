package session

import (
	"os"
	"strings"
	"testing"

	"threadlens/app/grid"
	"threadlens/app/session/query"
	"threadlens/model"
	"threadlens/model/measure/calltree"
	"threadlens/model/modeltest"
)

// callStory is a thread that waits for a lock in two places, and sleeps; another one
// wakes it. Both are sampled.
func callStory(t *testing.T) *model.Trace {
	t.Helper()
	src, err := os.ReadFile("testdata/calls.tltxt")
	if err != nil {
		t.Fatal(err)
	}
	return modeltest.Parse(t, "calls", string(src))
}

func openedCalls(t *testing.T) *Session {
	t.Helper()
	s := New()
	s.SetWidth(500)
	known, problems := Classify(callStory(t), "")
	if problems != nil {
		t.Fatal(problems)
	}
	s.Open(Source{}, known)
	return s
}

// calls are the trees of a choice.
func calls(t *testing.T, s *Session, c query.CallChoice, mine bool) *query.CallTrees {
	t.Helper()
	s.ChooseCalls(c)
	trees, err := s.CallQuery(mine).Run()
	if err != nil {
		t.Fatal(err)
	}
	return trees
}

// shown prints the rows of trees that are not folded: depth, and the columns.
func shown(s *Session, c *query.CallTrees) string {
	g := grid.New()
	g.Show(c.Content, s.GridScope())
	var b strings.Builder
	for i := range g.Len() {
		b.WriteString(strings.Repeat(" ", g.Depth(i)))
		for k := range g.Columns() {
			text, _ := g.Text(g.Row(i), k)
			b.WriteString(text + "|")
		}
		b.WriteString("\n")
	}
	return b.String()
}

func TestCallTreeRows(t *testing.T) {
	s := openedCalls(t)
	one := thread(t, s.Trace(), 1)
	for _, c := range []struct {
		name   string
		choice query.CallChoice
		noise  float64
		mine   bool
		want   string
	}{
		{
			"blocking",
			query.CallChoice{Kind: calltree.TreeBlocking, Category: model.Synchronization, Thread: model.NoThread},
			2, false,
			"Synchronization|2|160.000|0|pthread_mutex_lock||\n main|2|160.000|0|pthread_mutex_lock|app|\n" +
				"  put|1|110.000|0|pthread_mutex_lock|app|\n   pthread_mutex_lock|1|110.000|0|pthread_mutex_lock|libc.so.6|\n" +
				"    futex_wait|1|110.000|110.000|pthread_mutex_lock|kernel|\n  get|1|50.000|0|pthread_mutex_lock|app|\n",
		},
		{
			"with noise left out",
			query.CallChoice{Kind: calltree.TreeBlocking, Category: model.Synchronization, Thread: model.NoThread},
			40, true,
			"Synchronization|2|160.000|0|pthread_mutex_lock||\n main|2|160.000|0|pthread_mutex_lock|app|\n" +
				"  put|1|110.000|0|pthread_mutex_lock|app|\n   pthread_mutex_lock|1|110.000|110.000|pthread_mutex_lock|libc.so.6|\n",
		},
		{
			"execution of one",
			query.CallChoice{Kind: calltree.TreeExecution, Category: query.AllBlocking, Thread: one},
			0, false,
			"Execution|1|640.000|0||\n [no sample]|0|540.000|540.000||\n main|1|100.000|0|app|\n",
		},
		{
			"unblocking",
			query.CallChoice{Kind: calltree.TreeUnblocking, Category: model.Synchronization, Thread: model.NoThread},
			2, false,
			"Synchronization|2|160.000|0||\n [no stack]|1|110.000|110.000||\n done|1|50.000|0|app|\n",
		},
	} {
		s.SetNoise(c.noise)
		got := shown(s, calls(t, s, c.choice, c.mine))
		if got != c.want {
			t.Errorf("%s:\n%swant\n%s", c.name, got, c.want)
		}
	}
}

// TestCallTreeCellsAgree: copies equal the report, row by row.
func TestCallTreeCellsAgree(t *testing.T) {
	s := openedCalls(t)
	c := calls(t, s, query.CallChoice{Kind: calltree.TreeBlocking, Category: query.AllBlocking, Thread: model.NoThread}, false)
	if len(c.Trees) != 3 || len(c.Rows) != len(c.Content.Rows) || len(c.Rows) != len(c.Content.Table.Rows) {
		t.Fatalf("%d trees, %d rows of %d", len(c.Trees), len(c.Rows), len(c.Content.Table.Rows))
	}
	keys := map[string]bool{}
	for i := range c.Content.Rows {
		r := &c.Content.Rows[i]
		n := c.Trees[c.Rows[i].Tree].Nodes[c.Rows[i].Node]
		if r.Data[0].Int != r.Cells[2].Int || r.Data[3].Int != r.Cells[1].Int || r.Cells[0].Text != n.Name || keys[r.Key] {
			t.Errorf("row %d %+v of node %+v", i, r, n)
		}
		keys[r.Key] = true
	}
}

// TestInstancesOfCallTrees: stepping visits the waits of a function in order of time, and the tree
// stays that of the window in which it was computed.
func TestInstancesOfCallTrees(t *testing.T) {
	s := openedCalls(t)
	c := calls(t, s, query.CallChoice{Kind: calltree.TreeBlocking, Category: model.Synchronization, Thread: model.NoThread}, false)
	whole := s.Window()
	step, ok := c.Instance(c.Rows[1], calltree.Instance{}, 1)
	if !ok || step.Number != 1 || step.Count != 2 {
		t.Fatalf("%+v, %v", step, ok)
	}
	s.GoInstance(&c.Query, step.Instance, true)
	seg, _ := s.Segment()
	if seg.Range != (model.Range{From: 100 * ms, To: 150 * ms}) || s.Window() == whole || !s.CallsBehind() {
		t.Errorf("selected %v in %v", seg, s.Window())
	}
	if q := s.CallQuery(false); !q.Same(&c.Query) {
		t.Errorf("the trees are those of %v", q.Window)
	}
	if text := c.Query.InstanceText(step); text != "Instance 1 of 2: one 1, 50.0 ms at 100.000 ms" {
		t.Errorf("it is described as %q", text)
	}
	s.CatchUpCalls()
	if q := s.CallQuery(false); q.Window != s.Scope() || s.CallsBehind() {
		t.Errorf("the trees are those of %v", q.Window)
	}
	s.GoInstance(&c.Query, step.Instance, true)
	s.ShowWhole()
	if q := s.CallQuery(false); q.Window != s.Scope() {
		t.Errorf("in another window the trees are those of %v", q.Window)
	}
}

// TestChosenCallTrees: the title names whose trees are shown, and a newly opened trace begins with
// those of all threads; the noise stays.
func TestChosenCallTrees(t *testing.T) {
	s := openedCalls(t)
	if q := s.CallQuery(false); q.Of() != "2 threads · 0.000 – 1\u2009000.000 ms" {
		t.Errorf("of %q", q.Of())
	}
	s.ChooseCalls(query.CallChoice{Kind: calltree.TreeExecution, Category: query.AllBlocking, Thread: thread(t, s.Trace(), 2)})
	if q := s.CallQuery(false); !strings.HasPrefix(q.Of(), "two 2 · ") || len(q.Threads) != 1 {
		t.Errorf("of %q", q.Of())
	}
	s.SetNoise(500)
	s.Open(Source{}, callStory(t))
	if s.Noise() != 99 || s.CallChoice().Thread != model.NoThread {
		t.Errorf("noise %v, choice %+v", s.Noise(), s.CallChoice())
	}
}

// TestCallTreesAreLowerBounds: where events were lost, the trees are marked as lower bounds.
func TestCallTreesAreLowerBounds(t *testing.T) {
	src, err := os.ReadFile("testdata/calls.tltxt")
	if err != nil {
		t.Fatal(err)
	}
	s := New()
	s.SetWidth(500)
	s.Open(Source{}, modeltest.Parse(t, "lost", string(src)+"800ms cpu0 loss 900ms n=7\n"))
	got := shown(s, calls(t, s, query.CallChoice{Kind: calltree.TreeBlocking, Category: model.Sleep, Thread: model.NoThread}, false))
	want := "Sleep|≥ 1|≥ 100.000|0||\n main|≥ 1|≥ 100.000|0|app|\n  nanosleep|≥ 1|≥ 100.000|≥ 100.000|libc.so.6|\n"
	if got != want {
		t.Errorf("%swant\n%s", got, want)
	}
	c := calls(t, s, query.CallChoice{Kind: calltree.TreeBlocking, Category: model.Sleep, Thread: model.NoThread}, false)
	if text := c.NodeText(c.Rows[1]); text[1] != "≥ 100 ms, 100% of Sleep, 1 instance" {
		t.Errorf("a node is described as %q", text)
	}
}

// TestCallTreeUnfoldsHalves: nodes with at least half of a tree's time are unfolded by default,
// others are not.
func TestCallTreeUnfoldsHalves(t *testing.T) {
	for second, want := range map[string]string{"700": "", "701": " f", "699": " g"} {
		s := openedWith(t, `threadlens-trace 1
cpus 1
span 0us 1000us
os linux
process 7 "app" target
thread 1 pid=7
stack 1 "app!f" "app!main"
stack 2 "app!g" "app!main"
0us cpu0 switch idle 1 preempt
100us cpu0 switch 1 idle wait sub=Futex stack=1
300us cpu0 switch idle 1 preempt
500us cpu0 switch 1 idle wait sub=Futex stack=2
`+second+`us cpu0 switch idle 1 preempt
`)
		c := calls(t, s, query.CallChoice{Kind: calltree.TreeBlocking, Category: model.Synchronization, Thread: model.NoThread}, false)
		folded := ""
		for i := range c.Content.Rows {
			if r := &c.Content.Rows[i]; !r.Open {
				folded += " " + r.Cells[0].Display
			}
		}
		if folded != want {
			t.Errorf("200 µs in f and up to %s µs in g: %q is folded, want %q", second, folded, want)
		}
	}
}

// TestFindInCallTrees: the path of each node of all trees leads back to it, and a path of
// another category nowhere.
func TestFindInCallTrees(t *testing.T) {
	s := openedCalls(t)
	trees := calls(t, s, query.CallChoice{Kind: calltree.TreeBlocking, Category: query.AllBlocking, Thread: model.NoThread}, false)
	if len(trees.Trees) < 2 {
		t.Fatalf("%d trees", len(trees.Trees))
	}
	for i := range trees.Trees {
		for k := range trees.Trees[i].Nodes {
			if got, ok := trees.Find(trees.Trees[i].Path(k)); !ok || got.Tree != i || got.Node != k {
				t.Errorf("node %d of tree %d: found node %d of tree %d, %v", k, i, got.Node, got.Tree, ok)
			}
		}
		other := trees.Trees[i].Path(0)
		other.Sampled = !other.Sampled
		if _, ok := trees.Find(other); ok {
			t.Errorf("tree %d is found with samples", i)
		}
	}
	if _, ok := trees.Find(calltree.CallPath{Category: model.UIProcessing}); ok {
		t.Error("a tree that is not there is found")
	}
}
