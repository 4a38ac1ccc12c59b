package report_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"threadlens/model/report"
)

// chosenFrom is a table of names, numbers and shares; the third row has no number.
func chosenFrom() *report.Table {
	t := &report.Table{
		Name: "sample",
		Columns: []report.Column{
			{Name: "name", Title: "Name", Kind: report.KindText},
			{Name: "cpu_ns", Title: "CPU usage", Kind: report.KindDuration},
			{Name: "percent", Title: "Share", Kind: report.KindPercent, Sparse: true},
		},
		Total: []report.Value{{Kind: report.KindText, Text: "Total"}, {Kind: report.KindDuration, Int: 6}, {}},
	}
	for _, r := range []struct {
		name string
		ns   int64
		none bool
	}{{"b", 2, false}, {"a", 1, false}, {"d", 0, true}, {"c", 3, false}} {
		row := []report.Value{{Kind: report.KindText, Text: r.name}, {Kind: report.KindDuration, Int: r.ns}, {Kind: report.KindPercent, Float: float64(r.ns)}}
		if r.none {
			row[1], row[2] = report.Value{}, report.Value{}
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// firsts are the texts of the first cells of a table's rows.
func firsts(t *report.Table) string {
	var b strings.Builder
	for row := range t.All() {
		b.WriteString(row[0].Text)
	}
	return b.String()
}

// TestChoose: rows are sorted by any column, empty cells last, and truncated; streamed ones too.
func TestChoose(t *testing.T) {
	for _, c := range []struct {
		choice report.Choice
		want   string
	}{
		{report.Choice{}, "badc"},
		{report.Choice{Sort: "name"}, "abcd"},
		{report.Choice{Sort: "name", Descending: true}, "dcba"},
		{report.Choice{Sort: "cpu_ns"}, "abcd"},
		{report.Choice{Sort: "cpu_ns", Descending: true}, "cbad"},
		{report.Choice{Sort: "percent", Descending: true, Top: 2}, "cb"},
		{report.Choice{Top: 3}, "bad"},
		{report.Choice{Top: 4}, "badc"},
		{report.Choice{Top: 9}, "badc"},
	} {
		kept, streamed := chosenFrom(), chosenFrom()
		streamed.Stream, streamed.Rows = slices.Values(streamed.Rows), nil
		for _, table := range []*report.Table{kept, streamed} {
			got, err := table.Choose(c.choice)
			if err != nil || firsts(got) != c.want {
				t.Errorf("%+v, streamed %v: %q, %v, want %q", c.choice, table.Stream != nil, firsts(got), err, c.want)
			}
			if shown := strings.Join(got.Notes, ""); (len(c.want) < 4) != strings.Contains(shown, " of 4 rows") {
				t.Errorf("%+v: notes %q", c.choice, shown)
			}
			if firsts(table) != "badc" || len(got.Total) != 3 || got.Total[1].Int != 6 {
				t.Errorf("%+v changed its table, or the total", c.choice)
			}
		}
	}
}

// TestChooseOfMany: a long stream is truncated while it comes, with the same result.
func TestChooseOfMany(t *testing.T) {
	table := chosenFrom()
	table.Rows = nil
	table.Stream = func(yield func([]report.Value) bool) {
		row := make([]report.Value, 3)
		for i := range int64(5000) {
			row[0], row[1] = report.Value{Kind: report.KindCount, Int: i}, report.Value{Kind: report.KindDuration, Int: i * 7919 % 5000 / 2}
			if !yield(row) {
				return
			}
		}
	}
	got, err := table.Choose(report.Choice{Sort: "cpu_ns", Descending: true, Top: 3})
	if err != nil || len(got.Rows) != 3 || got.Rows[0][1].Int != 2499 || got.Rows[1][1].Int != 2499 || got.Rows[2][1].Int != 2498 || got.Rows[0][0].Int > got.Rows[1][0].Int {
		t.Errorf("%v, %v", got.Rows, err)
	}
	if got, err = table.Choose(report.Choice{Top: 2}); err != nil || len(got.Rows) != 2 || got.Rows[1][0].Int != 1 {
		t.Errorf("the first rows: %v, %v", got.Rows, err)
	}
}

// TestChooseOfNone: a table that shows why it is empty does not count the rows that it leaves out.
func TestChooseOfNone(t *testing.T) {
	table := chosenFrom()
	table.None = "nothing happened"
	if got, err := table.Choose(report.Choice{Top: 1}); err != nil || len(got.Notes) != len(table.Notes) {
		t.Errorf("%v, %v", got.Notes, err)
	}
}

// TestChooseInTrees: rows are sorted and counted among those below the same row.
func TestChooseInTrees(t *testing.T) {
	tree := func() *report.Table {
		table := &report.Table{Name: "tree", Columns: []report.Column{{Name: "name", Kind: report.KindText}}}
		for _, s := range []string{"0b", "1b", "2b", "2a", "1a", "0a", "1d", "1c", "1e"} {
			table.Rows = append(table.Rows, []report.Value{{Kind: report.KindText, Text: s[1:]}})
			table.Levels = append(table.Levels, s[0]-'0')
		}
		return table
	}
	for _, c := range []struct {
		choice report.Choice
		want   string
		levels []uint8
	}{
		{report.Choice{Sort: "name"}, "acdebabab", nil},
		{report.Choice{Top: 1}, "bbb", []uint8{0, 1, 2}},
		{report.Choice{Sort: "name", Descending: true, Top: 2}, "bbbaaaed", []uint8{0, 1, 2, 2, 1, 0, 1, 1}},
	} {
		got, err := tree().Choose(c.choice)
		if err != nil || firsts(got) != c.want {
			t.Errorf("%+v: %q, %v, want %q", c.choice, firsts(got), err, c.want)
		}
		if c.levels != nil && !slices.Equal(got.Levels, c.levels) {
			t.Errorf("%+v: levels %v, want %v", c.choice, got.Levels, c.levels)
		}
	}
}

// TestOlderNames: the names that columns had before still choose them.
func TestOlderNames(t *testing.T) {
	table := &report.Table{Name: "old", Columns: []report.Column{
		{Name: "thread", Kind: report.KindThread},
		{Name: "cpu_percent", Kind: report.KindPercent},
		{Name: "evidence", Kind: report.KindText},
		{Name: "reason", Kind: report.KindText},
		{Name: "percent", Kind: report.KindPercent},
	}}
	for name, want := range map[string]string{
		"percent_cpu": "cpu_percent", "confidence": "evidence", "sub": "reason", "share": "percent", "victim": "thread", "tid": "thread", "incarnation": "thread",
	} {
		got, err := table.Choose(report.Choice{Columns: []string{name}})
		if err != nil || len(got.Columns) != 1 || got.Columns[0].Name != want {
			t.Errorf("%s: %v, %v, want %s", name, got, err, want)
		}
	}
	if got, err := table.Choose(report.Choice{Columns: []string{"percent_idle"}}); err == nil {
		t.Errorf("percent_idle: %v", got)
	}
}

// TestChooseColumns: columns in the requested order, also those that would be left out, with their
// totals; an unknown name is an error that lists near ones and all.
func TestChooseColumns(t *testing.T) {
	kept, streamed := chosenFrom(), chosenFrom()
	streamed.Stream, streamed.Rows = slices.Values(streamed.Rows), nil
	for _, table := range []*report.Table{kept, streamed} {
		got, err := table.Choose(report.Choice{Columns: []string{"percent", "name"}, Sort: "cpu_ns"})
		if err != nil || got.Columns[0].Name != "percent" || got.Columns[0].Sparse || got.Total[1].Text != "Total" || len(got.Total) != 2 {
			t.Fatalf("%+v, %v", got, err)
		}
		var names []string
		for row := range got.All() {
			names = append(names, row[1].Text)
		}
		if diff := cmp.Diff([]string{"a", "b", "c", "d"}, names); diff != "" {
			t.Error(diff)
		}
	}
	for name, want := range map[string]string{
		"cpu":     `unknown column "cpu" (near: cpu_ns); the columns of sample are: name, cpu_ns, percent`,
		"nmae":    `unknown column "nmae" (near: name); the columns of sample are: name, cpu_ns, percent`,
		"precent": `unknown column "precent" (near: percent); the columns of sample are: name, cpu_ns, percent`,
		"xyz":     `unknown column "xyz"; the columns of sample are: name, cpu_ns, percent`,
		"persent": `unknown column "persent" (near: percent); the columns of sample are: name, cpu_ns, percent`,
		"usage":   `unknown column "usage" (near: cpu_ns); the columns of sample are: name, cpu_ns, percent`,
		"":        `unknown column ""; the columns of sample are: name, cpu_ns, percent`,
	} {
		for _, c := range []report.Choice{{Columns: []string{name}}, {Sort: name}} {
			if name == "" && c.Columns == nil {
				continue // no order is requested
			}
			if _, err := kept.Choose(c); err == nil || err.Error() != want {
				t.Errorf("%q: %v, want %s", name, err, want)
			}
		}
	}
}
