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
	Title:  "Nothing is selected",
	Means:  "Each lane is a thread; colours show what it did. The profile at the left sums up the time of the visible threads in the time window.",
	Cause:  "Long segments of Execution are rarely the whole problem. Look also for Synchronization, where threads wait for each other, and for Preemption, often a sign of too few CPUs.",
	Trying: "Click a segment to see why a thread waited. {longestWait} selects the longest synchronization wait in the time window or, if there is none, the longest other wait; {waker} goes to the thread that ended it. {zoomIn} and {zoomOut} zoom, {panLeft} and {panRight} pan. {keys} lists all keyboard shortcuts.",
	Report: "profile",
}

// HintThread is the help for a thread of which no segment is selected.
var HintThread = Hint{
	Title:  "A thread is selected",
	Means:  "The facts about the thread show its lifetime, its names, and its creator.",
	Cause:  "A thread that waits throughout the time window usually does so on purpose: a pool thread, a watcher, or a main thread that waits for its workers.",
	Trying: "{enter} selects the thread's segment in the middle of the time window. {prev} and {next} step through the thread's segments; {prevSame} and {nextSame} step through those of the same category. {hide} hides the thread; {hideOthers} hides all others. Hidden threads are left out of all figures.",
	Report: "waits",
}

// HintHead is the help for a row that heads others.
var HintHead = Hint{
	Title:  "A group row is selected",
	Means:  "The row contains other rows, for example the threads of a process or group. When it is collapsed, its lane shows the mix of their states.",
	Cause:  "Facts and stacks are shown only for a selected thread.",
	Trying: "{enter} expands or collapses the row; {rowDown} goes to the next row. {hide} hides a process with all its threads; {hideOthers} hides all others. Hidden threads are left out of all figures.",
	Report: "cpu",
}

// categoryHints is the help for a segment by its category.
var categoryHints = [model.NumCategories]Hint{
	model.Execution: {
		Title:  "Execution",
		Means:  "The thread is on a CPU and executes its code, including kernel calls. Interrupts are counted separately.",
		Cause:  "CPU work. Spin-waiting also counts as Execution.",
		Trying: "The tab “Current stack” shows the stack sample nearest to the middle of the segment. The tab “Profile report” shows which threads run most. If threads execute one after the other, the program is serial, however many CPUs there are.",
		Report: "threads",
	},
	model.Synchronization: {
		Title:  "Synchronization",
		Means:  "The thread waits for another thread: a lock, an event, a condition, a join, or another process's reply.",
		Cause:  "A lock held too long, a lock holder that was preempted or waited itself, or work that arrived late or not at all.",
		Trying: "Press {waker} to go to the thread that ended the wait. The coloured strip in the facts shows what that thread did during the wait. Execution: it ran, for example while it held the lock. Preemption or Ready: it was runnable but had no CPU. Synchronization: it, too, waited for another thread. Press {longestWait} to find the longest wait in the time window.",
		Report: "contention",
	},
	model.IO: {
		Title:  "I/O",
		Means:  "The thread waits for a device, a file, the network or a pipe, or for asynchronous I/O to complete.",
		Cause:  "Uncached reads, small transfers one after another, or writes that are flushed immediately. Pool threads may also just wait for work.",
		Trying: "Look at what the thread does before and after the wait. If short waits repeat, transfer more data at a time, or start the transfers earlier. The tab “Unblocking stack” shows whether a device, a packet or a thread ended the wait.",
		Report: "waits",
	},
	model.Sleep: {
		Title:  "Sleep",
		Means:  "A timed sleep: sleep, a timer, or a call whose timeout expired.",
		Cause:  "Periodic work, back-off or polling. A thread that sleeps in the middle of its work often polls for something.",
		Trying: "Compare the length with the requested time: on Windows, timers have a resolution of 1 to 16 ms. If the thread polls, let an event wake it instead. Press {nextSame} to step through the sleeps of the lane.",
		Report: "waits",
	},
	model.MemoryManagement: {
		Title:  "Memory management",
		Means:  "The thread waits for memory: a page read from disk, a free page, or a change of its address space.",
		Cause:  "First use of code or data, a working set larger than memory, or many threads that map and unmap memory simultaneously.",
		Trying: "Look for I/O during this wait. Reuse memory instead of freeing it, access it before it is needed, or add memory.",
		Report: "waits",
	},
	model.Preemption: {
		Title:  "Preemption",
		Means:  "The thread was runnable but lost its CPU.",
		Cause:  "More runnable threads than CPUs, a thread of higher priority, the end of a time slice, or a CPU quota.",
		Trying: "The facts name the thread that took the CPU and the threads that ran meanwhile. Press {waker} to select the thread that took the CPU. If the named threads belong to your own process, run fewer threads. If the preempted thread holds a lock, the threads that wait for the lock are delayed too.",
		Report: "antagonists",
	},
	model.Dispatch: {
		Title:  "Ready",
		Means:  "The thread was woken and waits for a CPU. This time lasts from the wake-up to the thread's first instruction.",
		Cause:  "All CPUs busy, a CPU leaving a sleep state, or a run queue on one CPU while others are idle.",
		Trying: "Check which threads ran meanwhile: the facts list them. Short and frequent delays are normal; delays of milliseconds often mean too few CPUs. Compare the column “Ready max” of the tab “Profile report” between threads.",
		Report: "delays",
	},
	model.UIProcessing: {
		Title: "UI processing",
		Means: "The thread waits for a message to one of its windows.",
		Cause: "No input: the user interface waits for the user. This is normal for a UI thread.",
		Trying: "Look for times when the UI thread did not wait for input: during its long segments of Execution or Synchronization, the program did not " +
			"respond. {nextSame} goes to the next wait for input: look at the time in between.",
		Report: "waits",
	},
	model.Interrupt: {
		Title:  "Interrupt",
		Means:  "The CPU interrupted the running thread to serve an interrupt or a deferred procedure call.",
		Cause:  "Timers, network and disk completions, or wake-ups sent by other CPUs.",
		Trying: "See which threads (report “Threads”) and which CPUs (report “Cores”) have the most interrupt time. If one CPU has most of it, spread the device's interrupts over several CPUs.",
		Report: "cores",
	},
	model.WaitForWork: {
		Title: "Waiting for work or events",
		Means: "The thread waits for work at a queue, a completion port or an epoll set, or for a connection. It may also be " +
			"waiting for a reply.",
		Cause:  "A worker without work: normal for a server or thread pool that is not busy.",
		Trying: "Check which thread ended the wait, and how long the woken thread then waited for a CPU. If a thread waits for another thread's reply, look at what that other thread does.",
		Report: "peers",
	},
	model.Unclassified: {
		Title: "Unclassified wait",
		Means: "The thread waits, but the trace does not show for what. A likely category may be shown; the time still counts as Unclassified.",
		Cause: "Neither a system call nor a call stack shows what the thread waits for. In a Windows trace, the wait reason alone is not enough.",
		Trying: "Record the call stacks of context switches. On Linux, “threadlens record” records those of the kernel; with --stacks " +
			"also those of the program. On Windows, use “threadlens record --stacks”, or xperf with -stackwalk CSwitch+ReadyThread.",
		Report: "waits",
	},
	model.UnknownCategory: {
		Title:  "Unknown",
		Means:  "The trace does not show what the thread did. The time is not counted in any other category.",
		Cause:  "The thread had no events yet, events were lost, or the trace has no context switches.",
		Trying: "The notes of this segment and File > Trace Health list what was lost. Record with larger buffers or for a shorter time. To see threads from their start, start the recording earlier.",
		Report: "health",
	},
}

// subHints is the help for wait reasons whose meaning differs from that of their category.
var subHints = map[model.Sub]Hint{
	model.SubWorkQueue: {
		Title: "Waiting for work",
		Means: "A pool thread waits for work at a queue or an I/O completion port.",
		Cause: "Idle pool thread; usually safe to ignore.",
		Trying: "If no work is queued for the pool, ignore this wait. Otherwise, look at the busy threads of the pool: if they are in " +
			"Synchronization, the pool is blocked, not short of threads.",
		Report: "peers",
	},
	model.SubGap: {
		Title:  "Events were lost",
		Means:  "Events were lost on a CPU: in this time, the thread may have woken up, run and waited again. The faded colour shows its likely state; the time counts as Unknown.",
		Cause:  "The recording's buffers were too small for the event rate, or the ring buffer kept only later events.",
		Trying: "File > Trace Health lists what was lost. Record with larger buffers, record fewer kinds of events, or record for a shorter time.",
		Report: "health",
	},
	model.SubRace: {
		Title:  "The trace ended before this state could be determined",
		Means:  "The thread was woken at about the time it left the CPU. The trace ends too early to show whether the thread waits or is runnable.",
		Cause:  "Another CPU woke the thread within microseconds of its switch-out.",
		Trying: "This is normal at the end of a trace. Record a little longer if the thread's state there matters.",
		Report: "health",
	},
	model.SubYield: {
		Title: "Yield",
		Means: "The thread yielded its CPU although it was runnable.",
		Cause: "A loop that spins with a yield or Sleep(0), usually polling a lock or a flag.",
		Trying: "Check which thread ran meanwhile and whether it changed what this thread polls. If so, use a blocking wait: it frees " +
			"the CPU and ends as soon as the other thread makes that change.",
		Report: "antagonists",
	},
	model.SubThrottled: {
		Title: "CPU quota used up",
		Means: "The thread was runnable, but its control group had used up its CPU quota for this period, so the kernel kept " +
			"the group's threads off the CPUs until the next period.",
		Cause:  "A CPU limit of a container or a service, such as cpu.max or systemd's CPUQuota.",
		Trying: "Raise the quota, or run fewer threads: more threads exhaust the same quota sooner and then all wait.",
		Report: "delays",
	},
	model.SubStolen: {
		Title:  model.StolenTitle,
		Means:  "The thread had the CPU, but executed for only a part of this time.",
		Cause:  "Unrecorded interrupts used the CPU or, in a virtual machine, the host used it for something else.",
		Trying: "Record interrupts as well, to distinguish their time from CPU time taken by the host. In a virtual machine, compare this time with the CPU use that the host reports.",
		Report: "steal",
	},
}
