package report_test

import (
	"slices"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/modeltest"
	"threadlens/model/report"
)

// TestThreadsInData: in data output every report names threads by the columns of the report threads,
// and no two of its columns have one name; what a cell says is what it says in the report threads.
func TestThreadsInData(t *testing.T) {
	seen := 0
	for seed := range uint64(4) {
		tr := modeltest.Parse(t, "world", modeltest.World(seed))
		byKey := map[string]*model.Thread{}
		for i := range tr.Threads {
			byKey[tr.Threads[i].Key()] = &tr.Threads[i]
		}
		for _, a := range report.List() {
			table, err := a.Run(tr, measure.Scope{Threads: measure.Visible(tr)})
			if err != nil {
				continue
			}
			data := table.Data()
			checkColumns(t, data)
			if data.Total != nil || (table.Levels == nil || table.Sums) != (data.Levels == nil) {
				t.Errorf("%s: total %v, levels %v", a.Name, data.Total, data.Levels)
			}
			rows := gather(data)
			for i, row := range parts(table) {
				for k, c := range table.Columns {
					if c.Kind == report.KindThread {
						seen++
						checkThread(t, a.Name, byKey[row[k].Text], row[k], data, rows[i], c.Name)
					}
				}
			}
		}
	}
	if seen < 1000 {
		t.Errorf("%d cells of threads", seen)
	}
}

// TestBoundsInData: data output names the lower bounds of each row, in a last column that exists only
// if there are any, and does so once.
func TestBoundsInData(t *testing.T) {
	bound, row := 0, 0
	for seed := range uint64(8) {
		tr := modeltest.Parse(t, "world", modeltest.World(seed))
		for _, a := range report.List() {
			table, err := a.Run(tr, measure.Scope{Threads: measure.Visible(tr)})
			if err != nil {
				continue
			}
			data := table.Data()
			n, of := checkBounds(t, data, table.Bounds)
			bound, row = bound+n, row+of
			if again := data.Data(); len(again.Columns) != len(data.Columns) {
				t.Errorf("%s: %d columns, then %d", a.Name, len(data.Columns), len(again.Columns))
			}
		}
	}
	if bound < 100 || bound == row {
		t.Errorf("%d rows of %d have lower bounds", bound, row)
	}
}

// checkBounds counts the rows with lower bounds, and all; always is set if the table has the column
// in any case.
func checkBounds(t *testing.T, data *report.Table, always bool) (bound, rows int) {
	t.Helper()
	last := len(data.Columns) - 1
	named := data.Columns[last].Name == "at_least"
	for _, cells := range gather(data) {
		var want []string
		for i := range cells {
			if cells[i].AtLeast {
				want = append(want, data.Columns[i].Name)
			}
		}
		if rows++; want != nil {
			bound++
		}
		if named && cells[last].Text != strings.Join(want, " ") || !named && want != nil {
			t.Errorf("%s: %q named, want %q", data.Name, cells[last].Text, want)
		}
	}
	if named != (bound > 0) && !always {
		t.Errorf("%s: column %v, %d rows with lower bounds", data.Name, named, bound)
	}
	return bound, rows
}

func checkColumns(t *testing.T, data *report.Table) {
	t.Helper()
	names := map[string]bool{}
	for _, c := range data.Columns {
		if c.Kind == report.KindThread || names[c.Name] {
			t.Errorf("%s: column %q, kind %d", data.Name, c.Name, c.Kind)
		}
		names[c.Name] = true
	}
}

// checkThread compares the parts of a cell with its thread, nil for what is none.
func checkThread(t *testing.T, name string, th *model.Thread, whole report.Value, data *report.Table, row []report.Value, column string) {
	t.Helper()
	prefix := column + "_"
	if column == "thread" {
		prefix = ""
	}
	part := func(s string) report.Value {
		i := slices.IndexFunc(data.Columns, func(c report.Column) bool { return c.Name == prefix+s })
		if i < 0 {
			t.Fatalf("%s: no column %s", name, prefix+s)
		}
		return row[i]
	}
	tid, inc, called := part("tid"), part("incarnation"), part("name")
	switch {
	case whole.Kind == report.KindNone:
		if tid.Kind != report.KindNone || called.Kind != report.KindNone {
			t.Errorf("%s %s: parts of nothing: %v, %v", name, column, tid, called)
		}
	case th == nil:
		if tid.Kind != report.KindNone || called.Text != whole.Text {
			t.Errorf("%s %s: %v, %v for %q", name, column, tid, called, whole.Text)
		}
	case tid.Int != int64(th.TID) || inc.Int != int64(th.Incarnation) || called.Text != th.Name():
		t.Errorf("%s %s: %v, %v, %v for %q", name, column, tid, inc, called, whole.Text)
	}
	part("pid")
	part("process")
}

// parts are the rows of a table without those that sum up others, if that is all these do.
func parts(t *report.Table) (rows [][]report.Value) {
	for i, row := range gather(t) {
		if !t.Sums || i+1 == len(t.Levels) || t.Levels[i+1] == 0 {
			rows = append(rows, row)
		}
	}
	return rows
}
