package session

import (
	"fmt"
	"strings"
	"testing"

	"threadlens/app/session/explain"
	"threadlens/app/session/naming"
	"threadlens/model"
	"threadlens/model/modeltest"
)

// value is the value of a labelled fact.
func value(f explain.Facts, label string) string {
	for _, r := range f.Rows {
		if r.Label == label {
			return r.Value
		}
	}
	return ""
}

func TestFacts(t *testing.T) {
	tests := []struct {
		name string
		tid  model.TID
		at   model.Time
		want map[string]string // by label, with Title and Instance
	}{
		{"a wait", 6420, 100 * ms, map[string]string{
			"Title": "Synchronization, 250 ms", "Instance": "instance 1 of 1 in this window",
			"Woken by": "6920", "Then ready": "50.0 µs, then ran on CPU 1",
			"Notes": "",
		}},
		{"a preemption", 6420, 258050 * us, map[string]string{
			"Title": "Preemption, 100 µs", "Preempted by": "higher-priority 88", "Run queue": "CPU 1", "Reason": "",
		}},
		{"an execution", 6420, 255 * ms, map[string]string{
			"Title": "Execution, 5.95 ms", "CPU": "CPU 1", "Reason": "",
		}},
		{"cut by the end of the trace", 6420, 300 * ms, map[string]string{
			"Title": "Sleep, ≥ 278 ms", "Woken by": "not yet woken at the end of the trace",
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := opened(t)
			s.Select(at(t, s, tt.tid, tt.at))
			f, ok := s.Facts()
			if !ok {
				t.Fatal("no facts")
			}
			for label, want := range tt.want {
				got := value(f, label)
				switch label {
				case "Title":
					got = f.Category + ", " + f.Duration
				case "Instance":
					got = f.Instance
				}
				if got != want {
					t.Errorf("%s: %q, want %q", label, got, want)
				}
			}
		})
	}
}

func TestBlockerOfAWait(t *testing.T) {
	s := opened(t)
	s.Select(at(t, s, 6420, 100*ms))
	f, _ := s.Facts()
	if f.Blocker == nil {
		t.Fatal("the wait has an unblocker")
	}
	if f.Blocker.Inherited != "0.3% due to preemption, by 88" {
		t.Errorf("inherited %q", f.Blocker.Inherited)
	}
	if f.Blocker.Title != "6920" || f.Blocker.Sums.Total() != 250*ms || f.Blocker.Sums[model.Preemption] == 0 {
		t.Errorf("blocker %+v", f.Blocker)
	}
}

func TestFactsTextIsExact(t *testing.T) {
	s := opened(t)
	s.Select(at(t, s, 6420, 100*ms))
	f, _ := s.Facts()
	for _, want := range []string{"Synchronization, 250 ms\n", "From: 2000000 ns\n", "To: 252000000 ns\n", "Woken by: 6920\n"} {
		if !strings.Contains(f.Text(), want) {
			t.Errorf("%q is not in\n%s", want, f.Text())
		}
	}
}

func TestAroundStopsAtTheEnds(t *testing.T) {
	s := opened(t)
	s.Select(at(t, s, 6420, 1*ms))
	if got := s.Around(3); len(got) != 4 || got[0].Index != 0 {
		t.Errorf("%d segments from %d, want 4 from 0", len(got), got[0].Index)
	}
}

func TestEverySubReasonHasWords(t *testing.T) {
	for sub := model.SubNone + 1; sub < model.NumSubs; sub++ {
		if naming.SubWords(sub) == "" {
			t.Errorf("%v has no words", sub)
		}
	}
	if got := naming.SubWords(model.NumSubs); got != model.NumSubs.String() {
		t.Errorf("what is no reason is called %q", got)
	}
}

func TestUntrustedNamesAreShownEscaped(t *testing.T) {
	tr := modeltest.Parse(t, "names", `threadlens-trace 1
cpus 1
span 0us 100us
os linux
process 7 "evil\x1b[31m"
thread 8 pid=7 name="a\nb"
10us cpu0 switch 8 idle wait
`)
	title := naming.ThreadTitle(tr, thread(t, tr, 8))
	if strings.ContainsAny(title, "\n\x1b") {
		t.Errorf("control characters in %q", title)
	}
}

func TestGapIsTheLargestLoss(t *testing.T) {
	s := New()
	s.SetWidth(500)
	s.Open(Source{}, modeltest.Parse(t, "loss", `threadlens-trace 1
cpus 2
span 0us 100us
os linux
10us cpu0 switch idle 8 preempt
20us cpu1 loss 30us n=7
40us cpu0 loss 45us n=90
50us cpu0 switch 8 idle wait
`))
	if r, ok := s.Gap(); !ok || r != (model.Range{From: 40 * us, To: 45 * us}) {
		t.Errorf("gap %v %v", r, ok)
	}
}

// TestWords: every wait reason is explained in words, not by its name in data output.
func TestWords(t *testing.T) {
	for s := model.SubNone + 1; s < model.NumSubs; s++ {
		if naming.SubMeanings[s] == "" {
			t.Errorf("%s has no words", s)
		}
	}
}

// TestMeanwhile: the times of the CPU's occupants add up to the time for which the thread was on
// the run queue.
func TestMeanwhile(t *testing.T) {
	s := opened(t)
	s.Select(at(t, s, 6920, 300*ms))
	f, _ := s.Facts()
	m := f.Meanwhile
	if m == nil || len(m.CPUs) != 1 || m.CPUs[0] != 0 || len(m.Rows) != 3 {
		t.Fatalf("%+v", m)
	}
	sum := m.Rest
	for i, o := range m.Rows {
		sum += o.Time
		if i > 0 && o.Time > m.Rows[i-1].Time {
			t.Errorf("%s is out of order", o.Title)
		}
	}
	if sum != f.Segment.Len() {
		t.Errorf("they had it for %d ns of %d", sum, f.Segment.Len())
	}
	if !strings.Contains(f.Text(), "Meanwhile CPU 0 ran: ") {
		t.Errorf("not in the text:\n%s", f.Text())
	}
	s.Select(at(t, s, 6420, 100*ms))
	if f, _ = s.Facts(); f.Meanwhile != nil || value(f, "CPUs") != "CPU 1 before and after" || value(f, "Wake-up") != "by a thread, on CPU 0" {
		t.Errorf("of a wait: %+v, %q, %q", f.Meanwhile, value(f, "CPUs"), value(f, "Wake-up"))
	}
	if b := f.Blocker; b.Inherited == "" || len(b.Preempted) != 1 {
		t.Errorf("%+v", b)
	}
}

// TestMeanwhileOthers: occupants beyond the first three are summed up by the names of their
// processes, until at least 90 % of the time has a name.
func TestMeanwhileOthers(t *testing.T) {
	for _, c := range []struct {
		times [7]int // for which the threads 11 to 17 have the CPU
		want  string
	}{
		{[7]int{400, 300, 100, 60, 50, 50, 40}, "4 more 200 µs; by process: app 800 µs, svc 100 µs, others 100 µs"},
		{[7]int{400, 300, 100, 61, 50, 49, 40}, "4 more 200 µs; by process: app 800 µs, svc 99.0 µs, unknown process 61.0 µs, pid 3 40.0 µs"},
		{[7]int{300, 300, 300, 39, 20, 20, 21}, "4 more 100 µs; by process: app 900 µs, others 100 µs"},
		{[7]int{200, 180, 120, 119, 60, 59, 101}, "4 more 339 µs; by process: app 500 µs, svc 119 µs, unknown process 119 µs, pid 3 101 µs"},
		{[7]int{400, 300, 200, 0, 90, 10, 0}, "2 more 100 µs; by process: app 900 µs, svc 100 µs"},
		{[7]int{400, 300, 200, 50, 0, 0, 0}, "1 more 50.0 µs; by process: app 900 µs, unknown process 50.0 µs"},
	} {
		src := `threadlens-trace 1
cpus 1
span 0us 2000us
os windows
process 1 "app" target
process 2 "svc"
process 3 ""
process 4 "svc"
thread 9 pid=1
thread 11 pid=1
thread 12 pid=1
thread 13 pid=1
thread 15 pid=2
thread 16 pid=4
thread 17 pid=3
0us cpu0 switch idle 9 preempt
10us cpu0 switch 9 11 preempt
`
		end := 10
		for i, length := range c.times {
			if end += length; i < 6 {
				src += fmt.Sprintf("%dus cpu0 switch %d %d wait\n", end, 11+i, 12+i)
			}
		}
		s := openedWith(t, src+fmt.Sprintf("%dus cpu0 switch 17 9 wait\n", end))
		s.Select(at(t, s, 9, 11*us))
		f, _ := s.Facts()
		lines := f.Meanwhile.Lines()
		if got := lines[len(lines)-1]; got != c.want {
			t.Errorf("%v: %q, want %q", c.times, got, c.want)
		}
	}
}

// TestMeanwhileOthersOfOne: where all threads that had the CPU are of one process, it is named once.
func TestMeanwhileOthersOfOne(t *testing.T) {
	src := "threadlens-trace 1\ncpus 1\nspan 0us 2000us\nos windows\nprocess 1 \"app\" target\nthread 9 pid=1\n"
	for tid := range 5 {
		src += fmt.Sprintf("thread %d pid=1\n", 11+tid)
	}
	src += "0us cpu0 switch idle 9 preempt\n10us cpu0 switch 9 11 preempt\n"
	for i := range 4 {
		src += fmt.Sprintf("%dus cpu0 switch %d %d wait\n", 110+100*i, 11+i, 12+i)
	}
	s := openedWith(t, src+"510us cpu0 switch 15 9 wait\n")
	s.Select(at(t, s, 9, 11*us))
	f, _ := s.Facts()
	lines := f.Meanwhile.Lines()
	if got, want := lines[len(lines)-1], "2 more 200 µs; all threads of app"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestMeanwhileThereWereInterrupts: the facts contain how much of the time interrupts of both kinds
// took from the CPU's occupant, and nothing where there were none.
func TestMeanwhileThereWereInterrupts(t *testing.T) {
	s := openedWith(t, `threadlens-trace 1
cpus 1
span 0us 1000us
os windows
process 7 "app" target
thread 8 pid=7
thread 9 pid=7
0us cpu0 switch idle 8 preempt
100us cpu0 wake 9 to=0
200us cpu0 irq 203us isr routine=timer
300us cpu0 irq 340us dpc routine=net
500us cpu0 switch 8 9 wait
600us cpu0 wake 8 to=0
700us cpu0 switch 9 8 wait
`)
	for _, c := range []struct {
		tid   model.TID
		at    model.Time
		lines string
	}{
		{9, 150 * us, "8 400 µs\nInterrupts: 43.0 µs"},
		{8, 650 * us, "9 100 µs"},
	} {
		s.Select(at(t, s, c.tid, c.at))
		f, _ := s.Facts()
		if got := strings.Join(f.Meanwhile.Lines(), "\n"); got != c.lines {
			t.Errorf("while %d stood in the queue: %q, want %q", c.tid, got, c.lines)
		}
	}
}

// TestEnqueuedAfterTheWake: where the trace shows when a woken thread was put on the run queue, the
// facts contain how long after the wake that was, unless it was no time.
func TestEnqueuedAfterTheWake(t *testing.T) {
	for second, want := range map[string]string{"407": "7.00 µs after the wake-up", "400": ""} {
		s := openedWith(t, `threadlens-trace 1
cpus 2
span 0us 1000us
os linux
process 7 "app" target
thread 8 pid=7
thread 9 pid=7
0us cpu0 switch idle 8 preempt
0us cpu1 switch idle 9 preempt
200us cpu0 switch 8 idle wait linux=S
400us cpu1 wake 8 kind=waking to=0
`+second+`us cpu1 wake 8 kind=wakeup to=0
500us cpu0 switch idle 8 preempt
`)
		s.Select(at(t, s, 8, 300*us))
		f, _ := s.Facts()
		if got := value(f, "Queued"); got != want {
			t.Errorf("put into the queue at %s µs: %q, want %q", second, got, want)
		}
	}
}

// TestWhatIsLikelyIsSaid has the words for waits without evidence and for gaps.
func TestWhatIsLikelyIsSaid(t *testing.T) {
	wait := model.Segment{State: model.Waiting, Category: model.Unclassified, Likely: model.Sleep, Sub: model.SubInterruptible}
	gap := model.Segment{State: model.Unknown, Category: model.UnknownCategory, Likely: model.IO, Sub: model.SubGap}
	for _, c := range []struct {
		seg              model.Segment
		category, reason string
		likely           model.Category
	}{
		{wait, "Unclassified; likely Sleep", "interruptible wait, cause not recorded", model.Sleep},
		{wait, "Unclassified; likely Waiting for work or events", "interruptible wait, cause not recorded", model.WaitForWork},
		{wait, "Unclassified wait", "interruptible wait, cause not recorded", model.UnknownCategory},
		{gap, "Unknown", "events were lost here; probably still waiting", model.IO},
		{gap, "Unknown", "events were lost here; probably still waiting", model.Unclassified},
		{gap, "Unknown", "events were lost here; probably ready", model.Dispatch},
		{gap, "Unknown", "events were lost here", model.UnknownCategory},
	} {
		c.seg.Likely = c.likely
		if got := naming.CategoryWords(&c.seg); got != c.category {
			t.Errorf("%q, want %q", got, c.category)
		}
		if got := naming.ReasonWords(&c.seg); got != c.reason {
			t.Errorf("%q, want %q", got, c.reason)
		}
	}
	settled := model.Segment{State: model.Waiting, Category: model.Sleep, Likely: model.Sleep, Sub: model.SubSleep}
	if got := naming.CategoryWords(&settled); got != "Sleep" {
		t.Errorf("a settled wait: %q", got)
	}
}

// TestEvidenceInWords: the evidence by which a wait was decided in plain words, or why nothing is
// known.
func TestEvidenceInWords(t *testing.T) {
	tr := modeltest.Parse(t, "rules", "threadlens-trace 1\ncpus 1\nspan 0us 100us\nos linux\n10us cpu0 switch idle 8 preempt\n")
	for _, c := range []struct {
		seg  model.Segment
		want string
	}{
		{model.Segment{State: model.Waiting, Evidence: model.ByResult, Sub: model.SubPollTimeout}, "the result of the system call, or what its file descriptor refers to"},
		{model.Segment{State: model.Waiting, Evidence: model.ByCall, Sub: model.SubFutex}, "the system call in which the thread waited"},
		{model.Segment{State: model.Waiting, Evidence: model.ByCall, Sub: model.SubPoll, Flags: model.LowConfidence}, "the system call in which the thread waited is ambiguous"},
		{model.Segment{State: model.Waiting, Evidence: model.ByRequest, Sub: model.SubBlock}, "a pending disk request of this thread"},
		{model.Segment{State: model.Waiting, Evidence: model.ByHint, Sub: model.SubInterruptible, Flags: model.LowConfidence}, "the task state at switch-out is ambiguous"},
		{model.Segment{State: model.Waiting, Evidence: model.ByWake, Ctx: model.CtxTimer}, "a timer ended the wait, and nothing else is known"},
		{model.Segment{State: model.Waiting, Evidence: model.ByNothing, Sub: model.SubUnknown}, "the trace shows no wait reason, or an unknown one"},
		{model.Segment{State: model.Unknown, Sub: model.SubGap}, "events were lost: in this time, the thread may have woken up, run and waited again"},
		{model.Segment{State: model.Unknown, Sub: model.SubLoss}, "events are missing: the thread's states before and after this segment do not fit together"},
		{model.Segment{State: model.Unknown, Sub: model.SubRace}, "the trace ends too early to show whether the thread was woken before it left the CPU"},
		{model.Segment{State: model.Unknown, Sub: model.SubNotSeen}, "no event shows what the thread did"},
	} {
		if got := explain.RuleWords(tr, &c.seg); got != c.want {
			t.Errorf("%v %v %v: %q, want %q", c.seg.State, c.seg.Sub, c.seg.Evidence, got, c.want)
		}
	}
}

// TestHintsOfWhatIsNotAttested: an unclassified wait has the help of its category whatever its
// reason, a gap has its own.
func TestHintsOfWhatIsNotAttested(t *testing.T) {
	for _, c := range []struct {
		seg  model.Segment
		want string
	}{
		{model.Segment{Category: model.Unclassified, Sub: model.SubWorkQueue}, "Unclassified wait"},
		{model.Segment{Category: model.WaitForWork, Sub: model.SubWorkQueue}, "Waiting for work"},
		{model.Segment{Category: model.WaitForWork, Sub: model.SubPoll}, "Waiting for work or events"},
		{model.Segment{Category: model.UnknownCategory, Sub: model.SubGap}, "Events were lost"},
		{model.Segment{Category: model.UnknownCategory, Sub: model.SubRace}, "The trace ended before this state could be determined"},
		{model.Segment{Category: model.UnknownCategory, Sub: model.SubNotSeen}, "Unknown"},
	} {
		if got := explain.HintOf(&c.seg).Title; got != c.want {
			t.Errorf("%v, %v: %q, want %q", c.seg.Category, c.seg.Sub, got, c.want)
		}
	}
}

// TestRanMeanwhileListed: where the trace does not show what ended a wait, the facts list the threads
// of the process that ran meanwhile, and when each began to; not where it does, nor for a wait that
// goes on.
func TestRanMeanwhileListed(t *testing.T) {
	s := openedWith(t, `threadlens-trace 1
cpus 1
span 0us 1000us
os windows
process 7 "app" target
process 8 "other"
thread 1 pid=7
thread 2 pid=7
thread 3 pid=7
thread 9 pid=8
0us cpu0 switch idle 1 preempt
100us cpu0 switch 1 9 wait
200us cpu0 switch 9 2 wait
300us cpu0 switch 2 3 wait
600us cpu0 switch 3 1 wait
650us cpu0 wake 2 ctx=thread by=1
700us cpu0 switch 1 2 wait
900us cpu0 switch 2 idle wait
`)
	for _, c := range []struct {
		thread, at int
		want       string
	}{
		{1, 150, "Threads of this process that ran during the wait: 3 for 300 at 300, 2 for 100 at 200"},
		{2, 400, ""},
		{1, 800, ""},
		{1, 50, ""},
		{9, 800, ""},
	} {
		s.Select(at(t, s, model.TID(c.thread), model.Time(c.at)*us))
		f, _ := s.Facts()
		got := ""
		if f.Meanwhile != nil {
			var list []string
			for _, o := range f.Meanwhile.Rows {
				list = append(list, fmt.Sprintf("%d for %d at %d", s.Trace().Threads[o.Thread].TID, o.Time/us, o.At/us))
			}
			got = f.Meanwhile.Title() + ": " + strings.Join(list, ", ")
		}
		if got != c.want {
			t.Errorf("thread %d at %d: %q, want %q", c.thread, c.at, got, c.want)
		}
	}
}
