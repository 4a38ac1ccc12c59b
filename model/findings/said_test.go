package findings_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"threadlens/model"
	"threadlens/model/findings"
	"threadlens/model/measure"
	"threadlens/model/modeltest"
)

// findWith are the findings of some rules with thresholds.
func findWith(t *testing.T, tr *model.Trace, limits map[string]float64, r model.Range, rules ...string) []findings.Finding {
	t.Helper()
	l := findings.NewLimits()
	for name, value := range limits {
		var err error
		if l, err = l.With(name, value); err != nil {
			t.Fatal(err)
		}
	}
	list, err := findings.Find(t.Context(), tr, findings.Options{Only: rules, Limits: l, Scope: measure.Scope{Range: r}})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// sentences are all texts of a finding.
func sentences(tr *model.Trace, f *findings.Finding) string {
	var b strings.Builder
	span := func(r model.Range) string { return fmt.Sprintf("%v to %v ms", float64(r.From)/1e6, float64(r.To)/1e6) }
	fmt.Fprintf(&b, "  %v %s, %s, cost %v ms, of %s: %d\n", f.Severity, f.Name(), span(f.Range), float64(f.Cost)/1e6, f.ThreadNames(tr), tids(tr, f))
	fmt.Fprintf(&b, "    %s\n", f.Sentence)
	for _, d := range f.Details {
		fmt.Fprintf(&b, "    %s: %s; %s\n", d.Title, d.Value, d.Text)
	}
	for _, e := range f.Evidence {
		fmt.Fprintf(&b, "    thread %d from %s\n", tr.Threads[e.Thread].TID, span(e.Range))
	}
	fmt.Fprintf(&b, "    %s\n", f.Try)
	return b.String()
}

// TestSentences compares all texts of the findings of the scenes, each with the thresholds at
// which it is just found, with testdata/sentences.txt, whose numbers are checked by hand.
// THREADLENS_UPDATE=1 rewrites it.
func TestSentences(t *testing.T) {
	const file = "testdata/sentences.txt"
	var b strings.Builder
	seen := map[string]bool{}
	for _, c := range limitCases {
		rule, _, _ := strings.Cut(c.limit, ".")
		title := rule + ", " + c.scene
		if seen[title] {
			continue
		}
		seen[title] = true
		limits := map[string]float64{c.limit: c.holds}
		for name, v := range c.with {
			limits[name] = v
		}
		tr := limitScenes[c.scene](t)
		fmt.Fprintf(&b, "%s\n", title)
		list := findWith(t, tr, limits, model.Range{}, rule)
		for i := range list {
			b.WriteString(sentences(tr, &list[i]))
		}
	}
	if os.Getenv("THREADLENS_UPDATE") != "" {
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(b.String(), "\n")); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// TestInsideWindows: whatever the window, and however low the thresholds, findings are
// in order, at most eight per rule, and entirely inside the window.
func TestInsideWindows(t *testing.T) {
	none, low := map[string]float64{}, map[string]float64{}
	for _, d := range findings.Defaults() {
		none[d.Name], low[d.Name] = 0, d.Value/10
	}
	rng := rand.New(rand.NewPCG(3, 5))
	found := 0
	for name, scene := range limitScenes {
		tr := scene(t)
		for range 6 {
			r := modeltest.Window(tr, rng)
			if r.Len() == 0 {
				continue
			}
			checkOrder(t, findWith(t, tr, none, r))
			list := findWith(t, tr, low, r)
			found += len(list)
			if again := findWith(t, tr, low, r); !reflect.DeepEqual(list, again) {
				t.Errorf("%s in %v: %+v, asked again %+v", name, r, list, again)
			}
			for i := range list {
				if err := inside(tr, &list[i], r); err != "" {
					t.Errorf("%s in %v: %s: %s", name, r, err, sentences(tr, &list[i]))
				}
			}
			checkOrder(t, list)
		}
	}
	if found < 150 {
		t.Errorf("only %d findings", found)
	}
}

// inside describes what is wrong with a finding for a window.
func inside(tr *model.Trace, f *findings.Finding, r model.Range) string {
	switch {
	case f.Range.Len() <= 0 || f.Range.Clip(r) != f.Range:
		return "it lies elsewhere"
	case len(f.Evidence) > findings.MaxEvidence:
		return "it has too much evidence"
	case slices.ContainsFunc(f.Evidence, func(e findings.Evidence) bool { return e.Len() <= 0 || e.Clip(r) != e.Range }):
		return "its evidence lies elsewhere"
	case slices.ContainsFunc(f.Threads, func(ix model.ThreadIx) bool { return int(ix) >= len(tr.Threads) }):
		return "it is about nobody that there is"
	}
	return ""
}

// checkOrder checks that findings are sorted by severity and cost, and how many each rule
// has.
func checkOrder(t *testing.T, list []findings.Finding) {
	t.Helper()
	of := map[string]int{}
	for i := range list {
		if of[list[i].Rule.ID]++; of[list[i].Rule.ID] > 8 {
			t.Errorf("more than eight findings of %s", list[i].Rule.ID)
		}
		if i > 0 && (list[i].Severity > list[i-1].Severity || list[i].Severity == list[i-1].Severity && list[i].Cost > list[i-1].Cost) {
			t.Errorf("%v of %d ns follows %v of %d ns", list[i].Severity, list[i].Cost, list[i-1].Severity, list[i-1].Cost)
		}
	}
}

// TestSeverities: the names of severities are read as they are written.
func TestSeverities(t *testing.T) {
	for s, want := range map[findings.Severity]string{findings.Info: "info", findings.Warning: "warning", findings.Problem: "problem"} {
		if got, ok := findings.ParseSeverity(want); s.String() != want || got != s || !ok {
			t.Errorf("%q is %v, %v", want, got, ok)
		}
	}
	if got, ok := findings.ParseSeverity("bad"); ok || got != findings.Info || findings.Severity(9).String() != "problem" {
		t.Errorf("what there is not is %v, %v and %v", got, ok, findings.Severity(9))
	}
}

// judged gives all waits of a trace a reason and a category.
func judged(tr *model.Trace, cat model.Category, sub model.Sub) *model.Trace {
	return tr.Amended(func(model.ThreadIx) func(*model.Segment) {
		return func(s *model.Segment) { s.Judge(cat, sub, model.ByStack, false) }
	})
}

// TestReasons: for which reasons threads wait for a lock (E2), for something without an
// owner, so that the thread that ends the wait is not one (E6), and for a peer rather
// than a disk (E10).
func TestReasons(t *testing.T) {
	lock := strings.Fields("Lock Mutex PushLock KernelMutex FastMutex GuardedMutex ExecutiveResource KeyedEvent")
	event := strings.Fields("Condition Cond Event Semaphore TaskWait Join Pipe Socket Network Poll PollTimeout Ipc IpcCall IpcServerIdle" +
		" ChanSend ChanRecv Select NetPoll MessageWait WorkQueue")
	ofDisk := strings.Fields("KernelGeneric Uninterruptible IoRing Block Flush File Async")
	nobody := strings.Fields("ChildWait Exit") // the end of another thread, which holds nothing
	released := released(t)
	each := pingPongWaits(t)
	disk := readers(2, 8*ms, 2*ms, true).trace(t)
	for sub := model.SubUnknown; sub < model.NumSubs; sub++ {
		if sub == model.SubCreated {
			continue // a new thread has not waited
		}
		name := sub.String()
		if got, want := len(only(t, judged(each, model.Synchronization, sub), "E2")) > 0, slices.Contains(lock, name); got != want {
			t.Errorf("waits for %s are contention: %v", name, got)
		}
		if got, want := len(only(t, judged(disk, model.IO, sub), "E10")) > 0, slices.Contains(ofDisk, name); got != want {
			t.Errorf("waits for %s are for a disk: %v", name, got)
		}
		want := "Lock-holder preemption"
		if slices.Contains(nobody, name) || slices.Contains(event, name) {
			want = ""
		}
		got := ""
		if list := only(t, judged(released, model.Synchronization, sub), "E6"); len(list) > 0 {
			got = list[0].Name()
		}
		if got != want {
			t.Errorf("a wait for %s whose waker was preempted is %q, want %q", name, got, want)
		}
	}
}

// pingPongWaits is a thread that 12 times waits 1 ms for another one, always the same.
func pingPongWaits(t *testing.T) *model.Trace {
	p := newPlay(2, 2, 30*ms)
	p.put(0, 1, 2, "")
	for k := range model.Time(13) {
		if k > 0 {
			p.event(2*k*ms, 1, "wake 1 ctx=thread to=0")
		}
		p.run(0, 1, 2*k*ms, (2*k+1)*ms, "wait sub=Futex")
	}
	return p.trace(t)
}

// released is a wait for which only the stack of the wake shows that a lock was
// released; the releasing thread was preempted for most of it.
func released(t *testing.T) *model.Trace {
	p := newPlay(2, 2, 300*ms)
	p.head += "thread 50 pid=99\nstack 1 \"libc.so.6!pthread_mutex_unlock\" \"app!work\"\n"
	p.put(0, 0, 1, "")
	p.put(0, 1, 2, "")
	p.put(ms, 0, 0, "wait sub=Futex")
	p.put(100*ms, 1, 50, "preempt")
	p.put(200*ms, 1, 2, "wait sub=Sleep")
	p.event(250*ms, 1, "wake 1 ctx=thread to=0 stack=1")
	p.put(250*ms+us, 0, 1, "")
	return p.trace(t)
}
