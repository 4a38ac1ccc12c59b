package findings_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/findings"
	"threadlens/model/modeltest"
)

// sleeper wakes every 10 ms, thirty times, and runs for 30 µs; late is how much later
// the odd ones come, wakes whether it wakes another thread each time.
func sleeper(t *testing.T, late int, wakes bool) *model.Trace {
	t.Helper()
	var b strings.Builder
	b.WriteString("threadlens-trace 1\ncpus 2\nspan 0ms 310ms\nos linux\nprocess 9 app target\nthread 1 pid=9 name=poll\nthread 2 pid=9 name=draw\n0us cpu0 switch idle 1 wait\n0us cpu1 switch idle 2 wait\n")
	b.WriteString("30us cpu0 switch 1 idle wait sub=Sleep\n30us cpu1 switch 2 idle wait sub=Futex\n")
	for k := 1; k <= 30; k++ {
		at := 10000*k + late*(k%2)
		fmt.Fprintf(&b, "%dus cpu0 wake 1 ctx=timer\n%dus cpu0 switch idle 1 wait\n", at, at)
		if wakes {
			fmt.Fprintf(&b, "%dus cpu0 wake 2 ctx=thread\n%dus cpu1 switch idle 2 wait\n%dus cpu1 switch 2 idle wait sub=Futex\n", at+20, at+21, at+25)
		}
		fmt.Fprintf(&b, "%dus cpu0 switch 1 idle wait sub=Sleep\n", at+30)
	}
	return parse(t, "sleeper", b.String())
}

// TestE8SleepPolling: a thread that wakes every 10 ms and runs for 30 µs polls; not
// one that wakes another thread each time, or sleeps for varying times.
func TestE8SleepPolling(t *testing.T) {
	tr := sleeper(t, 0, false)
	list := only(t, tr, "E8")
	if len(list) != 1 || !slices.Equal(tids(tr, &list[0]), []model.TID{1}) || list[0].Cost != 31*30e3 {
		t.Fatalf("each 10 ms: %+v", list)
	}
	if want := "poll 1 wakes up every 10.0 ms, runs for 30.0 µs and sleeps again; after 100.0% of the wake-ups, it wakes no other thread, and reads and writes nothing."; list[0].Sentence != want {
		t.Errorf("%s; want %s", list[0].Sentence, want)
	}
	if list := only(t, sleeper(t, 0, true), "E8"); len(list) > 0 {
		t.Errorf("a frame loop: %s", list[0].Sentence)
	}
	if list := only(t, sleeper(t, 5000, false), "E8"); len(list) > 0 {
		t.Errorf("times that vary: %s", list[0].Sentence)
	}
}

// TestE8BesideBlindCPUs: if a CPU is blind between two wakes there may have been another
// wake: the pace of the poller may vary by that much, however little.
func TestE8BesideBlindCPUs(t *testing.T) {
	for _, c := range []struct {
		blind []int // ms
		want  bool
	}{{nil, true}, {[]int{15}, true}, {[]int{155}, true}, {[]int{15, 155}, false}, {[]int{155, 255}, false}} {
		damage = func(text string) string {
			for _, at := range c.blind { // a mean of 10 ms; one of 29 blind: 18.6 %; two: 26.3 %
				next := fmt.Sprintf("\n%dus cpu0 wake 1 ", 1000*(at+5))
				blind := fmt.Sprintf("\n%dus cpu1 loss %dus\n%dus cpu1 exists idle state=running", 1000*at, 1000*at+1, 1000*at+1)
				text = strings.Replace(text, next, blind+next, 1)
			}
			return text
		}
		tr := sleeper(t, 0, false)
		damage = nil
		limits := map[string]float64{"E8.beside": 101, "E8.nothing": 50, "E8.run": 20_000, "E8.share": 100}
		if got := outcome(t, tr, limits, "E8"); (got != "") != c.want {
			t.Errorf("blind at %v: %q", c.blind, got)
		}
	}
}

// busyPoller is a thread that wakes every 10 ms, and another thread of its process that is
// runnable for a part of the window, in percent, for a part of which another process takes
// its CPU.
func busyPoller(t *testing.T, percent, taken model.Time) *model.Trace {
	t.Helper()
	p := newPlay(2, 2, 310*ms)
	p.head += "thread 50 pid=99\n"
	p.put(0, 1, 2, "")
	if taken > 0 {
		p.put(100*ms, 1, 50, "preempt")
		p.put(100*ms+taken*310*ms/100, 1, 2, "wait sub=Sleep")
	}
	p.put(percent*310*ms/100, 1, 0, "wait sub=Futex")
	for k := range model.Time(31) {
		p.event(k*10*ms, 0, "wake 1 ctx=timer to=0")
		p.run(0, 1, k*10*ms, k*10*ms+30*us, "wait sub=Sleep")
	}
	return p.trace(t)
}

// TestE8Beside: a thread that runs whenever it can may read what the poller writes to
// memory.
func TestE8Beside(t *testing.T) {
	for percent, want := range map[model.Time]int{89: 1, 90: 0} {
		for _, taken := range []model.Time{0, 20} {
			if list := only(t, busyPoller(t, percent, taken), "E8"); len(list) != want {
				t.Errorf("%d %%, of which others take %d: %+v", percent, taken, list)
			}
		}
	}
}

// TestE8Runtime: threads of a runtime that wake at a steady pace are its own affair.
func TestE8Runtime(t *testing.T) {
	for name, want := range map[string]int{"poll": 1, "VM Periodic Tas": 0, "GC Thread#0": 0} {
		p := newPlay(1, 0, 310*ms)
		p.head += fmt.Sprintf("thread 1 pid=1 name=%q\n", name)
		for k := range model.Time(31) {
			p.event(k*10*ms, 0, "wake 1 ctx=timer to=0")
			p.run(0, 1, k*10*ms, k*10*ms+30*us, "wait sub=Sleep")
		}
		if list := only(t, p.trace(t), "E8"); len(list) != want {
			t.Errorf("%s: %+v", name, list)
		}
	}
}

// TestE8Did: a thread that writes a marker after each wake, from its instant up to the
// next sleep, found something to do.
func TestE8Did(t *testing.T) {
	for offset, want := range map[model.Time]int{-1: 1, 0: 0, 1: 0, 30 * us: 0} { // -1 for no marker
		p := newPlay(1, 1, 310*ms)
		for k := range model.Time(31) {
			p.event(k*10*ms, 0, "wake 1 ctx=timer to=0")
			p.put(k*10*ms, 0, 1, "")
			if offset >= 0 {
				p.event(k*10*ms+offset, 0, "mark 1 flag found")
			}
			p.put(k*10*ms+30*us, 0, 0, "wait sub=Sleep")
		}
		if list := only(t, p.trace(t), "E8"); len(list) != want {
			t.Errorf("a marker %d ns after each wake: %+v", offset, list)
		}
	}
}

// TestE8Reads: a wait for data between two sleeps is something to do, and so is what the
// first wake found; a sleep whose wake is not recorded counts as a sleep.
func TestE8Reads(t *testing.T) {
	for _, c := range []struct {
		name    string
		reads   func(k model.Time) bool
		wakes   bool
		nothing float64 // in percent: of 28 wakes
		found   bool
	}{
		{"never", func(model.Time) bool { return false }, true, 100, true},
		{"no wakes", func(model.Time) bool { return false }, false, 100, true},
		{"each time", func(model.Time) bool { return true }, true, 0.1, false},
		{"at first", func(k model.Time) bool { return k == 1 }, true, 97, false},
		{"at first, of 28", func(k model.Time) bool { return k == 1 }, true, 96, true},
	} {
		p := newPlay(1, 1, 310*ms)
		for k := range model.Time(30) {
			if c.wakes {
				p.event(k*10*ms, 0, "wake 1 ctx=timer to=0")
			}
			p.put(k*10*ms, 0, 1, "")
			if c.reads(k) {
				p.put(k*10*ms+10*us, 0, 0, "wait sub=File")
				p.event(k*10*ms+20*us, 0, "wake 1 ctx=blockdone to=0")
				p.put(k*10*ms+20*us, 0, 1, "")
			}
			p.put(k*10*ms+30*us, 0, 0, "wait sub=Sleep")
		}
		if got := outcome(t, p.trace(t), map[string]float64{"E8.nothing": c.nothing}, "E8"); (got != "") != c.found {
			t.Errorf("%s: %q", c.name, got)
		}
	}
}

// TestE8FewSleeps: however low the threshold, a pace needs at least three sleeps, of
// the last of which only the start counts.
func TestE8FewSleeps(t *testing.T) {
	for sleeps, want := range map[int]string{2: "", 3: "info 40000 "} {
		p := newPlay(1, 1, 40*ms)
		for k := range model.Time(sleeps + 1) {
			p.event(k*10*ms, 0, "wake 1 ctx=timer to=0")
			p.run(0, 1, k*10*ms, k*10*ms+10*us, "wait sub=Sleep")
		}
		if got := outcome(t, p.trace(t), map[string]float64{"E8.sleeps": 0}, "E8"); (got == "") != (want == "") || !strings.HasPrefix(got, want) {
			t.Errorf("%d sleeps: %q, want %q", sleeps, got, want)
		}
	}
}

// turns is two threads that take turns on a CPU, for the given ms each.
func turns(t *testing.T, ms, n int) *model.Trace {
	t.Helper()
	var b strings.Builder
	fmt.Fprintf(&b, "threadlens-trace 1\ncpus 1\nspan 0ms %dms\nos linux\nprocess 9 app target\nthread 1 pid=9\nthread 2 pid=9\n0ms cpu0 switch idle 1 wait\n", ms*n)
	for k := 1; k < n; k++ {
		fmt.Fprintf(&b, "%dms cpu0 switch %d %d preempt\n", k*ms, 2-k%2, 1+k%2)
	}
	return parse(t, "turns", b.String())
}

// TestE18Starvation: 150 ms without a CPU, each because of the other; 50
// ms are not enough.
func TestE18Starvation(t *testing.T) {
	tr := turns(t, 150, 4)
	list := only(t, tr, "E18")
	if len(list) != 2 {
		t.Fatalf("150 ms: %+v", list)
	}
	share := map[int]string{1: "that time.", 2: "the 300 ms in 2 such intervals."} // by number of intervals
	for _, f := range list {
		mutual := slices.ContainsFunc(f.Details, func(d findings.Detail) bool { return d.Title == "Takes turns with" })
		if f.Evidence[0].Len() != 150e6 || !mutual || len(f.Threads) != 2 || !strings.HasSuffix(f.Sentence, "ran for 100.0% of "+share[len(f.Evidence)]) {
			t.Errorf("%s %+v", f.Sentence, f.Details)
		}
	}
	if list := only(t, turns(t, 50, 12), "E18"); len(list) > 0 {
		t.Errorf("50 ms: %s", list[0].Sentence)
	}
}

// TestE18BehindNobody: a thread that is runnable for 150 ms, for some of which its CPU is
// idle, and the priorities of the threads that run instead.
func TestE18BehindNobody(t *testing.T) {
	for idle, want := range map[model.Time]int{75 * ms: 1, 75*ms + 1: 0} {
		p := newPlay(1, 1, 200*ms)
		p.head += "thread 50 pid=99 name=openssl\n"
		p.event(0, 0, "wake 1 ctx=timer to=0")
		p.event(idle, 0, "switch idle 50 preempt prio=120,49")
		p.event(150*ms, 0, "switch 50 1 wait sub=Sleep prio=49,139")
		list := only(t, p.trace(t), "E18")
		if len(list) != want {
			t.Errorf("behind nobody for %d ns: %+v", idle, list)
		}
		if want == 1 && len(list) == 1 && list[0].Sentence != "1 (nice 19) was runnable but had no CPU for up to 150 ms at a time; openssl 50 (real-time 50) ran for 50.0% of that time." {
			t.Error(list[0].Sentence)
		}
	}
}

// TestPriorities: how the priorities of the systems are named.
func TestPriorities(t *testing.T) {
	for prio, want := range map[string]string{
		"linux -1": "50 (deadline)", "linux 0": "50 (real-time 99)", "linux 98": "50 (real-time 1)", "linux 100": "50 (nice -20)",
		"linux 120": "50", "linux 139": "50 (nice 19)", "windows 8": "50",
	} {
		os, n, _ := strings.Cut(prio, " ")
		p := newPlay(1, 1, 200*ms)
		p.head = strings.Replace(p.head, "os linux", "os "+os, 1) + "thread 50 pid=99\n"
		p.event(0, 0, "wake 1 ctx=timer to=0")
		p.event(0, 0, "switch idle 50 preempt prio=120,%s", n)
		p.event(150*ms, 0, "switch 50 1 wait sub=Sleep prio=%s,120", n)
		if list := only(t, p.trace(t), "E18"); len(list) != 1 || !strings.Contains(list[0].Sentence, "; "+want+" ran for") {
			t.Errorf("%s: %+v", prio, list)
		}
	}
}

// farTooLong is a thread with 120 queue delays behind one of another process, of which every
// n-th is 30 ms, the others 0.1 ms.
func farTooLong(t *testing.T, long, other int) *model.Trace {
	t.Helper()
	var b strings.Builder
	b.WriteString("threadlens-trace 1\ncpus 1\nos linux\nprocess 9 app target\nprocess 8 other other\nthread 1 pid=9\n")
	fmt.Fprintf(&b, "thread 2 pid=%d\n0us cpu0 switch idle 1 wait\n", other)
	at := 0
	for k := 1; k <= 120; k++ {
		delay := 100
		if k%long == long/2 {
			delay = 30000
		}
		fmt.Fprintf(&b, "%dus cpu0 switch 1 2 preempt\n%dus cpu0 switch 2 1 wait sub=Sleep\n", at+10, at+10+delay)
		at += 10 + delay
	}
	return parse(t, "delays", b.String())
}

// TestE18FarTooLong: two of a hundred and twenty short delays are 30 ms; not found
// if all delays are 30 ms, or only one is.
func TestE18FarTooLong(t *testing.T) {
	for _, test := range []struct {
		long, other int // every n-th delay is 30 ms, the others 0.1 ms
		found       bool
	}{{60, 8, true}, {1, 8, false}, {121, 8, false}, {60, 9, false}} { // of the same process: that is E3
		list := slices.DeleteFunc(only(t, farTooLong(t, test.long, test.other), "E18"), func(f findings.Finding) bool { return f.Pattern != "" })
		if test.found != (len(list) == 1) {
			t.Errorf("one in %d is long: %+v", test.long, list)
		}
	}
}

// window is a thread that is busy for some ms, mostly in another wait, between two waits, for
// messages or not.
func window(t *testing.T, away int, sub, other string) *model.Trace {
	t.Helper()
	return parse(t, "window", fmt.Sprintf(`threadlens-trace 1
cpus 1
span 0ms 400ms
os windows
process 9 app target
thread 1 pid=9 name=UI
0ms cpu0 switch idle 1 wait
1ms cpu0 switch 1 idle wait sub=%[2]s
100ms cpu0 wake 1 ctx=dpc
100ms cpu0 switch idle 1 wait
110ms cpu0 switch 1 idle wait sub=%[4]s
%[1]dms cpu0 wake 1 ctx=dpc
%[1]dms cpu0 switch idle 1 wait
%[3]dms cpu0 switch 1 idle wait sub=%[2]s
`, 100+away-20, sub, 100+away, other))
}

// TestE16Unresponsive: 150 ms between two waits for messages, 120 of them in I/O;
// 90 ms are not enough, and a thread that never waits for messages is not found. Of an unclassified
// wait the finding says what it probably was.
func TestE16Unresponsive(t *testing.T) {
	for _, test := range []struct {
		away       int
		sub, other string
		what       string // in the finding, "" for none
	}{
		{150, "MessageWait", "PageIn", "Memory management"},
		{150, "MessageWait", "UserWait", "Unclassified wait, likely Synchronization"},
		{150, "MessageWait", "Unknown", "Unclassified wait"},
		{90, "MessageWait", "PageIn", ""},
		{150, "UserWait", "PageIn", ""},
	} {
		tr := window(t, test.away, test.sub, test.other)
		list := only(t, tr, "E16")
		if (test.what != "") != (len(list) == 1) {
			t.Fatalf("%d ms, %s: %+v", test.away, test.sub, list)
		}
		if test.what == "" {
			continue
		}
		want := "UI 1 did not wait for window messages for 150 ms, so its windows may not have responded; 80.0% of that time was " + test.what + "."
		if f := list[0]; f.Cost != 150e6 || f.Range != (model.Range{From: 100e6, To: 250e6}) || f.Sentence != want {
			t.Errorf("%d %v %s", f.Cost, f.Range, f.Sentence)
		}
	}
}

// TestE16Advice: what to do depends on whether the thread worked, waited for a CPU, or for something
// else.
func TestE16Advice(t *testing.T) {
	for away, want := range map[string]string{
		"": "Move long work to another thread",
		"110ms cpu0 switch 1 2 preempt\n240ms cpu0 switch 2 1 wait sub=Sleep\n":            "The thread had work but no CPU",
		"110ms cpu0 switch 1 idle wait sub=UserWait\n240ms cpu0 switch idle 1 wait\n":      "Do not wait in this thread",
		"170ms cpu0 switch 1 idle wait sub=UserWait\n240ms cpu0 switch idle 1 preempt\n":   "Move long work to another thread",
		"170ms cpu0 switch 1 2 preempt\n240ms cpu0 switch 2 1 wait sub=Sleep\n":            "Move long work to another thread",
		"180ms cpu0 switch 1 idle wait sub=PageIn\n240.001ms cpu0 switch idle 1 preempt\n": "Move long work to another thread",
	} {
		tr := modeltest.Parse(t, "advice", `threadlens-trace 1
cpus 1
span 0ms 400ms
os windows
process 7 app target
process 8 other
thread 1 pid=7 name=UI
thread 2 pid=8 name=hog
0ms cpu0 switch idle 1 preempt
10ms cpu0 switch 1 idle wait sub=MessageWait
100ms cpu0 switch idle 1 wait
`+away+`250ms cpu0 switch 1 idle wait sub=MessageWait
300ms cpu0 switch idle 1 wait
310ms cpu0 switch 1 idle wait sub=MessageWait
`)
		if list := only(t, tr, "E16"); len(list) != 1 || !strings.HasPrefix(list[0].Try, want) {
			t.Errorf("%q: want %q: %+v", away, want, list)
		}
	}
}

// TestE16AlsoRan: where the trace has no wake-ups, the finding names the thread of the process that
// ran for most of the time, and no thread of another process.
func TestE16AlsoRan(t *testing.T) {
	for _, test := range []struct {
		ran  int // how long thread 2 does, µs
		pid  int // its process
		wake string
		want string
	}{
		{80_000, 7, "", " Meanwhile, helper 2 of the same process ran for 80.0 ms."},
		{75_001, 7, "", " Meanwhile, helper 2 of the same process ran for 75.0 ms."},
		{75_000, 7, "", ""},
		{80_000, 8, "", ""},
		{80_000, 7, "190ms cpu1 wake 2 ctx=dpc\n", ""},
	} {
		tr := modeltest.Parse(t, "also", fmt.Sprintf(`threadlens-trace 1
cpus 2
span 0ms 400ms
os windows
process 7 app target
process 8 other
thread 1 pid=7 name=UI
thread 2 pid=%d name=helper
0ms cpu0 switch idle 1 preempt
10ms cpu0 switch 1 idle wait sub=MessageWait
100ms cpu0 switch idle 1 wait
100ms cpu1 switch idle 2 wait
110ms cpu0 switch 1 idle wait sub=UserWait
%dus cpu1 switch 2 idle wait
%s240ms cpu0 switch idle 1 wait
250ms cpu0 switch 1 idle wait sub=MessageWait
`, test.pid, 100_000+test.ran, test.wake))
		list := only(t, tr, "E16")
		if len(list) != 1 {
			t.Fatalf("%+v", list)
		}
		if _, got, _ := strings.Cut(list[0].Sentence, "likely Synchronization."); got != test.want {
			t.Errorf("%d us in process %d: %q, want %q", test.ran, test.pid, got, test.want)
		}
	}
}

// TestE16Longest: of several stretches without a wait for messages all count, and the
// first of the longest is named.
func TestE16Longest(t *testing.T) {
	p := newPlay(1, 1, 900*ms)
	at := model.Time(0)
	for _, away := range []model.Time{ms, 120 * ms, 150 * ms, 99 * ms, 150 * ms} {
		p.event(at, 0, "wake 1 ctx=dpc to=0")
		p.run(0, 1, at, at+away, "wait sub=MessageWait")
		at += away + 10*ms
	}
	f := found(t, p, "E16", findings.Warning, "1 did not wait for window messages for 150 ms, so its windows may not have responded; 100.0% of that time was Execution.", "in 3 such intervals", "Execution: 150 ms 100.0%")
	first, second, third := model.Range{From: 11 * ms, To: 131 * ms}, model.Range{From: 141 * ms, To: 291 * ms}, model.Range{From: 410 * ms, To: 560 * ms}
	if f.Cost != 420*ms || f.Range != second || len(f.Evidence) != 3 || f.Evidence[0].Range != second || f.Evidence[1].Range != first || f.Evidence[2].Range != third {
		t.Errorf("cost %d, range %v, evidence %v", f.Cost, f.Range, f.Evidence)
	}
}
