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
	model.SubNotSeen: "not seen by the trace yet",
	model.SubLoss:    "events were lost",
	model.SubHotplug: "its processor was switched off",
	model.SubGap:     "events were lost here",
	model.SubRace:    "the trace ends before it shows whether a wake came in time",

	model.SubDispatch: "runnable, waiting for a processor",
	model.SubNew:      "new, waiting for its first run",

	model.SubRunnable:          "still runnable when it lost the processor",
	model.SubHigherPriority:    "a thread of higher priority took the processor",
	model.SubSliceEnd:          "its time slice ended",
	model.SubToIdle:            "left runnable while the processor went idle",
	model.SubThrottled:         "its group used up its CPU quota",
	model.SubStolen:            "the host, or interrupts not recorded, took the CPU",
	model.SubYield:             "gave up the processor itself",
	model.SubQuantumEnd:        "its quantum ended",
	model.SubDispatchInterrupt: "preempted by a dispatch interrupt",
	model.SubDeferredPreempt:   "preempted, deferred",
	model.SubCpuRateLimited:    "limited by a CPU rate",

	model.SubUnknown:   "not recorded",
	model.SubCreated:   "created, not started yet",
	model.SubInSwap:    "its memory is swapped out",
	model.SubSleep:     "sleeps for a time of its own",
	model.SubSuspended: "suspended",

	model.SubStackInSwap:       "its kernel stack is swapped out",
	model.SubProcessInSwap:     "its process is swapped out",
	model.SubGate:              "gate: waits for another part of the kernel",
	model.SubKernelGeneric:     "waits inside the kernel, mostly for a driver",
	model.SubFreePage:          "waits for a free page of memory",
	model.SubPoolAlloc:         "waits for memory of the kernel",
	model.SubUserWait:          "user wait: an event, mutex, semaphore, timer, thread or process",
	model.SubEventPair:         "event pair",
	model.SubWorkQueue:         "work queue: a thread pool or I/O completion port",
	model.SubIpcServerIdle:     "server of local calls, waits for one",
	model.SubIpcCall:           "local call, waits for the answer",
	model.SubVirtualMemory:     "waits for virtual memory",
	model.SubPageOut:           "waits until a page is written",
	model.SubRendezvous:        "waits until threads meet",
	model.SubKeyedEvent:        "keyed event: a lock or condition variable",
	model.SubTerminating:       "ends",
	model.SubCalloutStack:      "waits for a kernel stack to run on",
	model.SubExecutiveResource: "executive resource: a reader-writer lock of the kernel",
	model.SubPushLock:          "push lock of the kernel",
	model.SubKernelMutex:       "mutex of the kernel",
	model.SubFastMutex:         "fast mutex of the kernel",
	model.SubGuardedMutex:      "guarded mutex of the kernel",
	model.SubRundown:           "waits until a resource is no longer used",
	model.SubAddressWait:       "wait on an address: a lock or condition variable",
	model.SubPhysicalFault:     "waits for physical memory",
	model.SubIoRing:            "I/O ring",
	model.SubMdlCache:          "waits for a description of memory",
	model.SubRcu:               "waits until readers are done (RCU)",

	model.SubInterruptible:   "interruptible wait, cause not recorded",
	model.SubUninterruptible: "uninterruptible wait, cause not recorded",
	model.SubTraced:          "stopped by a debugger or a signal",
	model.SubParked:          "parked kernel thread",
	model.SubKernelIdle:      "kernel thread with nothing to do",
	model.SubFutex:           "futex: a lock, condition or join in user space",
	model.SubFutexTimeout:    "futex with a timeout",
	model.SubPollTimeout:     "poll, select or epoll with a timeout",
	model.SubPoll:            "poll, select or epoll",
	model.SubFile:            "file",
	model.SubPipe:            "pipe",
	model.SubSocket:          "socket",
	model.SubNetwork:         "network",
	model.SubAsync:           "asynchronous I/O",
	model.SubIpc:             "message queue or semaphore between processes",
	model.SubChildWait:       "waits for a child process",
	model.SubMemoryMap:       "change of its memory map",
	model.SubExit:            "exits",
	model.SubDevice:          "device",
	model.SubBlock:           "block device",
	model.SubFlush:           "flush to the device",
	model.SubConnect:         "connection to a peer",
	model.SubAccept:          "next connection",
	model.SubFileLock:        "lock of a file",

	model.SubChanSend:    "send on a channel",
	model.SubChanRecv:    "receive from a channel",
	model.SubSelect:      "select",
	model.SubMutex:       "mutex",
	model.SubCond:        "condition variable",
	model.SubSynctest:    "waits inside a test of concurrency",
	model.SubNetPoll:     "network poller",
	model.SubGcAssist:    "helps the garbage collector",
	model.SubGcSweep:     "garbage collector sweeps",
	model.SubGcEnd:       "end of a garbage collection",
	model.SubSystemIdle:  "runtime thread with nothing to do",
	model.SubGcWeak:      "garbage collector, weak pointers",
	model.SubGcSuspend:   "suspended by the garbage collector",
	model.SubForever:     "blocked for ever",
	model.SubCoroutine:   "coroutine switch",
	model.SubSyscall:     "system call",
	model.SubInSyscall:   "inside a system call",
	model.SubGcWait:      "waits for a garbage collection",
	model.SubHardFault:   "page read from disk",
	model.SubSoftFault:   "page fault without a disk read of this thread",
	model.SubPageIn:      "page fault; whether the page was read from disk was not recorded",
	model.SubMessageWait: "waits for a window message",

	model.SubAlloc:       "allocates memory, which first had to be made free",
	model.SubMessageLoop: "its message loop has nothing to do",
	model.SubTimed:       "sleeps for a time of its own",
	model.SubCompletion:  "waits for something to complete: a completion port, epoll or a selector",
	model.SubConsole:     "console",
	model.SubLock:        "lock",
	model.SubCondition:   "condition variable",
	model.SubTaskWait:    "waits for tasks or other threads, or for work",
	model.SubSemaphore:   "semaphore",
	model.SubEvent:       "event",
	model.SubJoin:        "waits for another thread to end",
	model.SubGenericWait: "waits for an object of the system, which one is not known",
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

// StateWords is a state in words.
func StateWords(s model.State) string {
	switch s {
	case model.Running:
		return "Running"
	case model.Ready:
		return "Ready, waits for a processor"
	case model.Preempted:
		return "Preempted, waits for a processor"
	case model.Waiting:
		return "Waiting"
	}
	return "Unknown"
}

// StateOf is the state of a segment in words; a thread from which the host takes its CPU is on no
// run queue.
func StateOf(seg *model.Segment) string {
	if seg.Sub == model.SubStolen {
		return model.StolenTitle
	}
	return StateWords(seg.State)
}

// contextWords describe where a wake was issued.
var contextWords = map[model.Context]string{
	model.CtxIsr:       "an interrupt",
	model.CtxDpc:       "a deferred interrupt routine",
	model.CtxTimer:     "a timer",
	model.CtxNetRx:     "a received network packet",
	model.CtxBlockDone: "a completed disk transfer",
	model.CtxIpi:       "an interrupt from another processor",
	model.CtxIdle:      "the idle thread",
	model.CtxUnknown:   "an unknown context",
	model.CtxExit:      "the end of its process",
	model.CtxSignal:    "a signal",
}

// flagWords is what a segment flag means to the reader of a segment.
var flagWords = []struct {
	flag model.SegmentFlags
	text string
}{
	{model.Inferred, "inferred: no event attests it directly"},
	{model.OpenStart, "began before the trace"},
	{model.OpenEnd, "goes on after the trace"},
	{model.WakeMissing, "how it was woken was not recorded"},
	{model.RaceWake, "woken before it had left the processor"},
	{model.LossOverlap, "events were lost during it"},
	{model.Skew, "bounded by a clock difference between processors"},
	{model.LostEnd, "its end was not recorded"},
	{model.Exiting, "the thread exits in it"},
	{model.LowConfidence, "what it waits for is not attested"},
	{model.IdleWorker, "a pool thread with nothing to do"},
	{model.Sent, "ended by what a thread of the same machine sent"},
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

// ThreadTitle is a thread's name and id for display.
func ThreadTitle(t *model.Trace, ix model.ThreadIx) string {
	if int(ix) >= len(t.Threads) {
		return "unknown thread"
	}
	return titled(t.Threads[ix].Name(), t.Threads[ix].TID)
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
		return "processor unknown"
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

// ContextWords describes where a wake was issued.
func ContextWords(c model.Context) string { return contextWords[c] }
