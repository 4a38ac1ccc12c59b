package naming

import (
	"strconv"
	"strings"

	"threadlens/model"
	"threadlens/timeline"
)

// SubMeanings explain wait reasons whose names do not speak for themselves. A kernel's own term
// comes first.
var SubMeanings = [model.NumSubs]string{
	model.SubNotSeen: "state unknown until the thread's first event",
	model.SubLoss:    "events are missing",
	model.SubHotplug: "the CPU went offline",
	model.SubGap:     "events were lost here",
	model.SubRace:    "the trace ends too early to show whether the thread waits or is runnable",

	model.SubDispatch: "runnable, waiting for a CPU",
	model.SubNew:      "new, waiting for its first run",

	model.SubRunnable:          "switched out while still runnable",
	model.SubHigherPriority:    "preempted by a higher-priority thread",
	model.SubNotHigher:         "preempted by a thread of the same or a lower priority",
	model.SubSliceEnd:          "time slice ended",
	model.SubToIdle:            "left the CPU while still runnable, and the CPU went idle",
	model.SubThrottled:         "the control group used up its CPU quota",
	model.SubStolen:            "the virtual machine's host or unrecorded interrupts took the CPU",
	model.SubYield:             "yielded the CPU",
	model.SubQuantumEnd:        "quantum (time slice) ended",
	model.SubDispatchInterrupt: "preempted by a dispatch interrupt",
	model.SubDeferredPreempt:   "deferred preemption",
	model.SubCpuRateLimited:    "CPU rate limit reached",

	model.SubUnknown:   "not recorded",
	model.SubCreated:   "created, not started yet",
	model.SubInSwap:    "waiting for swapped-out memory to be read back",
	model.SubSleep:     "timed sleep",
	model.SubSuspended: "suspended",

	model.SubStackInSwap:       "waiting for its kernel stack to be swapped in",
	model.SubProcessInSwap:     "waiting for its swapped-out process",
	model.SubGate:              "gate: waiting for a signal from another part of the kernel",
	model.SubKernelGeneric:     "waiting in the kernel, usually for a driver",
	model.SubFreePage:          "waiting for a free memory page",
	model.SubPoolAlloc:         "waiting for kernel memory",
	model.SubUserWait:          "wait requested by user code, for an event, mutex, semaphore, timer, thread or process",
	model.SubEventPair:         "event pair: waiting for the partner thread",
	model.SubWorkQueue:         "work queue: thread pool or I/O completion port",
	model.SubIpcServerIdle:     "local procedure call (LPC) server, waiting for a call",
	model.SubIpcCall:           "local procedure call (LPC), waiting for the reply",
	model.SubVirtualMemory:     "waiting for virtual memory",
	model.SubPageOut:           "waiting for a page to be written",
	model.SubRendezvous:        "rendezvous: waiting for other threads to arrive",
	model.SubKeyedEvent:        "keyed event: lock or condition variable",
	model.SubTerminating:       "ends",
	model.SubCalloutStack:      "waiting for a kernel stack",
	model.SubExecutiveResource: "executive resource: kernel reader-writer lock",
	model.SubPushLock:          "kernel push lock",
	model.SubKernelMutex:       "kernel mutex",
	model.SubFastMutex:         "kernel fast mutex",
	model.SubGuardedMutex:      "kernel guarded mutex",
	model.SubRundown:           "rundown: waiting until a resource is no longer in use",
	model.SubAddressWait:       "wait on address: lock or condition variable",
	model.SubPhysicalFault:     "waiting for physical memory",
	model.SubIoRing:            "I/O ring: waiting for asynchronous I/O",
	model.SubMdlCache:          "waiting for a memory descriptor list (MDL)",
	model.SubRcu:               "RCU grace period: waiting for readers",

	model.SubInterruptible:   "interruptible wait, cause not recorded",
	model.SubUninterruptible: "uninterruptible wait, cause not recorded",
	model.SubTraced:          "stopped by a debugger or a signal",
	model.SubParked:          "parked kernel thread",
	model.SubKernelIdle:      "idle kernel thread",
	model.SubFutex:           "futex (lock, condition variable or join)",
	model.SubFutexTimeout:    "futex with a timeout",
	model.SubPollTimeout:     "poll, select or epoll with a timeout",
	model.SubPoll:            "poll, select or epoll",
	model.SubFile:            "file",
	model.SubPipe:            "pipe",
	model.SubSocket:          "socket",
	model.SubNetwork:         "network",
	model.SubAsync:           "asynchronous I/O",
	model.SubIpc:             "interprocess message queue or semaphore",
	model.SubChildWait:       "waiting for a child process",
	model.SubMemoryMap:       "memory-map change, such as mmap",
	model.SubExit:            "exits",
	model.SubDevice:          "device",
	model.SubBlock:           "block device",
	model.SubFlush:           "flushing data to a device",
	model.SubConnect:         "connecting to a peer",
	model.SubAccept:          "waiting for a connection",
	model.SubFileLock:        "file lock",

	model.SubChanSend:    "send on a channel",
	model.SubChanRecv:    "receive from a channel",
	model.SubSelect:      "select",
	model.SubMutex:       "mutex",
	model.SubCond:        "condition variable",
	model.SubSynctest:    "waiting in a concurrency test (synctest)",
	model.SubNetPoll:     "network I/O (Go network poller)",
	model.SubGcAssist:    "waiting for work while assisting the garbage collector",
	model.SubGcSweep:     "background sweeper of the garbage collector",
	model.SubGcEnd:       "waiting for garbage collection to end",
	model.SubSystemIdle:  "idle system goroutine of the Go runtime",
	model.SubGcWeak:      "waiting for the garbage collector before converting a weak pointer",
	model.SubGcSuspend:   "suspended by the garbage collector",
	model.SubForever:     "blocked forever: empty select or nil channel",
	model.SubCoroutine:   "coroutine switch",
	model.SubSyscall:     "system call",
	model.SubInSyscall:   "in a system call",
	model.SubGcWait:      "waiting for garbage collection",
	model.SubHardFault:   "page read from disk",
	model.SubSoftFault:   "page fault with no disk read by this thread",
	model.SubPageIn:      "page fault, possibly with a disk read",
	model.SubMessageWait: "waiting for a window message",

	model.SubAlloc:       "allocating memory; the kernel may first have to free some",
	model.SubMessageLoop: "idle message loop",
	model.SubTimed:       "timed sleep",
	model.SubCompletion:  "waiting for events or completions: epoll, Java selector or completion port",
	model.SubConsole:     "console",
	model.SubLock:        "lock",
	model.SubCondition:   "condition variable",
	model.SubTaskWait:    "waiting for other tasks or threads, or for new work",
	model.SubSemaphore:   "semaphore",
	model.SubEvent:       "event",
	model.SubJoin:        "waiting for another thread to exit",
	model.SubGenericWait: "waiting for a system object of unknown type",
}

// SubWords is the meaning of a wait reason, in words; "" for none.
func SubWords(s model.Sub) string {
	if s < model.NumSubs && SubMeanings[s] != "" {
		return SubMeanings[s]
	}
	return s.String()
}

// ReasonWords is why a segment is what it is, as far as the trace shows; for a gap also what the
// thread was probably doing. "" for none.
func ReasonWords(seg *model.Segment) string {
	words := SubWords(seg.Sub)
	if seg.State == model.Unknown {
		if likely := timeline.Likely(seg); likely != "" {
			words += "; " + likely
		}
	}
	return words
}

// CategoryWords is the category of a segment on screen, for an unclassified wait with what it
// probably was for: "Unclassified; likely Sleep".
func CategoryWords(seg *model.Segment) string {
	if seg.State == model.Waiting {
		if likely := timeline.Likely(seg); likely != "" {
			return "Unclassified; " + likely
		}
	}
	return seg.Category.Title()
}

// InSentence is a category's name within a sentence.
func InSentence(c model.Category) string {
	title := c.Title()
	if c == model.IO || c == model.UIProcessing {
		return title
	}
	return strings.ToLower(title)
}

// PreemptedWords is why a thread lost its CPU, and to whom: "preempted by higher-priority scanner
// 22825". by is the title of the thread that took the CPU, "" where none is known.
func PreemptedWords(sub model.Sub, by string) string {
	switch words := SubWords(sub); {
	case by == "":
		return words
	case sub == model.SubHigherPriority:
		return "preempted by higher-priority " + by
	case sub == model.SubRunnable || sub == model.SubNotHigher || sub == model.SubNone:
		return "preempted by " + by
	default:
		return words + ", preempted by " + by
	}
}

// flagWords is what a segment flag means to the reader of a segment.
var flagWords = []struct {
	flag model.SegmentFlags
	text string
}{
	{model.Inferred, "inferred: no event shows this segment directly"},
	{model.OpenStart, "began before the trace"},
	{model.OpenEnd, "continues after the trace"},
	{model.WakeMissing, "wake-up not recorded"},
	{model.RaceWake, "woken before the thread left the CPU"},
	{model.LossOverlap, "events were lost during this segment"},
	{model.Skew, "start or end is uncertain: the clocks of CPUs differ"},
	{model.LostEnd, "end not recorded"},
	{model.Exiting, "the thread exits in this segment"},
	{model.LowConfidence, "wait reason uncertain"},
	{model.IdleWorker, "idle pool thread"},
	{model.Sent, "wait ended by data from a thread on the same machine"},
}

// FlagWords lists the meanings of the set flags.
func FlagWords(f model.SegmentFlags) []string {
	var words []string
	for _, w := range flagWords {
		if f&w.flag != 0 {
			words = append(words, w.text)
		}
	}
	return words
}

// ThreadTitle is a thread's label and id for display.
func ThreadTitle(t *model.Trace, ix model.ThreadIx) string {
	if int(ix) >= len(t.Threads) {
		return "unknown thread"
	}
	return titled(t.ThreadLabel(ix), t.Threads[ix].TID)
}

// titled is a name and an id for display.
func titled(name string, tid model.TID) string {
	id := strconv.FormatUint(uint64(tid), 10)
	if name == "" {
		return id
	}
	return timeline.Printable(name) + " " + id
}

// CPUTitle is a CPU's name for display.
func CPUTitle(c model.CPU) string {
	if c == model.NoCPU {
		return "unknown CPU"
	}
	return "CPU " + strconv.Itoa(int(c))
}

// ProcessTitle is the name and id of a process.
func ProcessTitle(p *model.Process) string {
	name := timeline.Printable(p.Title())
	if name == "" {
		name = "unnamed"
	}
	if p.PID == model.NoPID {
		return name
	}
	return name + " " + strconv.FormatUint(uint64(p.PID), 10)
}
