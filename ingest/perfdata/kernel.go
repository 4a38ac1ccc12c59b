package perfdata

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
	"strings"

	"threadlens/ingest/internal/linuxsched"
	"threadlens/ingest/internal/wire"
	"threadlens/model"
)

// kernelFunction is a recorded function of the kernel.
type kernelFunction struct {
	begin, end uint64 // addresses
	name       string
	call       string        // the system call that it is the entry of, "" for none
	only       string        // the only system call that calls it, "" for none
	ctx        model.Context // the context that begins with it, CtxNone for none
	ender      ender         // what ends the waits that it ends
}

// kernelTable is functions by address.
type kernelTable []kernelFunction

// maxKernelFunctions bounds the number of functions: a kernel has some 200,000.
const maxKernelFunctions = 1 << 19

// kernelFunctions reads the functions named in a recording of Threadlens.
func kernelFunctions(c *wire.Cursor) (t kernelTable) {
	if string(c.Block(uint64(len(recorderMagic)))) != recorderMagic {
		return nil
	}
	for c.Left() > 0 && len(t) < maxKernelFunctions {
		f := kernelFunction{begin: c.U64(), end: c.U64(), name: text(c)}
		if c.Err() != nil || f.name == "" { // the rest is padding
			break
		}
		f.call, f.only, f.ctx, f.ender = callOfFunction(f.name), insideCalls[f.name], contextOf(f.name), enders[f.name]
		t = append(t, f)
	}
	slices.SortStableFunc(t, func(a, b kernelFunction) int { return cmp.Compare(a.begin, b.begin) })
	return t
}

// at is the function at an address, nil where none is named.
func (t kernelTable) at(addr uint64) *kernelFunction {
	i, ok := slices.BinarySearchFunc(t, addr, func(f kernelFunction, a uint64) int { return cmp.Compare(f.begin, a) })
	if !ok {
		i--
	}
	if i < 0 || addr >= t[i].end {
		return nil
	}
	return &t[i]
}

// callEntries are the prefixes of the names of system call entries (the wrappers of
// arch/*/include/asm/syscall_wrapper.h).
var callEntries = [...]string{"__x64_sys_", "__arm64_sys_", "__riscv_sys_", "__s390x_sys_", "__ia32_sys_", "__ia32_compat_sys_", "__arm64_compat_sys_", "__se_sys_", "__do_sys_", "__do_compat_sys_"}

// kernelCalls are calls by the names of their functions where the two differ (the tables of system
// calls).
var kernelCalls = map[string]string{
	"newstat": "stat", "newfstat": "fstat", "newlstat": "lstat", "futex_time32": "futex", "select_time32": "select",
	"ppoll_time32": "ppoll", "pselect6_time32": "pselect6", "clock_nanosleep_time32": "clock_nanosleep", "nanosleep_time32": "nanosleep",
}

// insideCalls are functions that only one system call reaches: compilers may leave its entry out of
// the chain by jumping instead of calling.
var insideCalls = map[string]string{
	"kernel_wait4": "wait4", "kernel_waitid": "waitid", "ksys_read": "read", "ksys_write": "write", "do_futex": "futex",
	"__sys_recvfrom": "recvfrom", "__sys_recvmsg": "recvmsg", "__sys_sendto": "sendto", "__sys_sendmsg": "sendmsg",
	"__sys_accept4": "accept4", "__sys_connect": "connect", "__do_semtimedop": "semtimedop",
}

// callOfFunction is the system call that a function is the entry of.
func callOfFunction(name string) string {
	for _, prefix := range callEntries {
		if call, ok := strings.CutPrefix(name, prefix); ok {
			return cmp.Or(kernelCalls[call], call)
		}
	}
	return ""
}

// contexts are functions that show on whose behalf the functions they call run, by the prefixes of
// their names: timers (kernel/time), received packets (net/core/dev.c), finished transfers
// (block/blk-mq.c), other CPUs (kernel/smp.c, kernel/sched), and otherwise interrupts.
var contexts = []struct {
	prefix string
	ctx    model.Context
}{
	{"hrtimer_interrupt", model.CtxTimer},
	{"__hrtimer_run_queues", model.CtxTimer},
	{"hrtimer_run_softirq", model.CtxTimer},
	{"run_timer_softirq", model.CtxTimer},
	{"call_timer_fn", model.CtxTimer},
	{"tick_", model.CtxTimer},
	{"process_backlog", model.CtxNetRx},
	{"net_rx_action", model.CtxNetRx},
	{"blk_done_softirq", model.CtxBlockDone},
	{"blk_complete_reqs", model.CtxBlockDone},
	{"blk_update_request", model.CtxBlockDone},
	{"bio_endio", model.CtxBlockDone},
	{"flush_smp_call_function_queue", model.CtxIpi},
	{"__flush_smp_call_function_queue", model.CtxIpi},
	{"sched_ttwu_pending", model.CtxIpi},
	{"sysvec_", model.CtxIsr},
	{"asm_sysvec_", model.CtxIsr},
	{"common_interrupt", model.CtxIsr},
	{"asm_common_interrupt", model.CtxIsr},
	{"handle_irq_event", model.CtxIsr},
	{"el1_interrupt", model.CtxIsr},
	{"el0_interrupt", model.CtxIsr},
	{"handle_softirqs", model.CtxDpc},
	{"__do_softirq", model.CtxDpc},
	{"tasklet_action", model.CtxDpc},
}

// contextOf is the context that begins with a function.
func contextOf(name string) model.Context {
	for _, c := range contexts {
		if strings.HasPrefix(name, c.prefix) {
			return c.ctx
		}
	}
	return model.CtxNone
}

// chainFacts are what the kernel's functions in a call chain show.
type chainFacts struct {
	// call is the system call that the thread is in, "" for none, also in another context; name is
	// that name in the trace.
	call string
	name model.StringID
	// ctx is the innermost context other than a thread's, CtxNone for none.
	ctx model.Context
	// ender is what ends the wait of the thread that is woken.
	ender ender
}

// noFacts are those of most stacks; they are never changed.
var noFacts chainFacts

// facts are what a stack shows: nothing where it has no names.
func (d *decoder) facts(id model.StackID) *chainFacts {
	if id == model.NoStack || !d.readsChains {
		return &noFacts
	}
	if n := int(id) + 1 - len(d.chains); n > 0 {
		d.chains = append(d.chains, make([]uint16, max(n, len(d.chains)))...)
	}
	at := d.chains[id]
	if at == 0 {
		f := d.readChain(id)
		var ok bool
		if at, ok = d.metFacts[f]; !ok {
			if len(d.allFacts) == math.MaxUint16 {
				return &noFacts
			}
			d.allFacts = append(d.allFacts, f)
			at = uint16(len(d.allFacts))
			d.metFacts[f] = at
		}
		d.chains[id] = at
	}
	return &d.allFacts[at-1]
}

// chainWalk is what was found on the way through a stack.
type chainWalk struct {
	chainFacts
	only      string // the only call that reaches a function found
	interrupt bool   // an interrupt was found
	packet    bool   // a packet that the machine sent to itself
	own       bool   // one that the thread itself receives
}

// readChain examines the kernel's part of a stack, the innermost function first. What an interrupt
// does is not part of the call that it interrupted. A thread that sends to its own machine receives
// the packet itself when it enables soft interrupts again (kernel/softirq.c), also where the stack
// is cut off before its call.
func (d *decoder) readChain(id model.StackID) chainFacts {
	var w chainWalk
	for id != model.NoStack && w.call == "" {
		caller, frame := d.stacks.tree.Node(id)
		if !frame.Kernel {
			break
		}
		if f := d.m.kernel.at(frame.Addr); f != nil {
			w.meet(f)
		}
		id = caller
	}
	w.call = cmp.Or(w.call, w.only)
	switch {
	case w.call == "" && w.own && !w.interrupt:
		w.ctx = model.CtxThread
	case w.call == "":
	case w.interrupt, w.ctx != model.CtxNone && !w.packet:
		w.call = ""
	default:
		w.ctx, w.name = model.CtxNone, d.constant(w.call)
	}
	return w.chainFacts
}

// meet notes a function of the stack.
func (w *chainWalk) meet(f *kernelFunction) {
	if w.ctx == model.CtxNone || w.ctx == model.CtxDpc && f.ctx != model.CtxNone {
		w.ctx = f.ctx
	}
	if w.ender == endedSomehow || f.ender == endedByKill { // it signals its threads
		w.ender = f.ender
	}
	w.interrupt = w.interrupt || f.ctx == model.CtxIsr
	w.packet = w.packet || f.name == "process_backlog"
	w.own = w.own || w.packet && f.name == "__local_bh_enable_ip"
	w.call, w.only = f.call, cmp.Or(f.only, w.only)
}

// ender is what ended a wait in a call.
type ender uint8

const (
	endedSomehow ender = iota
	endedByLimit       // its time was up
	endedByFutex       // another thread called futex
	endedByReady       // a descriptor that it polls is ready
	endedBySignal
	endedByKill // its process ends
)

// cuts reports whether it makes a call return before what the call waits for has happened.
func (e ender) cuts(call string) bool {
	return e == endedByKill || e == endedBySignal && call != "rt_sigtimedwait" // which waits for signals
}

// enders are the functions that end waits, by their names (kernel/time, kernel/futex, fs/eventpoll.c,
// fs/select.c, kernel/signal.c).
var enders = map[string]ender{
	"hrtimer_wakeup": endedByLimit, "process_timeout": endedByLimit,
	"futex_wake": endedByFutex, "futex_wake_op": endedByFutex, "futex_requeue": endedByFutex, "futex_unlock_pi": endedByFutex,
	"ep_poll_callback": endedByReady, "ep_autoremove_wake_function": endedByReady, "pollwake": endedByReady,
	"complete_signal": endedBySignal, "signal_wake_up_state": endedBySignal, "zap_other_threads": endedByKill, "zap_process": endedByKill,
}

// blocks notes the system call in which a thread begins to wait, by its stack: none where the stack
// shows none.
func (d *decoder) blocks(id model.TID, t *thread, s *sample, stack model.StackID) {
	facts := d.facts(stack)
	if facts.call == "" || facts.name == t.inside {
		return // an event showed it, and another will show what it returns
	}
	t.call, t.ender = d.chains[stack], endedSomehow
	if d.now-t.racedAt <= raceSlack {
		t.ender = t.raced
	}
	d.callInChain(id, s, facts)
}

// callInChain emits that a thread entered the call that a stack shows, with the arguments in its
// registers.
func (d *decoder) callInChain(id model.TID, s *sample, facts *chainFacts) {
	var args [3]int64
	for i := range args {
		v, _ := d.argument(s, i)
		args[i] = int64(v)
	}
	d.callEnter(id, s, facts.name, args, false)
	d.out.Events[len(d.out.Events)-1].Flags = model.CallInferred
	if rule, timed := linuxsched.TimeLimits[facts.call]; timed {
		if v, ok := d.argument(s, rule.Arg); ok {
			d.limit(rule, v)
		}
	}
}

// releases emits that a thread calls futex, seen as it wakes another thread.
func (d *decoder) releases(s *sample, facts *chainFacts) bool {
	if facts.call != "futex" || d.threads.Get(model.TID(s.tid)) == nil {
		return false
	}
	d.callInChain(model.TID(s.tid), s, facts)
	return true
}

// results are what waiting calls return, by what ended the wait.
var results = map[ender]map[string]int64{
	endedByFutex: {"futex": 0, "futex_waitv": 0, "futex_wait": 0},
	endedByReady: {"poll": 1, "ppoll": 1, "select": 1, "pselect6": 1, "epoll_wait": 1, "epoll_pwait": 1, "epoll_pwait2": 1},
	endedByLimit: {
		"futex": timedOut, "futex_waitv": timedOut, "futex_wait": timedOut, "nanosleep": 0, "clock_nanosleep": 0,
		"poll": 0, "ppoll": 0, "select": 0, "pselect6": 0, "epoll_wait": 0, "epoll_pwait": 0, "epoll_pwait2": 0,
	},
}

// Results of calls (uapi errno.h). The first also stands for an unknown one: as far as is known,
// nobody provided what the thread waited for.
const (
	interrupted = -4
	timedOut    = -110
)

// ended notes what ended the wait of a thread that left its CPU in a call.
func (d *decoder) ended(id model.TID, facts *chainFacts) {
	switch t := d.threads.Get(id); {
	case t == nil:
	case t.call != 0:
		t.ender = facts.ender
	default:
		t.raced, t.racedAt = facts.ender, d.now
	}
}

// raceSlack is how long after its wake a thread may still be seen to leave its CPU, ns: it had
// already begun to wait.
const raceSlack = 100_000

// goesOn notes that a thread has its CPU again and so has left the call in which it lost it. What
// ended its wait determines what the call returns.
func (d *decoder) goesOn(id model.TID, t *thread) {
	if t.call != 0 {
		d.leavesCall(id, t)
	}
}

// takesCPU notes that a switch gives a thread a CPU: it continues, and learns how its attempt to
// connect ended.
func (d *decoder) takesCPU(id model.TID, t *thread) {
	d.goesOn(id, t)
	t.raced = endedSomehow
	if t.connected != unconnected {
		d.connects(id, t)
	}
}

// leavesCall is goesOn of a thread that was in a call.
func (d *decoder) leavesCall(id model.TID, t *thread) {
	facts := &d.allFacts[t.call-1]
	e := d.add(model.KindCallExit)
	e.TID, e.Name, e.Arg2, e.Flags = id, facts.name, interrupted, model.CallInferred
	if result, ok := results[t.ender][facts.call]; ok {
		e.Arg2 = result
	} else if !t.ender.cuts(facts.call) {
		e.Flags |= model.CallResultUnknown
	}
	t.call, t.inside = 0, model.NoString
}

// argumentRegisters are the kernel's numbers of the registers with the arguments of system
// calls (arch/*/include/uapi/asm/perf_regs.h).
var argumentRegisters = map[string][]int{
	"x86_64":  {5, 4, 3, 18, 16},
	"aarch64": {0, 1, 2, 3, 4},
}

// argument is an argument of the system call in which a sample was taken; ok is false
// where it was not recorded.
func (d *decoder) argument(s *sample, i int) (v uint64, ok bool) {
	list, registers := argumentRegisters[d.m.arch], s.registers
	if i >= len(list) || registers&(1<<list[i]) == 0 {
		return 0, false
	}
	at := 8 * bits.OnesCount64(registers&(1<<list[i]-1))
	if at+8 > len(s.regs) {
		return 0, false
	}
	return d.order.U64(s.regs[at:]), true
}

// blocking reports whether switches have call chains and user registers.
func (t *eventTable) blocking() bool {
	return slices.ContainsFunc(t.list, func(ev *event) bool {
		return ev.name == "sched:sched_switch" && ev.samples(sampleCallchain) && ev.layout.registers != 0
	})
}
