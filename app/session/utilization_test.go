package session

import (
	"context"
	"path/filepath"
	"slices"
	"testing"

	"threadlens/app/grid"
	"threadlens/app/session/keep"
	"threadlens/app/session/query"
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/timeline"
	"threadlens/timeline/paint"
)

// recordings are traces of every sort in the repository: the demo with two CPUs, and hand-made ones
// with losses, interrupts and CPUs that go offline and online.
func recordings(t *testing.T) map[string]*model.Trace {
	t.Helper()
	files, err := filepath.Glob("../../ingest/text/testdata/*.tltxt")
	if err != nil || len(files) == 0 {
		t.Fatal("no traces", err)
	}
	all := map[string]*model.Trace{}
	for _, file := range append(files, "../../assets/demo/demo.perf.data") {
		tr, err := FileSource(file).Load(context.Background(), func(int64, int64, int64) {})
		if err != nil {
			t.Fatal(file, err)
		}
		all[filepath.Base(file)] = tr
	}
	return all
}

// TestUseAddsUpToTheProcessors: in every pixel column, at every width, the classes add up to the
// CPUs to the nanosecond, and equal the report for the same stretches.
func TestUseAddsUpToTheProcessors(t *testing.T) {
	for name, tr := range recordings(t) {
		use := timeline.NewUtilization(tr, tr.Targets())
		for _, width := range []int{800, 1600, 3840} {
			if tr.End < model.Time(width) {
				continue
			}
			view := timeline.Viewport{Range: tr.Whole(), Width: width}
			for x, times := range use.Columns(view, nil) {
				if want := view.Column(x).Clip(tr.Whole()).Len() * model.Time(use.Processors); times.Total() != want {
					t.Fatalf("%s, column %d of %d: %d ns, want %d", name, x, width, times.Total(), want)
				}
			}
		}
		bucket := max(1, tr.End/97)
		want, err := measure.Utilization(tr, tr.Whole(), bucket, measure.Target{Procs: tr.Targets()})
		if err != nil {
			t.Fatal(err)
		}
		for i, u := range want {
			from := model.Time(i) * bucket
			got := use.In(model.Range{From: from, To: min(from+bucket, tr.End)})
			if got != (timeline.ClassTimes{u.Target, u.Other, u.System, u.ISR + u.DPC, u.Unknown, u.Stolen, u.Idle, u.Offline}) {
				t.Fatalf("%s, bucket %d: %v, the report says %+v", name, i, got, u)
			}
		}
	}
}

func TestLanesOfUtilization(t *testing.T) {
	s := opened(t)
	s.SetMetrics(timeline.NewMetrics(timeline.Comfortable, 1, 1))
	threads := s.Lanes()
	s.SetViewing(keep.ViewUtilization)
	if chart := s.Lanes(); !chart.IsChart() || s.Lanes() != chart || s.SelectedLane() != -1 {
		t.Errorf("lanes %v, selected %d", s.Lanes().List, s.SelectedLane())
	}
	s.SetViewing(keep.ViewThreads)
	if s.Lanes() != threads {
		t.Error("the threads are others than before")
	}
}

func TestPercentIsTold(t *testing.T) {
	s := opened(t)
	var told Change
	s.Subscribe(func(c Change) { told |= c })
	s.SetPercent(measure.PercentMachine)
	if told != 0 {
		t.Errorf("told %v of nothing new", told)
	}
	s.SetPercent(measure.PercentCores)
	if told != ChangedPercent || s.Chart().Of != timeline.OfCores {
		t.Errorf("told %v, %v", told, s.Chart().Of)
	}
	for d, want := range []timeline.PercentOf{timeline.OfMachine, timeline.OfCore, timeline.OfCores} {
		if got := query.PercentOf(measure.Denominator(d)); got != want {
			t.Errorf("%s is %d in pictures, want %d", measure.Denominator(d), got, want)
		}
	}
}

func TestFocusOfClassesEndsWithEscape(t *testing.T) {
	s := opened(t)
	s.SetFocusClass(paint.ClassIdle)
	if s.Chart().Focus != paint.ClassIdle || !s.Escape() || s.FocusClass() != paint.NoClass || s.Escape() {
		t.Errorf("focus on %d", s.FocusClass())
	}
	s.SetFocusClass(paint.ClassOther)
	s.SetFocusClass(paint.ClassOther)
	if s.FocusClass() != paint.NoClass {
		t.Error("the same class again does not clear the focus")
	}
}

func TestChartPartIsTheSelection(t *testing.T) {
	s := opened(t)
	if threads, _, _ := s.ChartPart(); threads != nil {
		t.Errorf("%v of no selection", threads)
	}
	ix := s.VisibleThreads()[0]
	s.Select(timeline.SegmentRef{Thread: ix, Index: -1})
	threads, class, name := s.ChartPart()
	if !slices.Equal(threads, []model.ThreadIx{ix}) || class != paint.ClassTarget || name != s.Title(ix) {
		t.Errorf("%v %d %q", threads, class, name)
	}
	for p := range s.Trace().Processes {
		p := model.ProcIx(p)
		s.SelectHead(timeline.ProcessRow(p))
		threads, class, _ := s.ChartPart()
		if !slices.Equal(threads, s.Trace().Processes[p].Threads) {
			t.Errorf("process %d: %v", p, threads)
		}
		if (class == paint.ClassTarget) != slices.Contains(s.Targets(), p) {
			t.Errorf("process %d is of class %d", p, class)
		}
	}
}

// TestCPUSummaryRows: every row of the report is there once, below its process, and goes to the
// thread with that CPU time.
func TestCPUSummaryRows(t *testing.T) {
	for name, tr := range recordings(t) {
		for group := query.GroupProcess; group <= query.GroupThread; group++ {
			q := query.CPU{Trace: tr, Window: tr.Whole(), Targets: tr.Targets(), Group: group}
			c, err := q.Run()
			if err != nil {
				t.Fatal(name, err)
			}
			checkCPURows(t, name, tr, c, group == query.GroupThread)
		}
	}
}

func checkCPURows(t *testing.T, name string, tr *model.Trace, c *grid.Content, flat bool) {
	t.Helper()
	keys, threads, top := map[string]bool{}, map[model.ThreadIx]bool{}, model.Time(0)
	for i := range c.Rows {
		r := &c.Rows[i]
		if keys[r.Key] || len(r.Cells) != len(c.Columns) {
			t.Errorf("%s: row %q comes twice, or has %d cells of %d", name, r.Key, len(r.Cells), len(c.Columns))
		}
		keys[r.Key] = true
		if r.Parent == grid.NoParent {
			top += r.Part
		} else if r.Thread == model.NoThread || c.Rows[r.Parent].Data == nil {
			checkStartRow(t, name, c, i)
		} else if p := &c.Rows[r.Parent]; p.Proc != tr.Threads[r.Thread].Proc || p.Class != r.Class {
			t.Errorf("%s: row %q is below that of process %d", name, r.Key, p.Proc)
		}
		if r.Thread == model.NoThread {
			continue
		}
		sums := tr.Sums(r.Thread, tr.Whole())
		if threads[r.Thread] || sums[model.Execution] != r.Part || flat != (r.Parent == grid.NoParent) {
			t.Errorf("%s: row %q says %d, the thread ran %d", name, r.Key, r.Part, sums[model.Execution])
		}
		threads[r.Thread] = true
	}
	checkAllRan(t, name, tr, threads)
	if c.Total.Part != top {
		t.Errorf("%s: the rows add up to %d, the capacity is %d", name, top, c.Total.Part)
	}
}

// checkAllRan checks that exactly the threads that ran have rows.
func checkAllRan(t *testing.T, name string, tr *model.Trace, threads map[model.ThreadIx]bool) {
	t.Helper()
	for ix := range tr.Threads {
		sums := tr.Sums(model.ThreadIx(ix), tr.Whole())
		if !tr.Threads[ix].Idle && (sums[model.Execution] > 0) != threads[model.ThreadIx(ix)] {
			t.Errorf("%s: thread %s ran %d and has a row: %v", name, tr.Threads[ix].Key(), sums[model.Execution], threads[model.ThreadIx(ix)])
		}
	}
}

// checkStartRow checks that the row of a function is the sum of its threads.
func checkStartRow(t *testing.T, name string, c *grid.Content, i int) {
	t.Helper()
	r, sum := &c.Rows[i], model.Time(0)
	for k := range c.Rows {
		if c.Rows[k].Parent == i {
			sum += c.Rows[k].Part
		}
	}
	if r.Thread == model.NoThread && (sum != r.Part || r.Class != c.Rows[r.Parent].Class) {
		t.Errorf("%s: row %q says %d, its threads %d", name, r.Key, r.Part, sum)
	}
}

// TestS16BusyInTheSummary: the rows without idle are what is busy.
func TestS16BusyInTheSummary(t *testing.T) {
	s := opened(t)
	c, err := s.CPUQuery(query.GroupProcess).Run()
	if err != nil {
		t.Fatal(err)
	}
	use := timeline.NewUtilization(s.Trace(), s.Targets()).In(s.Scope())
	for i := range c.Rows {
		if r := &c.Rows[i]; r.Key == "-Idle" && r.Part != use[paint.ClassIdle] {
			t.Errorf("idle for %d, the chart says %d", r.Part, use[paint.ClassIdle])
		}
	}
	if c.Total.Part != use.Total() {
		t.Errorf("capacity %d, the chart says %d", c.Total.Part, use.Total())
	}
}
