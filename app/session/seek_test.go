package session

import (
	"fmt"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/modeltest"
	"threadlens/timeline"
)

// TestWakerOfExecution: execution follows from the last wait before it.
func TestWakerOfExecution(t *testing.T) {
	s := opened(t)
	s.Select(at(t, s, 6420, 255*ms))
	s.ToWaker()
	if seg, _ := s.Segment(); s.Trace().Threads[seg.Thread].TID != 6920 || !seg.Contains(252*ms) {
		t.Errorf("execution was woken by %+v", seg)
	}
	s.Select(at(t, s, 4664, 100*ms))
	if s.Hops() != 0 {
		t.Error("another selection should forget the hops")
	}
}

// relay is a chain: 3 waits for 2, which waits for 1.
const relay = `threadlens-trace 1
cpus 1
span 0us 1000us
os linux
process 7 "app" target
thread 1 pid=7
thread 2 pid=7
thread 3 pid=7
0us cpu0 switch idle 3 wait
10us cpu0 switch 3 2 wait
20us cpu0 switch 2 1 wait
500us cpu0 wake 2
510us cpu0 switch 1 2 wait
700us cpu0 wake 3
710us cpu0 switch 2 3 wait
900us cpu0 switch 3 idle wait
`

func TestTheChainOfWakers(t *testing.T) {
	s := openedScene(t, relay)
	start := at(t, s, 3, 300*us)
	s.Select(start)
	var tids []model.TID
	for range 5 {
		if _, ok := s.Waker(); !ok {
			break
		}
		s.ToWaker()
		tids = append(tids, s.Trace().Threads[s.Selected().Thread].TID)
	}
	if len(tids) != 2 || tids[0] != 2 || tids[1] != 1 || s.Hops() != 2 {
		t.Fatalf("hopped to %v with %d hops, want 2 and then 1", tids, s.Hops())
	}
	s.ToWoken()
	if s.Trace().Threads[s.Selected().Thread].TID != 2 {
		t.Error("one hop back is thread 2")
	}
	s.ToWoken()
	if s.Selected() != start {
		t.Errorf("two hops back is %v, want the wait %v", s.Selected(), start)
	}
	s.Select(at(t, s, 3, 800*us))
	if o := s.ToWoken(); !strings.Contains(o.Text, "does not show that the selected thread woke") {
		t.Errorf("%q", o.Text)
	}
}

// TestLongestAgainstAWalk: the search that skips threads finds the same as a walk over everything.
func TestLongestAgainstAWalk(t *testing.T) {
	s := opened(t)
	windows := []model.Range{s.Trace().Whole(), {From: 1 * ms, To: 253 * ms}, {From: 240 * ms, To: 260 * ms}, {From: 255 * ms, To: 256 * ms}}
	for _, r := range windows {
		for c := range model.Category(model.NumCategories) {
			var want model.Time
			for _, ix := range s.VisibleThreads() {
				for seg := range s.Trace().Segments(ix, r) {
					if seg.Category == c {
						want = max(want, seg.Overlap(r))
					}
				}
			}
			got, ok := s.longest(r, anySegment, c)
			if ok != (want > 0) || ok && (got.Overlap(r) != want || got.Category != c) {
				t.Errorf("%v in %v: %v, %v; want %v", c, r, got.Overlap(r), ok, want)
			}
		}
	}
}

func TestGoLongestWait(t *testing.T) {
	s := opened(t)
	const longer = "Selected: the longest synchronization wait. Longer wait of another kind: sleep, 278 ms, of 6420."
	if o := s.GoLongestWait(); o.Text != longer || s.Selected() != at(t, s, 6420, 100*ms) {
		t.Errorf("%q, selected %v, want the wait for the lock", o.Text, s.Selected())
	}
	s.Select(timeline.NoSegment)
	s.Show(model.Range{From: 300 * ms, To: 400 * ms}, MoveJump)
	o := s.GoLongestWait()
	if !strings.HasPrefix(o.Text, "No segment of the category synchronization in this time window. Longest in the whole trace: 250 ms at 2.000 ms.") ||
		!strings.HasSuffix(o.Text, "the longest wait of another kind.") || o.Way != "Go to segment" {
		t.Errorf("%+v", o)
	}
	if seg, ok := s.Segment(); !ok || seg.Category != model.Sleep {
		t.Errorf("selected %+v, want the longest other wait", seg)
	}
	o.Run()
	if s.Selected() != at(t, s, 6420, 100*ms) || s.Window().Overlap(model.Range{From: 2 * ms, To: 252 * ms}) == 0 {
		t.Errorf("the way out leads to %v", s.Selected())
	}
}

// waiting has a wait for a lock, longer ones whose reason is unknown, and threads that wait for a
// CPU: 1 is ready for 2 ms, 2 is preempted for 3 ms.
const waiting = `threadlens-trace 1
cpus 1
span 0ms 40ms
os linux
process 9 "app" target
thread 1 pid=9
thread 2 pid=9
thread 3 pid=9
1ms cpu0 switch idle 1 preempt
2ms cpu0 switch 1 2 wait sub=Futex
3ms cpu0 switch 2 3 preempt
5ms cpu0 wake 1
6ms cpu0 switch 3 2 wait linux=S
7ms cpu0 switch 2 1 wait linux=S
8ms cpu0 switch 1 idle wait linux=S
19ms cpu0 wake 3
19ms cpu0 switch idle 3 preempt
20ms cpu0 switch 3 idle wait linux=S
23ms cpu0 wake 2
23ms cpu0 switch idle 2 preempt
24ms cpu0 switch 2 idle wait linux=S
`

// TestSearchInThread: searches are about the thread selected as a whole, else about all shown.
func TestSearchInThread(t *testing.T) {
	s := openedScene(t, waiting)
	forCPU := func() Outcome { return s.GoLongest(model.Dispatch, model.Preemption) }
	found := func(of model.TID, search func() Outcome) string {
		s.ShowWhole()
		s.Select(timeline.NoSegment)
		for i := range s.Trace().Threads {
			if of != 0 && s.Trace().Threads[i].TID == of {
				s.Select(timeline.SegmentRef{Thread: model.ThreadIx(i), Index: -1})
			}
		}
		search()
		seg, ok := s.Segment()
		if !ok {
			return "nothing"
		}
		return fmt.Sprint(s.Trace().Threads[seg.Thread].TID, " ", seg.Category, " ", timeline.FormatDuration(seg.Len()))
	}
	for _, tt := range []struct {
		of     model.TID
		search func() Outcome
		want   string
	}{
		{0, forCPU, "2 Preemption 3.00 ms"},
		{1, forCPU, "1 Dispatch 2.00 ms"},
		{3, forCPU, "nothing"},
		{3, s.GoLongestWait, "3 Unclassified 20.0 ms"},
		{0, func() Outcome { return s.GoFirst(model.Execution) }, "1 Execution 1.00 ms"},
		{3, func() Outcome { return s.GoFirst(model.Execution) }, "3 Execution 3.00 ms"},
	} {
		if got := found(tt.of, tt.search); got != tt.want {
			t.Errorf("thread %d: %s, want %s", tt.of, got, tt.want)
		}
	}
}

// TestMostOf: a piece of evidence is shown by the segment that takes up most of it, an instant by the
// one that begins there.
func TestMostOf(t *testing.T) {
	s := openedScene(t, waiting)
	for i := range s.Trace().Threads {
		if s.Trace().Threads[i].TID != 3 {
			continue
		}
		for r, want := range map[model.Range]model.Time{
			{From: 3 * ms, To: 20 * ms}:  6 * ms,
			{From: 3 * ms, To: 8 * ms}:   3 * ms,
			{From: 6 * ms, To: 6 * ms}:   6 * ms,
			{From: 18 * ms, To: 20 * ms}: 6 * ms, // equal parts: the first
		} {
			if seg := s.Trace().Segment(model.ThreadIx(i), s.mostOf(model.ThreadIx(i), r)); seg.From != want {
				t.Errorf("%v: the segment from %v on, want %v", r, seg.From, want)
			}
		}
	}
}

// TestLongerUnclassifiedWait: another wait is offered if it is longer than the one found.
func TestLongerUnclassifiedWait(t *testing.T) {
	s := openedScene(t, waiting)
	s.Show(model.Range{To: 22 * ms}, MoveJump)
	s.Select(timeline.NoSegment)
	o := s.GoLongestWait()
	if seg, ok := s.Segment(); !ok || seg.Category != model.Synchronization {
		t.Errorf("selected %+v", seg)
	}
	if o.Text != "Selected: the longest synchronization wait. Longer wait of another kind: unclassified wait, 16.0 ms, of 2." || o.Way != "Go to longer wait ({longestWait})" {
		t.Fatalf("%+v", o)
	}
	o.Run()
	if seg, ok := s.Segment(); !ok || seg.Category != model.Unclassified || seg.Len() != 16*ms {
		t.Errorf("the way leads to %+v", seg)
	}
	for i, want := range []model.Category{model.Synchronization, model.Unclassified, model.Synchronization} {
		o := s.GoLongestWait()
		if seg, _ := s.Segment(); seg.Category != want || (o.Text == "") != (want == model.Unclassified) {
			t.Errorf("asked time %d: %v, %+v", i+2, seg.Category, o)
		}
	}
	s.Show(model.Range{To: 21 * ms}, MoveJump)
	if o := s.GoLongestWait(); o.Text == "" {
		t.Error("in another window, the longest wait for synchronization comes first again")
	}
	s.Show(model.Range{To: 5 * ms}, MoveJump)
	s.Select(timeline.NoSegment)
	if o := s.GoLongestWait(); o.Text != "" {
		t.Errorf("nothing is longer here: %+v", o)
	}
}

// TestLongerWaitOfHiddenThread: where a thread that is not shown waits longer for a CPU than any of those shown, that is
// said, and the way leads there; not where one thread was asked for.
func TestLongerWaitOfHiddenThread(t *testing.T) {
	const src = "threadlens-trace 1\ncpus 1\nspan 0ms 100ms\nos linux\nprocess 10 app target\nprocess 20 other\n" +
		"thread 11 pid=10 name=mine\nthread 21 pid=20 name=theirs\n0ms cpu0 switch idle 21 wait\n10ms cpu0 switch 21 11 preempt\n" +
		"50ms cpu0 wake 11\n60ms cpu0 switch 11 21 preempt\n80ms cpu0 switch 21 11 preempt\n"
	s := openedScene(t, src)
	s.Select(timeline.NoSegment)
	o := s.GoLongestForCPU()
	if seg, ok := s.Segment(); !ok || seg.Len() != 20*ms {
		t.Errorf("selected %+v", seg)
	}
	if o.Text != "A thread that is not shown waited longer for a CPU: theirs 21, 50.0 ms." || o.Way != "Show thread" {
		t.Fatalf("%+v", o)
	}
	o.Run()
	if seg, ok := s.Segment(); !ok || seg.Len() != 50*ms || s.Trace().Threads[seg.Thread].TID != 21 {
		t.Errorf("the way leads to %+v", seg)
	}
	s.Select(timeline.NoSegment)
	if o := s.GoLongestForCPU(); o.Text != "" {
		t.Errorf("all threads are shown: %+v", o)
	}
	s.Choose(nil)
	for i := range s.Trace().Threads {
		if s.Trace().Threads[i].TID == 11 {
			s.Select(timeline.SegmentRef{Thread: model.ThreadIx(i), Index: -1})
		}
	}
	if o := s.GoLongestForCPU(); o.Text != "" {
		t.Errorf("one thread was asked for: %+v", o)
	}
	if o := New().GoLongestForCPU(); o.Text != "" {
		t.Errorf("without a trace: %+v", o)
	}
}

func TestGoFirst(t *testing.T) {
	s := opened(t)
	s.Show(model.Range{From: 100 * ms, To: 300 * ms}, MoveJump)
	s.GoFirst(model.Preemption)
	seg, ok := s.Segment()
	if !ok || seg.Category != model.Preemption || seg.From < 100*ms {
		t.Fatalf("%+v", seg)
	}
	for _, ix := range s.VisibleThreads() {
		for other := range s.Trace().Segments(ix, s.Window()) {
			if other.Category == model.Preemption && other.From >= s.Window().From && other.From < seg.From {
				t.Errorf("%+v begins earlier", other)
			}
		}
	}
}

func TestSearchesThatFindNothing(t *testing.T) {
	s := opened(t)
	tests := []struct {
		c    model.Category
		want string
	}{
		{model.Interrupt, "Interrupts have no segments of their own: segments of execution include them."},
		{model.UIProcessing, "No segment of the category UI processing in the whole trace, for the selected thread or, if no thread is selected, for the visible threads."},
	}
	for _, tt := range tests {
		if o := s.GoLongest(tt.c); o.Text != tt.want {
			t.Errorf("%v: %q", tt.c, o.Text)
		}
		if o := s.GoFirst(tt.c); o.Text != tt.want {
			t.Errorf("first %v: %q", tt.c, o.Text)
		}
	}
	s.Select(at(t, s, 6420, 100*ms))
	if s.Sought() != model.Synchronization {
		t.Errorf("sought %v, want that of the selected segment", s.Sought())
	}
	if o := s.StepSame(-1); o.Text != "No segment of the category synchronization before the selected segment in this lane." {
		t.Errorf("%q", o.Text)
	}
	s.SetFocus(model.Sleep)
	if s.Sought() != model.Sleep {
		t.Errorf("sought %v, want the focused category", s.Sought())
	}
	s.Hide()
	if o := s.GoLongest(model.UIProcessing); o.Way != "Show hidden threads" {
		t.Errorf("%+v", o)
	}
	if o := openedWithoutWakes(t).GoLongest(model.Dispatch); !strings.Contains(o.Text, "not recorded") {
		t.Errorf("%q", o.Text)
	}
}

func openedWithoutWakes(t *testing.T) *Session {
	t.Helper()
	return openedScene(t, `threadlens-trace 1
cpus 1
span 0us 100us
os linux
10us cpu0 switch idle 8 preempt
50us cpu0 switch 8 idle wait
`)
}

// openedScene is a session with a trace in the text format.
func openedScene(t *testing.T, scene string) *Session {
	t.Helper()
	s := New()
	s.SetMetrics(timeline.NewMetrics(timeline.Comfortable, 1, 1))
	s.SetWidth(1000)
	s.Open(Source{}, modeltest.Parse(t, "scene", scene))
	return s
}

// TestLongestWithInterrupts: the longest execution is that from its start to its end, also where
// interrupts took so much of it that another thread executed for longer.
func TestLongestWithInterrupts(t *testing.T) {
	s := openedWith(t, `threadlens-trace 1
cpus 2
span 0us 1000us
os windows
process 7 "app" target
thread 8 pid=7
thread 9 pid=7
100us cpu0 switch idle 8 preempt
120us cpu0 irq 180us dpc
200us cpu0 switch 8 idle wait
100us cpu1 switch idle 9 preempt
150us cpu1 switch 9 idle wait
`)
	s.GoLongest(model.Execution)
	if seg, ok := s.Segment(); !ok || seg.Range != (model.Range{From: 100 * us, To: 200 * us}) {
		t.Errorf("selected %v, want that from 100 to 200 µs", seg.Range)
	}
}

// threeRun is a trace of three threads that run from its start on.
const threeRun = `threadlens-trace 1
cpus 3
span 0us 10000us
os linux
process 7 "app" target
thread 1 pid=7
thread 2 pid=7
thread 3 pid=7
0us cpu0 switch idle 1 preempt
0us cpu1 switch idle 2 preempt
0us cpu2 switch idle 3 preempt
`

// TestLongestWaitOfWhatHappens: a wait that extends beyond one end of the window is found before
// shorter ones inside, one that fills the window only where there is no other.
func TestLongestWaitOfWhatHappens(t *testing.T) {
	s := openedWith(t, threeRun+`100us cpu0 switch 1 idle wait sub=Futex
200us cpu1 switch 2 idle wait sub=Futex
2000us cpu2 switch 3 idle wait sub=Futex
3000us cpu2 switch idle 3 preempt
5000us cpu1 switch idle 2 preempt
9900us cpu0 switch idle 1 preempt
`)
	s.SetSort(timeline.SortStart) // among equally long waits the first lane's is found
	for _, c := range []struct{ from, to, want model.Time }{{1000, 6000, 200}, {2500, 4000, 2000}, {3500, 4500, 100}, {0, 1000, 100}} {
		s.Show(model.Range{From: c.from * us, To: c.to * us}, MoveJump)
		s.GoLongestWait()
		if seg, ok := s.Segment(); !ok || seg.From != c.want*us {
			t.Errorf("from %d to %d µs: the wait from %v, want that from %d µs", c.from, c.to, seg.Range, c.want)
		}
	}
}

// TestMiddle: the middle of the window is an instant of the trace, even if the window extends
// beyond both of its ends.
func TestMiddle(t *testing.T) {
	s := opened(t)
	end := s.trace.End
	for _, x := range []struct{ from, to, want model.Time }{
		{0, 100, 50},
		{40, 101, 70},
		{-100, 102, 1},
		{-100, 100, 0},
		{-100, 50, 0},
		{end - 4, end, end - 2},
		{end - 2, end, end - 1},
		{end - 2, end + 2, end - 1},
		{end, end + 100, end - 1},
	} {
		s.view.Range = model.Range{From: x.from, To: x.to}
		if got := s.middle(); got != x.want {
			t.Errorf("from %d to %d: %d, want %d", x.from, x.to, got, x.want)
		}
	}
}

// TestLongestWaitLikely: of a wait that is likely for synchronization and one that certainly is, the
// longer one is selected; one that is not is only offered.
func TestLongestWaitLikely(t *testing.T) {
	for _, c := range []struct {
		wake  string
		want  model.Time
		offer bool
	}{
		{"4250us cpu1 wake 1 ctx=thread by=2\n", 100, false},
		{"4250us cpu1 wake 1 ctx=timer\n", 200, true},
		{"250us cpu1 wake 1 ctx=thread by=2\n", 200, false},
	} {
		s := openedWith(t, threeRun+`100us cpu0 switch 1 idle wait linux=S
200us cpu2 switch 3 idle wait sub=Futex
`+c.wake+`4300us cpu2 switch idle 3 preempt
5000us cpu0 switch idle 1 preempt
`)
		o := s.GoLongestWait()
		if seg, ok := s.Segment(); !ok || seg.From != c.want*us || (o.Text != "") != c.offer {
			t.Errorf("%s: the wait from %v, want that from %d µs; offered %q", c.wake, seg.Range, c.want, o.Text)
		}
	}
}
