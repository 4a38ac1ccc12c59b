package session

import (
	"slices"
	"testing"

	"threadlens/app/grid"
	"threadlens/model"
	"threadlens/model/modeltest"
	"threadlens/model/report"
	"threadlens/timeline"
)

const reported = `threadlens-trace 1
cpus 2
span 0us 80us
os linux
thread 11 pid=10
thread 12 pid=10
0us cpu0 switch idle 11 preempt
10us cpu0 switch 11 12 wait linux=S
30us cpu1 wake 11
40us cpu0 switch 12 11 preempt
60us cpu0 switch 11 idle wait linux=S
`

// TestGoRow: a click on a row goes to its thread and its time, to its thread, or to its process. A
// segment is brought into view, but the window stays as long as it is, so that the report stays.
func TestGoRow(t *testing.T) {
	tr := modeltest.Parse(t, "reported", reported)
	first := thread(t, tr, 11)
	s := New()
	s.Open(Source{Name: "reported"}, tr)
	wait := model.Range{From: 10_000, To: 30_000}
	for _, window := range []model.Range{tr.Whole(), {From: 60_000, To: 80_000}} {
		s.Show(window, MoveJump)
		s.GoRow(&grid.Row{Thread: first, Proc: model.NoProc, Span: wait, Leads: true})
		now := s.Window()
		if seg, ok := s.Segment(); !ok || seg.Thread != first || seg.From != 10_000 || now.Len() != window.Len() || now.Overlap(wait) != wait.Len() {
			t.Errorf("selected %+v in %v", seg, now)
		}
	}
	s.GoRow(&grid.Row{Thread: first, Proc: model.NoProc, Leads: true})
	if got := s.Selected(); got != (timeline.SegmentRef{Thread: first, Index: -1}) {
		t.Errorf("selected %+v", got)
	}
	s.GoRow(&grid.Row{Thread: model.NoThread, Proc: tr.Threads[first].Proc, Leads: true})
	if got := s.Selected().Thread; got != model.NoThread {
		t.Errorf("thread %d is selected with a process", got)
	}
}

// TestTreesAreWide: the first column of each report with rows below others has room for their names.
func TestTreesAreWide(t *testing.T) {
	tr := modeltest.Parse(t, "reported", reported)
	s := New()
	s.Open(Source{Name: "reported"}, tr)
	s.Choose(s.AllProcesses())
	trees := 0
	for _, r := range report.List() {
		q, _ := s.AnyReport(r.Name)
		content, err := q.Run()
		if err != nil || !slices.ContainsFunc(content.Rows, func(r grid.Row) bool { return r.Parent != grid.NoParent }) {
			continue
		}
		trees++
		if content.Columns[0].Width < 200 {
			t.Errorf("%s: the first column is %v wide", r.Name, content.Columns[0].Width)
		}
	}
	if trees < 3 {
		t.Errorf("only %d reports are trees", trees)
	}
}

// TestTreesFirst: the column of a tree is the first one on screen, and keeps its place in exports.
func TestTreesFirst(t *testing.T) {
	tr := modeltest.Parse(t, "reported", reported)
	s := New()
	s.Open(Source{Name: "reported"}, tr)
	q, ok := s.AnyReport("blocking")
	content, err := q.Run()
	if err != nil || !ok {
		t.Fatal(err)
	}
	at := slices.IndexFunc(content.Table.Columns, func(c report.Column) bool { return c.Name == "function" })
	if at <= 0 || content.Columns[0].Name != "function" || content.Columns[1].Name != content.Table.Columns[0].Name {
		t.Fatalf("the first columns are %s and %s, the function is the %d. of the table", content.Columns[0].Name, content.Columns[1].Name, at)
	}
	for _, r := range content.Rows {
		if r.Cells[0].Text != r.Data[at].Text || r.Cells[1] != r.Data[0] || !r.Open {
			t.Errorf("row %v of %v", r.Cells[:2], r.Data)
		}
	}
	if _, ok := s.AnyReport("none"); ok {
		t.Error("a report of no name")
	}
}
