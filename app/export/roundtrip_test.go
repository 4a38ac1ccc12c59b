package export_test

import (
	"encoding/csv"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"threadlens/app/export"
	"threadlens/model/measure"
	"threadlens/model/report"
)

// TestTablesRoundTrip reads the tables of the worked example back: CSV, TSV and
// JSON hold the same cells, to the last digit.
func TestTablesRoundTrip(t *testing.T) {
	tr := example(t)
	for _, a := range report.List() {
		table, err := a.Run(tr, measure.Scope{})
		if err != nil {
			t.Fatal(err)
		}
		fromCSV, err := csv.NewReader(strings.NewReader(render(t, table, export.CSV))).ReadAll()
		if err != nil {
			t.Fatalf("%s: %v", a.Name, err)
		}
		var fromTSV [][]string
		for line := range strings.Lines(render(t, table, export.TSV)) {
			fromTSV = append(fromTSV, strings.Split(strings.TrimSuffix(line, "\n"), "\t"))
		}
		if diff := cmp.Diff(fromCSV, fromTSV); diff != "" {
			t.Errorf("%s: (-CSV +TSV)\n%s", a.Name, diff)
		}
		if diff := cmp.Diff(fromCSV, cellsOfJSON(t, render(t, table, export.JSON))); diff != "" {
			t.Errorf("%s: (-CSV +JSON)\n%s", a.Name, diff)
		}
	}
}

// cellsOfJSON is the column names and the rows of a table as texts.
func cellsOfJSON(t *testing.T, data string) (cells [][]string) {
	t.Helper()
	var table struct {
		Columns []struct{ Name string }
		Rows    [][]any
	}
	dec := json.NewDecoder(strings.NewReader(data))
	dec.UseNumber()
	if err := dec.Decode(&table); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, c := range table.Columns {
		names = append(names, c.Name)
	}
	cells = append(cells, names)
	for _, row := range table.Rows {
		var list []string
		for _, v := range row {
			switch v := v.(type) {
			case nil:
				list = append(list, "")
			case json.Number:
				list = append(list, v.String())
			case string:
				list = append(list, v)
			}
		}
		cells = append(cells, list)
	}
	return cells
}
