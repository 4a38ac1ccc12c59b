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

// listing reads the rows of the report of a kind of heat map.
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
			if !has("unknown_ns") || row[cell["reason"]].Text == model.SubCreated.String() {
				continue // a further part of a wait, or a thread that was not yet started
			}
			over := "in_ns"
			if has("ready_ns") {
				over = "ready_ns"
			}
			l.end, l.length = at("in_ns"), at(over)-at("out_ns")
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

// heatLaw compares the cells of the heat maps of a trace with the rows of their reports, and what
// the maps leave out with the other rows. It adds to n how many there are of each kind.
func heatLaw(t *testing.T, name string, tr *model.Trace, n *[4]int) {
	t.Helper()
	half := tr.End/2 + 1 // no event of the scenes happens then
	for i, kind := range heat.Names {
		for _, r := range []model.Range{tr.Whole(), {From: half, To: tr.End}, {To: half + 1}} {
			k := heat.Kind(i)
			a, _ := report.Find(kind)
			table, err := a.Run(tr, measure.Scope{Range: r})
			if err != nil {
				t.Fatal(err)
			}
			m := heat.Of(tr, k, measure.Visible(tr), r, measure.WaitKind{})
			cells, left := cellsOf(tr, m, listing(table, k))
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
			// Waits of threads that began while events were lost are listed too.
			listsAll := k != heat.Ready && r == tr.Whole() && (k != heat.Waits || len(tr.Losses) == 0)
			if listsAll && m.LeftOut.All() != left {
				t.Errorf("%s, %s: left out %+v, listed without a length %d", name, kind, m.LeftOut, left)
			}
			n[i] += sum
		}
	}
}

// cellsOf counts rows by the columns and rows of a map, and those of unknown length.
func cellsOf(tr *model.Trace, m *heat.Map, list []listed) (cells map[[2]int]int, left int) {
	cells = map[[2]int]int{}
	for _, l := range list {
		if !l.known {
			left++
			continue
		}
		if !m.Range.Contains(l.end) && (l.end != tr.End || m.Range.To != tr.End) {
			continue // it overlaps the window and ends after it
		}
		c, row := 0, 0
		for c < m.Columns-1 && m.Column(c).To <= l.end {
			c++
		}
		for _, below := heat.Row(row); below <= l.length; _, below = heat.Row(row) {
			row++
		}
		cells[[2]int{c, row}]++
	}
	return cells, left
}

// cellsList checks the reports of the heat maps of a trace for single cells.
func cellsList(t *testing.T, name string, tr *model.Trace, most int) {
	t.Helper()
	for i := range heat.Names {
		k := heat.Kind(i)
		m, n := heat.Of(tr, k, measure.Visible(tr), tr.Whole(), measure.WaitKind{}), 0
		for c := range m.Columns {
			for row := m.Low; row < m.High && n < most; row++ {
				if m.Cell(c, row).Count > 0 || row == m.Low {
					n++
					cellLists(t, name, tr, m, c, row)
				}
			}
		}
	}
}

// cellLists checks the report for one cell.
func cellLists(t *testing.T, name string, tr *model.Trace, m *heat.Map, c, row int) {
	t.Helper()
	from, below := heat.Row(row)
	a, _ := report.Find(heat.Names[m.Kind])
	table, err := a.Run(tr, measure.Scope{Range: m.Column(c), Lasting: model.Range{From: from, To: below}})
	if err != nil {
		t.Fatal(err)
	}
	list := listing(table, m.Kind)
	if n := m.Cell(c, row).Count; len(list) != n {
		t.Fatalf("%s, %s: %d in cell %d of %d to %d ns, %d rows", name, a.Name, n, c, from, below, len(list))
	}
	for _, l := range list {
		if !l.known || l.length < from || l.length >= below {
			t.Fatalf("%s, %s: %+v in a cell of %d to %d ns", name, a.Name, l, from, below)
		}
	}
}

// TestCellsAreListed: a report that is narrowed to the window and the lengths of a cell has as many
// rows as the cell counts.
func TestCellsAreListed(t *testing.T) {
	cellsList(t, "locks", modeltest.Parse(t, "locks", lockMachine), 1000)
	ps := modeltest.Perturbations()
	for i := range 30 {
		rng := rand.New(rand.NewPCG(uint64(i), 5))
		m := modeltest.Simulate(uint64(i), modeltest.RandomShape(rng))
		cellsList(t, "simulated", modeltest.Build(m.CPUs, m.End, ps[i%len(ps)].Apply(m, rng)), 100)
	}
	for _, path := range sharedTraces(t) {
		if tr := load(t, path); tr.End > 2 {
			cellsList(t, filepath.Base(path), tr, 12)
		}
	}
}

// TestHeatMapsAreTheirReports: the sum of the cells is the number of rows of the report that lists
// them, cell by cell; rows of unknown length are those left out.
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
