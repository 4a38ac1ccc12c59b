package modeltest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// World is a random trace, as text, of everything that a trace can contain: scheduling that is
// consistent except for a few flaws, calls, locks, descriptors, transfers, faults, interrupts,
// markers, samples, losses. Its times are multiples of one unit, from a nanosecond to ten
// milliseconds, so that many things are simultaneous, or exactly as long as a threshold.
func World(seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 4242))
	w := &world{Rand: r, linux: seed%3 != 0, flawed: seed%4 == 1, unit: worldUnits[seed%uint64(len(worldUnits))]}
	w.cpus = make([]*worldThread, 1+r.IntN(4))
	w.threads = make([]*worldThread, 3+r.IntN(6))
	steps := 60 + r.IntN(240)
	var body strings.Builder
	w.out = &body
	for i := range w.threads {
		w.threads[i] = &worldThread{tid: 11 + i, pid: 10 * (1 + i%3), cpu: -1}
	}
	for range steps {
		if r.IntN(3) > 0 {
			w.now += []int64{1, 1, 1, 2, 5}[r.IntN(5)]
		}
		w.step(r.IntN(len(w.cpus)))
	}
	// A sixth of the whole is a multiple of the unit.
	end := (w.now/6 + 1) * 6
	return w.header(end) + body.String()
}

var worldUnits = []int64{1, 50, 1000, 100_000, 1_000_000, 5_000_000, 10_000_000}

type worldThread struct {
	tid, pid  int
	cpu       int // where it runs, otherwise -1
	runnable  bool
	dead      bool
	call      string // in which it blocked
	callArg   string
	marks     []int
	lastWoken int64
}

type world struct {
	*rand.Rand
	out           *strings.Builder
	linux, flawed bool
	unit, now     int64
	cpus          []*worldThread // running threads, nil for idle
	threads       []*worldThread
	marks         int
}

// oneOf is one of the words of a text.
func (w *world) oneOf(words string) string {
	list := strings.Fields(words)
	return list[w.IntN(len(list))]
}

func (w *world) at(t int64) string { return strconv.FormatInt(max(t, 0)*w.unit, 10) + "ns" }

func (w *world) back(most int) string { return w.at(w.now - int64(w.IntN(most+1))) }

func (w *world) tell(cpu int, format string, args ...any) {
	fmt.Fprintf(w.out, "%s cpu%d %s\n", w.at(w.now), cpu, fmt.Sprintf(format, args...))
}

// maybe is a setting in one of n cases.
func (w *world) maybe(n int, format string, args ...any) string {
	if w.IntN(n) > 0 {
		return ""
	}
	return " " + fmt.Sprintf(format, args...)
}

var worldStacks = []string{
	`"ntdll!NtWaitForSingleObject" "kernelbase!WaitForSingleObjectEx" "clr!CLREventBase::Wait" "clr!WKS::gc_heap::wait_for_gc_done" "App!Worker"`,
	`"ntdll!NtSetEvent" "clr!CLREventBase::Set" "clr!WKS::gc_heap::restart" "App!Main"`,
	`"ntdll!NtDelayExecution" "kernelbase!SleepEx" "App!Worker"`,
	`"ntdll!NtReadFile" "kernelbase!ReadFile" "App!Load" "App!Main"`,
	`"win32u!NtUserGetMessage" "user32!GetMessageW" "App!Main"`,
	`"ntdll!ZwWaitForAlertByThreadId" "ntdll!RtlpEnterCriticalSectionContended" "App!Lock" "App!Worker"`,
	`"libc.so.6!__lll_lock_wait" "libc.so.6!pthread_mutex_lock" "app!lock" "app!work"`,
	`"libc.so.6!pthread_cond_wait" "app!pop" "app!work"`,
	`"libc.so.6!sched_yield" "app!spin" "app!work"`,
	`"app!compute" "app!work" "app!main"`,
	`"app!hash" "app!compute" "app!work" "app!main"`,
	`"[kernel]!folio_wait_bit_common" kernel=1 "[kernel]!filemap_fault" kernel=1 "app!load" "app!main"`,
}

func (w *world) stack(key string) string {
	return w.maybe(3, "%s=%d", key, 1+w.IntN(len(worldStacks)))
}

func (w *world) header(end int64) string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	os := "windows"
	if w.linux {
		os = "linux"
	}
	line("threadlens-trace 1\ncpus %d\nspan 0ns %s\nos %s", len(w.cpus), w.at(end), os)
	for cpu := range w.cpus {
		if w.IntN(2) == 0 {
			line("place %d socket=%d core=%d class=%s", cpu, cpu/2, cpu/2, w.oneOf("big small"))
		}
	}
	line("process 10 \"app\" target\nprocess 20 \"server\"\nprocess 30 \"kworker\" system")
	for _, th := range w.threads {
		line("thread %d pid=%d%s", th.tid, th.pid, w.maybe(2, "name=%s", w.oneOf("worker-1 worker-2 GC main ksoftirqd/0")))
	}
	if w.IntN(4) == 0 {
		line("recorder 20")
	}
	if w.linux && w.IntN(2) == 0 {
		line("recorded calls%s", w.maybe(2, "faults"))
	}
	if w.IntN(2) == 0 {
		line("sampleperiod %s", w.at(1))
	}
	for i, stack := range worldStacks {
		line("stack %d %s", i+1, stack)
	}
	return b.String()
}

// pick is a thread that fits, nil if there is none.
func (w *world) pick(fits func(*worldThread) bool) *worldThread {
	var list []*worldThread
	for _, th := range w.threads {
		if !th.dead && fits(th) {
			list = append(list, th)
		}
	}
	if len(list) == 0 {
		return nil
	}
	return list[w.IntN(len(list))]
}

func (w *world) step(cpu int) {
	if w.flawed && w.IntN(12) == 0 {
		w.flaw(cpu)
		return
	}
	cur := w.cpus[cpu]
	switch k := w.IntN(40); {
	case cur == nil && k < 16:
		w.replace(cpu, w.oneOf("wait preempt"))
	case cur == nil, k < 10:
		w.wake(cpu, cur)
	case k < 20:
		w.block(cpu, cur)
	case k < 24:
		w.replace(cpu, w.oneOf("preempt preempt yield"))
	default:
		w.busy(cpu, cur)
	}
}

// block lets the running thread wait, mostly in a call.
func (w *world) block(cpu int, cur *worldThread) {
	if w.linux && cur.call == "" && w.IntN(4) > 0 {
		cur.call = w.oneOf("futex futex futex epoll_wait poll read write recvmsg connect accept clock_nanosleep fsync wait4 flock lock_contention io_uring_enter mmap")
		cur.callArg = w.oneOf("0 3 4 5")
		more := w.maybe(3, "arg2=1") + w.maybe(3, "arg3=1")
		switch cur.call {
		case "futex":
			cur.callArg, more = w.oneOf("4096 4160 4164"), " arg2="+w.oneOf("0 128 137 6 134")
		case "lock_contention":
			cur.callArg, more = w.oneOf("65536 65600"), w.maybe(2, "owner=%d", w.threads[w.IntN(len(w.threads))].tid)
		}
		w.tell(cpu, "call %d enter %s arg=%s%s%s%s", cur.tid, cur.call, cur.callArg, more, w.stack("stack"), w.maybe(8, "untimed=1"))
		if w.IntN(4) == 0 {
			w.now++
		}
	}
	if w.IntN(8) == 0 {
		w.tell(cpu, "issue %d %s dev=%s bytes=4096", cur.tid, w.oneOf("read write"), w.oneOf("sda vda"))
	}
	w.replace(cpu, "wait")
	if w.linux && w.IntN(10) == 0 {
		w.tell(cpu, "blocked %d%s fn=%s", cur.tid, w.maybe(2, "iowait=1"), w.oneOf("folio_wait_bit_common futex_wait_queue io_schedule"))
	}
}

// replace takes the running thread off and puts a ready one on.
func (w *world) replace(cpu int, out string) {
	cur := w.cpus[cpu]
	next := w.pick(func(th *worldThread) bool { return th.runnable && th.cpu < 0 })
	if next == nil && cur == nil || w.IntN(8) == 0 && cur != nil {
		next = nil
		if cur == nil {
			return
		}
	}
	from, to := "idle", "idle"
	if cur != nil {
		from, cur.cpu, cur.runnable = strconv.Itoa(cur.tid), -1, out != "wait" && out != "dead"
		cur.dead = out == "dead"
	}
	if next != nil {
		to, next.cpu = strconv.Itoa(next.tid), cpu
	}
	w.cpus[cpu] = next
	why := " win=" + w.oneOf("0 4 5 6 15 17 30 32 37")
	if w.linux {
		why = map[string]string{"wait": " linux=" + w.oneOf("S S S D I"), "dead": " linux=X", "preempt": " linux=R+", "yield": " linux=R"}[out]
	}
	w.tell(cpu, "switch %s %s %s%s%s%s%s", from, to, out, why, w.maybe(3, "prio=%d,%d", w.IntN(3)*10, w.IntN(3)*10), w.stack("stack"), w.stack("stacknew"))
	if next != nil && next.call != "" && w.IntN(8) > 0 {
		w.tell(cpu, "call %d exit %s arg=%s ret=%s", next.tid, next.call, next.callArg, w.oneOf("0 0 0 1 -110 -11 -4"))
		next.call = ""
	}
}

// wake ends a wait, by the running thread or by an interrupt.
func (w *world) wake(cpu int, cur *worldThread) {
	th := w.pick(func(th *worldThread) bool { return !th.runnable && th.cpu < 0 })
	if th == nil {
		return
	}
	ctx := ""
	switch {
	case cur == nil || w.IntN(4) == 0:
		ctx = " ctx=" + w.oneOf("isr timer netrx blockdone ipi dpc")
		if w.IntN(3) == 0 {
			w.tell(cpu, "irq %s %s%s", w.at(w.now+int64(w.IntN(3))), w.oneOf("isr dpc"), w.maybe(3, "timer=1"))
		}
	case w.linux && th.call == "futex" && cur.call == "":
		w.tell(cpu, "call %d enter futex arg=%s arg2=%s arg3=%s", cur.tid, th.callArg, w.oneOf("1 129 129 135"), w.oneOf("1 1 2"))
		defer func() { w.tell(cpu, "call %d exit futex arg=%s ret=1", cur.tid, th.callArg) }()
	}
	by := ""
	if w.linux && cur != nil && w.IntN(3) == 0 {
		by = fmt.Sprintf(" by=%d", cur.tid)
	}
	w.tell(cpu, "wake %d%s%s%s%s", th.tid, ctx, by, w.maybe(3, "to=%d", w.IntN(len(w.cpus))), w.stack("stack"))
	th.runnable, th.lastWoken = true, w.now
}

// busy is something that changes no thread's state.
func (w *world) busy(cpu int, cur *worldThread) {
	switch w.IntN(12) {
	case 0:
		w.tell(cpu, "irq %s %s routine=%s%s%s", w.at(w.now+int64(w.IntN(4))), w.oneOf("nmi isr dpc"), w.oneOf("nvme.sys!isr eth0 TIMER"), w.maybe(3, "net=1"), w.maybe(3, "block=1"))
	case 1, 2:
		w.tell(cpu, "sample %d%s stack=%d", cur.tid, w.maybe(5, "in=dpc"), 1+w.IntN(len(worldStacks)))
	case 3:
		w.tell(cpu, "io %d %s %s dev=%s bytes=%s%s", cur.tid, w.back(6), w.oneOf("read write"), w.oneOf("sda vda"), w.oneOf("0 512 4096"), w.maybe(2, "file=%s", w.oneOf("/a /b")))
	case 4:
		w.tell(cpu, "fault %d %s %s%s", cur.tid, w.back(3), w.oneOf("soft hard"), w.maybe(2, "addr=%s", w.oneOf("0 4096 8192")))
	case 5, 6:
		w.mark(cpu, cur)
	case 7:
		w.tell(cpu, "count %s %d", w.oneOf("cycles instructions"), w.now*int64(w.IntN(4)))
	case 8:
		w.tell(cpu, "migrate %d %d %d%s", cur.tid, cpu, w.IntN(len(w.cpus)), w.maybe(3, "bound=1"))
	case 9:
		w.life(cpu, cur)
	case 10:
		w.tell(cpu, "descriptor %d %s", cur.pid, []string{"all", "0 file", "3 pipe", "4 socket cloexec=1", "5 eventfd"}[w.IntN(5)])
	default:
		w.now += int64(w.IntN(12))
	}
}

func (w *world) mark(cpu int, cur *worldThread) {
	name := w.oneOf("load parse frame")
	switch n := len(cur.marks); {
	case w.IntN(4) == 0:
		w.tell(cpu, "mark %d %s %s", cur.tid, w.oneOf("flag step"), name)
	case n > 0 && w.IntN(2) == 0:
		w.tell(cpu, "mark %d end %s id=%d", cur.tid, name, cur.marks[n-1])
		cur.marks = cur.marks[:n-1]
	default:
		w.marks++
		w.tell(cpu, "mark %d begin %s id=%d", cur.tid, name, w.marks)
		cur.marks = append(cur.marks, w.marks)
	}
}

// life starts a thread or ends one.
func (w *world) life(cpu int, cur *worldThread) {
	if w.IntN(2) == 0 {
		w.tell(cpu, "exit %d", cur.tid)
		w.replace(cpu, "dead")
		return
	}
	th := &worldThread{tid: 11 + len(w.threads), pid: cur.pid, cpu: -1}
	if old := slices.IndexFunc(w.threads, func(th *worldThread) bool { return th.dead }); old >= 0 {
		th.tid = w.threads[old].tid
		w.threads[old] = th
	} else {
		w.threads = append(w.threads, th)
	}
	w.tell(cpu, "start %d by=%d pid=%d%s", th.tid, cur.tid, th.pid, w.maybe(2, "name=worker-3"))
	if w.IntN(4) > 0 {
		w.tell(cpu, "wake %d kind=new by=%d", th.tid, cur.tid)
		th.runnable = true
	}
}

// flaw is something that contradicts what was before.
func (w *world) flaw(cpu int) {
	th := w.threads[w.IntN(len(w.threads))]
	switch w.IntN(7) {
	case 0, 1:
		w.tell(cpu, "loss %s n=%d%s", w.at(w.now+1+int64(w.IntN(8))), w.IntN(9), w.maybe(6, "ring=1"))
	case 2:
		w.tell(cpu, "switch %d %s wait", th.tid, w.oneOf("idle 11 12"))
	case 3:
		w.tell(cpu, "wake %d%s", th.tid, w.maybe(2, "by=%s", w.oneOf("0 11 12 99")))
	case 4:
		w.tell(cpu, "%s", w.oneOf("offline online"))
	case 5:
		w.tell(cpu, "call %d %s", th.tid, w.oneOf("enter exit")+" futex arg=4096")
	case 6:
		w.tell(cpu, "exists %d state=%s", th.tid, w.oneOf("running ready waiting"))
	}
}
