package grid

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/report"
)

func text(s string) report.Value { return report.Value{Kind: report.KindText, Text: s} }

func ns(n int64) report.Value { return report.Value{Kind: report.KindDuration, Int: n} }

// tree is a table of two processes with threads below them and a separate row.
//
//	b        6
//	  b1     4
//	  b2     2
//	a        6
//	  a1     6
//	idle     –
func tree() *report.Table {
	return &report.Table{
		Name: "tree",
		Columns: []report.Column{
			{Name: "name", Title: "Name", Kind: report.KindText},
			{Name: "cpu_ns", Title: "CPU", Kind: report.KindDuration},
			{Name: "none", Title: "None", Kind: report.KindCount, Sparse: true},
		},
		Rows: [][]report.Value{
			{text("b"), ns(6_000_000), {}},
			{text("b1"), ns(4_000_000), {}},
			{text("b2"), ns(2_000_000), {}},
			{text("a"), ns(6_000_000), {}},
			{text("a1"), ns(6_000_000), {}},
			{text("idle"), {}, {}},
		},
		Total: []report.Value{text("All"), ns(12_000_000), {}},
	}
}

// shown is a Grid of the tree, unfolded.
func shown() *Grid {
	g := New()
	g.Show(FromTable(tree(), Shape{
		Key: func(c []report.Value) string { return c[0].Text },
		Depth: func(c []report.Value) int {
			if n := len(c[0].Text); n == 2 {
				return 1
			}
			return 0
		},
		About: func(r *Row) { r.Open = true },
		Help:  map[string]string{"cpu_ns": "Time on a processor"},
	}), Scope{})
	return g
}

// String is the contents of the grid: rows by depth, a star for selected ones.
func (g *Grid) String() string {
	var b strings.Builder
	for i := range g.Len() {
		mark := ""
		if g.Selected(i) {
			mark = "*"
		}
		name, _ := g.Text(g.Row(i), 0)
		b.WriteString(strings.Repeat(".", g.Depth(i)) + name + mark + " ")
	}
	return strings.TrimSpace(b.String())
}

func TestOrder(t *testing.T) {
	for _, c := range []struct {
		clicks string
		want   string
	}{
		{"", "b .b1 .b2 a .a1 idle"},
		{"name", "a .a1 b .b1 .b2 idle"},
		{"name name", "idle b .b2 .b1 a .a1"},
		{"name name name", "b .b1 .b2 a .a1 idle"},
		{"cpu_ns", "b .b1 .b2 a .a1 idle"},             // ties keep their order
		{"name cpu_ns", "a .a1 b .b1 .b2 idle"},        // the current one
		{"cpu_ns cpu_ns", "b .b2 .b1 a .a1 idle"},      // what is empty comes last
		{"name cpu_ns cpu_ns", "a .a1 b .b2 .b1 idle"}, // ties keep theirs again
		{"name nowhere", "a .a1 b .b1 .b2 idle"},       // no such column
		{"name cpu_ns name", "a .a1 b .b1 .b2 idle"},   // a column counts once
		{"cpu_ns cpu_ns name name", "idle b .b2 .b1 a .a1"},
	} {
		g := shown()
		for _, column := range strings.Fields(c.clicks) {
			g.SortNext(column)
		}
		if got := g.String(); got != c.want {
			t.Errorf("after %q: %s, want %s", c.clicks, got, c.want)
		}
	}
}

// TestOrderOfTheContent: rows that come sorted are marked so, and a click on their column reverses
// them.
func TestOrderOfTheContent(t *testing.T) {
	g := shown()
	g.content.Order = Order{Column: "cpu_ns"}
	for _, want := range []struct {
		rows  string
		order Order
	}{
		{"b .b1 .b2 a .a1 idle", Order{Column: "cpu_ns"}},
		{"b .b2 .b1 a .a1 idle", Order{"cpu_ns", true}},
		{"b .b1 .b2 a .a1 idle", Order{Column: "cpu_ns"}},
	} {
		o, ok := g.Sorted()
		if got := g.String(); got != want.rows || !ok || o != want.order {
			t.Errorf("%s by %v, want %s by %v", got, o, want.rows, want.order)
		}
		g.SortNext("cpu_ns")
	}
	g.SortNext("name")
	if o, _ := g.Sorted(); o != (Order{Column: "name"}) {
		t.Errorf("sorted by %v", o)
	}
}

func TestFolds(t *testing.T) {
	g := shown()
	g.Fold(0, false)
	if got := g.String(); got != "b a .a1 idle" {
		t.Errorf("b folded: %s", got)
	}
	if to := g.In(0); to != 0 || g.String() != "b .b1 .b2 a .a1 idle" {
		t.Errorf("→ leads to %d, %s", to, g)
	}
	if to := g.In(0); to != 1 {
		t.Errorf("→ → leads to %d", to)
	}
	if to := g.Out(2); to != 0 {
		t.Errorf("← leads to %d, want the row that b2 belongs to", to)
	}
	if to := g.Out(0); to != 0 || g.String() != "b a .a1 idle" {
		t.Errorf("← folds: %d, %s", to, g)
	}
	g.FoldAll(false)
	if got := g.String(); got != "b a idle" {
		t.Errorf("all folded: %s", got)
	}
	again := g.With(g.Content(), Scope{})
	if again.String() != g.String() {
		t.Errorf("folds are lost: %s", again)
	}
}

func TestFilter(t *testing.T) {
	for _, c := range []struct {
		filter, rows, total string
		picked              int
	}{
		{"", "b .b1 .b2 a .a1 idle", "12.000", 6},
		{"b1", "b .b1", "4.000", 1},                 // with the row it belongs to
		{"/^b$/", "b .b1 .b2", "6.000", 1},          // with those that belong to it
		{"/^[ab]/", "b .b1 .b2 a .a1", "12.000", 5}, // each is counted once
		{"!b !idle", "a .a1", "6.000", 2},
		{"idle", "idle", "–", 1},
		{"/^(a|idle)$/", "a .a1 idle", "6.000", 2}, // an empty cell adds nothing
		{"tid:7", "", "–", 0},
	} {
		g := shown()
		if err := g.SetFilter(c.filter); err != nil {
			t.Fatal(err)
		}
		total, _ := g.Text(g.Total(), 1)
		if picked, all := g.Count(); g.String() != c.rows || picked != c.picked || all != 6 || total != c.total {
			t.Errorf("%q: %s, %d of %d, total %s", c.filter, g, picked, all, total)
		}
	}
	g := shown()
	g.content.Rows[5].Cells = g.content.Rows[5].Cells[:1] // a row may end early
	if err := g.SetFilter("/^(a|idle)$/"); err != nil {
		t.Fatal(err)
	}
	if total, _ := g.Text(g.Total(), 1); total != "6.000" {
		t.Errorf("with a row of one cell: total %s", total)
	}
	g = shown()
	g.FoldAll(false)
	if g.SetFilter("a1") != nil || g.String() != "a" {
		t.Errorf("a folded row stays folded: %s", g)
	}
	if err := g.SetFilter("/(/"); err == nil || g.Filter() != "a1" {
		t.Errorf("%v, %q", err, g.Filter())
	}
}

func TestSelection(t *testing.T) {
	g := shown()
	for i, step := range []struct {
		do   func()
		want string
	}{
		{func() { g.Choose(1) }, "b .b1* .b2 a .a1 idle"},
		{func() { g.Extend(3) }, "b .b1* .b2* a* .a1 idle"},
		{func() { g.Extend(0) }, "b* .b1* .b2 a .a1 idle"},
		{func() { g.Toggle(5) }, "b* .b1* .b2 a .a1 idle*"},
		{func() { g.Toggle(0) }, "b .b1* .b2 a .a1 idle*"},
		{func() { g.SortNext("name") }, "a .a1 b .b1* .b2 idle*"},
		{func() { g.Fold(2, false) }, "a .a1 b idle*"}, // what is not visible is not selected
		{func() { g.Fold(2, true) }, "a .a1 b .b1 .b2 idle*"},
		{g.SelectAll, "a* .a1* b* .b1* .b2* idle*"},
		{func() { g.Choose(-1) }, "a .a1 b .b1 .b2 idle"},
	} {
		step.do()
		if got := g.String(); got != step.want {
			t.Errorf("step %d: %s, want %s", i, got, step.want)
		}
	}
	if i := g.Find("B", 3); i != 3 {
		t.Errorf("B from row 3 on: %d", i)
	}
	if i := g.Find("a", 2); i != 0 {
		t.Errorf("a from row 2 on: %d", i)
	}
	if i := g.Find("nobody", 0); i != -1 {
		t.Errorf("nobody is at %d", i)
	}
}

func TestCopied(t *testing.T) {
	names := func(table *report.Table) string {
		var s []string
		for _, r := range table.Rows {
			s = append(s, r[0].Text)
		}
		return strings.Join(s, " ")
	}
	g := shown()
	g.SortNext("name")
	if c := g.Copied(); names(c) != "a a1 b b1 b2 idle" || c.Total == nil {
		t.Errorf("all: %s", names(c))
	}
	g.Choose(4)
	g.Toggle(0)
	if c := g.Copied(); names(c) != "a b2" || c.Total != nil {
		t.Errorf("the selected rows: %s", names(c))
	}
	g.Choose(-1)
	if err := g.SetFilter("b1"); err != nil {
		t.Fatal(err)
	}
	if c := g.Copied(); names(c) != "b b1" || c.Total != nil {
		t.Errorf("what is shown: %s", names(c))
	}
	if c := g.All(); names(c) != "a a1 b b1 b2 idle" || c.Total == nil {
		t.Errorf("everything: %s", names(c))
	}
	if source := names(g.Content().Table); source != "b b1 b2 a a1 idle" {
		t.Errorf("the source is now %s", source)
	}
}

func TestColumns(t *testing.T) {
	g := shown()
	if g.Columns() != 2 || g.Content().Columns[2].Name != "none" {
		t.Errorf("%d columns: those that are sparse and empty are off", g.Columns())
	}
	g.SetShown(2, true)
	g.SetShown(0, false)
	if g.Columns() != 3 {
		t.Errorf("%d columns: the first one stays", g.Columns())
	}
	g.Resize("cpu_ns", 1)
	if g.Width(1) != LeastWidth {
		t.Errorf("%v wide", g.Width(1))
	}
	g.Resize("cpu_ns", 0)
	g.SetShown(2, false)
	g.SetShown(0, true)
	if l := g.Layout(); len(l.Widths) != 0 || len(l.Shown) != 0 {
		t.Errorf("a layout as at first remembers %+v", l)
	}
}

func TestRepair(t *testing.T) {
	l := Layout{
		Sort: []Order{{"a", true}}, Percent: true,
		Widths: map[string]float32{"a": -1, "b": 100, "c": 1e9}, Shown: map[string]bool{"a": true},
	}
	l.Repair()
	if len(l.Widths) != 1 || l.Widths["b"] != 100 || len(l.Sort) != 1 {
		t.Errorf("%+v", l)
	}
	for i := range mostColumns + 1 {
		l.Shown[fmt.Sprint(i)] = true
	}
	l.Repair()
	if l.Shown != nil || !l.Percent {
		t.Errorf("%+v", l)
	}
}

func TestTexts(t *testing.T) {
	row := Row{Whole: 4_000_000, Parent: NoParent, Thread: model.NoThread, Proc: model.NoProc}
	for _, c := range []struct {
		kind    report.Kind
		v       report.Value
		percent bool
		text    string
		tip     string
	}{
		{report.KindText, text("x\x1by"), false, "x\\x1by", "x\\x1by"},
		{report.KindText, report.Value{}, false, "", ""},
		{report.KindDuration, report.Value{}, false, "–", "T: not known. H"},
		{report.KindCount, text(""), false, "", ""}, // nothing applies
		{report.KindDuration, ns(0), false, "0", "T: 0 ns, 0 of 4.00 ms. H"},
		{report.KindDuration, ns(1), false, "<0.001", "T: 1 ns, <0.1% of 4.00 ms. H"},
		{report.KindDuration, ns(1_234_567_500), false, "1 234.568", "T: 1 234 567 500 ns, 30864.2% of 4.00 ms. H"},
		{report.KindDuration, ns(1_000_000), true, "25.0", "T: 1 000 000 ns, 25.0% of 4.00 ms. H"},
		{report.KindDuration, report.Value{Kind: report.KindDuration, Int: 1e6, AtLeast: true}, false, "≥ 1.000", "T: 1 000 000 ns, 25.0% of 4.00 ms, or more, because events are missing. H"},
		{report.KindCount, report.Value{Kind: report.KindCount, Int: 12345}, false, "12 345", "T: 12 345. H"},
		{report.KindID, report.ID(12345), false, "12345", "T: 12345. H"},
		{report.KindPercent, report.Value{Kind: report.KindPercent, Float: 12.345}, false, "12.35", "T: 12.345 %. H"},
		{report.KindCores, report.Value{Kind: report.KindCores, Float: 1.5}, false, "1.500", "T: 1.5 cores. H"},
		{report.KindNumber, report.Value{Kind: report.KindNumber, Float: 1.205479}, false, "1.21", "T: 1.205479. H"},
		{report.KindChange, report.Value{Kind: report.KindChange, Float: 37.931}, false, "+37.93", "T: 37.931 %. H"},
		{report.KindInstant, report.Value{Kind: report.KindInstant, Int: 0}, false, "0.000000", "T: 0.000000 ms. H"},
	} {
		g := New()
		g.SetLayout(Layout{Percent: c.percent})
		r := row
		r.Cells = []report.Value{c.v}
		share := c.kind == report.KindDuration
		g.Show(&Content{
			Table:   &report.Table{},
			Columns: []Column{{Name: "t", Title: "T", Kind: c.kind, Digits: 2, Help: "H", Share: share}}, Rows: []Row{r},
		}, Scope{})
		plain := strings.NewReplacer("\u2009", " ", "\u202f", " ")
		got, _ := g.Text(g.Row(0), 0)
		if got, tip := plain.Replace(got), plain.Replace(g.Tip(g.Row(0), 0)); got != c.text || tip != c.tip {
			t.Errorf("%v: %q, %q", c.v, got, tip)
		}
	}
}

// TestAnyTree: whatever is sorted, filtered and folded, each row is shown at most once, after its
// parent, and the total of the selected rows is that of their topmost ones.
func TestAnyTree(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		source := &report.Table{Columns: tree().Columns, Total: []report.Value{text("All"), ns(0), {}}}
		var depths []int
		for i := range rng.IntN(30) {
			d := 0
			if i > 0 {
				d = rng.IntN(depths[i-1] + 2)
			}
			depths = append(depths, d)
			source.Rows = append(source.Rows, []report.Value{text(fmt.Sprint("r", rng.IntN(12))), ns(rng.Int64N(9)), {}})
			if d == 0 {
				source.Total[1].Int += source.Rows[i][1].Int
			}
		}
		next := 0
		g := New()
		g.Show(FromTable(source, Shape{
			Depth: func([]report.Value) int { next++; return depths[next-1] },
			About: func(r *Row) { r.Open = rng.IntN(2) == 0 },
		}), Scope{})
		for range rng.IntN(4) {
			g.SortNext([]string{"name", "cpu_ns"}[rng.IntN(2)])
		}
		filter := []string{"", "r1", "!r2", "/^r[3-6]$/"}[rng.IntN(4)]
		if err := g.SetFilter(filter); err != nil {
			t.Fatal(err)
		}
		checkTree(t, g)
		g.FoldAll(true)
		checkTree(t, g)
		if filter == "" && g.Len() != len(source.Rows) {
			t.Fatalf("%d of %d rows are shown", g.Len(), len(source.Rows))
		}
	}
}

func checkTree(t *testing.T, g *Grid) {
	t.Helper()
	var lines []int
	for i := range g.Len() {
		at := g.lines[i].row
		if slices.Contains(lines, at) {
			t.Fatalf("row %d is shown twice", at)
		}
		lines = append(lines, at)
		if p := g.Row(i).Parent; p != NoParent && (!slices.Contains(lines, p) || g.Depth(i) != g.Depth(slices.Index(lines, p))+1) {
			t.Fatalf("row %d stands without row %d above it", at, p)
		}
	}
	var want int64
	for i := range g.content.Rows {
		if g.matched[i] && !g.within(i) {
			want += g.content.Rows[i].Cells[1].Int
		}
	}
	if total := g.Total(); total != g.content.Total && total.Cells[1].Int != want {
		t.Fatalf("the total is %d, want %d", total.Cells[1].Int, want)
	}
}

// TestRepairBounds: what a layout may hold, on both sides of its bounds.
func TestRepairBounds(t *testing.T) {
	for w, kept := range map[float32]bool{
		LeastWidth - 1: false, LeastWidth: true, MostWidth: true, MostWidth + 1: false, float32(math.NaN()): false, float32(math.Inf(1)): false,
	} {
		l := Layout{Widths: map[string]float32{"a": w}}
		if l.Repair(); len(l.Widths) == 1 != kept {
			t.Errorf("a width of %v is kept: %v", w, !kept)
		}
	}
	for n, kept := range map[int]bool{mostColumns: true, mostColumns + 1: false} {
		widths, put := map[string]float32{}, map[string]bool{}
		for i := range n {
			widths[strconv.Itoa(i)], put[strconv.Itoa(i)] = LeastWidth, true
		}
		for _, l := range []Layout{{Percent: true, Widths: widths}, {Percent: true, Shown: put}} {
			if l.Repair(); len(l.Widths)+len(l.Shown) == n != kept || !l.Percent {
				t.Errorf("%d columns are kept: %v", n, !kept)
			}
		}
	}
	for n, kept := range map[int]bool{mostSorts: true, mostSorts + 1: false} {
		l := Layout{Sort: make([]Order, n)}
		if l.Repair(); len(l.Sort) == n != kept {
			t.Errorf("%d orders are kept: %v", n, !kept)
		}
	}
}

// TestToggleGoesThere: the row that is toggled is where the keyboard continues, and from where the
// selection is extended.
func TestToggleGoesThere(t *testing.T) {
	g := shown()
	g.Choose(1)
	for range 2 {
		if g.Toggle(4); g.Cursor() != 4 {
			t.Errorf("the cursor is at %d", g.Cursor())
		}
	}
	if g.Extend(5); g.String() != "b .b1 .b2 a .a1* idle*" || g.Cursor() != 5 {
		t.Errorf("%s, the cursor at %d", g, g.Cursor())
	}
}

// TestExtendNothing: extending an empty selection begins it with that row.
func TestExtendNothing(t *testing.T) {
	g := shown()
	g.Choose(-1)
	g.Extend(2)
	if len(g.selected) != 1 || !g.selected[g.Row(2).Key] {
		t.Errorf("%v", g.selected)
	}
	g.Extend(3)
	if len(g.selected) != 2 || !g.selected[g.Row(2).Key] || !g.selected[g.Row(3).Key] {
		t.Errorf("%v", g.selected)
	}
}
