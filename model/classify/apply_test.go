package classify_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/classify"
	"threadlens/model/modeltest"
)

// TestExample7A is a wait for a garbage collection.
func TestExample7A(t *testing.T) {
	src, err := os.ReadFile("../../ingest/text/testdata/7a.tltxt")
	if err != nil {
		t.Fatal(err)
	}
	tr := classify.Default().Apply(modeltest.Parse(t, "7a.tltxt", string(src)))
	for _, err := range modeltest.Check(tr) {
		t.Error(err)
	}
	var s model.Segment
	for ix := range tr.Threads {
		if tr.Threads[ix].TID == 6420 {
			s, _ = tr.SegmentAt(model.ThreadIx(ix), 100_000_000)
		}
	}
	if got, want := said(tr, &s), "Synchronization.GcWait stack clr-gc-wait clr!JIT_New"; got != want || s.Flags != 0 {
		t.Errorf("6420 waits: %s %v, want %s", got, s.Flags, want)
	}
	if b, _ := classify.Of(tr).Wait(s.Thread, s.From, s.Stack); !b.HasSite || frame(tr, b.Site) != "App!Worker" {
		t.Errorf("called from %s, want App!Worker", frame(tr, b.Site))
	}
	if e := firstEpisode(tr, s.Thread); e.Evidence != model.ByStack || e.Sub != model.SubGcWait {
		t.Errorf("the episode is %v by %v", e.Sub, e.Evidence)
	}
}

func firstEpisode(tr *model.Trace, ix model.ThreadIx) model.Episode {
	for e := range tr.Episodes(ix, tr.Whole()) {
		return e
	}
	return model.Episode{}
}

// TestPriorities has evidence that is weaker than a stack, and evidence that is
// stronger.
func TestPriorities(t *testing.T) {
	const read, lock, generic = "libc.so.6!read app!main", "libc.so.6!pthread_mutex_lock app!main", "kernel!schedule app!main"
	for _, c := range []struct{ what, os, lines, frames, want string }{
		{"a sleep that the system tells", "windows", "10us cpu0 switch 1 idle wait win=4 stack=1", "ntdll!NtReadFile App!main", "Sleep reason"},
		{"a local call", "windows", "10us cpu0 switch 1 idle wait win=17 stack=1", "ntdll!NtReadFile App!main", "Synchronization.IpcCall reason"},
		{"suspended", "windows", "10us cpu0 switch 1 idle wait win=5 stack=1", "ntdll!NtReadFile App!main", "Synchronization.Suspended reason"},
		{"a strong memory reason", "windows", "10us cpu0 switch 1 idle wait win=18 stack=1", "ntdll!NtReadFile App!main", "MemoryManagement.VirtualMemory memory"},
		{"a strong memory reason and a stack about memory", "windows", "10us cpu0 switch 1 idle wait win=18 stack=1", "nt!MiWaitForInPageComplete App!main", "MemoryManagement.VirtualMemory memory"},
		{"a strong reason of the primitive", "windows", "10us cpu0 switch 1 idle wait win=37 stack=1", "ws2_32!recv App!main", "IO.Network stack"},
		{"a lock that the system takes for a driver", "windows", "10us cpu0 switch 1 idle wait win=0 stack=1", "ntdll!RtlAcquireSRWLockExclusive App!main", "Synchronization.Lock stack"},
		{"a generic stack and a strong reason", "windows", "10us cpu0 switch 1 idle wait win=21 stack=1", "ntdll!NtWaitForKeyedEvent App!main", "Synchronization.KeyedEvent hint"},
		{"a reason alone", "windows", "10us cpu0 switch 1 idle wait win=0", "", "Unclassified.KernelGeneric/IO hint"},
		{"a futex without a time limit", "linux", "9us cpu0 call 1 enter futex arg2=0 untimed=1\n10us cpu0 switch 1 idle wait linux=S stack=1", generic, "Synchronization.Futex call"},
		{"a futex of which the result is not known", "linux", "9us cpu0 call 1 enter futex arg2=0\n10us cpu0 switch 1 idle wait linux=S", "", "Unclassified.Futex/Synchronization call"},
		{"a futex that does not wait", "linux", "9us cpu0 call 1 enter futex arg2=1\n10us cpu0 switch 1 idle wait linux=S", "", "Unclassified.Interruptible/Synchronization wake"},
		{"a call and a stack", "linux", "9us cpu0 call 1 enter read\n10us cpu0 switch 1 idle wait linux=S stack=1", lock, "Synchronization.Lock stack"},
		{"a call and a generic stack", "linux", "9us cpu0 call 1 enter poll arg2=1\n10us cpu0 switch 1 idle wait linux=S stack=1", generic, "Unclassified.Poll/IO call idle"},
		{"a result and a stack", "linux", "9us cpu0 call 1 enter poll arg2=1\n10us cpu0 switch 1 idle wait linux=S stack=1\n61us cpu0 call 1 exit poll ret=1", lock, "IO.Poll result idle"},
		{"a result and a window's loop", "linux", "9us cpu0 call 1 enter poll arg2=1\n10us cpu0 switch 1 idle wait linux=S stack=1\n61us cpu0 call 1 exit poll ret=1", "libc.so.6!poll libglib.so!g_main_loop_run app!main", "UIProcessing.MessageLoop stack"},
		{"nothing but the letter", "linux", "10us cpu0 switch 1 idle wait linux=S", "", "Unclassified.Interruptible/Synchronization wake"},
		{"a lock, and a disk that is done meanwhile", "linux", "10us cpu0 switch 1 idle wait linux=D stack=1\n49us cpu0 io 1 9us read dev=sda bytes=1", lock, "Synchronization.Lock stack"},
		{"a disk without a stack", "linux", "10us cpu0 switch 1 idle wait linux=D\n49us cpu0 io 1 9us read dev=sda bytes=1\n50us cpu1 wake 1 ctx=dpc", "", "IO.Block request"},
		{"a hard fault inside a read", "linux", "10us cpu0 switch 1 idle wait linux=D stack=1\n61us cpu0 fault 1 10us hard", read, "MemoryManagement.HardFault memory"},
		{"a timed condition that a thread ends", "linux", "10us cpu0 switch 1 idle wait linux=S stack=1", "libc.so.6!pthread_cond_timedwait app!main", "Unclassified.Condition/Synchronization stack"},
		{"a timed condition that a timer ends", "linux", "10us cpu0 switch 1 idle wait linux=S stack=1\n50us cpu1 wake 1 ctx=timer", "libc.so.6!pthread_cond_timedwait app!main", "Unclassified.Condition/Sleep stack"},
		{"a read that a timer ends", "linux", "10us cpu0 switch 1 idle wait linux=S stack=1\n50us cpu1 wake 1 ctx=timer", read, "Unclassified.File/IO stack"},
		{"a queue of work", "windows", "10us cpu0 switch 1 idle wait win=15", "", "WaitForWork.WorkQueue hint idle"},
		{"a queue of work, and a stack that receives", "windows", "10us cpu0 switch 1 idle wait win=15 stack=1", "ws2_32!recv App!main", "IO.Network stack"},
		{"a queue of work that is a port", "windows", "10us cpu0 switch 1 idle wait win=15 stack=1", "ntdll!NtRemoveIoCompletion App!main", "WaitForWork.Completion stack idle"},
		{"a reason of Go", "go", "10us cpu0 switch 1 idle wait go=network stack=1", "app!sync.(*Mutex).Lock app!main.main", "IO.NetPoll reason"},
		{"no reason at all", "other", "10us cpu0 switch 1 idle wait", "", "Unclassified.Unknown none"},
	} {
		wake := "50us cpu1 wake 1\n"
		if strings.Contains(c.lines, "wake 1") {
			wake = ""
		}
		later := ""
		if i := strings.Index(c.lines, "\n61us"); i >= 0 {
			c.lines, later = c.lines[:i], c.lines[i+1:]+"\n"
		}
		src := "threadlens-trace 1\ncpus 2\nspan 0us 100us\nrecorded faults\nos " + c.os + "\nprocess 10 \"App\" target\nthread 1 pid=10\nthread 2 pid=10\n"
		if c.frames != "" {
			src += "stack 1"
			for _, f := range strings.Fields(c.frames) {
				src += fmt.Sprintf(" %q", f)
			}
			src += "\n"
		}
		src += "0us cpu0 switch idle 1 preempt\n0us cpu1 switch idle 2 preempt\n" + c.lines + "\n" + wake + "60us cpu0 switch idle 1 preempt\n" + later
		tr := classify.Default().Apply(modeltest.Parse(t, "p.tltxt", src))
		s := theWait(t, tr)
		got := label(&s) + " " + s.Evidence.String()
		if s.Flags&model.IdleWorker != 0 {
			got += " idle"
		}
		if got != c.want {
			t.Errorf("%s: got %s, want %s", c.what, got, c.want)
		}
	}
}

// TestByWake has interruptible waits on Linux about which only the wake is known:
// they are Unclassified.
func TestByWake(t *testing.T) {
	for _, c := range []struct{ reason, wake, want string }{
		{" linux=S", "50us cpu1 wake 1", "Unclassified.Interruptible/Synchronization wake LowConfidence"},
		{" linux=S", "50us cpu2 wake 1", "Unclassified.Ipc/Synchronization wake LowConfidence"},
		{" linux=S", "50us cpu1 wake 1 ctx=timer", "Unclassified.Interruptible/Sleep wake LowConfidence"},
		{" linux=S", "50us cpu1 wake 1 ctx=isr", "Unclassified.Interruptible/Sleep wake LowConfidence"},
		{" linux=S", "50us cpu1 wake 1 ctx=dpc", "Unclassified.Interruptible/IO wake LowConfidence"},
		{" linux=S", "50us cpu1 wake 1 ctx=idle", "Unclassified.Interruptible hint LowConfidence"},
		{" linux=D", "50us cpu1 wake 1", "Unclassified.Uninterruptible/IO hint LowConfidence"},
		{"", "50us cpu1 wake 1", "Unclassified.Unknown none -"},
	} {
		tr := classify.Default().Apply(modeltest.Parse(t, "w.tltxt", `threadlens-trace 1
cpus 3
span 0us 100us
thread 1 pid=10
thread 2 pid=10
thread 3 pid=20
0us cpu0 switch idle 1 preempt
0us cpu1 switch idle 2 preempt
0us cpu2 switch idle 3 preempt
10us cpu0 switch 1 idle wait`+c.reason+"\n"+c.wake+"\n60us cpu0 switch idle 1 preempt\n"))
		s := theWait(t, tr)
		if got := label(&s) + " " + s.Evidence.String() + " " + s.Flags.String(); got != c.want {
			t.Errorf("%s: got %s, want %s", c.wake, got, c.want)
		}
	}
}

// TestFutexTimeout has a timed wait on a futex: a sleep if the time ran out.
func TestFutexTimeout(t *testing.T) {
	for _, c := range []struct{ frames, result, want string }{
		{`"libc.so.6!pthread_cond_timedwait" "app!main"`, "-110", "Sleep.FutexTimeout result"},
		{`"libc.so.6!pthread_cond_timedwait" "app!main"`, "0", "Synchronization.Futex result"},
		{`"libc.so.6!pthread_cond_timedwait" "app!main"`, "-4", "Unclassified.Futex/Sleep call"},
		{`"libc.so.6!usleep" "app!main"`, "-110", "Sleep.FutexTimeout result"},
	} {
		tr := classify.Default().Apply(modeltest.Parse(t, "f.tltxt", `threadlens-trace 1
cpus 1
span 0us 100us
os linux
thread 1 pid=10
stack 1 `+c.frames+`
0us cpu0 switch idle 1 preempt
9us cpu0 call 1 enter futex arg2=0
10us cpu0 switch 1 idle wait linux=S stack=1
50us cpu0 wake 1 ctx=timer
60us cpu0 switch idle 1 preempt
61us cpu0 call 1 exit futex ret=`+c.result+"\n"))
		s := theWait(t, tr)
		if got := label(&s) + " " + s.Evidence.String(); got != c.want {
			t.Errorf("%s, %s: got %s, want %s", c.frames, c.result, got, c.want)
		}
	}
}

// TestSample has a wait without a stack, for which a sample just before is used.
func TestSample(t *testing.T) {
	for at, want := range map[string]string{
		"8us":   "Unclassified.File/IO stack win-file ntdll!NtReadFile LowConfidence",
		"800us": "Unclassified.UserWait/Synchronization hint LowConfidence", // after it, and long before the next
	} {
		tr := classify.Default().Apply(modeltest.Parse(t, "s.tltxt", `threadlens-trace 1
cpus 1
span 0us 9000us
os windows
thread 1 pid=10
stack 1 "nt!NtReadFile" "ntdll!NtReadFile" "app!main"
0us cpu0 switch idle 1 preempt
`+sampleIf(at == "8us", at)+`10us cpu0 switch 1 idle wait win=6
50us cpu0 wake 1
60us cpu0 switch idle 1 preempt
`+sampleIf(at == "800us", at)))
		s := theWait(t, tr)
		if got := said(tr, &s) + " " + s.Flags.String(); got != want {
			t.Errorf("sample at %s: got %s, want %s", at, got, want)
		}
		if b, ok := classify.Of(tr).Wait(s.Thread, s.From, s.Stack); ok && !b.Sampled {
			t.Error("the wait has no stack of its own")
		}
	}
}

func sampleIf(yes bool, at string) string {
	if !yes {
		return ""
	}
	return at + " cpu0 sample 1 stack=1\n"
}

// TestAgain checks that classifying again gives the same, and that another table
// starts from what the Builder had settled.
func TestAgain(t *testing.T) {
	plain := waiting(t, "windows", "win=6", "ntdll!NtReadFile kernelbase!ReadFile App!main")
	once := classify.Default().Apply(plain)
	twice := classify.Default().Apply(once)
	a, b := theWait(t, once), theWait(t, twice)
	if a != b || a.Sub != model.SubFile {
		t.Errorf("%+v, again %+v", a, b)
	}
	own, problems := classify.Extended("own", "rule win-file I File windows\nlibrary app\n")
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	if s := theWait(t, own.Apply(once)); s != theWait(t, plain) {
		t.Errorf("without the rule: %+v, want %+v", s, theWait(t, plain))
	}
	if classify.Of(plain) != nil {
		t.Error("a trace that was not classified has verdicts")
	}
	if _, ok := classify.Of(plain).Wait(0, 0, 0); ok {
		t.Error("a function is known without verdicts")
	}
}

// TestUsersFile reads rules of the user: they are added to those of the program and
// take precedence, and broken lines are reported with their numbers and left out.
func TestUsersFile(t *testing.T) {
	dir := t.TempDir()
	if table, errs := classify.Load(dir); table != classify.Default() || len(errs) > 0 {
		t.Errorf("without a file: %v", errs)
	}
	path := filepath.Join(dir, classify.FileName)
	text := `# mine
library mylib*
rule my-queue L TaskWait any dispatch
  mylib2!Queue::pop
  note Waits for work.
rule broken X Lock any
	mylib2!other
nonsense
rule bad-sub L Nothing any
rule bad-place L Lock mars
rule short L
rule extra L Lock any always
rule my-file L Condition windows
	kernelbase!ReadFile
`
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	table, errs := classify.Load(dir)
	var got []string
	for _, err := range errs {
		got = append(got, strings.TrimPrefix(err.Error(), dir+string(filepath.Separator)))
	}
	want := []string{
		`signatures.txt:6: the class of a rule must be M (memory), U (UI), S (sleep), I (I/O), W (work), L (lock) or G (generic), not "X"`,
		`signatures.txt:8: a line that is not indented must begin with “rule”, “library”, “namespace” or “reentry”, not "nonsense"`,
		`signatures.txt:9: unknown wait reason "Nothing": use a name such as Futex or Pipe (column “reason” of “threadlens report waits --format csv”)`,
		`signatures.txt:10: the platform of a rule must be one of any, windows, linux, dotnet, java, go, not "mars"`,
		`signatures.txt:11: a rule needs a name, a class, a wait reason and a platform, in this order`,
		`signatures.txt:12: only these options may follow the platform of a rule: general, result, descriptor, idle, dispatch; not "always"`,
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got %s\nwant %s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	for frames, want := range map[string]string{
		"ntdll!NtWaitForSingleObject mylib2.dll!Queue::pop<int>(int) App!main": "Synchronization.TaskWait stack my-queue mylib2.dll!Queue::pop<int>(int)",
		"kernelbase!ReadFile App!main":                                         "Synchronization.Condition stack my-file kernelbase!ReadFile",
	} {
		tr := table.Apply(waiting(t, "windows", "win=6", frames))
		s := theWait(t, tr)
		if got := said(tr, &s); got != want {
			t.Errorf("%s: got %s, want %s", frames, got, want)
		}
	}
	if table.Rule("my-queue").Note != "Waits for work." {
		t.Error("no note")
	}
}

// TestFileThatCannotBeRead keeps the rules of the program.
func TestFileThatCannotBeRead(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, classify.FileName), 0o700); err != nil {
		t.Fatal(err)
	}
	if table, errs := classify.Load(dir); table != classify.Default() || len(errs) != 1 {
		t.Errorf("a folder in its place: %v", errs)
	}
}

// TestLargeFile reads a file of a mebibyte, and rejects one that is a byte larger.
func TestLargeFile(t *testing.T) {
	dir := t.TempDir()
	for size, want := range map[int]bool{1 << 20: true, 1<<20 + 1: false} {
		text := append(bytes.Repeat([]byte("#"), size-1), '\n')
		if err := os.WriteFile(filepath.Join(dir, classify.FileName), text, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, errs := classify.Load(dir); len(errs) == 0 != want || !want && !strings.Contains(errs[0].Error(), "larger than 1048576 bytes, the limit for this file") {
			t.Errorf("%d bytes: %v", size, errs)
		}
	}
}

// TestManyConditions has more rules with conditions than a table can have.
func TestManyConditions(t *testing.T) {
	var b strings.Builder
	for i := range 70 {
		fmt.Fprintf(&b, "rule r%d L Lock any\n  lib!f%d\n  under lib!g%d\n", i, i, i)
	}
	if _, problems := classify.Extended("own", b.String()); len(problems) == 0 || problems[0].File != "own" {
		t.Errorf("70 conditions: %v", problems)
	}
}

// TestIdleWorkers has threads with nothing to do: nearly all of their waits are in
// one place where work is given out, or in one call.
func TestIdleWorkers(t *testing.T) {
	const pool, port, lock = `"System.Private.CoreLib!LowLevelLifoSemaphore.WaitForSignal" "System.Private.CoreLib!PortableThreadPool+WorkerThread.WorkerThreadStart"`,
		`"kernelbase!GetQueuedCompletionStatus" "App!loop"`, `"ntdll!RtlEnterCriticalSection" "App!work"`
	for _, c := range []struct {
		what, stack, first, second string
		want                       string // of the first wait and of the second
	}{
		{"a pool", pool, "960us", "40us", "true false"},
		{"a pool that just waits for so much else", pool, "950us", "50us", "true false"},
		{"a pool that waits for much else", pool, "949us", "51us", "false false"},
		{"a port", port, "960us", "40us", "true false"},
		{"a lock", lock, "960us", "40us", "false false"},
	} {
		tr := classify.Default().Apply(modeltest.Parse(t, "i.tltxt", fmt.Sprintf(`threadlens-trace 1
cpus 1
span 0us 2000us
os windows
thread 1 pid=10
stack 1 %s
stack 2 "kernelbase!ReadFile" "App!main"
0us cpu0 switch idle 1 preempt
10us cpu0 switch 1 idle wait win=6 stack=1
%s cpu0 wake 1
1001us cpu0 switch idle 1 preempt
1100us cpu0 switch 1 idle wait win=6 stack=2
%s cpu0 wake 1
1901us cpu0 switch idle 1 preempt
`, c.stack, plus(c.first, 10), plus(c.second, 1100))))
		if got := idleOnes(tr); got != c.want {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
	}
}

// plus adds to a time in µs.
func plus(us string, more int) string {
	var n int
	fmt.Sscanf(us, "%dus", &n)
	return fmt.Sprintf("%dus", n+more)
}

// idleOnes reports which waits of thread 1 are those of an idle worker.
func idleOnes(tr *model.Trace) string {
	var list []string
	for s := range tr.Segments(0, tr.Whole()) {
		if s.State == model.Waiting {
			list = append(list, fmt.Sprint(s.Flags&model.IdleWorker != 0))
		}
	}
	return strings.Join(list, " ")
}

// TestPollingWorkers has threads that mostly wait in one call for input, one of them only
// once, some until their time is up, and some that do other things too.
func TestPollingWorkers(t *testing.T) {
	for _, c := range []struct {
		polls, timeouts, others int
		want                    string
	}{
		{4, 0, 1, "true true true true false"},
		{4, 0, 2, "false false false false false false"},
		{1, 0, 0, "true"},
		{0, 0, 1, "false"},
		{3, 1, 1, "true true true false false"},
		{2, 1, 1, "false false false false"},
	} {
		src := "threadlens-trace 1\ncpus 1\nspan 0us 10000us\nos linux\nthread 1 pid=10\n0us cpu0 switch idle 1 preempt\n"
		for i := range c.polls + c.timeouts + c.others {
			name, result := "poll", 1
			if i >= c.polls {
				result = 0
			}
			if i >= c.polls+c.timeouts {
				name = "read"
			}
			at := 100 * (i + 1)
			src += fmt.Sprintf("%dus cpu0 call 1 enter %s\n%dus cpu0 switch 1 idle wait linux=S\n%dus cpu0 wake 1\n%dus cpu0 switch idle 1 preempt\n%dus cpu0 call 1 exit %s ret=%d\n",
				at, name, at+1, at+50, at+60, at+61, name, result)
		}
		if got := idleOnes(classify.Default().Apply(modeltest.Parse(t, "p.tltxt", src))); got != c.want {
			t.Errorf("%d polls, %d until their time is up, and %d other waits: %s, want %s", c.polls, c.timeouts, c.others, got, c.want)
		}
	}
}
