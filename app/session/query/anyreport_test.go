package query

import (
	"slices"
	"testing"

	"threadlens/app/grid"
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/modeltest"
	"threadlens/model/report"
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

// TestRowsLead: a row is about the first thread that it names, or about its process, and from
// its first instant to its second.
func TestRowsLead(t *testing.T) {
	tr := modeltest.Parse(t, "reported", reported)
	first := model.NoThread
	for i := range tr.Threads {
		if tr.Threads[i].TID == 11 {
			first = model.ThreadIx(i)
		}
	}
	cell := func(k report.Kind, n int64, text string) report.Value {
		return report.Value{Kind: k, Int: n, Text: text}
	}
	table := &report.Table{
		Columns: []report.Column{
			{Name: "thread", Kind: report.KindThread},
			{Name: "other", Kind: report.KindThread},
			{Name: "pid", Kind: report.KindID},
			{Name: "tid", Kind: report.KindID},
			{Name: "incarnation", Kind: report.KindCount},
			{Name: "from_ns", Kind: report.KindInstant},
			{Name: "to_ns", Kind: report.KindInstant},
			{Name: "later_ns", Kind: report.KindInstant},
		},
		Rows: [][]report.Value{
			{cell(report.KindThread, 0, "11.0"), cell(report.KindThread, 0, "12.0"), {}, {}, {}, cell(report.KindInstant, 10_000, ""), cell(report.KindInstant, 30_000, ""), cell(report.KindInstant, 40_000, "")},
			{{}, {}, report.ID(10), {}, {}, {}, {}, {}},
			{{}, {}, {}, report.ID(11), cell(report.KindCount, 0, ""), {}, {}, {}},
			{{}, {}, report.ID(77), {}, {}, {}, {}, {}},
		},
	}
	p := newPlaces(tr, table)
	content := grid.FromTable(table, grid.Shape{About: p.about})
	proc := tr.Threads[first].Proc
	for i, want := range []grid.Row{
		{Thread: first, Proc: model.NoProc, Span: model.Range{From: 10_000, To: 30_000}, Leads: true},
		{Thread: model.NoThread, Proc: proc, Leads: true},
		{Thread: first, Proc: model.NoProc, Leads: true},
		{Thread: model.NoThread, Proc: model.NoProc},
	} {
		if r := content.Rows[i]; r.Thread != want.Thread || r.Proc != want.Proc || r.Span != want.Span || r.Leads != want.Leads {
			t.Errorf("row %d is about thread %d, process %d, %v, leads %v", i, r.Thread, r.Proc, r.Span, r.Leads)
		}
	}
}

// TestRowsKept: of a table that is too long the first rows are kept, with a note.
func TestRowsKept(t *testing.T) {
	for most, noted := range map[int]bool{4: true, 5: false, 6: false} {
		room := make([]report.Value, 1)
		table := &report.Table{Stream: func(yield func([]report.Value) bool) {
			for i := range 5 {
				if room[0].Int = int64(i); !yield(room) {
					return
				}
			}
		}}
		keepRows(table, most)
		if len(table.Rows) != min(most, 5) || table.Stream != nil || (len(table.Notes) == 1) != noted {
			t.Errorf("%d: %d rows, notes %q", most, len(table.Rows), table.Notes)
		}
		if last := table.Rows[len(table.Rows)-1][0].Int; last != int64(len(table.Rows)-1) {
			t.Errorf("%d: the last row is %d", most, last)
		}
	}
}

// TestGreatestRowsKept: of a list that is too long the longest are kept, in the order of their
// lengths, equal ones in the order of the list.
func TestGreatestRowsKept(t *testing.T) {
	lengths := []int64{3, 9, 1, 9, 4, 7, 9, 2, 8, 4, 5, 9, 6}
	for most := 1; most <= len(lengths)+1; most++ {
		room := make([]report.Value, 2)
		table := &report.Table{
			Columns: []report.Column{{Name: "at"}, {Name: "length_ns"}}, Greatest: "length_ns",
			Stream: func(yield func([]report.Value) bool) {
				for i, n := range lengths {
					if room[0].Int, room[1].Int = int64(i), n; !yield(room) {
						return
					}
				}
			},
		}
		keepRows(table, most)
		var want [][2]int64
		for n := int64(9); n > 0; n-- {
			for i, l := range lengths {
				if l == n && len(want) < most {
					want = append(want, [2]int64{int64(i), n})
				}
			}
		}
		var got [][2]int64
		for _, r := range table.Rows {
			got = append(got, [2]int64{r[0].Int, r[1].Int})
		}
		if !slices.Equal(got, want) || (len(table.Notes) == 1) != (most < len(lengths)) {
			t.Errorf("%d rows: %v, want %v; notes %q", most, got, want, table.Notes)
		}
	}
}

// TestMonitorKeys: a thread of the monitor's table is known by its id, which it keeps below
// its process, and all else by name and id.
func TestMonitorKeys(t *testing.T) {
	tr := story(t)
	c, err := MonitorContent(tr, tr.End, measure.PercentCores, measure.GuestFigures{})
	if err != nil {
		t.Fatal(err)
	}
	threads, keys := 0, map[string]bool{}
	image, pid, tid := c.Table.Column("image"), c.Table.Column("pid"), c.Table.Column("tid")
	for i := range c.Rows {
		r := &c.Rows[i]
		want := r.Data[image].Text + " " + measure.Count(r.Data[pid].Int)
		if r.Data[tid].Kind == report.KindID {
			want = "thread " + measure.Count(r.Data[tid].Int)
			threads++
		}
		if keys[r.Key] || r.Key != want {
			t.Errorf("row %d is %q, want %q", i, r.Key, want)
		}
		keys[r.Key] = true
	}
	if threads == 0 || threads == len(c.Rows) {
		t.Errorf("%d threads in %d rows", threads, len(c.Rows))
	}
}
