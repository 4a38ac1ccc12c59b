package session

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"threadlens/app/grid"
	"threadlens/app/session/explain"
	"threadlens/app/session/keep"
	"threadlens/app/session/naming"
	"threadlens/app/session/query"
	"threadlens/model"
	"threadlens/model/modeltest"
	"threadlens/model/report"
	"threadlens/timeline"
	"threadlens/timeline/paint"
)

// openedCores is a trace in which thread 8 moves from CPU to CPU while 9 stays, shown in the Cores
// view.
func openedCores(t *testing.T) *Session {
	t.Helper()
	s := openedWith(t, `threadlens-trace 1
cpus 3
span 0us 1000us
os linux
process 7 "app" target
thread 8 pid=7 name="wanderer"
thread 9 pid=7 name="stayer"
10us cpu0 switch idle 8 preempt
20us cpu1 switch idle 9 preempt
100us cpu0 switch 8 idle wait
150us cpu2 wake 8
200us cpu2 switch idle 8 preempt
300us cpu2 switch 8 idle wait
310us cpu1 wake 8
400us cpu1 switch 9 8 preempt
500us cpu1 switch 8 9 wait
600us cpu0 switch idle 8 preempt
900us cpu0 switch 8 idle wait
`)
	s.SetViewing(keep.ViewCores)
	return s
}

func TestLanesOfCores(t *testing.T) {
	s := openedCores(t)
	rows := s.Lanes()
	var names []string
	for _, r := range rows.List {
		names = append(names, r.Name)
	}
	if got := strings.Join(names, " "); got != "Socket unknown CPU 0 CPU 1 CPU 2 Run queue" {
		t.Errorf("rows: %s", got)
	}
	if s.Lanes() != rows {
		t.Error("the rows are rebuilt though nothing changed")
	}
	s.Toggle(rows.List[0].Key())
	if n := len(s.Lanes().List); n != 2 {
		t.Errorf("%d rows with the head collapsed", n)
	}
	s.ToggleAll()
	if n := len(s.Lanes().List); n != 5 {
		t.Errorf("%d rows with all expanded", n)
	}
	s.SetViewing(keep.ViewThreads)
	if s.Lanes() != s.Rows() {
		t.Error("the Threads view shows other rows")
	}
	s.Close()
	s.SetViewing(keep.ViewCores)
	if s.Lanes() != nil || s.SelectedLane() != -1 || s.CoreColours() != nil {
		t.Error("there are lanes without a trace")
	}
}

func TestWalkSlices(t *testing.T) {
	s := openedCores(t)
	ix := thread(t, s.Trace(), 8)
	s.Select(timeline.SegmentRef{Thread: ix, Index: -1})
	if s.SelectedLane() != -1 {
		t.Error("a thread without a slice has a lane")
	}
	var on []string
	s.SelectAt(ix, 50_000)
	for range 6 {
		seg, _ := s.Segment()
		on = append(on, s.Lanes().List[s.SelectedLane()].Name)
		if seg.State != model.Running {
			t.Fatalf("%v is no slice", seg.State)
		}
		s.StepSegment(1)
	}
	if got := strings.Join(on, ", "); got != "CPU 0, CPU 2, CPU 1, CPU 0, CPU 0, CPU 0" {
		t.Errorf("the way was %s", got)
	}
	s.StepSegment(-1)
	if name := s.Lanes().List[s.SelectedLane()].Name; name != "CPU 1" {
		t.Errorf("one back is %s", name)
	}
	// Without a selected slice, the one at or after the middle of the window.
	s.Show(model.Range{From: 0, To: 400_000}, MoveJump)
	s.Select(timeline.SegmentRef{Thread: ix, Index: -1})
	s.StepSegment(1)
	if seg, _ := s.Segment(); seg.From != 200_000 {
		t.Errorf("the first slice is that from %d", seg.From)
	}
}

func TestStepThroughProcessors(t *testing.T) {
	s := openedCores(t)
	s.SelectAt(thread(t, s.Trace(), 8), 50_000)
	s.StepRow(1)
	if s.Selected().Thread != thread(t, s.Trace(), 9) {
		t.Errorf("below CPU 0 is thread %d", s.Selected().Thread)
	}
	s.SelectAt(thread(t, s.Trace(), 9), 700_000)
	was := s.Selected()
	s.StepRow(1) // CPU 2 idles at that time, and the run queue has no segments
	if s.Selected() != was {
		t.Errorf("below CPU 1 is %v", s.Selected())
	}
	s.StepRow(-1)
	s.StepRow(-1)
	if key, ok := s.SelectedHead(); !ok || key.Kind != timeline.RowSocket || s.SelectedLane() != 0 {
		t.Errorf("the head is not selected: %v %v", key, ok)
	}
}

func TestGoExpandsTheProcessor(t *testing.T) {
	s := openedCores(t)
	s.Toggle(s.Lanes().List[0].Key())
	ix := thread(t, s.Trace(), 8)
	seg, _ := s.Trace().SegmentAt(ix, 250_000)
	s.Go(timeline.SegmentRef{Thread: ix, Index: seg.Index})
	if row, exact := s.Lanes().OfCPU(2); !exact || s.SelectedLane() != row {
		t.Error("the selected slice has no lane")
	}
}

func TestColoursStayWithTheThread(t *testing.T) {
	s := openedCores(t)
	p := paint.NewPalette(false, false)
	ix := thread(t, s.Trace(), 8)
	was := s.CoreColours().Fill(p, ix)
	s.SetColourBy(timeline.ColourCategory)
	if s.Lanes().Cores.By != timeline.ColourCategory || s.CoreColours().Fill(p, ix) == was {
		t.Error("slices are not coloured by category")
	}
	s.SetColourBy(timeline.ColourThread)
	s.Choose([]model.ProcIx{})
	for _, other := range s.Trace().Processes[s.Trace().Threads[ix].Proc].Threads {
		if s.CoreColours().Fill(p, other) != s.CoreColours().Fill(p, ix) {
			t.Error("threads of another process do not share its hue")
		}
	}
	s.Choose(nil)
	if s.CoreColours().Fill(p, ix) != was {
		t.Error("the thread has another hue than before")
	}
}

func TestFollowedThread(t *testing.T) {
	s := openedCores(t)
	if _, ok := s.Followed(); ok {
		t.Error("nobody is selected and somebody followed")
	}
	s.Select(timeline.SegmentRef{Thread: thread(t, s.Trace(), 8), Index: -1})
	f, ok := s.Followed()
	if !ok || f.Cross != 3 || f.Switches != 3 || f.Share() != "100%" || f.PerSecond() != 3000 {
		t.Errorf("%+v, %s, %g a second", f, f.Share(), f.PerSecond())
	}
	if want := []model.Time{390_000, 100_000, 100_000}; !slices.Equal(f.On, want) {
		t.Errorf("time on processors %v, want %v", f.On, want)
	}
	s.Mark(model.Range{From: 250_000, To: 650_000})
	if f, _ := s.Followed(); f.Cross != 2 || !slices.Equal(f.On, []model.Time{50_000, 100_000, 50_000}) {
		t.Errorf("in the selection: %+v", f)
	}
}

// TestMigrationTable compares the table with the card of each thread.
func TestMigrationTable(t *testing.T) {
	s := openedCores(t)
	s.Rename(thread(t, s.Trace(), 9), "my thread")
	content, err := s.MigrationQuery().Run()
	if err != nil {
		t.Fatal(err)
	}
	var heads []string
	at := map[string]int{}
	for i, c := range content.Columns {
		at[c.Name] = i
		if !c.Off {
			heads = append(heads, c.Title)
		}
	}
	want := "Thread, TID, Process, Switches, Cross-CPU migrations, Cross-CPU share, Preempted, CPU, Mean time slice"
	if got := strings.Join(heads, ", "); got != want {
		t.Errorf("columns %s, want %s", got, want)
	}
	if len(content.Rows) != 2 || content.Rows[0].Cells[0].Text != "wanderer" || content.Rows[1].Cells[0].Text != "my thread" {
		t.Fatalf("rows %+v", content.Rows)
	}
	for _, r := range content.Rows {
		s.Select(timeline.SegmentRef{Thread: r.Thread, Index: -1})
		checkAgainstCard(t, s, r.Cells[at["cross_core"]].Int, r.Cells[at["cpu_ns"]].Int)
		if len(r.Cells) != len(content.Columns) {
			t.Errorf("%d cells in %d columns", len(r.Cells), len(content.Columns))
		}
	}
	if total := content.Total.Cells; total[at["switches"]].Int != 6 || total[0].Text != "Total" {
		t.Errorf("total %+v", total)
	}
}

// checkAgainstCard compares figures of the table with the card of the selected
// thread.
func checkAgainstCard(t *testing.T, s *Session, cross, cpu int64) {
	t.Helper()
	f, _ := s.Followed()
	var on model.Time
	for _, d := range f.On {
		on += d
	}
	if cross != int64(f.Cross) || cpu != int64(on) {
		t.Errorf("%s: the table has %d and %d, the card %d and %d", f.Title, cross, cpu, f.Cross, on)
	}
}

func TestMigrationsOnScreenAndCopied(t *testing.T) {
	s := openedCores(t)
	content, err := s.MigrationQuery().Run()
	if err != nil {
		t.Fatal(err)
	}
	g := grid.New()
	g.Show(content, s.GridScope())
	if text, _ := g.Text(g.Row(0), 1); text != "8" {
		t.Errorf("the id reads %q", text)
	}
	if a, _ := report.Find("migrations"); content.Table.Name != a.Name || len(g.All().Rows) != 2 {
		t.Errorf("what is copied is %q with %d rows", content.Table.Name, len(g.All().Rows))
	}
	s.Close()
	if n := (query.Migrations{Trace: story(t)}).Cost(); n != 0 {
		t.Errorf("an empty window costs %d", n)
	}
}

func TestQueueObject(t *testing.T) {
	s := openedCores(t)
	f := explain.ObjectFactsOf(s.Trace(), timeline.Object{Kind: timeline.ObjectQueue, At: 360_000}, s.Terms())
	if f.Title != "Run queue" || f.Length != "1 thread" || len(f.Lines) != 2 || !strings.Contains(f.Lines[1], "wanderer 8, ready for 50.0 µs") {
		t.Errorf("%+v", f)
	}
	s.Select(timeline.SegmentRef{Thread: 0, Index: 0})
	marked := model.Range{From: 1, To: 2}
	s.Mark(marked)
	s.SelectObject(timeline.Object{Kind: timeline.ObjectQueue, At: 360_000})
	if s.Selected() != timeline.NoSegment || s.Marked() != marked {
		t.Error("a click on the run queue is one on empty space")
	}
}

// TestCollapsedProcessorsAreRemembered stores the arrangement of rows and restores it in another
// session.
func TestCollapsedProcessorsAreRemembered(t *testing.T) {
	s := openedCores(t)
	s.Toggle(s.Lanes().List[0].Key())
	other := openedCores(t)
	if err := other.SetArrangement(s.Arrangement()); err != nil {
		t.Fatal(err)
	}
	if n := len(other.Lanes().List); n != 2 {
		t.Errorf("%d rows, want the collapsed head and the run queue", n)
	}
}

// TestNamesOfMigrations: the user's name takes precedence over the trace's; a thread without any is
// named by its id.
func TestNamesOfMigrations(t *testing.T) {
	tr := modeltest.Parse(t, "names", `threadlens-trace 1
cpus 1
span 0us 100us
os linux
process 7 "app" target
thread 8 pid=7
thread 9 pid=7 name="worker"
1us cpu0 switch idle 8 preempt
2us cpu0 switch 8 9 preempt
`)
	names := func(q query.Migrations) (list []string) {
		c, err := q.Run()
		if err != nil {
			t.Fatal(err)
		}
		for i := range c.Rows {
			list = append(list, c.Rows[i].Cells[0].Text)
		}
		slices.Sort(list)
		return list
	}
	q := query.Migrations{Trace: tr, Window: tr.Whole()}
	if got := names(q); !slices.Equal(got, []string{"Thread 8", "worker"}) {
		t.Errorf("%q", got)
	}
	q.Terms.Names = map[model.ThreadIx]string{thread(t, tr, 9): "mine"}
	if got := names(q); !slices.Equal(got, []string{"Thread 8", "mine"}) {
		t.Errorf("%q with a name of the user's", got)
	}
}

// TestQueueNames: the first three queued threads are named, and the number of others.
func TestQueueNames(t *testing.T) {
	for n := 1; n <= 5; n++ {
		text := "threadlens-trace 1\ncpus 1\nspan 0us 1000us\nos linux\nprocess 7 app target\nthread 1 pid=7\n0us cpu0 exists 1 state=running\n"
		for i := range n {
			text += fmt.Sprintf("%dus cpu0 wake %d by=1\n", 10+i, 2+i)
		}
		f := explain.ObjectFactsOf(modeltest.Parse(t, "queue", text), timeline.Object{Kind: timeline.ObjectQueue, At: 100_000}, naming.Terms{})
		want := 1 + min(n, 3)
		more := ""
		if n > 3 {
			want, more = want+1, fmt.Sprintf("and %d more", n-3)
		}
		if len(f.Lines) != want || more != "" && f.Lines[want-1] != more || !strings.HasPrefix(f.Lines[1], "2, ready for 90.0 µs") {
			t.Errorf("%d are queued: %q", n, f.Lines)
		}
	}
}
