package export

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"threadlens/app/export/profiles"
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
func lockedTree(t *testing.T) profiles.Stacks {
	t.Helper()
	src, err := os.ReadFile("../../ingest/text/testdata/7a.tltxt")
	if err != nil {
		t.Fatal(err)
	}
	tr := classify.Default().Apply(modeltest.Parse(t, "7a.tltxt", string(src)))
	s := profiles.Stacks{Trace: tr, Kind: calltree.TreeBlocking, Range: tr.Whole()}
	s.Trees = calltree.CallTrees(tr, calltree.TreeQuery{Kind: s.Kind, Range: s.Range, Threads: measure.Visible(tr)})
	return s
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
