package ftracetext

import (
	"bytes"
	"strings"
	"testing"

	"threadlens/ingest/text"
	"threadlens/model"
)

// story is what a text tells: stacks, events, losses and diagnostics, a line for each.
func story(t *testing.T, source string) string {
	t.Helper()
	r := open(t, []byte(source))
	var b bytes.Buffer
	w := text.NewWriter(&b, r.Info(), r.Tables())
	if err := w.Events(collect(t, r)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	var lines []string
	for line := range strings.Lines(b.String()) {
		if c := line[0]; c >= '0' && c <= '9' || strings.HasPrefix(line, "stack ") || strings.HasPrefix(line, "lost ") {
			lines = append(lines, strings.TrimSpace(line))
		}
	}
	for _, d := range r.Info().Diagnostics {
		if d.Code != "rounded-times" {
			lines = append(lines, "! "+d.Code)
		}
	}
	return strings.Join(lines, "\n")
}

func TestComposed(t *testing.T) {
	for i, want := range []string{
		`0us cpu0 exists 845 pid=845
0us cpu0 process 845 ""
0us cpu0 name 845 bash pid=845
0us cpu0 process 845 bash
0us cpu0 name 7 a
stack 1 "kernel!schedule" kernel=1 "/lib/libc.so!+0x1234" 0x7f3b1c001234
0us cpu0 switch 845 7 wait linux=S prio=120,120 pid=845 stack=1
0us cpu1 loss 2us ring=1
2us cpu1 name 8 b
2us cpu1 wake 8 kind=waking ctx=isr to=1 by=idle
3us cpu0 exists 7 pid=7
3us cpu0 process 7 a
3us cpu0 call 7 enter futex arg=0x10 arg2=128 untimed=1 pid=7
4us cpu0 call 7 exit futex pid=7
5us cpu0 mark 7 begin "one\\ntwo" pid=7
5us cpu0 loss 6us n=12
7us cpu0 issue 7 write dev=254:0 bytes=65536
lost 12
! lost-events
! overwritten`,
		`0us cpu0 name 7 a
0us cpu0 name 9 "a-1 [000] 1.0:"
stack 1 "kernel!schedule" kernel=1
0us cpu0 switch 7 9 wait linux=S prio=120,120 stack=1
0us cpu1 loss 0.002us ring=1
0.001us cpu0 start 10 by=9 name=a pid=0
0.002us cpu1 call 9 enter futex arg=0x10 arg2=128`,
		`0us cpu0 name 7 a
0us cpu0 name 8 b
0us cpu0 switch 7 8 preempt linux=R+ prio=120,120
0us cpu0 exists 8 pid=7
0us cpu0 name 8 b pid=7
0us cpu0 process 7 /bin/a parent=1`,
		`0us cpu0 name 8010 bash
0us cpu0 wake 8010 kind=new ctx=thread to=0 by=845
0us cpu0 name 845 bash
1us cpu0 switch 5882 idle wait linux=S prio=94,140
! overwritten`,
	} {
		if got := story(t, composed[i]); got != want {
			t.Errorf("text %d:\n%s\nwant\n%s", i, got, want)
		}
	}
}

// TestColumns reads the same wake-up behind every form of columns.
func TestColumns(t *testing.T) {
	const waking = "sched_waking: comm=b pid=8 prio=120 target_cpu=001"
	for _, c := range []struct {
		columns string
		tid     model.TID
		pid     uint32
		ctx     model.Context
	}{
		{"               a-7       (      7) [003] d.h2.  1.000003: ", 7, 7, model.CtxIsr},
		{"               a-7       (-------) [003] d.s2.  1.000003: ", 7, model.NoPID, model.CtxDpc},
		{"               a-7       (-----) [003] d..2  1.000003: ", 7, model.NoPID, model.CtxThread},
		{"               a-7     [003] d.H2.  1.000003: ", 7, model.NoPID, model.CtxIsr},
		{"               a-7     [003] d.Z.. 1.000003: ", 7, model.NoPID, model.CtxIsr},
		{"               a-7     [003]  1.000003: ", 7, model.NoPID, model.CtxUnknown},
		{"               a-7     [003]1.000003: ", 7, model.NoPID, model.CtxUnknown},
		{"a-7 (    5) [003] dNsa. 1.000003: ", 7, 5, model.CtxDpc},
		{"a-7 (5) [003] ....1.000003: ", 7, 5, model.CtxThread},
		{"a-7 (5) [003] d..31.000003: ", 7, 5, model.CtxThread},
		{"a-7 (5) [003] d..3.1.000003: ", 7, 5, model.CtxThread},
		{"a-1 [000] 1.0:-7 [003] d..2 1.000003: ", 7, model.NoPID, model.CtxThread},
		{"--7 [003] d..2 1.000003: ", 7, model.NoPID, model.CtxThread},
		{"-5-7 [003] d..2 1.000003: ", 7, model.NoPID, model.CtxThread},
		{"jbd2/mmcblk0p2--7 [003] d..2 1.000003: ", 7, model.NoPID, model.CtxThread},
		{"(  123) [001]-7 [003] d..2 1.000003: ", 7, model.NoPID, model.CtxThread},
		{"irqbuf:                a-7     [003]  1.000003: ", 7, model.NoPID, model.CtxUnknown},
		{"   a-7    3d.h2.  1.000003: ", 7, model.NoPID, model.CtxIsr},
		{"   a-7    3-0x25  1.000003: ", 7, model.NoPID, model.CtxThread},
		{"   a-7    3-0x18  1.000003: ", 7, model.NoPID, model.CtxIsr},
		{"   a-7    3-0x10  1.000003000: ", 7, model.NoPID, model.CtxDpc},
		{"   a-7    3d.s2. 1000003us+: ", 7, model.NoPID, model.CtxDpc},
		{"   a-7    3d.s2. 1000003us : ", 7, model.NoPID, model.CtxDpc},
		{"   a-7    [003] d.s2. 1000003000: ", 7, model.NoPID, model.CtxDpc},
	} {
		r := open(t, []byte(c.columns+waking+"\n"))
		var e model.Event
		for _, e = range collect(t, r) {
			if e.Kind == model.KindWake {
				break
			}
		}
		if e.Kind != model.KindWake || e.Other != c.tid || e.Ctx != c.ctx || e.CPU != 3 || e.Target != 1 || r.Info().Clock.StartNS != 1_000_003_000 {
			t.Errorf("%s: %+v at %d", c.columns, e, r.Info().Clock.StartNS)
		}
		if pid := open(t, []byte(c.columns+waking)).Info(); pid.CPUs != 4 {
			t.Errorf("%s: %d CPUs", c.columns, pid.CPUs)
		}
		if h := new(head); !h.parse([]byte(c.columns+waking), anyClock) || h.pid != c.pid {
			t.Errorf("%s: process %d", c.columns, h.pid)
		}
	}
}

// TestNoColumns tells lines of events from others.
func TestNoColumns(t *testing.T) {
	for _, line := range []string{
		"", "a", "a-", "a-7", "a-7 ", "a-7 [", "a-7 [000", "a-7 [000]", "a-7 [000] ", "a-7 [000] d..2. 1.000001", "a-7 [000] d..2. 1.0: x",
		"a-7 [000] d..2. 1.000001:x", "a-7 [000] d..2. 1.0000011: x", "a-7 [000] d. 1.000001: x", "a-7 [000] d..x. 1.000001: x",
		"a-7 (7 [000] 1.000001: x", "a-7 (x) [000] 1.000001: x", "a-7[000] 1.000001: x", "a-7 [16384] 1.000001: x",
		"a-4294967295 [000] 1.000001: x", "a-7 [000] 9999999999.000001: x", "a-7 [000] 1234567890123456789: x", "a-7 16384d..2. 1.000001: x",
		"a-7 0-0x 1.000001: x", "a-7 0-0x12345 1.000001: x", "a-7 0-0xg 1.000001: x", "a-7 0d..2. 5us", "a-7 0d..2. 5um : x",
	} {
		if h := new(head); h.parse([]byte(line), anyClock) {
			t.Errorf("%q is read: %+v", line, h)
		}
	}
	for _, line := range []string{"a-7 [16383] 1.000001: x", "a-4294967294 [000] 1.000001: x", "a-7 [000] 9000000000.000001: x", "a-7 [000] 123456789012345678:"} {
		if h := new(head); !h.parse([]byte(line), anyClock) {
			t.Errorf("%q is not read", line)
		}
	}
}

// TestOrder sorts the lines of CPUs that a reader of trace_pipe got one after the other.
func TestOrder(t *testing.T) {
	got := story(t, strings.Join([]string{
		"a-7 [000] d..2. 1.000001: sched_switch: prev_comm=a prev_pid=7 prev_prio=120 prev_state=S ==> next_comm=b next_pid=8 next_prio=120",
		"b-8 [000] d..2. 1.000005: sched_switch: prev_comm=b prev_pid=8 prev_prio=120 prev_state=R ==> next_comm=a next_pid=7 next_prio=120",
		"CPU:0 [LOST 3 EVENTS]",
		"c-9 [001] d..2. 1.000003: sched_waking: comm=a pid=7 prio=120 target_cpu=000",
		"a-7 [000] d..2. 1.000005: sched_switch: prev_comm=a prev_pid=7 prev_prio=120 prev_state=S ==> next_comm=b next_pid=8 next_prio=120",
		"c-9 [001] d..2. 1.000005: sched_waking: comm=a pid=7 prio=120 target_cpu=000",
	}, "\r\n"))
	const want = `0us cpu0 name 7 a
0us cpu0 name 8 b
0us cpu0 switch 7 8 wait linux=S prio=120,120
2us cpu1 wake 7 kind=waking ctx=thread to=0 by=9
2us cpu0 name 9 c
4us cpu0 switch 8 7 preempt linux=R prio=120,120
4us cpu0 loss 4us n=3
4us cpu0 switch 7 8 wait linux=S prio=120,120
4us cpu1 wake 7 kind=waking ctx=thread to=0 by=9
lost 3
! lost-events`
	if got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// TestRings covers the begin of the buffers of CPUs: with lines that tell it, and without.
func TestRings(t *testing.T) {
	lines := func(header, started string) string {
		return header + "a-7 [000] 1.000001: sched_process_exit: comm=a pid=7 prio=1\n" + started + "a-8 [001] 1.000003: sched_process_exit: comm=a pid=8 prio=1\n"
	}
	const full = "# tracer: nop\n# entries-in-buffer/entries-written: 2/2   #P:2\n"
	const over = "# tracer: nop\n# entries-in-buffer/entries-written: 2/5   #P:2\n"
	const started = "##### CPU 1 buffer started ####\n"
	for _, c := range []struct {
		text string
		want int
	}{
		{lines(full, ""), 0},
		{lines(full, started), 1},
		{lines(over, ""), 1},
		{lines(over, started), 1},
	} {
		if got := strings.Count(story(t, c.text), "cpu1 loss 2us ring=1"); got != c.want {
			t.Errorf("%q: %d losses", c.text, got)
		}
	}
}
