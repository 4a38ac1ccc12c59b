package session

import (
	"strconv"
	"testing"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/report"
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
	find, _ := report.Find("threads")
	want, err := find.Run(s.Trace(), measure.Scope{Range: s.Marked(), Threads: s.VisibleThreads()})
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
			t.Errorf("%s: %v", row.Key, row.Sums)
		}
		if &r.Table.Rows[i][0] != &row.Data[0] {
			t.Errorf("row %d of the table is another one", i)
		}
		total.Add(&row.Sums)
	}
	if sums, _, _ := s.Profile(); r.Total.Sums != total || sums != total {
		t.Errorf("the sum is %v, want that of the profile %v", r.Total.Sums, sums)
	}
}

// TestReportCountsAsTheGutter: the sum is of as many threads as the header of the gutter counts.
func TestReportCountsAsTheGutter(t *testing.T) {
	s := opened(t)
	for _, hide := range []bool{false, true} {
		if hide {
			s.SelectAt(s.VisibleThreads()[0], 0)
			s.Hide()
		}
		r, err := s.Report()
		if err != nil {
			t.Fatal(err)
		}
		want := strconv.Itoa(s.Rows().Threads) + " of " + strconv.Itoa(s.Rows().Total) + " threads"
		if !hide {
			want = "All, " + strconv.Itoa(s.Rows().Total) + " threads"
		}
		if got := r.Total.Cells[0].Text; got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestReportCellsAreTheirColumns: every row has a cell for every column, and shares of the thread's
// time have their category's.
func TestReportCellsAreTheirColumns(t *testing.T) {
	s := opened(t)
	r, err := s.Report()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range append(r.Rows, *r.Total) {
		var shares model.Time
		for i, c := range r.Columns {
			if c.Share {
				shares += model.Time(row.Cells[i].Int)
			}
		}
		if len(row.Cells) != len(r.Columns) || shares != row.Whole || row.Whole != row.Sums.Total() {
			t.Errorf("%s: %d cells, shares of %d add up to %d", row.Key, len(row.Cells), row.Whole, shares)
		}
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
