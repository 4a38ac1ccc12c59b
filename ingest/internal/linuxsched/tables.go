package linuxsched

import (
	"bytes"
	"strings"

	"threadlens/model"
)

// SoftirqNames are the soft interrupts by number, for formats that do not name them (kernel
// softirq_to_name).
var SoftirqNames = [...]string{
	"HI", "TIMER", "NET_TX", "NET_RX", "BLOCK", "IRQ_POLL", "TASKLET", "SCHED", "HRTIMER", "RCU",
}

// SoftirqFlags are the event flags of some soft interrupts.
var SoftirqFlags = map[string]model.EventFlags{
	"TIMER": model.IrqTimer, "HRTIMER": model.IrqTimer,
	"NET_TX": model.IrqNet, "NET_RX": model.IrqNet,
	"BLOCK": model.IrqBlock, "IRQ_POLL": model.IrqBlock, "BLOCK_IOPOLL": model.IrqBlock,
}

// VectorFlags are the event flags of some interrupt vectors of x86.
var VectorFlags = map[string]model.EventFlags{
	"local_timer": model.IrqTimer, "reschedule": model.IrqIpi,
	"call_function": model.IrqIpi, "call_function_single": model.IrqIpi,
}

// vectors are the interrupt vectors of x86 that have events (arch/x86/include/asm/trace/irq_vectors.h).
var vectors = map[string]bool{
	"local_timer": true, "spurious_apic": true, "error_apic": true, "x86_platform_ipi": true, "irq_work": true,
	"reschedule": true, "call_function": true, "call_function_single": true, "threshold_apic": true,
	"deferred_error_apic": true, "thermal_apic": true,
}

// TimeLimit is the argument that holds a call's time limit: a pointer to it or, where Number is set,
// milliseconds.
type TimeLimit struct {
	Arg    int
	Number bool
}

// Without reports whether a call with this argument waits without a limit.
func (t TimeLimit) Without(value uint64) bool {
	if t.Number {
		return int32(value) < 0
	}
	return value == 0
}

// TimeLimits are the calls that may wait without a limit.
var TimeLimits = map[string]TimeLimit{
	"futex": {Arg: 3}, "futex_waitv": {Arg: 3}, "futex_wait": {Arg: 4},
	"poll": {2, true}, "ppoll": {Arg: 2}, "select": {Arg: 4}, "pselect6": {Arg: 4},
	"epoll_wait": {3, true}, "epoll_pwait": {3, true}, "epoll_pwait2": {Arg: 3},
}

// LimitNames are the names of that argument in the descriptions of calls.
var LimitNames = []string{"utime", "timeout", "timeout_msecs", "tsp", "tvp"}

// kernelNames begin the names of kernel threads that every Linux system has
// (created in kernel/{kthread,softirq,workqueue,cpu,rcu,...}.c).
var kernelNames = [...]string{
	"kworker/", "ksoftirqd/", "migration/", "rcu_", "rcuc/", "rcuo", "cpuhp/", "idle_inject/", "irq/",
	"watchdog/", "kswapd", "kcompactd", "khugepaged", "kthreadd", "kdevtmpfs", "ksmd", "jbd2/", "oom_reaper", "kdamond.",
}

// KernelThread reports whether a thread's name is that of a thread of the kernel.
func KernelThread(name string) bool {
	for _, k := range kernelNames {
		if strings.HasPrefix(name, k) {
			return true
		}
	}
	return false
}

// DirectionOf decodes the operation of a block request of size bytes (blk_fill_rwbs of
// kernel/trace/blktrace.c): an F before the operation's letter flushes what was written before, which
// is all that an empty write does; an F behind it has the request itself stored durably.
func DirectionOf(rwbs []byte, size int64) model.Direction {
	switch flush := bytes.HasPrefix(rwbs, []byte("F")); {
	case bytes.ContainsAny(rwbs, "D"):
		return model.Discard
	case bytes.ContainsAny(rwbs, "W") && (size > 0 || !flush):
		return model.Write
	case flush:
		return model.Flush
	}
	return model.Read
}

// Bits of common_flags (kernel trace_flag_type).
const (
	FlagHardIRQ = 0x08
	FlagSoftIRQ = 0x10
)

// ContextOf is the context of an event by its common_flags.
func ContextOf(flags uint64) model.Context {
	switch {
	case flags&FlagHardIRQ != 0:
		return model.CtxIsr
	case flags&FlagSoftIRQ != 0:
		return model.CtxDpc
	}
	return model.CtxThread
}
