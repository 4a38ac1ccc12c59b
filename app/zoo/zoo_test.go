package main

import (
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/findings"
	"threadlens/model/modeltest"
)

// composed is a trace and a log on one clock: times of both are µs after the start.
func composed(t *testing.T, events, log string) *recorded {
	t.Helper()
	tr := modeltest.Parse(t, "composed.tltxt", "threadlens-trace 1\ncpus 2\nspan 0us 1000us\nos linux\n"+events)
	tr.Info.Clock = model.Clock{Name: monotonic, StartNS: start}
	l, err := readLog(strings.NewReader(log))
	if err != nil {
		t.Fatal(err)
	}
	r, err := align(tr, l)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// start is when the composed traces begin, ns of CLOCK_MONOTONIC.
const start = 5_000_000

func TestReadLog(t *testing.T) {
	l, err := readLog(strings.NewReader(strings.Join([]string{
		"zoo 7", "thread 8 a name", "wait 8 mutex Synchronization acts ff00 10 20", "act 9 ff00 11 12", "object mutex ff00 40",
		"hold 8 ff00 10 20 30 40", "fault E2", "also E1", "healthy",
	}, "\n")))
	if err != nil {
		t.Fatal(err)
	}
	if l.PID != 7 || !l.Healthy || !slices.Equal(l.Faults, []string{"E2"}) || !slices.Equal(l.Also, []string{"E1"}) {
		t.Errorf("%+v", l)
	}
	if want := (loggedWait{8, "mutex", "Synchronization", byActs, 0xff00, 10, 20}); !slices.Equal(l.Waits, []loggedWait{want}) {
		t.Errorf("waits %+v", l.Waits)
	}
	if want := (loggedAct{9, 11, 12}); !slices.Equal(l.Acts[0xff00], []loggedAct{want}) {
		t.Errorf("acts %+v", l.Acts)
	}
	if want := (loggedHold{8, 0xff00, 10, 20, 30, 40}); !slices.Equal(l.Holds, []loggedHold{want}) {
		t.Errorf("holds %+v", l.Holds)
	}
	for _, at := range []struct {
		addr uint64
		in   bool
	}{{0xfeff, false}, {0xff00, true}, {0xff27, true}, {0xff28, false}} {
		if _, ok := l.object(at.addr); ok != at.in {
			t.Errorf("%x is in the mutex: %v", at.addr, ok)
		}
	}
}

func TestReadLogRefuses(t *testing.T) {
	for _, bad := range []string{
		"", "thread 1 x", "zoo 7\nwait 8 mutex", "zoo 7\nfault E2 E3", "zoo 7\nhold 8 zz 1 2 3 4", "zoo 7\nact 8 ff x 2",
		"zoo 7\nwait 8 mutex IO somebody 0 1 2", "zoo 7\nlion 3",
	} {
		if l, err := readLog(strings.NewReader(bad)); err == nil {
			t.Errorf("%q is read as %+v", bad, l)
		}
	}
}

// waiting is a trace in which thread 1 runs, waits from 100 to 300 µs until 2 wakes it
// on CPU 1, and runs again from 310.
const waiting = `
0us cpu0 exists 1 pid=7 state=running
0us cpu1 exists 2 pid=7 state=running
100us cpu0 switch 1 idle wait linux=S
300us cpu1 wake 1
310us cpu0 switch idle 1 preempt
900us cpu0 switch 1 idle wait linux=S
900us cpu1 switch 2 idle wait linux=S
`

func TestWaits(t *testing.T) {
	for _, c := range []struct {
		name, log    string
		met          int
		named, right int
		how          string
	}{
		{"ended by who acted", "wait 1 mutex Synchronization acts f0 5095000 5315000\nact 2 f0 5299000 5301000", 1, 1, 1, ""},
		{"at the first instant", "wait 1 mutex Synchronization acts f0 5095000 5315000\nact 2 f0 5300000 5301000", 1, 1, 1, ""},
		{"too late to have ended it", "wait 1 mutex Synchronization acts f0 5095000 5315000\nact 2 f0 5300001 5301000", 1, 0, 0, ""},
		{"too early", "wait 1 mutex Synchronization acts f0 5095000 5315000\nact 2 f0 5200000 5299999", 1, 0, 0, ""},
		{"another object", "wait 1 mutex Synchronization acts f0 5095000 5315000\nact 2 f8 5299000 5301000", 1, 0, 0, ""},
		{"two may have", "wait 1 mutex Synchronization acts f0 5095000 5315000\nact 2 f0 5299000 5301000\nact 3 f0 5299000 5301000", 1, 0, 0, ""},
		{"another did", "wait 1 mutex Synchronization acts f0 5095000 5315000\nact 3 f0 5299000 5301000", 1, 1, 0, "another thread"},
		{"nobody did", "wait 1 nanosleep Sleep nobody 0 5095000 5315000", 1, 1, 0, "a thread, though none did"},
		{"nobody knows", "wait 1 nanosleep Sleep unsaid 0 5095000 5315000", 1, 0, 0, ""},
		{"ended before the wait did", "wait 1 nanosleep Sleep nobody 0 5095000 5299999", 1, 0, 0, ""},
		{"just long enough", "wait 1 nanosleep Sleep unsaid 0 5050000 5120000", 1, 0, 0, ""},
		{"too short", "wait 1 nanosleep Sleep unsaid 0 5050000 5119999", 0, 0, 0, ""},
		{"it ran", "wait 1 nanosleep Sleep unsaid 0 5010000 5090000", 0, 0, 0, ""},
		{"no such thread", "wait 9 nanosleep Sleep unsaid 0 5095000 5315000", 0, 0, 0, ""},
		{"a wait is no yield", "wait 1 sched_yield Preemption unsaid 0 5095000 5315000", 0, 0, 0, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := judgeWaits(composed(t, waiting, "zoo 7\n"+c.log))
			if w.Logged != 1 || w.Met != c.met || w.Named != c.named || w.Right != c.right {
				t.Errorf("logged %d, met %d, named %d, right %d", w.Logged, w.Met, w.Named, w.Right)
			}
			var how string
			for k := range w.Wrong {
				how = k.how
			}
			if how != c.how {
				t.Errorf("wrong: %q, want %q", how, c.how)
			}
		})
	}
}

func TestWaitTimes(t *testing.T) {
	w := judgeWaits(composed(t, waiting, "zoo 7\nwait 1 mutex Synchronization unsaid f0 5095000 5315000"))
	want := map[cell]tally{{"Synchronization", unclassified}: {1, 200_000}}
	if !maps.Equal(w.Cells, want) {
		t.Errorf("cells %v, want %v", w.Cells, want)
	}
	for k := range w.Kinds {
		if w.Where[k] != "composed.tltxt 1 at 100000" {
			t.Errorf("the first is said to be %q", w.Where[k])
		}
		if k.kind != "mutex" || k.likely != "Synchronization" || k.ctx != "Thread" {
			t.Errorf("kind %+v", k)
		}
	}
	classified, right, open, lost := w.sums()
	if classified.count+right.count+lost.count != 0 || open != (tally{1, 200_000}) {
		t.Errorf("classified %v, right %v, unclassified %v, unknown %v", classified, right, open, lost)
	}
}

func TestSums(t *testing.T) {
	w := newWaitTally()
	w.Cells[cell{"IO", "IO"}] = tally{6, 60}
	w.Cells[cell{"IO", "Sleep"}] = tally{2, 5}
	w.Cells[cell{"IO", unclassified}] = tally{3, 30}
	w.Cells[cell{"IO", unknown}] = tally{1, 10}
	w.add(&w)
	classified, right, open, lost := w.sums()
	if classified != (tally{16, 130}) || right != (tally{12, 120}) || open != (tally{6, 60}) || lost != (tally{2, 20}) {
		t.Errorf("classified %v, right %v, unclassified %v, unknown %v", classified, right, open, lost)
	}
}

func TestRanges(t *testing.T) {
	a := union([]model.Range{{From: 10, To: 20}, {From: 5, To: 8}, {From: 20, To: 25}, {From: 30, To: 30}, {From: 12, To: 14}})
	if want := []model.Range{{From: 5, To: 8}, {From: 10, To: 25}}; !slices.Equal(a, want) {
		t.Fatalf("union %v, want %v", a, want)
	}
	b := intersect(a, []model.Range{{From: 7, To: 11}, {From: 24, To: 40}})
	if want := []model.Range{{From: 7, To: 8}, {From: 10, To: 11}, {From: 24, To: 25}}; !slices.Equal(b, want) {
		t.Errorf("intersection %v, want %v", b, want)
	}
	if length(b) != 3 {
		t.Errorf("length %d", length(b))
	}
}

// TestHolds compares claims about two objects with the log: a mutex that thread 1 had
// to wait for, and a semaphore, which nobody holds.
func TestHolds(t *testing.T) {
	r := composed(t, waiting, "zoo 7\nobject mutex f00 28\nobject sem f40 20\n"+
		"wait 1 mutex Synchronization acts f00 5095000 5315000\n"+
		"hold 1 f00 5095000 5315000 5500000 5502000\nhold 2 f00 5000000 5001000 5299000 5301000")
	first, second := r.thread(1, 0), r.thread(2, 0)
	for _, c := range []struct {
		name   string
		object int
		claims []claim
		want   ownership
	}{
		{"no claims", 0, nil, ownership{Objects: 1, Held: 200_000}},
		{"right", 0, []claim{{second, model.Range{From: 0, To: 301_000}}, {first, model.Range{From: 300_000, To: 502_000}}}, ownership{1, 2, 503_000, 0, 200_000, 200_000}},
		{"not yet woken", 0, []claim{{first, model.Range{From: 299_000, To: 400_000}}}, ownership{1, 1, 101_000, 1_000, 200_000, 0}},
		{"released", 0, []claim{{first, model.Range{From: 400_000, To: 503_000}}}, ownership{1, 1, 103_000, 1_000, 200_000, 0}},
		{"another thread", 0, []claim{{first, model.Range{From: 150_000, To: 250_000}}}, ownership{1, 1, 100_000, 100_000, 200_000, 0}},
		{"a part", 0, []claim{{second, model.Range{From: 150_000, To: 250_000}}}, ownership{1, 1, 100_000, 0, 200_000, 100_000}},
		{"no owner", 1, []claim{{second, model.Range{From: 150_000, To: 250_000}}}, ownership{1, 1, 100_000, 100_000, 0, 0}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := r.compareHolds(r.log.Objects[c.object], c.claims); got != c.want {
				t.Errorf("%+v, want %+v", got, c.want)
			}
		})
	}
}

func TestFindings(t *testing.T) {
	found := func(ids ...string) (list []findings.Finding) {
		for _, id := range ids {
			rule, ok := findings.RuleOf(id)
			if !ok {
				t.Fatalf("no rule %s", id)
			}
			list = append(list, findings.Finding{Rule: rule, Sentence: "So it is."})
		}
		return list
	}
	fault := &programLog{Faults: []string{"E2"}, Also: []string{"E1"}}
	for _, c := range []struct {
		name          string
		log           *programLog
		list          []findings.Finding
		unseen        []string
		want          ruleTally
		missed, wrong int
	}{
		{"found", fault, found("E2"), nil, ruleTally{Faults: 1, Found: 1}, 0, 0},
		{"twice is once", fault, found("E2", "E2"), nil, ruleTally{Faults: 1, Found: 1}, 0, 0},
		{"missed", fault, nil, []string{"E3"}, ruleTally{Faults: 1}, 1, 0},
		{"not to be seen", fault, nil, []string{"E3", "E2"}, ruleTally{Faults: 1, Unseen: 1}, 0, 0},
		{"not there", &programLog{Faults: []string{"E4", "E2"}}, nil, []string{"E4"}, ruleTally{Faults: 2, Absent: 1}, 1, 0},
		{"found though", &programLog{Faults: []string{"E4"}}, found("E4"), nil, ruleTally{Faults: 1, Found: 1}, 0, 0},
		{"also true", fault, found("E1", "E2"), nil, ruleTally{Faults: 1, Found: 1, Also: 1}, 0, 0},
		{"another", fault, found("E3", "E3"), nil, ruleTally{Faults: 1, Wrong: 1}, 1, 1},
		{"healthy", &programLog{Healthy: true}, nil, nil, ruleTally{}, 0, 0},
		{"nothing is wrong", &programLog{Healthy: true}, found("E3", "E4"), nil, ruleTally{Wrong: 2}, 0, 2},
		{"says nothing", &programLog{}, found("E3"), nil, ruleTally{}, 0, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := judgeFindings("program", c.log, c.list, c.unseen, ofIdle)
			if sum := got.sums(); sum != c.want || len(got.Missed) != c.missed || len(got.Wrong) != c.wrong {
				t.Errorf("%+v, missed %v, wrong %v", sum, got.Missed, got.Wrong)
			}
		})
	}
}

// TestDisturbance: thread 1 runs for 650 µs of its 1000 µs and is preempted for 150, of
// which another program has CPU 1 for 60.
func TestDisturbance(t *testing.T) {
	const own = `
0us cpu0 exists 1 pid=7 state=running
0us cpu0 exists 2 pid=7
0us cpu1 exists 30 pid=30
100us cpu0 switch 1 2 preempt linux=R
150us cpu1 switch idle 30 preempt
210us cpu1 switch 30 idle wait linux=S
250us cpu0 switch 2 1 wait linux=S
700us cpu1 switch idle 30 preempt
800us cpu0 switch 1 idle wait linux=S
`
	for _, c := range []struct {
		name, recorder string
		want, taken    float64
	}{
		// Thread 2 ran for 150 µs. The program exists for the whole millisecond on both CPUs.
		{"another program", "perf", 60.0 / (650 + 150 + 150), (60.0 + 300) / (2000 - 650 - 150)},
		{"the recorder", "other", 0, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := composed(t, "process 30 \"other\"\n"+own, "zoo 7")
			if got := r.disturbance(c.recorder); got != c.want {
				t.Errorf("%v, want %v", got, c.want)
			}
			if got := r.taken(c.recorder); got != c.taken {
				t.Errorf("%v are taken, want %v", got, c.taken)
			}
		})
	}
}

func TestAlignRefusesOtherClocks(t *testing.T) {
	tr := modeltest.Parse(t, "composed.tltxt", "threadlens-trace 1\ncpus 2\nspan 0us 1000us\nos linux\n"+waiting)
	tr.Info.Clock.Name = "sched_clock"
	if _, err := align(tr, &programLog{PID: 7}); err == nil {
		t.Error("aligned with another clock")
	}
	tr.Info.Clock.Name = monotonic
	if _, err := align(tr, &programLog{PID: 99}); err == nil {
		t.Error("aligned with a trace that does not show the program")
	}
}

func TestReadmeCommand(t *testing.T) {
	words, err := readmeCommand(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	i := slices.Index(words, traceFile)
	if i < 1 || words[i-1] != "-o" || words[len(words)-1] != "--" || slices.Contains(words, "\\") {
		t.Errorf("%q", words)
	}
	bad := filepath.Join(t.TempDir(), "README.md")
	if err := os.WriteFile(bad, []byte("    perf sched record -g -e x -- ./your-program\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if words, err := readmeCommand(bad); err == nil {
		t.Errorf("a command without a file is taken: %q", words)
	}
}

func TestRecordings(t *testing.T) {
	readme := filepath.Join("..", "..", "README.md")
	list, err := recordings("tl", readme, []string{"plain", "default"})
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(list[1].command, " "); got != "tl record --quiet --force -o FILE --" {
		t.Errorf("%q", got)
	}
	if _, err := recordings("tl", readme, []string{"plain", "lion"}); err == nil {
		t.Error("a way that there is not is taken")
	}
}

// TestReport checks the tables of a small result, and that they are the same each time.
func TestReport(t *testing.T) {
	j := newJudgement()
	j.programs, j.gaps, j.mismatches = 2, 1, 3
	j.waits.Logged, j.waits.Met, j.waits.Named, j.waits.Right = 12, 11, 4, 3
	j.waits.Cells[cell{"IO", "IO"}] = tally{8, 800}
	j.waits.Cells[cell{"IO", "Sleep"}] = tally{2, 100}
	j.waits.Cells[cell{"Sleep", unclassified}] = tally{1, 100}
	j.waits.Kinds[kindCell{cell{"IO", "Sleep"}, "pipe-read", "", "Poll", "call", "Timer"}] = tally{2, 100}
	j.waits.Kinds[kindCell{cell{"Sleep", unclassified}, "nanosleep", "Sleep", "Interruptible", "hint", "Timer"}] = tally{1, 100}
	j.waits.Wrong[wrongWaker{"mutex", "another thread", "Thread"}] = 1
	j.owners.By["mutex"] = ownership{1, 2, 200, 1, 300, 150}
	j.found = judgeFindings("lion", &programLog{Faults: []string{"E2"}, Healthy: true}, nil, nil, nil)
	j.found.Recordings, j.found.Targets = 2, 2
	r := results{programs: make([]program, 2), rounds: 1, titles: []string{"default: threadlens record"}, ways: []*judgement{j}}
	var first bytes.Buffer
	if err := r.write(&first); err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(filepath.Join("testdata", "report.txt"))
	if os.Getenv("UPDATE") != "" {
		err = os.WriteFile(filepath.Join("testdata", "report.txt"), first.Bytes(), 0o600)
		want = first.Bytes()
	}
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(first.Bytes(), want) {
		t.Errorf("other tables than testdata/report.txt (UPDATE=1 writes it):\n%s", first.Bytes())
	}
	for range 5 {
		var again bytes.Buffer
		if err := r.write(&again); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(first.Bytes(), again.Bytes()) {
			t.Fatal("other tables of the same result")
		}
	}
}
