package text_test

import (
	"strings"
	"testing"

	"threadlens/ingest/text"
)

const start = "threadlens-trace 1\n"

// errorTests are invalid files and their errors.
var errorTests = []struct{ source, want string }{
	{"", "x:1: expected threadlens-trace 1, got an empty file"},
	{"# nothing\n", "x:1: expected threadlens-trace 1, got an empty file"},
	{"\ncpus 2\n", `x:2: expected threadlens-trace 1 as the first statement, got "cpus"`},
	{"threadlens-trace\n", "x:1: expected threadlens-trace 1 as the first statement, got end of line"},
	{"threadlens-trace 2\n", `x:1: expected threadlens-trace 1 as the first statement, got "2"`},
	{start + "foo\n", `x:2: expected a header statement, or an event that begins with a time, got "foo"`},
	{start + "a=1\n", `x:2: expected a statement, got end of line`},
	{start + "1us cpu0 online\nfoo\n", `x:3: expected an event that begins with a time, got "foo"`},
	{start + "1us cpu0 online\ncpus 2\n", `x:3: expected cpus before the first event, got cpus after an event`},
	{start + "cpus 0\n", `x:2: expected a number of CPUs from 1 to 16384, got "0"`},
	{start + "cpus 16385\n", `x:2: expected a number of CPUs from 1 to 16384, got "16385"`},
	{start + "cpus\n", `x:2: expected a number of CPUs from 1 to 16384, got end of line`},
	{start + "cut 2us 2us\n", "x:2: expected a start that is not negative, and a later end, got other times"},
	{start + "cut -1us 2us\n", "x:2: expected a start that is not negative, and a later end, got other times"},
	{start + "cut 2us\n", "x:2: expected a time with a unit, such as 1.5us, no finer than 1 ns, got end of line"},
	{start + "span 5us 4us\n", "x:2: expected an end of the trace that is not before its start, got an end before the start"},
	{start + "os beos\n", `x:2: expected windows, linux, go or other, got "beos"`},
	{start + "process 1 a foo\n", `x:2: expected target, other, system or idle, got "foo"`},
	{start + "process 1 a other b\n", `x:2: expected end of line, got "b"`},
	{start + "thread x\n", `x:2: expected a thread id or "idle", got "x"`},
	{start + "thread 4294967295\n", `x:2: expected a thread id or "idle", got "4294967295"`},
	{start + "thread 1 pid=-1\n", `x:2: expected a process id after pid=, got "-1"`},
	{start + "thread 1 nam=a\n", `x:2: expected a known key, got "nam=a"`},
	{start + "thread 1 name=a name=b\n", `x:2: expected each key only once, got "name=b"`},
	{start + "1us cpu0 wake 1 ctx=-\n", `x:2: expected a context such as thread, dpc or timer after ctx=, got "-"`},
	{start + "sampleperiod\n", `x:2: expected a duration above zero, such as 1ms, got end of line`},
	{start + "sampleperiod 0us\n", `x:2: expected a duration above zero, such as 1ms, got "0us"`},
	{start + "sampleperiod 1\n", `x:2: expected a duration above zero, such as 1ms, got "1"`},
	{start + "has wings\n", "x:2: expected a kind of data such as switches or wakes, got \"wings\""},
	{start + "wall noon\n", `x:2: expected a time of day such as 2026-01-31T12:00:00Z, got "noon"`},
	{start + "diagnostic fatal a b\n", `x:2: expected info, warning or error, got "fatal"`},
	{start + "module\n", `x:2: expected a module name, got end of line`},
	{start + "module a base=b\n", `x:2: expected a 64-bit number after base=, got "b"`},
	{start + "module a kernel=yes\n", `x:2: expected 0 or 1 after kernel=, got "yes"`},
	{start + "group\n", `x:2: expected a control group's path, got end of line`},
	{start + "group /a -1us\n", `x:2: expected a duration such as 1ms, got "-1us"`},
	{start + "group /a 1us 1us 0us -1\n", `x:2: expected the number of quota periods, got "-1"`},
	{start + "group /a 1us 1us 0us 1 1 1us 1us 1 1\n", `x:2: expected a duration such as 1ms, got end of line`},
	{start + "around\n", `x:2: expected a process id, got end of line`},
	{start + "around 1 a=b\n", `x:2: expected a known key, got "a=b"`},
	{start + "eventcost 0ns\n", `x:2: expected a duration above zero and up to 1ms, such as 900ns, got "0ns"`},
	{start + "eventcost 1.000001ms\n", `x:2: expected a duration above zero and up to 1ms, such as 900ns, got "1.000001ms"`},
	{start + "eventsof a 1\n", `x:2: expected a process id, got "a"`},
	{start + "eventsof 1 0\n", `x:2: expected a number of events, at least 1, got "0"`},
	{start + "records a many\n", `x:2: expected a number of records, got "many"`},
	{start + "records a 1 id=b\n", `x:2: expected a number after id=, got "b"`},
	{start + "stack 1\n", `x:2: expected a stack frame, got end of line`},
	{start + "stack 1 at=0x1\n", `x:2: expected a stack frame, got "at=0x1"`},
	{start + "stack 1 a by=1\n", `x:2: expected at=, kernel= or in= after a frame, got "by="`},
	{start + "stack 1 0xgg\n", `x:2: expected a 64-bit address, got "0xgg"`},
	{start + "stack 1 a\nstack 1 b\n", `x:3: expected a stack number that is not defined yet, got a number defined above`},
	{start + "1us cpu0 sample 1 stack=1\nstack 1 a\n", `x:2: expected the number of a stack defined above after stack=, got "1"`},
	{start + "process 1 \"a\n", `x:2: expected a string with a closing quote and escapes as in Go (such as \n), got "\"a"`},
	{start + `process 1 "\q"` + "\n", `x:2: expected a string with a closing quote and escapes as in Go (such as \n), got "\"\\q\""`},
	{start + `process 1 "a"b` + "\n", `x:2: expected a space after the quote, got "b"`},
	{start + `process 1 a"b"` + "\n", `x:2: expected a space before the quote, got "a\"b\""`},
	{start + "process 1 \xff\n", `x:2: expected UTF-8 text, got bytes that are not UTF-8`},
	{start + "1 cpu0 online\n", "x:2: expected a time with a unit, such as 1.5us, no finer than 1 ns, got \"1\""},
	{start + "0.5ns cpu0 online\n", "x:2: expected a time with a unit, such as 1.5us, no finer than 1 ns, got \"0.5ns\""},
	{start + "1us\n", `x:2: expected a CPU such as cpu0, or all, got end of line`},
	{start + "1us 0 online\n", `x:2: expected a CPU such as cpu0, or all, got "0"`},
	{start + "1us cpu16384 online\n", `x:2: expected a CPU such as cpu0, or all, got "cpu16384"`},
	{start + "1us all online\n", `x:2: expected a CPU such as cpu0 for online, got "all"`},
	{start + "1us cpu0\n", `x:2: expected an event name, got end of line`},
	{start + "1us cpu0 dance 1\n", `x:2: expected an event name, got "dance"`},
	{start + "1us cpu0 switch 1 2\n", `x:2: expected wait, preempt, yield or dead, got end of line`},
	{start + "1us cpu0 switch 1 2 stop\n", `x:2: expected wait, preempt, yield or dead, got "stop"`},
	{start + "1us cpu0 switch 1 2 wait win=256\n", `x:2: expected a KWAIT_REASON number from 0 to 255 after win=, got "256"`},
	{start + "1us cpu0 switch 1 2 wait linux=Q\n", `x:2: expected a prev_state letter after linux=, got "Q"`},
	{start + "1us cpu0 switch 1 2 wait go=tea\n", `x:2: expected a wait reason of the Go runtime, such as select, after go=, got "tea"`},
	{start + "1us cpu0 switch 1 2 wait win=1 linux=S\n", `x:2: expected no second reason after win=, got "linux=S"`},
	{start + "1us cpu0 switch 1 2 wait sub=Nap\n", `x:2: expected a reason code such as Futex after sub=, got "Nap"`},
	{start + "1us cpu0 switch 1 2 wait sub=\n", `x:2: expected a reason code such as Futex after sub=, got ""`},
	{start + "1us cpu0 switch 1 2 wait prio=1\n", `x:2: expected two priorities such as 120,100 after prio=, got "1"`},
	{start + "1us cpu0 wake 1 ctx=moon\n", `x:2: expected a context such as thread, dpc or timer after ctx=, got "moon"`},
	{start + "1us cpu0 wake 1 kind=late\n", `x:2: expected ready, waking, wakeup or new after kind=, got "late"`},
	{start + "1us cpu0 wake 1 flag=0x100\n", `x:2: expected a byte such as 0x2 after flag=, got "0x100"`},
	{start + "1us cpu0 irq 2us none\n", `x:2: expected nmi, isr or dpc, got "none"`},
	{start + "1us cpu0 irq 2us dpc timer=yes\n", `x:2: expected 0 or 1 after timer=, got "yes"`},
	{start + "1us cpu0 exists 1 state=asleep\n", `x:2: expected running, ready, preempted, waiting, unknown or dead after state=, got "asleep"`},
	{start + "1us cpu0 call 1 leave read\n", `x:2: expected enter or exit, got "leave"`},
	{start + "1us cpu0 descriptor 1 0\n", `x:2: expected a descriptor type such as file or eventfd, got end of line`},
	{start + "1us cpu0 mark 1 begin a span=0\n", `x:2: expected a span number after span=, got "0"`},
	{start + "1us cpu0 mark 1 begin a span=4294967295\n", `x:2: expected a span number after span=, got "4294967295"`},
	{start + "1us cpu0 mark 1 begin a span=4294967296\n", `x:2: expected a span number after span=, got "4294967296"`},
	{start + "1us cpu0 call 1 enter read 5\n", `x:2: expected end of line, got "5"`},
	{start + "1us cpu0 fault 1 0us firm\n", `x:2: expected soft or hard, got "firm"`},
	{start + "1us cpu0 ran 1 long\n", `x:2: expected a duration such as 1500 (in ns) or 1.5us, got "long"`},
	{start + "# " + strings.Repeat("x", 1<<20) + "\n", `x:2: expected a line of at most 1048576 bytes, got a longer one`},
	{start + "os " + strings.Repeat("x", 99) + "\n", `x:2: expected windows, linux, go or other, got "` + strings.Repeat("x", 40) + `"...`},
}

func TestErrors(t *testing.T) {
	for _, test := range errorTests {
		_, err := text.Parse("x", []byte(test.source))
		if err == nil || err.Error() != test.want {
			t.Errorf("%.80q:\ngot  %v\nwant %s", test.source, err, test.want)
		}
	}
}

// TestHeaderIsFirst: what applies to the whole file is written before the first event; later it
// would apply to a part of the events only.
func TestHeaderIsFirst(t *testing.T) {
	for _, line := range []string{
		"cpus 2", "place 0 core=0", "span 0us 9us", "os linux", "process 1 a", "thread 1", "clock TSC", "wall 2026-01-31T12:00:00Z", "target 1",
		"recorder 7", "eventcost 1us", "command a", "pertask", "partialran", "sampleperiod 1ms", "has wakes", "recorded calls", "twoclocks",
		"group /a 1ms 10ms 0us 0 0 0us 1us 1 1 1us", "around 1",
	} {
		word, _, _ := strings.Cut(line, " ")
		if _, err := text.Parse("x", []byte(start+line+"\n1us cpu0 online\n")); err != nil {
			t.Errorf("%s in its place: %v", line, err)
		}
		_, err := text.Parse("x", []byte(start+"1us cpu0 online\n"+line+"\n"))
		if want := "x:3: expected " + word + " before the first event, got " + word + " after an event"; err == nil || err.Error() != want {
			t.Errorf("%s after an event: %v", line, err)
		}
	}
}

// TestFarTimes reads the first and the last time that there can be.
func TestFarTimes(t *testing.T) {
	for time, want := range map[string]bool{
		"-2305843009213693953ns": false, "-2305843009213693952ns": true, "2305843009213693952ns": true, "2305843009213693953ns": false,
	} {
		if _, err := text.Parse("x", []byte(start+time+" cpu0 online\n")); (err == nil) != want {
			t.Errorf("%s: %v", time, err)
		}
	}
}
