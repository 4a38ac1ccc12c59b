package grid

import (
	"testing"

	"threadlens/model"
	"threadlens/model/report"
)

// TestBars: a column of shares with bars has them before it, in the colour of the category that a
// row names; the total has all of them, that of a filter those that it selects.
func TestBars(t *testing.T) {
	text := func(s string) report.Value { return report.Value{Kind: report.KindText, Text: s} }
	share := func(f float64) report.Value { return report.Value{Kind: report.KindPercent, Float: f} }
	table := &report.Table{
		Columns: []report.Column{
			{Name: "category", Kind: report.KindText}, {Name: "reason", Kind: report.KindText}, {Name: "share", Kind: report.KindPercent, Bar: true},
		},
		Rows:  [][]report.Value{{text("IO"), text("Sleep"), share(75)}, {text("Sleep"), text("x"), share(25)}, {text("Unknown"), text("x"), {}}},
		Total: []report.Value{text("All"), {}, share(100)},
	}
	g := New()
	g.Show(FromTable(table, Shape{}), Scope{})
	c := g.Content()
	if bar := &c.Columns[2]; len(c.Columns) != 4 || !bar.Mix || bar.Of != barWhole || bar.Name != "share_bar" || c.Columns[3].Name != "share" {
		t.Fatalf("columns %+v", c.Columns)
	}
	sums := func(io, sleep model.Time) (s model.Sums) {
		s[model.IO], s[model.Sleep] = io*barWhole/100, sleep*barWhole/100
		return s
	}
	for i, want := range []model.Sums{sums(75, 0), sums(0, 25), {}} {
		if r := &c.Rows[i]; r.Sums != want || len(r.Cells) != 4 || r.Cells[2] != (report.Value{}) || r.Cells[3] != table.Rows[i][2] {
			t.Errorf("row %d: %v, cells %v", i, r.Sums, r.Cells)
		}
	}
	total := func(what string, want model.Sums, of report.Value) {
		t.Helper()
		if got := g.Total(); got.Sums != want || got.Cells[3] != of {
			t.Errorf("%s: %v", what, got)
		}
	}
	total("all", sums(75, 25), share(100))
	if err := g.SetFilter("x"); err != nil {
		t.Fatal(err)
	}
	total("of a filter", sums(0, 25), share(25))
}

// TestFilteredTotal: of the filtered rows, columns are summed whose total is the sum of all rows;
// means, ratios and extremes are empty.
func TestFilteredTotal(t *testing.T) {
	value := func(kind report.Kind, v float64) report.Value {
		if kind == report.KindPercent || kind == report.KindNumber {
			return report.Value{Kind: kind, Float: v}
		}
		return report.Value{Kind: kind, Int: int64(v)}
	}
	kinds := []report.Kind{report.KindCount, report.KindDuration, report.KindDuration, report.KindDuration, report.KindPercent, report.KindPercent, report.KindNumber}
	row := func(name string, cells ...float64) []report.Value {
		list := []report.Value{{Kind: report.KindText, Text: name}}
		for i, v := range cells {
			list = append(list, value(kinds[i], v))
		}
		return list
	}
	table := &report.Table{
		Columns: []report.Column{
			{Name: "name", Kind: report.KindText},
			{Name: "count", Kind: report.KindCount},
			{Name: "total", Kind: report.KindDuration},
			{Name: "mean", Kind: report.KindDuration},
			{Name: "max", Kind: report.KindDuration},
			{Name: "share", Kind: report.KindPercent},
			{Name: "failed", Kind: report.KindPercent},
			{Name: "ratio", Kind: report.KindNumber},
		},
		Rows: [][]report.Value{
			row("a", 1, 10, 10, 10, 10.0/3, 50, 0.5),
			row("a", 2, 50, 25, 30, 50.0/3, 0, 1.5),
			row("b", 6, 240, 40, 90, 80, 10, 1),
		},
		Total: row("Total", 9, 300, 33, 90, 100, 12.5, 1.1),
	}
	g := New()
	g.Show(FromTable(table, Shape{}), Scope{})
	if err := g.SetFilter("a"); err != nil {
		t.Fatal(err)
	}
	want := row("Matching rows: 2 of 3", 3, 60, 0, 0, 20, 0, 0)
	for i := range want {
		if i == 3 || i == 4 || i == 6 || i == 7 {
			want[i] = report.Value{}
		}
		if got := g.Total().Cells[i]; got != want[i] {
			t.Errorf("%s: %+v, want %+v", table.Columns[i].Name, got, want[i])
		}
	}
}
