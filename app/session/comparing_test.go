package session_test

import (
	"strings"
	"testing"

	"threadlens/app/session"
	"threadlens/app/session/query"
	"threadlens/model"
	"threadlens/model/modeltest"
	"threadlens/timeline"
)

// turns is two threads of one process that run one after the other, each for some ms, and a third of
// another process; the trace is twice as long.
func turns(t *testing.T, name string, ms string) *model.Trace {
	t.Helper()
	return modeltest.Parse(t, name, strings.NewReplacer("MS", ms).Replace(`threadlens-trace 1
cpus 1
span 0ms 100ms
os linux
process 10 "app" target
process 20 "other"
thread 11 pid=10 name="worker-1"
thread 12 pid=10 name="worker-2"
thread 21 pid=20 name="noise"
0ms cpu0 switch idle 11 wait
MSms cpu0 switch 11 12 wait linux=S
50ms cpu0 switch 12 21 wait linux=S
90ms cpu0 switch 21 idle wait linux=S
`))
}

// compared is the rows of the comparison by name, of the first section.
func compared(t *testing.T, s *session.Session) map[string]string {
	t.Helper()
	q, ok := s.AnyReport(query.CompareReport)
	if !ok {
		t.Fatal("there is no comparison")
	}
	content, err := q.Run()
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]string{}
	for i := range content.Rows {
		r := &content.Rows[i]
		if r.Data[0].Text != "state" {
			continue
		}
		leads := "nowhere"
		if r.Leads && r.Thread != model.NoThread {
			leads = s.Trace().Threads[r.Thread].Name()
		}
		rows[r.Data[1].Text] = leads
	}
	return rows
}

// TestCompareWith: without another trace the report says how to open one; with one it is about the
// threads in view of both; its rows lead to threads; and it goes with the trace.
func TestCompareWith(t *testing.T) {
	s := session.New()
	s.Open(session.Source{Name: "a"}, turns(t, "a", "10"))
	q, ok := s.AnyReport(query.CompareReport)
	if _, err := q.Run(); !ok || err == nil || !strings.Contains(err.Error(), "Compare With") {
		t.Errorf("without another trace: %v", err)
	}
	told := session.Change(0)
	s.Subscribe(func(c session.Change) { told |= c })
	s.SetOther(turns(t, "b", "30"))
	if told != session.ChangedOther || s.Other() == nil {
		t.Errorf("told %b", told)
	}
	rows := compared(t, s)
	if rows["app / worker-*: Execution"] != "worker-1" || rows["other / noise: Execution"] != "" {
		t.Errorf("%v", rows)
	}

	s.Select(timeline.SegmentRef{Thread: 1, Index: -1})
	s.Hide()
	s.Mark(model.Range{To: 20e6})
	if rows = compared(t, s); rows["app / worker-*: Execution"] != "worker-1" || len(rows) == 0 {
		t.Errorf("of one thread: %v", rows)
	}

	s.Open(session.Source{Name: "c"}, turns(t, "c", "10"))
	if s.Other() != nil {
		t.Error("the other trace outlives the open one")
	}
}

// TestCompareWithAShorterTrace: a window after the end of the other trace cannot be compared.
func TestCompareWithAShorterTrace(t *testing.T) {
	s := session.New()
	s.Open(session.Source{Name: "a"}, modeltest.Synthetic(2, 100, 1e9, 1))
	s.SetOther(turns(t, "b", "30"))
	s.Mark(model.Range{From: 500e6, To: 600e6})
	q, _ := s.AnyReport(query.CompareReport)
	if _, err := q.Run(); err == nil || !strings.Contains(err.Error(), "b ends at 100 ms") {
		t.Errorf("%v", err)
	}
	s.Mark(model.Range{From: 50e6, To: 600e6})
	q, _ = s.AnyReport(query.CompareReport)
	if _, err := q.Run(); err != nil {
		t.Error(err)
	}
}
