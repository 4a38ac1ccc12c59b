package ingest_test

import (
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/measure/heat"
	"threadlens/model/modeltest"
	"threadlens/model/report"
)

// listed is a row of the report of a heat map: when it ended, how long it took, and whether
// that is known.
type listed struct {
	end, length model.Time
	known       bool
}

// listing reads the rows of the report of a kind.
func listing(table *report.Table, k heat.Kind) (list []listed) {
	cell := map[string]int{}
	for i, c := range table.Columns {
		cell[c.Name] = i
	}
	for row := range table.All() {
		at := func(name string) model.Time { return model.Time(row[cell[name]].Int) }
		has := func(name string) bool { return row[cell[name]].Kind != report.KindNone }
		l := listed{known: true}
		switch k {
		case heat.Ready:
			l.end, l.length = at("in_ns"), at("length_ns")
		case heat.Waits:
			if !has("unknown_ns") || row[cell["sub"]].Text == model.SubCreated.String() {
				continue // a further part of a wait, or a thread that was not yet started
			}
			l.end, l.length = at("in_ns"), at("in_ns")-at("out_ns")
			if has("ready_ns") {
				l.length = at("ready_ns") - at("out_ns")
			}
			l.known = has("in_ns") && has("out_ns") && !strings.Contains(row[cell["flags"]].Text, "gap") && at("unknown_ns") == 0
		case heat.Holds:
			l.end, l.length, l.known = at("to_ns"), at("length_ns"), has("to_ns") && row[cell["begin"]].Text == "seen"
		case heat.Spans:
			if row[cell["kind"]].Text == "step" {
				continue
			}
			l.end, l.length, l.known = at("begin_ns")+at("elapsed_ns"), at("elapsed_ns"), row[cell["kind"]].Text == "span"
		}
		list = append(list, l)
	}
	return list
}

// heatLaw compares the cells of the heat maps of a trace with the rows of their reports, and
// what they leave out with the other rows.
func heatLaw(t *testing.T, name string, tr *model.Trace, n *[4]int) {
	t.Helper()
	half := tr.End/2 + 1 // no instant of the scenes
	for i, kind := range heat.Names {
		for _, r := range []model.Range{tr.Whole(), {From: half, To: tr.End}, {To: half + 1}} {
			k := heat.Kind(i)
			m := heat.Of(tr, k, measure.Visible(tr), r)
			left, cells := 0, map[[2]int]int{}
			a, _ := report.Find(kind)
			table, err := a.Run(tr, measure.Scope{Range: r})
			if err != nil {
				t.Fatal(err)
			}
			for _, l := range listing(table, k) {
				if !l.known {
					left++
					continue
				}
				if !r.Contains(l.end) && (l.end != tr.End || r.To != tr.End) {
					continue // it meets the window and ends behind it
				}
				c, row := 0, 0
				for c < m.Columns-1 && m.Column(c).To <= l.end {
					c++
				}
				for _, below := heat.Row(row); below <= l.length; _, below = heat.Row(row) {
					row++
				}
				cells[[2]int{c, row}]++
				n[i]++
			}
			sum := 0
			for at, count := range cells {
				if got := m.Cell(at[0], at[1]).Count; got != count {
					t.Errorf("%s, %s in %v: cell %v of %d, %d are listed", name, kind, r, at, got, count)
				}
				sum += count
			}
			if sum != m.N {
				t.Errorf("%s, %s in %v: %d in cells, %d are listed", name, kind, r, m.N, sum)
			}
			// Of waits, threads that began while events were lost are listed too.
			listsAll := k != heat.Ready && r == tr.Whole() && (k != heat.Waits || len(tr.Losses) == 0)
			if listsAll && m.LeftOut.All() != left {
				t.Errorf("%s, %s: left out %+v, listed without a length %d", name, kind, m.LeftOut, left)
			}
		}
	}
}

// TestHeatMapsAreTheirReports: the sum of the cells is the number of rows of the report that
// lists them, cell by cell; rows of which the length is not known are those left out.
func TestHeatMapsAreTheirReports(t *testing.T) {
	var n [4]int
	heatLaw(t, "locks", modeltest.Parse(t, "locks", lockMachine), &n)
	for i := range 60 {
		rng := rand.New(rand.NewPCG(uint64(i), 4))
		m := modeltest.Simulate(uint64(i), modeltest.RandomShape(rng))
		heatLaw(t, "simulated", modeltest.Build(m.CPUs, m.End, m.Events), &n)
	}
	heatLaw(t, "spans", modeltest.Parse(t, "spans", "threadlens-trace 1\ncpus 1\nspan 0us 100us\nos linux\nprocess 10 app target\nthread 1 pid=10\n"+
		"0us cpu0 switch idle 1 preempt\n5us cpu0 mark 1 end before\n10us cpu0 mark 1 begin a\n20us cpu0 mark 1 step b\n50us cpu0 mark 1 end a\n"+
		"60us cpu0 mark 1 begin c\n70us cpu0 mark 1 begin d\n100us cpu0 mark 1 end d\n"), &n)
	for i, name := range heat.Names {
		if n[i] < 3 {
			t.Errorf("%d %s in all", n[i], name)
		}
	}
}

// TestHeatMapsAreTheirReportsRecorded: the same of recorded traces of every kind.
func TestHeatMapsAreTheirReportsRecorded(t *testing.T) {
	for _, path := range sharedTraces(t) {
		if tr := load(t, path); tr.End > 2 {
			heatLaw(t, filepath.Base(path), tr, new([4]int))
		}
	}
}
