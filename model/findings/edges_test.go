package findings

import (
	"fmt"
	"slices"
	"testing"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/modeltest"
)

// TestAsked: the text about the rules that were applied and not unseen.
func TestAsked(t *testing.T) {
	all := Rules()
	for _, c := range []struct {
		o      Options
		unseen []Unseen
		want   string
	}{
		{Options{Only: []string{}}, nil, "none"},
		{Options{Only: []string{all[0].ID}}, nil, ruleNames(all[:1])},
		{Options{Only: []string{all[0].ID}, Without: []string{all[0].ID}}, nil, "none"},
		{Options{Only: []string{all[0].ID}}, []Unseen{{Rules: all[:1]}}, "none"},
		{Options{}, []Unseen{{Rules: all[1:]}}, ruleNames(all[:1])},
	} {
		if got := asked(&model.Trace{Info: &model.Info{}}, c.o, c.unseen); got != c.want {
			t.Errorf("%+v: %q, want %q", c.o, got, c.want)
		}
	}
}

// TestSubject: which argument of a command line is what it works on.
func TestSubject(t *testing.T) {
	for want, arguments := range map[string][]string{
		"slow.c":      {"/usr/lib/cc1", "-quiet", "-mtune=a.b", "x86_64-linux-gnu", "src/slow.c", "-o", "slow.o"},
		"server.py":   {"python3", "/srv/server.py", "8080"},
		"app.jar":     {"java.exe", "-Xmx1.5g", "-jar", "app.jar"},
		"input.mp4":   {"ffmpeg", "-i", "http://127.0.0.1/input.mp4"},
		"Makefile.am": {"make", "1.5", "/tmp/x.3110730522", "a=b.c", "the file.c", ".", "..", ".hidden", "Makefile.am"},
	} {
		if got := subject(arguments); got != want {
			t.Errorf("%q of %q, want %q", got, arguments, want)
		}
	}
	for _, none := range [][]string{nil, {"a.out"}, {"sleep", "0.5"}, {"sh", "-c", "x.sh; y.sh"}, {"gcc", "-o", "x.o"}} {
		if got := subject(none); got != "" {
			t.Errorf("%q of %q", got, none)
		}
	}
}

// TestKeepInside: the part of a finding in the window is kept, and evidence that has a
// length.
func TestKeepInside(t *testing.T) {
	r := func(from, to model.Time) model.Range { return model.Range{From: from, To: to} }
	f := Finding{Range: r(5, 25), Evidence: []Evidence{{1, r(5, 10)}, {2, r(5, 11)}, {3, r(12, 15)}, {4, r(19, 30)}, {5, r(20, 30)}}}
	if !f.keepInside(r(10, 20)) || f.Range != r(10, 20) ||
		!slices.Equal(f.Evidence, []Evidence{{2, r(10, 11)}, {3, r(12, 15)}, {4, r(19, 20)}}) {
		t.Errorf("%+v", f)
	}
	for window, want := range map[model.Range]bool{r(0, 5): false, r(0, 6): true, r(24, 30): true, r(25, 30): false} {
		if f := (Finding{Range: r(5, 25)}); f.keepInside(window) != want {
			t.Errorf("in %v: %+v", window, f)
		}
	}
}

// TestPlaces: a place includes the samples from its first to its last address; a sample
// without an address is in no place.
func TestPlaces(t *testing.T) {
	for _, lo := range []uint64{0, 10} {
		s := placeStretch{lo: lo, hi: 20}
		for addr, want := range map[uint64]bool{0: false, 9: lo == 0, 10: true, 15: true, 20: true, 21: false} {
			if got := s.has(&spinSample{addr: addr}); got != want {
				t.Errorf("%d in [%d, %d]: %v", addr, lo, s.hi, got)
			}
		}
	}
}

// TestAsleep: which episodes are sleeps that ended when their time was up.
func TestAsleep(t *testing.T) {
	sleep := model.Episode{Kind: model.EpisodeWait, Unblocker: model.NoThread}
	sleep.Category = model.Sleep
	for name, c := range map[string]struct {
		change func(e *model.Episode)
		want   bool
	}{
		"whole":                        {func(*model.Episode) {}, true},
		"its wake is missing":          {func(e *model.Episode) { e.Flags |= model.WakeMissing }, true},
		"events were lost":             {func(e *model.Episode) { e.Flags |= model.LossOverlap }, true},
		"its wake may have been lost":  {func(e *model.Episode) { e.Flags |= model.WakeMissing | model.LossOverlap }, false},
		"missing, and something else":  {func(e *model.Episode) { e.Flags |= model.WakeMissing | model.Inferred }, true},
		"open":                         {func(e *model.Episode) { e.Open = true }, false},
		"cut":                          {func(e *model.Episode) { e.Cut = true }, false},
		"since when is not known":      {func(e *model.Episode) { e.NoOut = true }, false},
		"since before the trace":       {func(e *model.Episode) { e.Flags |= model.OpenStart }, false},
		"ended by a thread":            {func(e *model.Episode) { e.Unblocker = 3 }, false},
		"of another category":          {func(e *model.Episode) { e.Category = model.IO }, false},
		"a preemption, not a wait":     {func(e *model.Episode) { e.Kind = model.EpisodePreempt }, false},
		"that of a thread that yields": {func(e *model.Episode) { e.Kind = model.EpisodeYield }, false},
	} {
		e := sleep
		c.change(&e)
		if got := asleep(&e); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// turns are two threads that take turns on a CPU, each 10 µs long, the first from 0 on.
func turns(t *testing.T) *ruleContext {
	t.Helper()
	text := "cpus 1\nspan 0us 100us\n0us cpu0 exists 1 state=running\n0us cpu0 exists 2 state=ready\n"
	for i := range 10 {
		text += fmt.Sprintf("%dus cpu0 switch %d %d preempt\n", 10*i+10, 1+i%2, 1+(i+1)%2)
	}
	return contextOf(t, text)
}

// contextOf is the context of rules for a trace written without its header; its first two
// threads are the target's.
func contextOf(t *testing.T, text string) *ruleContext {
	t.Helper()
	tr := modeltest.Parse(t, "scene", "threadlens-trace 1\nos linux\nhas switches wakes\n"+text)
	s, err := measure.Scope{}.In(tr)
	if err != nil {
		t.Fatal(err)
	}
	return &ruleContext{ctx: t.Context(), t: tr, Scope: s, Limits: NewLimits(), target: []model.ThreadIx{0, 1}}
}

// TestLastRun: when a thread last ran in the window: up to its end, or before it.
func TestLastRun(t *testing.T) {
	l := turns(t)
	for to, want := range map[model.Time][2]model.Time{45: {45, 40}, 50: {50, 40}, 51: {50, 51}, 60: {50, 60}, 61: {61, 60}} {
		l.Range = model.Range{To: to * 1000}
		for ix, at := range want {
			if last, late := lastRun(l, model.ThreadIx(ix)); last != at*1000 || late != last {
				t.Errorf("thread %d up to %d µs: %d, %d, want %d µs", ix, to, last, late, at)
			}
		}
	}
}

// TestLongestQueued: the longest stretch in a queue, whole, even if more of it is before or
// after the window.
func TestLongestQueued(t *testing.T) {
	l := turns(t)
	for _, c := range []struct{ from, to, thread, begin, end model.Time }{
		{12, 19, 0, 10, 20}, {15, 29, 1, 20, 30}, {11, 23, 0, 10, 20},
	} {
		e, ok := longestQueued(l, model.Range{From: c.from * 1000, To: c.to * 1000})
		if want := (Evidence{model.ThreadIx(c.thread), model.Range{From: c.begin * 1000, To: c.end * 1000}}); !ok || e != want {
			t.Errorf("from %d to %d µs: %+v, %v, want %+v", c.from, c.to, e, ok, want)
		}
	}
	if e, ok := longestQueued(l, model.Range{From: 5, To: 5}); ok {
		t.Errorf("in no time: %+v", e)
	}
}

// TestTurnList: turns are numbered in the order in which they were added, even if there are
// many, and sorted by the times at which they were given.
func TestTurnList(t *testing.T) {
	const n = 2*turnsChunk + 1
	var list turnList
	for k := range n {
		list.add(turn{given: model.Time(n - k)})
	}
	if list.len() != n {
		t.Fatalf("%d turns, want %d", list.len(), n)
	}
	for _, i := range []int32{1, turnsChunk, turnsChunk + 1, 2 * turnsChunk, n} {
		if got := list.at(i).given; got != model.Time(n+1-i) {
			t.Errorf("turn %d was given at %d, want %d", i, got, n+1-i)
		}
	}
	list.sort()
	for k, i := range list.order {
		if i != int32(n-k) {
			t.Fatalf("turn %d comes at %d, want %d", i, k, n-k)
		}
	}
}

// TestDid: what a poller does counts for the preceding sleep, up to the next one.
func TestDid(t *testing.T) {
	for at, want := range map[model.Time]int{0: -1, 19: -1, 20: 0, 25: 0, 30: 0, 31: -1, 49: -1, 50: 1, 60: 1, 61: -1, 100: -1} {
		p := &poller{naps: []nap{{Range: model.Range{From: 10, To: 20}, until: 30}, {Range: model.Range{From: 30, To: 50}, until: 60}}}
		p.did(at)
		for i, n := range p.naps {
			if n.did != (i == want) {
				t.Errorf("at %d: after sleep %d it did something: %v", at, i, n.did)
			}
		}
	}
	(*poller)(nil).did(5)
}

// TestAtWork: a thread is at work while it runs, is interrupted, or waits for a CPU.
func TestAtWork(t *testing.T) {
	l := contextOf(t, "cpus 1\nspan 0us 60us\n0us cpu0 exists 1 state=running\n0us cpu0 exists 2 state=ready\n2us cpu0 irq 4us isr\n"+
		"10us cpu0 switch 1 2 preempt\n20us cpu0 switch 2 1 preempt\n30us cpu0 switch 1 2 wait sub=Futex\n40us cpu0 wake 1 ctx=thread\n50us cpu0 switch 2 1 preempt\n")
	for _, c := range []struct {
		from, to model.Time
		want     bool
	}{
		{0, 2, true},
		{2, 4, true},
		{10, 20, true},
		{20, 30, true},
		{30, 40, false},
		{40, 50, true},
		{25, 35, true},
		{24, 37, false},
		{35, 45, true},
		{33, 46, false},
	} {
		if got := l.atWork([]model.ThreadIx{0}, model.Range{From: c.from * 1000, To: c.to * 1000}); got != c.want {
			t.Errorf("from %d to %d µs: %v", c.from, c.to, got)
		}
	}
}

// TestOtherCPUs: of the CPUs that a thread may not use, those that were idle count, however
// briefly.
func TestOtherCPUs(t *testing.T) {
	l := contextOf(t, "cpus 4\nspan 0us 60us\n0us cpu0 exists idle state=running\n0us cpu1 exists 1 state=running\n0us cpu2 exists 2 state=running\n0us cpu3 exists 3 state=running\n"+
		"10us cpu2 switch 2 idle wait\n10001ns cpu2 switch idle 2 preempt\n50us cpu3 switch 3 idle wait\n")
	for _, c := range []struct {
		but  []model.CPU
		to   model.Time
		want []model.CPU
	}{
		{nil, 60_000, []model.CPU{0, 2, 3}},
		{nil, 50_000, []model.CPU{0, 2}},
		{nil, 10_000, []model.CPU{0}},
		{nil, 10_001, []model.CPU{0, 2}},
		{[]model.CPU{0, 3}, 60_000, []model.CPU{2}},
	} {
		l.Range = model.Range{To: c.to}
		if got := l.otherCPUs(c.but); !slices.Equal(got, c.want) {
			t.Errorf("but for %v, up to %d: %v, want %v", c.but, c.to, got, c.want)
		}
	}
}

// TestRan: a thread runs while it executes and while an interrupt has its CPU.
func TestRan(t *testing.T) {
	l := contextOf(t, "cpus 1\nspan 0us 60us\n0us cpu0 exists 1 state=running\n2us cpu0 irq 5us isr\n10us cpu0 switch 1 idle wait sub=Futex\n20us cpu0 wake 1 ctx=timer\n")
	for _, c := range []struct{ from, to, want model.Time }{{0, 60, 10}, {2, 5, 3}, {5, 10, 5}, {10, 20, 0}, {20, 60, 0}} {
		l.Range = model.Range{From: c.from * 1000, To: c.to * 1000}
		if got := l.ran(0); got != c.want*1000 {
			t.Errorf("from %d to %d µs: %d, want %d µs", c.from, c.to, got, c.want)
		}
	}
}
