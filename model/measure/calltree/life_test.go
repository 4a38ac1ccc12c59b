package calltree_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"threadlens/model"
	"threadlens/model/classify"
	"threadlens/model/measure"
	"threadlens/model/measure/calltree"
	"threadlens/model/modeltest"
)

// TestLives: the stretches of a thread are in order, tile its life but for interrupts, and take as long by
// category as Trace.Sums, and by stack as the call trees.
func TestLives(t *testing.T) {
	traces := map[string]*model.Trace{"7a": worked(t)}
	for seed := range uint64(20) {
		traces[fmt.Sprint("world ", seed)] = modeltest.Parse(t, "world.tltxt", modeltest.World(seed))
	}
	for name, tr := range traces {
		whole := tr.Whole()
		for _, r := range []model.Range{whole, {From: whole.Len() / 3, To: whole.Len() / 2}} {
			got := livesByPath(t, name, tr, r)
			for _, kind := range []calltree.TreeKind{calltree.TreeExecution, calltree.TreeBlocking} {
				for _, tree := range calltree.CallTrees(tr, calltree.TreeQuery{Kind: kind, Range: r, Threads: measure.Visible(tr)}) {
					for i, n := range tree.Nodes {
						path := tree.Category.Title() + ";" + strings.Join(tree.Path(i).Names, ";")
						if n.Own.Time != got[path] {
							t.Errorf("%s: %s takes %d, want %d", name, path, got[path], n.Own.Time)
						}
						delete(got, path)
					}
				}
			}
			for path := range got {
				if c, _, _ := strings.Cut(path, ";"); c != "Ready" && c != "Interrupt" && c != "Unknown" && got[path] > 0 {
					t.Errorf("%s: no tree has %s", name, path)
				}
			}
		}
	}
}

// livesByPath are the times of all stretches by category and functions; those of each thread must be in order and
// add up to its sums.
func livesByPath(t *testing.T, name string, tr *model.Trace, r model.Range) map[string]model.Time {
	t.Helper()
	lives, functions := calltree.NewLives(tr, r), calltree.NewFunctions(tr, false)
	got := map[string]model.Time{}
	for _, ix := range measure.Visible(tr) {
		var sums model.Sums
		last := r.From
		for _, s := range lives.Of(ix) {
			if s.From < last || s.To > r.To {
				t.Errorf("%s: %v after %d in %v", name, s, last, r)
			}
			last = s.From
			sums[s.Category] += s.Time
			got[s.Category.Title()+";"+strings.Join(functions.Of(s.Stack, s.Instead), ";")] += s.Time
		}
		if diff := cmp.Diff(tr.Sums(ix, r), sums); diff != "" {
			t.Errorf("%s, thread %d (-want +got)\n%s", name, ix, diff)
		}
	}
	return got
}

// worked is the worked example of the model.
func worked(t *testing.T) *model.Trace {
	t.Helper()
	src, err := os.ReadFile("../../../ingest/text/testdata/7a.tltxt")
	if err != nil {
		t.Fatal(err)
	}
	return classify.Default().Apply(modeltest.Parse(t, "7a.tltxt", string(src)))
}

// TestLivesOfSamples: between two context switches a sample stands for the time up to the next; without a sample
// the place is not known; interrupts count on their own. Samples on a CPU without switches stand for a period.
func TestLivesOfSamples(t *testing.T) {
	const head = "threadlens-trace 1\ncpus 1\nspan 0ms 100ms\nos linux\nprocess 10 app target\nthread 11 pid=10\nstack 1 app!a\nstack 2 app!b app!a\n"
	for _, x := range []struct{ name, src, want string }{
		{
			"switches", head + "0ms cpu0 switch idle 11 wait\n10ms cpu0 sample 11 stack=1\n15ms cpu0 irq 17ms isr\n20ms cpu0 sample 11 stack=2\n" +
				"40ms cpu0 switch 11 idle wait linux=S\n60ms cpu0 wake 11\n70ms cpu0 switch idle 11 wait\n90ms cpu0 switch 11 idle preempt\n",
			"0-40 Interrupt 2 []\n0-20 Execution 18 [app!a]\n20-40 Execution 20 [app!a app!b]\n40-60 Unclassified 20 [[no stack]]\n" +
				"60-70 Dispatch 10 []\n70-90 Execution 20 [[no sample]]\n90-100 Preemption 10 [[no stack]]\n",
		},
		{
			"samples", head + "sampleperiod 3ms\n20ms cpu0 sample 11 stack=2\n30ms cpu0 sample 11\n",
			"0-100 Unknown 100 []\n20-23 sampled Execution 3 [app!a app!b]\n30-33 sampled Execution 3 [[no stack]]\n",
		},
	} {
		tr := modeltest.Parse(t, x.name, x.src)
		lives, functions := calltree.NewLives(tr, tr.Whole()), calltree.NewFunctions(tr, false)
		var got strings.Builder
		for _, ix := range measure.Visible(tr) {
			for _, s := range lives.Of(ix) {
				sampled := ""
				if s.Sampled {
					sampled = "sampled "
				}
				fmt.Fprintf(&got, "%d-%d %s%s %d %v\n", s.From/1e6, s.To/1e6, sampled, s.Category, s.Time/1e6, functions.Of(s.Stack, s.Instead))
			}
		}
		if got.String() != x.want {
			t.Errorf("%s: got\n%s", x.name, got.String())
		}
	}
}
