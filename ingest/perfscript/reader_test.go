package perfscript

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"threadlens/model"
)

// Lines of composed texts.
const (
	wakes    = "sched:sched_waking: comm=x pid=6 prio=120 target_cpu=000"
	switches = "sched:sched_switch: prev_comm=a prev_pid=5 prev_prio=120 prev_state=S ==> next_comm=b next_pid=6 next_prio=120"
	fromA    = "a 5 [000] 1.000001000: "
)

// TestRefused: texts that cannot be used are refused with the reason, in one line.
func TestRefused(t *testing.T) {
	delta := ""
	for i := range 8 {
		delta += fmt.Sprintf("a 5 [000] 0.00000%d: %s\n", 1+i%2*3, wakes)
	}
	tests := []struct{ text, want string }{
		{"", "the text has no events"},
		{"# captured on: x\n\n", "the text has no events"},
		{"one\ntwo\n", `line 1: expected an event as perf script prints it (with thread, time and event name), found "one"`},
		{fromA + wakes + "\none\ntwo\n", `line 2: expected`},
		{"\n     0.613 ( 0.005 ms): sleep/28346 brk() = 0x5581\n", "line 2: this is output of perf trace"},
		{"     0.689 sleep/28346 sched:sched_switch:sleep:28346 [120] S ==> swapper/5:0 [120]\n", "this is output of perf trace"},
		{"     0.689 sleep/28346: brk\n", "this is output of perf trace"},
		{"     0.689 sleep brk\n", "expected an event"},
		{delta, "differences, as perf script --deltatime prints them"},
		{"a 5 1.000001: " + wakes + "\na 5 1.000001: " + switches + "\n", "line 2: the lines do not name the CPU"},
		{"a 5 1.000001: PERF_RECORD_SWITCH OUT\n", "-F +cpu"},
		{"a 5 [000] 1.000001: PERF_RECORD_COMM: a:5/5\n", "only perf's own records"},
	}
	for _, test := range tests {
		_, err := Open(context.Background(), strings.NewReader(test.text), int64(len(test.text)), "x", nil)
		if err == nil || !strings.HasPrefix(err.Error(), "perf-script: ") || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v, want %s", test.text, err, test.want)
		}
	}
}

// TestNotRefused: what resembles such texts is read.
func TestNotRefused(t *testing.T) {
	few := ""
	for i := range 16 { // two of the times step back
		few += fmt.Sprintf("a 5 [000] 0.0000%d: %s\n", 10+i-i/7*3, wakes)
	}
	for _, text := range []string{
		few, fromA + wakes + "\none\n", "a 5 1.000001: cycles: \n", "a 5 1.000001: " + wakes + "\n",
		fromA + switches + "\na 5 1.000001: " + switches + "\n",
	} {
		open(t, []byte(text))
	}
}

// TestNoCPUs: samples without CPUs are shown on CPU 0; where other records name theirs, those that
// do not are left out.
func TestNoCPUs(t *testing.T) {
	r := openLines(t, "a 5/7 1.000001: 100 cycles: ", "\t    401 f (/bin/a)", "", "b 6/6 1.000002: 100 cycles: ")
	same(t, lines(t, r), []string{
		"0 cpu0 exists 7 in 5", "0 cpu0 sample 7 a!f:401", `0 cpu0 name 7 "a" exec=0`,
		"1000 cpu0 exists 6 in 6", `1000 cpu0 process 6 "" class=0 parent=0`, "1000 cpu0 sample 6",
		`1000 cpu0 name 6 "b" exec=0`, `1000 cpu0 process 6 "b" class=0 parent=0`,
	})
	if i := r.Info(); !i.PerTask || diagnostic(r, "no-cpus") == nil || diagnostic(r, "no-cpus").Count != 2 {
		t.Errorf("%+v", i)
	}
	r = openLines(t, "a 5 [001] 1.000001: cycles: ", "a 5 1.000002: cycles: ")
	same(t, lines(t, r), []string{"0 cpu1 sample 5", `0 cpu0 name 5 "a" exec=0`})
	if i := r.Info(); i.PerTask || i.CPUs != 2 || diagnostic(r, "no-cpu").Count != 1 {
		t.Errorf("%+v", i)
	}
}

// TestOrder: records are sorted by time, and those of the same time keep their order.
func TestOrder(t *testing.T) {
	r := openLines(t,
		"a 5 [000] 100.000003: sched:sched_waking: comm=x pid=6 prio=120 target_cpu=000",
		"a 5 [000] 100.000001: sched:sched_waking: comm=x pid=7 prio=120 target_cpu=000",
		"a 5 [001] 100.000003: sched:sched_waking: comm=x pid=8 prio=120 target_cpu=000",
		"a 5 [000] 100.000001: sched:sched_waking: comm=x pid=9 prio=120 target_cpu=000")
	var got []model.TID
	for _, e := range collect(t, r) {
		if e.Kind == model.KindWake {
			got = append(got, e.TID)
		}
	}
	if want := []model.TID{7, 9, 6, 8}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestSwitchRecords: where there is no tracepoint, records of perf itself show the switches.
func TestSwitchRecords(t *testing.T) {
	text := []string{
		"a 5 [000] 1.000001000: PERF_RECORD_SWITCH_CPU_WIDE OUT preempt  next pid/tid:    6/7   ",
		"b 7 [000] 1.000002000: PERF_RECORD_SWITCH_CPU_WIDE IN           prev pid/tid:    5/5",
		"b 7 [000] 1.000003000: PERF_RECORD_SWITCH OUT",
		"c 8 [000] 1.000004000: PERF_RECORD_SWITCH IN",
		":-1 -1 [000] 1.000005000: PERF_RECORD_SWITCH_CPU_WIDE OUT          next pid/tid:    0/0",
	}
	same(t, lines(t, openLines(t, text...)), []string{
		"0 cpu0 exists 7 in 6", "0 cpu0 switch 5 7 out=1 sub=8", `0 cpu0 name 5 "a" exec=0`,
		`0 cpu0 process 5 "a" class=0 parent=0`, "1000 cpu0 exists 5 in 5", `1000 cpu0 process 5 "" class=0 parent=0`, `1000 cpu0 name 7 "b" exec=0`,
		"2000 cpu0 switch 7 -1 out=0 sub=20", "3000 cpu0 switch -1 8 out=0 sub=20", `3000 cpu0 name 8 "c" exec=0`,
		"4000 cpu0 switch 8 0 out=3 sub=0",
	})
	r := openLines(t, append(text, "c 8 [000] 1.000006000: "+switches)...)
	n := 0
	for _, e := range collect(t, r) {
		if e.Kind == model.KindSwitch {
			n++
		}
	}
	if n != 1 {
		t.Errorf("%d switches beside the tracepoint, want its one", n)
	}
}

// TestBadSides: records of perf itself in an unknown form are counted, and change nothing.
func TestBadSides(t *testing.T) {
	r := openLines(t, fromA+wakes,
		fromA+"PERF_RECORD_LOST lost", fromA+"PERF_RECORD_LOST found 3",
		fromA+"PERF_RECORD_COMM", fromA+"PERF_RECORD_COMM: x", fromA+"PERF_RECORD_COMM: x:5", fromA+"PERF_RECORD_COMM: x:5/y",
		fromA+"PERF_RECORD_FORK", fromA+"PERF_RECORD_FORK(5:6)", fromA+"PERF_RECORD_FORK(5):(5:5)", fromA+"PERF_RECORD_EXIT(5:6):(5)",
		fromA+"PERF_RECORD_SWITCH_CPU_WIDE OUT next pid/tid: x", fromA+"PERF_RECORD_NAMESPACES 5/5 - nr_namespaces: 7")
	if d := diagnostic(r, "unread-payloads"); d == nil || d.Count != 10 {
		t.Errorf("%+v", d)
	}
}

// TestCounters: the samples are those of one counter, of clocks and cycles first.
func TestCounters(t *testing.T) {
	tests := []struct {
		events []string
		want   int
	}{
		{[]string{"cycles", "instructions", "instructions"}, 1},
		{[]string{"cpu_core/cycles/u", "cpu_atom/cycles/Pu", "cycles:ppp", "branches"}, 3},
		{[]string{"cpu-clock/freq=997/", "cpu-clock"}, 2},
		{[]string{"r01c2", "r01c2:u", "instructions"}, 2},
		{[]string{"cpu/event=0x3c,umask=0/u", "cpu/event=0x3d/"}, 1},
		{[]string{"dummy:HG", "cs", "probe:fun", "mem:0x1000:rw", "context-switches/period=1/"}, 0},
		{[]string{"name"}, 1},
		{[]string{"name: payload"}, 0},
	}
	for _, test := range tests {
		text := []string{fromA + wakes}
		for _, e := range test.events {
			text = append(text, fromA+e+": ")
		}
		n := 0
		for _, e := range collect(t, openLines(t, text...)) {
			if e.Kind == model.KindSample {
				n++
			}
		}
		if n != test.want {
			t.Errorf("%v: %d samples, want %d", test.events, n, test.want)
		}
	}
}

// TestSampleEvery: a sample of a clock stands for its period, if that is always the same and not
// shorter than what the kernel can keep.
func TestSampleEvery(t *testing.T) {
	for text, want := range map[string]model.Time{
		"20000 cpu-clock": 20000, "19999 cpu-clock": 0, "1000000 task-clock:u": 1000000,
		"1000000 cycles": 0, "cpu-clock": 0,
	} {
		r := openLines(t, fromA+text+": ", fromA+text+": ")
		if got := r.Info().SampleEvery; got != want {
			t.Errorf("%s: %d, want %d", text, got, want)
		}
	}
	r := openLines(t, fromA+"50000 cpu-clock: ", fromA+"50001 cpu-clock: ")
	if got := r.Info().SampleEvery; got != 0 {
		t.Errorf("two periods: %d", got)
	}
}

// TestResolution: the decimals of the times show their resolution.
func TestResolution(t *testing.T) {
	for text, want := range map[string]int64{"1.000000001": 1, "1.000001": 1000, "1.001": 1_000_000, "1.0": 100_000_000} {
		r := openLines(t, "a 5 [000] "+text+": "+wakes)
		if got := r.Info().Clock.ResolutionNS; got != want || (diagnostic(r, "truncated-times") != nil) != (want > 1) {
			t.Errorf("%s: %d, want %d", text, got, want)
		}
	}
}

// TestContext: reading ends with the context.
func TestContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	data := story(t)
	if _, err := Open(ctx, bytes.NewReader(data), int64(len(data)), "x", nil); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// failing fails to read.
type failing struct{}

func (failing) ReadAt([]byte, int64) (int, error) { return 0, iotest.ErrTimeout }

func TestReadError(t *testing.T) {
	if _, err := Open(context.Background(), failing{}, 100, "x", nil); !errors.Is(err, iotest.ErrTimeout) {
		t.Error(err)
	}
}

// TestProgress: the progress rises up to half while the file is opened, and to all of it by Events.
func TestProgress(t *testing.T) {
	data := composed(30_000, false)
	last, total := int64(-1), 2*int64(len(data))
	r, err := Open(context.Background(), bytes.NewReader(data), int64(len(data)), "x", func(done, of int64) {
		if of != total || done < last || done > of {
			t.Errorf("%d of %d after %d", done, of, last)
		}
		last = done
	})
	if err != nil || last < total/4 || last > total/2 {
		t.Fatal(err, last, total)
	}
	collect(t, r)
	if last <= total/2 {
		t.Errorf("%d of %d", last, total)
	}
}
