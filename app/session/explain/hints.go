package explain

import (
	"threadlens/model"
)

// Hint is short help about the selection: what it means, what usually causes it, what to try next,
// and which report has the figures. A command's name in braces, such as {waker}, stands for its
// key.
type Hint struct {
	Title                string
	Means, Cause, Trying string
	Report               string
}

// CategoryHint is the help for a category.
func CategoryHint(c model.Category) Hint { return HintOf(&model.Segment{Category: c}) }

// HintOf is the help for a segment.
func HintOf(seg *model.Segment) Hint {
	if h, ok := subHints[seg.Sub]; ok && seg.Category != model.Unclassified {
		return h
	}
	if int(seg.Category) < len(categoryHints) {
		return categoryHints[seg.Category]
	}
	return categoryHints[model.UnknownCategory]
}

// HintNothing is the help where nothing is selected.
var HintNothing = Hint{
	Title: "Nothing is selected",
	Means: "Each lane is a thread; colours say what it did. The profile at the left adds up the threads and the time in view.",
	Cause: "What costs time is seldom a long green piece alone: look for red where work should go on in parallel, and for yellow where processors are short.",
	Trying: "Click a segment to see why a thread waited. {longestWait} selects the longest wait of the window, {waker} goes to the thread that ended it. " +
		"{zoomIn} and {zoomOut} zoom, {panLeft} and {panRight} pan, {keys} lists all keys.",
	Report: "profile",
}

// HintThread is the help for a thread of which no segment is selected.
var HintThread = Hint{
	Title: "A thread is selected",
	Means: "The facts at the left are about the thread: when it lived, what it was called, and who created it.",
	Cause: "A lane that is pale over its whole width waits throughout the window, mostly on purpose: pools, watchers, a main thread that waits for its workers.",
	Trying: "{enter} selects what the thread does in the middle of the window; then {prev} and {next} walk its segments, {prevSame} and {nextSame} those of one category. " +
		"{hide} hides the thread, {hideOthers} all others: hidden threads leave every number.",
	Report: "waits",
}

// HintHead is the help for a row that heads others.
var HintHead = Hint{
	Title: "A row that heads others is selected",
	Means: "A process, a group, a disk or another row that stands for those below it. Collapsed, its lane shows the mix of what all of them did.",
	Cause: "The facts about a thread and the stacks are those of one thread: none is selected here.",
	Trying: "{enter} expands or collapses it, {rowDown} goes to the next row. {hide} hides a process with all its threads, " +
		"and {hideOthers} all others: hidden threads leave every number.",
	Report: "cpu",
}

// categoryHints is the help for a segment by its category.
var categoryHints = [model.NumCategories]Hint{
	model.Execution: {
		Title:  "Execution",
		Means:  "The thread has a processor and runs its code, the kernel's calls included. Interrupts served meanwhile are counted apart.",
		Cause:  "Work. Whether it is useful work, the trace cannot tell: spinning on a lock is green too.",
		Trying: "Current stack shows the nearest sample. See in the profile report which threads run most, and whether several run at once: one green lane after another is a serial program on many processors.",
		Report: "threads",
	},
	model.Synchronization: {
		Title: "Synchronization",
		Means: "The thread waits for another one: a lock, an event, a condition, a join, an answer from another process.",
		Cause: "A lock held too long, a holder that was preempted or itself waits, work handed out too late, or simply nothing to do.",
		Trying: "{waker} goes to the thread that ended the wait. The strip shows what that thread did meanwhile: green is work under the lock, " +
			"yellow is a holder without a processor, red the next wait of a chain. {longestWait} finds the longest wait of the window.",
		Report: "contention",
	},
	model.IO: {
		Title:  "I/O",
		Means:  "The thread waits for a device, a file, the network, a pipe, or for something to arrive at a port.",
		Cause:  "Reads that are not cached, small transfers one after another, writes that are flushed at once; also pool threads that wait for work, which costs nothing.",
		Trying: "Look at what the thread does before and after. If the same wait comes again and again in short pieces, transfer more at once or ahead. Unblocking stack tells whether a device, a packet or a thread ended it.",
		Report: "waits",
	},
	model.Sleep: {
		Title:  "Sleep",
		Means:  "The thread chose to wait for a time of its own: sleep, a timer, a call with a timeout that ran out.",
		Cause:  "Periodic work, back-off, polling. Sleep inside a work item is mostly a hidden wait for something.",
		Trying: "Compare the length with what was asked for: timers have a step of 1 to 16 ms. If the thread polls, have it woken instead. {nextSame} walks the sleeps of the lane.",
		Report: "waits",
	},
	model.MemoryManagement: {
		Title:  "Memory management",
		Means:  "The thread waits for memory: a page read from disk, a free page, or a change of its address space.",
		Cause:  "First use of code or data, a working set larger than memory, mapping and unmapping by many threads at once.",
		Trying: "Look for I/O at the same time. Reuse memory instead of giving it back, touch it before it is needed, or give the machine more.",
		Report: "waits",
	},
	model.Preemption: {
		Title: "Preemption",
		Means: "The thread could run on but lost the processor and stands in the queue.",
		Cause: "More runnable threads than processors, a thread of higher priority, the end of a time slice, a CPU quota.",
		Trying: "The facts name who took the processor and who had it meanwhile; {waker} goes there. If it is your own process, run fewer threads; " +
			"if it is another, see what it does. A preempted lock holder makes others wait: its time shows as inherited preemption in their waits.",
		Report: "antagonists",
	},
	model.Dispatch: {
		Title:  "Ready",
		Means:  "The thread was woken and waits for a processor: the time from the wake to the first instruction.",
		Cause:  "All processors busy, a processor that must first leave a sleep state, or a queue on one processor while others idle.",
		Trying: "See what the processor ran meanwhile. Short and frequent is normal; milliseconds mean that processors are short. Compare the column Ready max of the profile report between threads.",
		Report: "delays",
	},
	model.UIProcessing: {
		Title:  "UI processing",
		Means:  "The thread waits for a message to its windows.",
		Cause:  "Nothing to do: a user interface that waits for its user. It is the best state such a thread can have.",
		Trying: "Look for the opposite: long execution or red waits of this thread are the times in which the program did not answer. {nextSame} walks the waits of the lane.",
		Report: "waits",
	},
	model.Interrupt: {
		Title:  "Interrupt",
		Means:  "A processor served an interrupt or a deferred interrupt routine on top of the thread that ran there.",
		Cause:  "Timers, network and disk completions, wakes sent by other processors.",
		Trying: "Compare the interrupt column of the profile report between threads. Much of it on one processor calls for spreading the device's interrupts.",
		Report: "cores",
	},
	model.WaitForWork: {
		Title:  "Waiting for work or events",
		Means:  "The thread waits until there is something to do: at a work queue, a completion port, an epoll set, for a connection. It may also be a reply that is awaited.",
		Cause:  "A worker without work: the normal state of a server or a thread pool that is not busy.",
		Trying: "Look at who ended the wait and how long it took until the thread ran. If the thread waits for the reply of another one, follow that one.",
		Report: "peers",
	},
	model.Unclassified: {
		Title:  "Unclassified wait",
		Means:  "The thread waits, but the trace does not show for what. The probable reason is shown, and counted nowhere.",
		Cause:  "The recording lacks the system calls, the call stacks or the wait reasons that would show it.",
		Trying: "Record with “threadlens record”, which records the calls in which threads wait, or with call stacks (--stacks).",
		Report: "waits",
	},
	model.UnknownCategory: {
		Title:  "Unknown",
		Means:  "The trace does not determine what the thread did. It is not counted as anything else.",
		Cause:  "The thread was not seen yet, events were lost, or the trace has no context switches.",
		Trying: "See the notes among the facts, and Trace Health in the File menu for what was lost. Larger buffers and recording for a shorter time help; starting the recording earlier shows threads from their beginning.",
		Report: "health",
	},
}

// subHints is the help for wait reasons whose meaning differs from that of their category.
var subHints = map[model.Sub]Hint{
	model.SubWorkQueue: {
		Title:  "Waiting for work",
		Means:  "A pool thread waits at a queue or I/O completion port.",
		Cause:  "There is no work for it. That costs nothing.",
		Trying: "Pass over it. Where work waits instead, look at what the busy threads of the pool do: red there means that the pool is blocked, not short of threads.",
		Report: "peers",
	},
	model.SubGap: {
		Title:  "Events were lost",
		Means:  "Events were lost on a processor, so this thread may have been woken, have run and waited again. The pale colour is what it probably did; its time counts as Unknown.",
		Cause:  "The recording's buffers were too small for the rate of events, or a ring had not begun here yet.",
		Trying: "Trace Health in the File menu lists what was lost. Record with larger buffers, fewer events or for a shorter time.",
		Report: "health",
	},
	model.SubRace: {
		Title:  "Undecided where the trace ends",
		Means:  "The thread was woken about when it left the processor. It waits, or could run: the trace ends before that shows.",
		Cause:  "A wake and a switch-out on two processors in the same microseconds.",
		Trying: "Nothing is wrong. Record a little longer if it matters.",
		Report: "health",
	},
	model.SubYield: {
		Title:  "Yield",
		Means:  "The thread gave up the processor itself but could have run on.",
		Cause:  "A loop that spins with a yield, or Sleep(0): mostly a lock or a flag that is polled.",
		Trying: "See who ran meanwhile and whether that thread changed what is polled. A real wait would free the processor and be woken at once.",
		Report: "antagonists",
	},
	model.SubThrottled: {
		Title:  "CPU quota used up",
		Means:  "The thread could run, but its control group had used its CPU time of this period, so that the kernel kept all of its threads off the CPUs until the next one.",
		Cause:  "A limit of a container or a service: cpu.max, CPUQuota or a CPU limit.",
		Trying: "Raise the quota, or run with fewer threads: they use the same quota up sooner and then wait together.",
		Report: "delays",
	},
	model.SubStolen: {
		Title:  model.StolenTitle,
		Means:  "The thread had the CPU but executed for less time than that.",
		Cause:  "The host of this virtual machine gave the CPU to another one, or interrupts took it that were not recorded.",
		Trying: "Record interrupts as well, to tell the two apart. On a virtual machine compare with the host's figures.",
		Report: "steal",
	},
}
