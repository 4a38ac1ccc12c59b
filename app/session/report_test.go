package session

import (
	"testing"

	"threadlens/model"
	"threadlens/model/analysis"
)

// TestReportIsTheThreadsReport: what the table shows, copies and exports are the
// numbers of `threadlens report threads` for the same window and threads.
func TestReportIsTheThreadsReport(t *testing.T) {
	s := opened(t)
	s.Mark(model.Range{From: 50 * ms, To: 260 * ms})
	r, err := s.Report()
	if err != nil {
		t.Fatal(err)
	}
	find, _ := analysis.Find("threads")
	want, err := find.Run(s.Trace(), analysis.Scope{Range: s.Marked(), Threads: s.VisibleThreads()})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Rows) != len(want.Rows) || len(r.Rows) != 3 {
		t.Fatalf("%d rows, want %d", len(r.Rows), len(want.Rows))
	}
	total := model.Sums{}
	for i, row := range r.Rows {
		if row.Thread != s.VisibleThreads()[i] {
			t.Errorf("row %d is of thread %v, want the order of the lanes", i, row.Thread)
		}
		if row.Sums != s.Trace().Sums(row.Thread, s.Marked()) {
			t.Errorf("%s: %v", row.Name, row.Sums)
		}
		if &r.Table.Rows[i][0] != &row.cells[0] {
			t.Errorf("row %d of the table is another one", i)
		}
		total.Add(&row.Sums)
	}
	if sums, _, _ := s.Profile(); r.Total.Sums != total || sums != total {
		t.Errorf("the sum is %v, want that of the profile %v", r.Total.Sums, sums)
	}
}

func TestReportSortsByEveryColumn(t *testing.T) {
	s := opened(t)
	first, err := s.Report()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range first.Columns {
		for _, reverse := range []bool{false, true} {
			s.SortReport(ReportOrder{c.Name, reverse})
			r, _ := s.Report()
			for i := 1; i < len(r.Rows); i++ {
				a, b := r.Value(&r.Rows[i-1], &c).Int, r.Value(&r.Rows[i], &c).Int
				if reverse && a > b || !reverse && a < b {
					t.Errorf("%s, reverse %v: %d before %d", c.Name, reverse, a, b)
				}
			}
		}
	}
	s.SortReport(ReportOrder{Column: ColumnThread})
	if r, _ := s.Report(); r.Rows[0].Name != "4664" {
		t.Errorf("by name %s comes first", r.Rows[0].Name)
	}
}

func TestReportOrderNext(t *testing.T) {
	var o ReportOrder
	for i, want := range []ReportOrder{{"a", false}, {"a", true}, {}, {"a", false}} {
		if o = o.Next("a"); o != want {
			t.Errorf("click %d: %v, want %v", i+1, o, want)
		}
	}
	if o = o.Next("b"); o != (ReportOrder{"b", false}) {
		t.Errorf("another column: %v", o)
	}
}

// TestReportCost: the cost is the number of segments in the window.
func TestReportCost(t *testing.T) {
	s := opened(t)
	for _, r := range []model.Range{s.Trace().Whole(), {From: 10 * ms, To: 20 * ms}, {From: 250 * ms, To: 260 * ms}} {
		s.Mark(r)
		want := 0
		for _, ix := range s.VisibleThreads() {
			for range s.Trace().Segments(ix, r) {
				want++
			}
		}
		if got := s.ReportCost(); got < want || got > want+3 {
			t.Errorf("%v: %d segments, want %d", r, got, want)
		}
	}
	if _, err := New().Report(); err == nil {
		t.Error("a report without a trace")
	}
}
