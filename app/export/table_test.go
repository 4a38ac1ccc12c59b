package export_test

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"threadlens/app/export"
	"threadlens/model"
	"threadlens/model/report"
)

// sample is a table with every kind of cell.
func sample() *report.Table {
	type v = report.Value
	return &report.Table{
		Scope: "the machine, 2 threads",
		Name:  "sample", Title: "Sample", Range: model.Range{To: 2e9},
		Columns: []report.Column{
			{Name: "name", Title: "Name", Kind: report.KindText},
			{Name: "thread", Title: "Thread", Kind: report.KindThread},
			{Name: "n", Title: "N", Kind: report.KindCount},
			{Name: "long_ns", Title: "Long", Kind: report.KindDuration, Group: "g"},
			{Name: "short_ns", Title: "Short", Kind: report.KindDuration, Group: "g"},
			{Name: "alone_ns", Title: "Alone", Kind: report.KindDuration},
			{Name: "at_ns", Title: "At", Kind: report.KindInstant},
			{Name: "percent", Title: "Share", Kind: report.KindPercent, Digits: 1},
			{Name: "cores", Title: "Use", Kind: report.KindCores, Digits: 3},
			{Name: "never", Title: "Never", Kind: report.KindCount, Sparse: true},
		},
		Rows: [][]report.Value{
			{
				{Kind: report.KindText, Text: "Dispatch", Display: "Ready"},
				{Kind: report.KindThread, Text: "7.0", Display: "worker 7"},
				{Kind: report.KindCount, Int: -3},
				{Kind: report.KindDuration, Int: 1_234_567_890, AtLeast: true},
				{Kind: report.KindDuration, Int: 500},
				{Kind: report.KindDuration, Int: 500},
				{Kind: report.KindInstant, Int: 1_999_999_999},
				{Kind: report.KindPercent, Float: 0.04},
				{Kind: report.KindCores, Float: 1.5},
				{Kind: report.KindCount},
			},
			{{Kind: report.KindText, Text: "=a,\"b\"\t\x07"}, {}, {}, {}, {}, {}, {}, {}, {}, {}},
		},
		Total: []report.Value{{Kind: report.KindText, Text: "Total"}, {}, v{Kind: report.KindCount, Int: -3}, {}, {}, {}, {}, {}, {}, {}},
		Notes: []string{"A note.", "Another."},
	}
}

// TestNegativeTimes: a negative time has its sign in front, once.
func TestNegativeTimes(t *testing.T) {
	cell := func(ns int64) []report.Value { return []report.Value{{Kind: report.KindDuration, Int: ns}} }
	table := &report.Table{
		Name: "n", Title: "N", Columns: []report.Column{{Name: "d_ns", Title: "D", Kind: report.KindDuration}},
		Rows: [][]report.Value{cell(-12_737_000), cell(-400_000), cell(7_000), cell(-1_234_567), cell(-499)},
	}
	got := render(t, table, export.Text)
	for _, want := range []string{"\n−12.737\n", "\n −0.400\n", "\n  0.007\n", "\n −1.235\n", "\n>−0.001\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

func render(t *testing.T, table *report.Table, f export.Format) string {
	t.Helper()
	var b strings.Builder
	meta := export.Meta{File: "a.data", Clock: "CLOCK_MONOTONIC", Start: 17, Span: 2e9}
	if err := export.WriteTable(&b, table, meta, f); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestFormats(t *testing.T) {
	for _, c := range []struct {
		format export.Format
		want   string
	}{
		{export.Text, "Sample, the machine, 2 threads, 0.000 – 2\u2009000.000 ms\n" + `
Name        Thread     N  Long (ms)  Short (ms)  Alone (ms)    At (ms)  Share (%)  Use (cores)
Ready       worker 7  −3  ≥1234.568       0.001    0.000500  ` + "1\u2009999.999" + `       <0.1        1.500
=a,"b"\t\a
----------  --------  --  ---------  ----------  ----------  ---------  ---------  -----------
Total                 −3

A note.
Another.
`},
		{export.CSV, `name,thread,n,long_ns,short_ns,alone_ns,at_ns,percent,cores,never,at_least
Dispatch,7.0,-3,1234567890,500,500,1999999999,0.04,1.5,0,long_ns
"'=a,""b""\t\a",,,,,,,,,,
`},
		{export.TSV, strings.ReplaceAll(`name|thread|n|long_ns|short_ns|alone_ns|at_ns|percent|cores|never|at_least
Dispatch|7.0|-3|1234567890|500|500|1999999999|0.04|1.5|0|long_ns
'=a,"b"\t\a||||||||||
`, "|", "\t")},
	} {
		if diff := cmp.Diff(c.want, render(t, sample(), c.format)); diff != "" {
			t.Errorf("%v (-want +got)\n%s", c.format, diff)
		}
	}
}

func TestJSON(t *testing.T) {
	var got struct {
		Report string
		Scope  string
		Trace  struct {
			File, Clock       string
			Start_ns, Span_ns int64
		}
		Window  struct{ From_ns, To_ns int64 }
		Columns []struct{ Name, Unit, Title string }
		Rows    [][]any
		Notes   []string
	}
	dec := json.NewDecoder(strings.NewReader(render(t, sample(), export.JSON)))
	dec.DisallowUnknownFields()
	dec.UseNumber()
	if err := dec.Decode(&got); err != nil {
		t.Fatal(err)
	}
	if got.Scope != "the machine, 2 threads" {
		t.Errorf("scope %q", got.Scope)
	}
	n := func(s string) json.Number { return json.Number(s) }
	want := [][]any{
		{"Dispatch", "7.0", n("-3"), n("1234567890"), n("500"), n("500"), n("1999999999"), n("0.04"), n("1.5"), n("0"), "long_ns"},
		{"=a,\"b\"\t\x07", nil, nil, nil, nil, nil, nil, nil, nil, nil, nil},
	}
	if diff := cmp.Diff(want, got.Rows); diff != "" {
		t.Errorf("rows (-want +got)\n%s", diff)
	}
	if got.Report != "sample" || got.Trace.File != "a.data" || got.Trace.Start_ns != 17 || got.Trace.Span_ns != 2e9 ||
		got.Window.To_ns != 2e9 || len(got.Columns) != 11 || got.Columns[3].Unit != "ns" || len(got.Notes) != 2 {
		t.Errorf("got %+v", got)
	}
	empty := &report.Table{Name: "empty"}
	if s := render(t, empty, export.JSON); !json.Valid([]byte(s)) || !strings.Contains(s, `"notes": []`) {
		t.Errorf("an empty table is %s", s)
	}
}

// TestStream: a streamed table looks like a stored one.
func TestStream(t *testing.T) {
	kept, streamed := sample(), sample()
	rows := streamed.Rows
	streamed.Rows, streamed.Bounds = nil, true
	streamed.Stream = func(yield func([]report.Value) bool) {
		buf := make([]report.Value, len(streamed.Columns))
		for _, r := range rows {
			copy(buf, r)
			if !yield(buf) {
				return
			}
		}
	}
	for _, f := range []export.Format{export.Text, export.CSV, export.TSV, export.JSON, export.Markdown} {
		if diff := cmp.Diff(render(t, kept, f), render(t, streamed, f)); diff != "" {
			t.Errorf("%v (-kept +streamed)\n%s", f, diff)
		}
	}
}

// TestFormulas: no text of a trace becomes a formula of a spreadsheet, and CSV
// reads back as the cells that were written.
func TestFormulas(t *testing.T) {
	names := []string{"=1+1", "+1", "-bash", "@SUM(A1)", "\t=1", "\r\n=1", "plain", "", "a,b", `"q"`, "\xff", "＝1", "＋1", "－1", "＠a", "  =1", "\u00a0-1", "'=1", "1=1"}
	want := []string{"'=1+1", "'+1", "'-bash", "'@SUM(A1)", `\t=1`, `\r\n=1`, "plain", "", "a,b", `'"q"`, `\xff`, "'＝1", "'＋1", "'－1", "'＠a", "'  =1", "'\u00a0-1", "''=1", "1=1"}
	table := &report.Table{Columns: []report.Column{{Name: "a", Kind: report.KindText}, {Name: "=b", Title: "@b", Kind: report.KindText}}}
	for _, n := range names {
		table.Rows = append(table.Rows, []report.Value{{Kind: report.KindText, Text: n}, {Kind: report.KindText, Text: n}})
	}
	records, err := csv.NewReader(strings.NewReader(render(t, table, export.CSV))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if records[0][1] != "'=b" {
		t.Errorf("a heading is %q", records[0][1])
	}
	thread := table.Rows[0][0]
	thread.Kind, thread.Text, thread.Display = report.KindThread, "7.0", "=cmd 7"
	table.Rows[1][1] = thread
	if md := render(t, table, export.Markdown); !strings.Contains(md, "| '=cmd 7 |") || !strings.Contains(md, "| '@b ") || !strings.Contains(md, "| '=1+1 ") || !strings.Contains(md, "| '＝1 ") || strings.Contains(md, "| = ") {
		t.Error(md)
	}
	for i, w := range want {
		if got := records[i+1]; got[0] != w || got[1] != w {
			t.Errorf("%q is written as %q, want %q", names[i], got, w)
		}
	}
}

// TestPlainJSON: invisible characters are escaped in JSON, and read back unchanged.
func TestPlainJSON(t *testing.T) {
	for text, want := range map[string]string{
		"a\u202eb":       `"a\u202eb"`,
		"\u2066x\u200b":  `"\u2066x\u200b"`,
		"\x07\x7f\u0085": `"\u0007\u007f\u0085"`,
		"\U000e0001":     `"\udb40\udc01"`,
		"\U0001f600 ä":   "\"\U0001f600 ä\"",
	} {
		table := &report.Table{Columns: []report.Column{{Name: "a", Kind: report.KindText}}, Rows: [][]report.Value{{{Kind: report.KindText, Text: text}}}}
		data := render(t, table, export.JSON)
		if !strings.Contains(data, "["+want+"]") {
			t.Errorf("%q: %s", text, data)
		}
		var read struct{ Rows [][]string }
		if err := json.Unmarshal([]byte(data), &read); err != nil || read.Rows[0][0] != text {
			t.Errorf("%q reads back as %q: %v", text, read.Rows, err)
		}
	}
}

// TestWriterErrors: a writer that fails ends every format with its error.
func TestWriterErrors(t *testing.T) {
	broken := errors.New("disk full")
	for _, f := range []export.Format{export.Text, export.CSV, export.TSV, export.JSON} {
		table := sample()
		for range 5000 {
			table.Rows = append(table.Rows, table.Rows[0])
		}
		err := export.WriteTable(failing{broken}, table, export.Meta{}, f)
		if !errors.Is(err, broken) || !strings.Contains(err.Error(), "sample") {
			t.Errorf("%v: %v", f, err)
		}
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

func TestParseFormat(t *testing.T) {
	for _, f := range []export.Format{export.Text, export.CSV, export.TSV, export.JSON} {
		if got, ok := export.ParseFormat(map[export.Format]string{export.Text: "text", export.CSV: "csv", export.TSV: "tsv", export.JSON: "json"}[f]); !ok || got != f {
			t.Errorf("%v reads as %v, %v", f, got, ok)
		}
	}
	if _, ok := export.ParseFormat("xml"); ok {
		t.Error("xml is a format")
	}
}

// TestMarkdown: names cannot break out of their cells, nothing is shortened, and the table has the
// same number of cells in every line.
func TestMarkdown(t *testing.T) {
	table := &report.Table{
		Name: "sample", Columns: []report.Column{
			{Name: "name", Title: "Name", Kind: report.KindText},
			{Name: "time_ns", Title: "Time", Kind: report.KindDuration},
		},
		Rows: [][]report.Value{
			{{Kind: report.KindText, Text: "a|b*c\n<i>"}, {Kind: report.KindDuration, Int: 1_500_000, AtLeast: true}},
			{{Kind: report.KindText, Text: strings.Repeat("x", 80)}, {}},
		},
		Total: []report.Value{{Kind: report.KindText, Text: "Total"}, {Kind: report.KindDuration, Int: 1_500_000}},
		Notes: []string{"One note."},
	}
	want := `| Name | Time (ms) |
| --- | ---: |
| a\|b\*c\\n\<i\> | ≥1.500 |
| ` + strings.Repeat("x", 80) + ` |  |
| **Total** | **1.500** |

One note.
`
	if diff := cmp.Diff(want, render(t, table, export.Markdown)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// TestUnitsOfColumns: all times are in ms, rounded to three decimals; to six where all of a column,
// or of those compared with it, are below 1 ms. What would round to 0 says so.
func TestUnitsOfColumns(t *testing.T) {
	for _, c := range []struct {
		ns     [2]int64
		group  string
		first  string
		second string
	}{
		{[2]int64{0, 0}, "", "0.000", "0.000"},
		{[2]int64{1, 0}, "", "0.000001", "0.000"},
		{[2]int64{999_999, 0}, "g", "0.999999", "0.000"},
		{[2]int64{-999_999, 0}, "", "−0.999999", "0.000"},
		{[2]int64{1_000_000, 17}, "", "1.000", "0.000017"},
		{[2]int64{1_000_000, 17}, "g", "1.000", "<0.001"},
		{[2]int64{1_000_000, -17}, "g", "1.000", ">−0.001"},
		{[2]int64{1_000_000, 499}, "g", "1.000", "<0.001"},
		{[2]int64{1_000_000, 500}, "g", "1.000", "0.001"},
		{[2]int64{1_000_000, -500}, "g", "1.000", "−0.001"},
		{[2]int64{10_000_499, 0}, "", "10.000", "0.000"},
		{[2]int64{10_000_500, 0}, "", "10.001", "0.000"},
		{[2]int64{100_000_000_000, 0}, "", "100000.000", "0.000"},
	} {
		table := &report.Table{
			Name: "n", Title: "N", Columns: []report.Column{
				{Name: "a_ns", Title: "A", Kind: report.KindDuration, Group: c.group},
				{Name: "b_ns", Title: "B", Kind: report.KindDuration, Group: c.group},
			},
			Rows: [][]report.Value{{{Kind: report.KindDuration, Int: c.ns[0]}, {Kind: report.KindDuration, Int: c.ns[1]}}},
		}
		got := strings.Fields(render(t, table, export.Text))
		if want := []string{"N", "A", "(ms)", "B", "(ms)", c.first, c.second}; !slices.Equal(got, want) {
			t.Errorf("%v: %q, want %q", c.ns, got, want)
		}
		lost := &report.Table{Columns: table.Columns[:1], Rows: [][]report.Value{{{Kind: report.KindDuration, Int: 7, AtLeast: true}}, {{Kind: report.KindDuration, Int: 1e9}}}}
		if s := render(t, lost, export.Text); !strings.Contains(s, "   ≥0.000\n 1000.000") {
			t.Errorf("a lower bound is %q", s)
		}
	}
}

// TestTinyTimesAlign: what is written instead of a time that rounds to 0 is as wide as its column.
func TestTinyTimesAlign(t *testing.T) {
	table := &report.Table{
		Title: "T", Columns: []report.Column{{Kind: report.KindDuration}, {Title: "N", Kind: report.KindCount}},
		Rows: [][]report.Value{
			{{Kind: report.KindDuration, Int: 1_000_000}, {Kind: report.KindCount, Int: 1}},
			{{Kind: report.KindDuration, Int: 1}, {Kind: report.KindCount, Int: 2}},
		},
	}
	if got, want := render(t, table, export.Text), "T\n\n  (ms)  N\n 1.000  1\n<0.001  2\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	table.Rows[1][0].Int = -1
	if got, want := render(t, table, export.Text), "T\n\n   (ms)  N\n  1.000  1\n>−0.001  2\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestMoreThan: a lower bound that already reads as “more than” has no second sign.
func TestMoreThan(t *testing.T) {
	table := &report.Table{
		Title:   "T",
		Columns: []report.Column{{Name: "share", Title: "Share", Kind: report.KindPercent, Digits: 1}},
		Rows:    [][]report.Value{{{Kind: report.KindPercent, Float: 99.96, AtLeast: true}}, {{Kind: report.KindPercent, Float: 50, AtLeast: true}}},
	}
	if got, want := render(t, table, export.Text), "T\n\nShare (%)\n    >99.9\n    ≥50.0\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestColumnsAreLeftOut: a sparse column is left out where it is empty, other columns stay, and
// names are whole.
func TestColumnsAreLeftOut(t *testing.T) {
	name := strings.Repeat("n", 90)
	n := func(v int64) report.Value { return report.Value{Kind: report.KindCount, Int: v} }
	table := &report.Table{
		Name: "n", Title: "N",
		Columns: []report.Column{
			{Title: "Name", Kind: report.KindText},
			{Title: "Empty", Kind: report.KindCount},
			{Title: "Never", Kind: report.KindCount, Sparse: true},
			{Title: "Seldom", Kind: report.KindCount, Sparse: true},
		},
		Rows: [][]report.Value{
			{{Kind: report.KindText, Text: "x"}, n(0), n(0), n(0)},
			{{Kind: report.KindText, Text: name}, n(0), n(0), n(7)},
		},
	}
	want := "N\n\nName" + strings.Repeat(" ", 86) + "  Empty  Seldom\n" +
		"x" + strings.Repeat(" ", 89) + "      0       0\n" + name + "      0       7\n"
	if diff := cmp.Diff(want, render(t, table, export.Text)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// TestNested: cells are indented by how deep their rows are nested, and not at all in a table
// whose rows are at one level.
func TestNested(t *testing.T) {
	text := func(s string) []report.Value { return []report.Value{{Kind: report.KindText, Text: s}} }
	table := &report.Table{
		Title:   "Tree",
		Columns: []report.Column{{Name: "name", Title: "Name", Kind: report.KindText, Nested: true}},
		Rows:    [][]report.Value{text("a"), text("b"), text("c")}, Levels: []uint8{0, 1, 2},
	}
	if got, want := render(t, table, export.Text), "Tree\n\nName\na\n  b\n    c\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	table.Levels = nil
	if got, want := render(t, table, export.Text), "Tree\n\nName\na\nb\nc\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
