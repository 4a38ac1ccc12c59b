package export

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/pprof/profile"

	"threadlens/model"
	"threadlens/model/classify"
	"threadlens/model/measure"
	"threadlens/model/measure/calltree"
	"threadlens/model/modeltest"
	"threadlens/timeline"
	"threadlens/timeline/paint"
)

// lockedTree is the blocking tree of the worked example of the model, in which one
// thread waits with a stack.
func lockedTree(t *testing.T) Stacks {
	t.Helper()
	src, err := os.ReadFile("../../ingest/text/testdata/7a.tltxt")
	if err != nil {
		t.Fatal(err)
	}
	tr := classify.Default().Apply(modeltest.Parse(t, "7a.tltxt", string(src)))
	s := Stacks{Trace: tr, Kind: calltree.TreeBlocking, Range: tr.Whole()}
	s.Trees = calltree.CallTrees(tr, calltree.TreeQuery{Kind: s.Kind, Range: s.Range, Threads: measure.Visible(tr)})
	return s
}

// TestProfileHoldsTheTrees reads a profile back: by category it holds the time and
// the waits of the trees, and the stack of the wait is in it, innermost first.
func TestProfileHoldsTheTrees(t *testing.T) {
	s := lockedTree(t)
	var b bytes.Buffer
	if err := s.WriteProfile(&b); err != nil {
		t.Fatal(err)
	}
	p, err := profile.Parse(bytes.NewReader(b.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	if p.DurationNanos != int64(s.Range.Len()) || p.SampleType[1].Type != "delay" || p.SampleType[1].Unit != "nanoseconds" {
		t.Errorf("%d ns of %v", p.DurationNanos, p.SampleType[1])
	}
	got, want := map[string]calltree.CallSum{}, map[string]calltree.CallSum{}
	stacks := ""
	for _, x := range p.Sample {
		c := x.Label["category"][0]
		sum := got[c]
		got[c] = calltree.CallSum{Time: sum.Time + model.Time(x.Value[1]), Count: sum.Count + x.Value[0]}
		for _, l := range x.Location {
			stacks += l.Line[0].Function.Name + "\n"
		}
	}
	for _, tree := range s.Trees {
		want[tree.Category.String()] = tree.Nodes[0].All
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	modules := map[string]bool{}
	for _, m := range p.Mapping {
		if modules[m.File] {
			t.Errorf("two mappings of %q", m.File)
		}
		modules[m.File] = true
	}
	if !strings.Contains(stacks, "clr!JIT_New\nmscorlib!Dictionary.Resize\nApp!Worker\n") {
		t.Errorf("the stack of the wait is missing:\n%s", stacks)
	}
}

// TestFlameGraph: bars are over the bar of which they are a part, neighbours do not overlap, and
// the picture names the category and a function.
func TestFlameGraph(t *testing.T) {
	s := lockedTree(t)
	g := FlameOf(s.Trace, s.Trees)
	var above [100]timeline.FlameBar
	var last [100]model.Time
	for _, b := range g.Bars {
		if d := b.Depth; d > 0 && (b.From < above[d-1].From || b.To > above[d-1].To) || b.From < last[d] {
			t.Errorf("%+v below %+v, after %d", b, above[max(d-1, 0)], last[d])
		}
		above[b.Depth], last[b.Depth] = b, b.To
	}
	if last[0] != g.Whole {
		t.Errorf("the roots end at %d of %d", last[0], g.Whole)
	}
	d := (&FlameGraph{Stacks: s, Title: "7a.tltxt", Palette: paint.NewPalette(false, false), Scale: 1, Width: 1600}).Draw()
	var b bytes.Buffer
	if err := d.Write(&b, SVG); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Where threads did not run", "Synchronization", "clr!JIT_New"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the picture does not say %q", want)
		}
	}
	s.Trees = nil
	empty := (&FlameGraph{Stacks: s, Palette: paint.NewPalette(true, false), Scale: 1, Width: 600}).Draw()
	if size := empty.Pixels().Rect.Size(); size.X != 600 || size.Y < 20 {
		t.Errorf("a graph of nothing is %v", size)
	}
}

// TestFlameGraphFadesTheRuntime: functions of the program stand out from those of the
// runtime.
func TestFlameGraphFadesTheRuntime(t *testing.T) {
	s := lockedTree(t)
	faint := map[string]bool{}
	for _, b := range FlameOf(s.Trace, s.Trees).Bars {
		faint[b.Name] = b.Faint
	}
	if f, ok := faint["App!Worker"]; f || !ok || !faint["clr!JIT_New"] || !faint["mscorlib!Dictionary.Resize"] {
		t.Errorf("faint are %v, want those of the runtime", faint)
	}
}
