package export

import (
	"bytes"
	"strings"
	"testing"

	"threadlens/model/measure/calltree"
	"threadlens/model/modeltest"
	"threadlens/model/report"
	"threadlens/timeline"
	"threadlens/timeline/paint"
)

// waits is 100 ms of a thread that waits in two functions, each for some ms.
func waits(load, store string) string {
	return strings.NewReplacer("LOAD", load, "STORE", store).Replace(`threadlens-trace 1
cpus 1
span 0ms 100ms
os linux
process 10 app target
thread 11 pid=10 name=one
stack 1 app!load app!main
stack 2 app!store app!main
0ms cpu0 switch idle 11 wait
10ms cpu0 switch 11 idle wait linux=D stack=1
LOADms cpu0 switch idle 11 wait
50ms cpu0 switch 11 idle wait linux=D stack=2
STOREms cpu0 switch idle 11 wait
`)
}

func differing(t *testing.T, kind calltree.TreeKind, a, b string) *report.Table {
	t.Helper()
	table, err := report.CompareTrees(report.Side{Trace: modeltest.Parse(t, "a", a)}, report.Side{Trace: modeltest.Parse(t, "b", b)}, kind)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// TestDifferenceOf: bars are as wide as both shares together, below their callers, and change by the
// part that differs.
func TestDifferenceOf(t *testing.T) {
	g := DifferenceOf(differing(t, calltree.TreeBlocking, waits("30", "60"), waits("20", "80")))
	want := []timeline.FlameBar{
		{Name: "Unclassified wait  A 30.00%, B 40.00%", From: 0, To: 70e6, Change: 1. / 7},
		{Name: "app!main  A 30.00%, B 40.00%", From: 0, To: 70e6, Depth: 1, Change: 1. / 7},
		{Name: "app!store  A 10.00%, B 30.00%", From: 0, To: 40e6, Depth: 2, Change: 0.5},
		{Name: "app!load  A 20.00%, B 10.00%", From: 40e6, To: 70e6, Depth: 2, Change: -1. / 3},
	}
	if g.Whole != 70e6 || !g.Differs || len(g.Bars) != len(want) {
		t.Fatalf("%d wide: %+v", g.Whole, g.Bars)
	}
	for i, b := range g.Bars {
		w := want[i]
		if d := b.Change - w.Change; d > 1e-9 || d < -1e-9 {
			t.Errorf("%s changes by %v, want %v", b.Name, b.Change, w.Change)
		}
		b.Change = w.Change
		if b != w {
			t.Errorf("bar %+v, want %+v", b, w)
		}
	}
}

// TestDifferencesNest: in random traces every bar lies within its caller's, next to the one before.
func TestDifferencesNest(t *testing.T) {
	for seed := range uint64(4) {
		g := DifferenceOf(differing(t, calltree.TreeBlocking, modeltest.World(seed), modeltest.World(seed+50)))
		if len(g.Bars) == 0 {
			t.Fatal("there are no bars")
		}
		above, last := map[int]timeline.FlameBar{}, map[int]timeline.FlameBar{}
		for _, b := range g.Bars {
			d := b.Depth
			if d > 0 && (b.From < above[d-1].From || b.To > above[d-1].To+2) || b.From < last[d].To && b.From < last[d].From {
				t.Errorf("%+v below %+v", b, above[max(d-1, 0)])
			}
			if b.Change < -1 || b.Change > 1 {
				t.Errorf("%+v", b)
			}
			above[d], last[d] = b, b
		}
	}
}

// TestDrawDifference: the page says what widths and colours mean, also without a difference.
func TestDrawDifference(t *testing.T) {
	for _, c := range []struct{ a, b, want string }{
		{waits("30", "60"), waits("20", "80"), "Orange: larger share in B"},
		{"threadlens-trace 1\ncpus 1\nspan 0ms 1ms\n", "threadlens-trace 1\ncpus 1\nspan 0ms 1ms\n", "The call trees are empty"},
	} {
		g := FlameDifference{Table: differing(t, calltree.TreeBlocking, c.a, c.b), Title: "A: a · B: b", Palette: paint.NewPalette(false, false), Scale: 1, Width: 1200}
		var out bytes.Buffer
		if err := g.Draw().Write(&out, SVG); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(out.String(), c.want) || !strings.Contains(out.String(), "A: a · B: b") {
			t.Errorf("the picture does not say %q", c.want)
		}
	}
}
