package session

import (
	"testing"

	"threadlens/app/session/capture"
	"threadlens/model"
	"threadlens/timeline"
)

func TestTargetsAreTheTracesOwnUntilChosen(t *testing.T) {
	s := opened(t)
	own := s.Targets()
	if len(own) != 1 || s.Trace().Processes[own[0]].PID != 1396 || s.TargetTitle() != "ThreadContentionGenerator.exe 1396" {
		t.Errorf("targets %v, title %q", own, s.TargetTitle())
	}
	var other model.ProcIx
	for i := range s.Trace().Processes {
		if s.Trace().Processes[i].PID == 6156 {
			other = model.ProcIx(i)
		}
	}
	s.Choose([]model.ProcIx{other})
	if s.TargetTitle() != "Other.exe 6156" || s.Rows().List[0].Proc != other || !s.Rows().List[0].Expanded {
		t.Errorf("title %q, first row %+v", s.TargetTitle(), s.Rows().List[0])
	}
	s.Choose(nil)
	if s.Chosen() != nil || len(s.Targets()) != 1 || s.Targets()[0] != own[0] {
		t.Error("the trace's own target should be back")
	}
}

func TestToggleChangesWhatIsSummed(t *testing.T) {
	s := opened(t)
	own := s.Targets()[0]
	all := len(s.VisibleThreads())
	s.Toggle(timeline.ProcessRow(own))
	if n := len(s.VisibleThreads()); n != 0 {
		t.Errorf("%d threads are visible with the process collapsed", n)
	}
	s.Toggle(timeline.ProcessRow(own))
	if n := len(s.VisibleThreads()); n != all {
		t.Errorf("%d threads are visible again, want %d", n, all)
	}
}

func TestShowThreadExpandsItsProcess(t *testing.T) {
	s := opened(t)
	ix := thread(t, s.Trace(), 6420)
	s.Toggle(timeline.ProcessRow(s.Targets()[0]))
	s.ShowThread(ix)
	if indexOf(s.VisibleThreads(), ix) < 0 {
		t.Error("the thread has no lane")
	}
}

func TestSortByShare(t *testing.T) {
	s := opened(t)
	s.SetSort(timeline.SortShare(model.Execution))
	var last model.Time = model.Forever
	for _, ix := range s.VisibleThreads() {
		sums := s.Trace().Sums(ix, s.Trace().Whole())
		if sums[model.Execution] > last {
			t.Errorf("thread %d executed more than the one above it", s.Trace().Threads[ix].TID)
		}
		last = sums[model.Execution]
	}
	if s.Sort() != timeline.SortShare(model.Execution) {
		t.Errorf("sort %v", s.Sort())
	}
}

func TestMetricsKeepTheRows(t *testing.T) {
	s := opened(t)
	n, height := len(s.Rows().List), s.Rows().Height()
	s.SetMetrics(timeline.NewMetrics(timeline.Compact, 1, 1))
	if len(s.Rows().List) != n || s.Rows().Height() >= height {
		t.Errorf("%d rows %d high, want %d rows less than %d high", len(s.Rows().List), s.Rows().Height(), n, height)
	}
}

func TestCloseForgetsTheTrace(t *testing.T) {
	s := opened(t)
	s.Close()
	if s.Trace() != nil || s.Rows() != nil || s.CanUndo() || s.Scope().Len() != 0 || len(s.VisibleThreads()) != 0 {
		t.Error("something of the trace is left")
	}
	if s.Metrics() == (timeline.Metrics{}) || s.View().Width != 1000 {
		t.Error("the sizes of the window are gone too")
	}
	// Nothing that the user may still do must require a trace.
	s.Zoom(1, 2)
	s.Pan(5)
	s.Undo()
	s.FitSelection()
	s.StepRow(1)
	s.StepSegment(1)
	s.Hide()
	s.ToWaker()
	s.ShowWhole()
}

func TestSourceNames(t *testing.T) {
	if s := FileSource("/a/b/c.data"); s.Name != "c.data" || s.Path != "/a/b/c.data" {
		t.Errorf("%+v", s)
	}
	if len(capture.Formats()) < 2 || capture.Formats()[0].Title == "" {
		t.Errorf("formats %v", capture.Formats())
	}
	_, err := result(t, DataSource("x", []byte("nonsense")), func(*Job) {})
	if err == nil {
		t.Error("nonsense was read as a trace")
	}
}
