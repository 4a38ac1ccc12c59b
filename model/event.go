package model

// Kind is the type of a normalised Event. The set is closed: every reader reduces
// its source to it.
type Kind uint8

// The kinds of events and the Event fields each of them uses. Time, CPU and
// Kind are always set; a kind that names no TID leaves the field at NoTID or 0.
const (
	KindNone Kind = iota
	// KindSwitch is a context switch: TID is switched out of CPU with disposition
	// Out and sub-reason Sub (Reason is the raw code that it came from), Other is
	// switched in. Stack is TID's stack at switch-out, Stack2 Other's at switch-in,
	// Prio the old and new thread's priorities (NoPrio when unknown).
	KindSwitch
	// KindWake makes TID runnable. Wake is which of the source's wake events it
	// was, Ctx its context if the source has one, Other the thread id in the
	// event's header (NoTID: none), Target the CPU the thread is queued on (NoCPU:
	// unknown), Flags WakeStackSwapped or WakeProcessSwapped, Stack the stack of
	// the waker.
	KindWake
	// KindIrq is a whole interrupt interval [Time, End) of Level; Name is its
	// routine, Arg its vector, Flags IrqTimer and the like.
	KindIrq
	// KindIrqEnter and KindIrqExit are the two ends of an interrupt, for sources
	// that record them separately; Level, Name, Arg and Flags as for KindIrq.
	KindIrqEnter
	KindIrqExit
	// KindStart creates TID in process PID (NoPID: the parent's, 0: unknown); Other is the
	// creating thread, Name its first name or NoString, Stack a stack of one frame:
	// its start function.
	KindStart
	// KindExit: TID begins to exit; its last switch follows.
	KindExit
	// KindExists: TID is alive at Time (rundown, state dump). PID its process,
	// with HasState in Flags Arg its State and Sub the sub-reason; Stack as for
	// KindStart.
	KindExists
	// KindName: TID is called Name from Time on. PID its process or NoPID.
	KindName
	// KindProcess declares process PID: Name, its class in Arg, and in Arg2 the id of
	// the process that started it, 0 where that is not known.
	KindProcess
	// KindMigrate moves TID from run queue From to Target; with MigrateBound in Flags it
	// means instead that TID may from now on run only on Target, or on several CPUs if
	// that is NoCPU.
	KindMigrate
	// KindSample: TID was executing on CPU; Stack is its call stack, Level the level
	// of an interrupt that the CPU served while no thread ran.
	KindSample
	// KindRan: TID has executed on CPU for Arg ns up to Time, counted since it
	// was switched in or since its last KindRan (Linux sched_stat_runtime).
	KindRan
	// KindCallEnter and KindCallExit bracket a system or runtime call of TID: Name the
	// call, Arg its first argument (futex address, descriptor), Arg2 the second on
	// entry and the return value on exit, Arg3 the third on entry (the value that a
	// futex must have, or how many threads to wake), Flags CallUntimed on entry, and
	// End when a wait for events ends at the latest, 0 if unknown. For a contended lock
	// Other is, on entry, the thread that holds it, if the source reports it.
	KindCallEnter
	KindCallExit
	// KindFault is a page fault of TID during [End, Time): Flags FaultHard, Name
	// the file. End is the earlier instant: sources record the fault at its end.
	KindFault
	// KindIO is a transfer issued by TID: [End, Time), again recorded at its end.
	// Flags IOWrite, IOFlush or IODiscard, otherwise it is a read; Arg the bytes,
	// Name the device, Name2 the file.
	KindIO
	// KindBlocked qualifies TID's current wait: Flags BlockedIO (iowait),
	// Name the blocking function.
	KindBlocked
	// KindLoss: events of CPU (AllCPUs: of every CPU) were lost in [Time, End); Arg is
	// their number, 0 if unknown; with LossRing in Flags the CPU's ring buffer does not
	// cover that time.
	KindLoss
	// KindCPU: CPU goes offline, or online when CPUOnline is in Flags.
	KindCPU
	// KindMark is a user marker of TID: Mark is which end, Name its text, Arg the
	// correlation id, Arg2 the parent's; with MarkMeasured in Flags, End is the CPU
	// time since the start as the program itself measured it. Other is the number of
	// its span if the source numbers spans, otherwise NoTID; Arg2 is then the number of
	// the parent.
	KindMark
	// KindCount is a reading of the hardware counter Name of CPU at a context
	// switch: Arg its value, from an arbitrary origin. Arg2 and End are for how
	// long the counter was enabled and did count, ns, if the source reports it.
	KindCount
	// KindIssue: TID issues a transfer to a device; the KindIO follows on
	// completion, if that is recorded.
	KindIssue
	// KindDescriptor: the descriptor Arg of process PID is of the DescriptorType Arg2.
	// A negative Arg means that all descriptors of the process that do not refer to a
	// file, pipe, socket or terminal have been reported.
	KindDescriptor
	// KindFrequency: the CPU Target runs at Arg Hz from now on.
	KindFrequency
	// KindIdle: the CPU Target enters the idle state Arg, or leaves it if that is NotIdle.
	KindIdle

	NumKinds
)

// Event is one normalised fact. It is a flat struct without pointers, so that
// batches of millions cost the collector nothing. Which fields mean what
// depends on Kind.
type Event struct {
	Time   Time
	End    Time  // KindIrq, KindLoss: end; KindFault, KindIO: start; KindCallEnter: time limit
	Arg    int64 // see Kind
	Arg2   int64
	Arg3   int64
	TID    TID // subject; the old thread of a switch
	Other  TID // new thread, creator, header thread
	PID    uint32
	Stack  StackID
	Stack2 StackID
	Name   StringID
	Name2  StringID
	Prio   [2]int16
	CPU    CPU    // on which the event was recorded
	Target CPU    // run queue
	From   CPU    // run queue a thread migrates from
	Reason Reason // raw wait reason from which Sub came
	Kind   Kind
	Out    Out
	Sub    Sub
	Wake   WakeKind
	Ctx    Context
	Level  Level
	Mark   MarkKind
	Flags  EventFlags
}

// NoPrio is the priority of a switch whose source does not report one.
const NoPrio int16 = -1 << 15

// Out is the disposition of the thread that is switched out.
type Out uint8

// Dispositions.
const (
	OutWait Out = iota
	OutPreempt
	OutYield
	OutDead
)

// WakeKind distinguishes the wake events of the sources.
type WakeKind uint8

// Kinds of wakes: ETW ReadyThread and Go unblocks are WakeReady; the others are
// the Linux tracepoints sched_waking, sched_wakeup and sched_wakeup_new.
const (
	WakeReady WakeKind = iota
	WakeWaking
	WakeWakeup
	WakeNew
)

// Context is the context in which a wake was issued.
type Context uint8

// Contexts. CtxNone means that the source has no context and the Builder decides;
// it never appears in a finished trace for a wake that was seen.
const (
	CtxNone Context = iota
	CtxThread
	CtxIsr
	CtxDpc
	CtxTimer
	CtxNetRx
	CtxBlockDone
	CtxIpi
	CtxIdle
	CtxUnknown
	CtxExit // by a thread that ends its process: a kill, which does not unblock
	// CtxSignal: by a thread whose signal cut the wait short, which does not unblock
	// either.
	CtxSignal
)

// Level is the level of an interrupt, higher preempting lower.
type Level uint8

// Interrupt levels; on Linux a soft interrupt is LevelDpc.
const (
	LevelNone Level = iota
	LevelDpc
	LevelIsr
	LevelNmi
)

// MarkKind is the role of a marker event.
type MarkKind uint8

// Marker roles.
const (
	MarkFlag MarkKind = iota
	MarkBegin
	MarkEnd
	MarkStep
)

// EventFlags carries the single-bit facts of an Event; which bits apply
// depends on its Kind.
type EventFlags uint8

// Flag bits, by kind.
const (
	// WakeStackSwapped and WakeProcessSwapped (KindWake): the thread is not
	// runnable yet, its kernel stack or process is swapped out.
	WakeStackSwapped   EventFlags = 1 << 1
	WakeProcessSwapped EventFlags = 1 << 2

	// IrqTimer, IrqNet, IrqBlock and IrqIpi (KindIrq, KindIrqEnter) say more about
	// the source of an interrupt.
	IrqTimer EventFlags = 1 << 0
	IrqNet   EventFlags = 1 << 1
	IrqBlock EventFlags = 1 << 2
	IrqIpi   EventFlags = 1 << 3

	// SwitchArrival (KindSwitch): the kernel recorded only that Other took the CPU, not that
	// the idle thread left it.
	SwitchArrival EventFlags = 1 << 0

	HasState  EventFlags = 1 << 0 // KindExists: Arg holds a State
	FaultHard EventFlags = 1 << 0 // KindFault
	IOWrite   EventFlags = 1 << 0 // KindIO, KindIssue
	IOFlush   EventFlags = 1 << 1 // KindIO, KindIssue
	IODiscard EventFlags = 1 << 2 // KindIO, KindIssue
	BlockedIO EventFlags = 1 << 0 // KindBlocked
	CPUOnline EventFlags = 1 << 0 // KindCPU

	LossRing     EventFlags = 1 << 0 // KindLoss: outside of what a ring buffer kept
	MigrateBound EventFlags = 1 << 0 // KindMigrate: a CPU affinity
	// CallUntimed (KindCallEnter): a wait for a futex, or in a call of the poll family,
	// without a time limit.
	CallUntimed EventFlags = 1 << 0
	// CallResultUnknown (KindCallExit): the call is over, but Arg2 is not its return
	// value.
	CallResultUnknown EventFlags = 1 << 1
	// CallInferred (KindCallEnter, KindCallExit): something else, such as a stack, shows
	// that the thread is in the call or out of it. When it was entered or returned is not
	// known.
	CallInferred EventFlags = 1 << 2

	// DescriptorCloses (KindDescriptor): exec closes it.
	DescriptorCloses EventFlags = 1 << 0

	MarkMeasured EventFlags = 1 << 0 // KindMark
	NameExec     EventFlags = 1 << 0 // KindName: the process was replaced by exec
)
