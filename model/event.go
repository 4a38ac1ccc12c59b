package model

// Kind says what a normalised Event is about. The set is closed: every reader
// reduces its source to it (thread_model 0.3).
type Kind uint8

// The kinds of events and the Event fields each of them uses. Time, CPU and
// Kind are always set; a kind that names no TID leaves the field at NoTID or 0.
const (
	KindNone Kind = iota
	// KindSwitch is a context switch: TID leaves CPU with disposition Out,
	// sub-reason Sub (Reason is the raw code behind it), Other takes it.
	// Stack is TID's stack at switch-out, Stack2 Other's at switch-in,
	// Prio the old and new thread's priorities (NoPrio when unknown).
	KindSwitch
	// KindWake makes TID runnable. Wake says which of the source's wake events
	// it was, Ctx its context when the source says so, Other the thread id in
	// the event's header (NoTID: none), Target the CPU the thread is queued on
	// (NoCPU: unknown), Flags WakeStackSwapped or WakeProcessSwapped, Stack the
	// stack of the waker.
	KindWake
	// KindIrq is a whole interrupt interval [Time, End) of Level; Name is its
	// routine, Arg its vector, Flags IrqTimer and the like.
	KindIrq
	// KindIrqEnter and KindIrqExit are the two ends of an interrupt for sources
	// that record them apart; Level, Name, Arg and Flags as for KindIrq.
	KindIrqEnter
	KindIrqExit
	// KindStart creates TID in process PID (NoPID: the parent's); Other is the
	// creating thread, Name its first name or NoString, Stack a stack of one
	// frame: the function that it was started with.
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
	// tells instead that TID may run on Target alone from now on, NoCPU: on several.
	KindMigrate
	// KindSample: TID was executing on CPU; Stack is its call stack, Level that of an
	// interrupt which the CPU served while no thread ran.
	KindSample
	// KindRan: TID has executed on CPU for Arg ns up to Time, counted since it
	// was switched in or since its last KindRan (Linux sched_stat_runtime).
	KindRan
	// KindCallEnter and KindCallExit bracket a system or runtime call of TID:
	// Name the call, Arg its first argument (futex address, descriptor), Arg2 the
	// second on entry and the return value on exit, Arg3 the third on entry (the value
	// that a futex must have, or how many to wake), Flags CallUntimed on entry, and End
	// when a wait for events ends at the latest, 0 where that is not known. Of a
	// contended lock Other is the thread that holds it as it is entered, where the
	// source says so.
	KindCallEnter
	KindCallExit
	// KindFault is a page fault of TID during [End, Time): Flags FaultHard,
	// Name the file. End is the earlier instant: sources stamp the end.
	KindFault
	// KindIO is a transfer issued by TID: [End, Time), again end-stamped.
	// Flags IOWrite, IOFlush or IODiscard, else it is a read; Arg the bytes, Name the
	// device, Name2 the file.
	KindIO
	// KindBlocked qualifies TID's current wait: Flags BlockedIO (iowait),
	// Name the blocking function.
	KindBlocked
	// KindLoss: events of CPU (AllCPUs: of every one) were lost in [Time, End);
	// Arg is their number, 0 when unknown; with LossRing in Flags the CPU's ring buffer
	// holds nothing of that time.
	KindLoss
	// KindCPU: CPU goes offline, or online when CPUOnline is in Flags.
	KindCPU
	// KindMark is a user marker of TID: Mark says which end, Name its text,
	// Arg the correlation id, Arg2 the parent's, with MarkMeasured in Flags End the
	// CPU time since the begin as the program itself measured it. Other is the number
	// of its span where the source tells spans apart, NoTID elsewhere; Arg2 then is the
	// number of the parent.
	KindMark
	// KindCount is a reading of the hardware counter Name of CPU at a context
	// switch: Arg its value, counted from any point. Where the source tells for
	// how long the counter was to count and did, Arg2 and End are those, ns.
	KindCount
	// KindIssue: TID asks a device for a transfer, of which the KindIO follows when
	// it is done, if that is recorded.
	KindIssue
	// KindDescriptor: the descriptor Arg of process PID is of the DescriptorType Arg2.
	// With an Arg below 0: all of the process were given that are of no file, pipe,
	// socket or terminal.
	KindDescriptor

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
	Reason Reason // raw wait reason behind Sub
	Kind   Kind
	Out    Out
	Sub    Sub
	Wake   WakeKind
	Ctx    Context
	Level  Level
	Mark   MarkKind
	Flags  EventFlags
}

// NoPrio is the priority of a switch whose source does not tell it.
const NoPrio int16 = -1 << 15

// Out is the disposition of the thread that leaves a CPU (thread_model 1.3, 1.5).
type Out uint8

// Dispositions.
const (
	OutWait Out = iota
	OutPreempt
	OutYield
	OutDead
)

// WakeKind tells apart the wake events of the sources.
type WakeKind uint8

// Kinds of wakes: ETW ReadyThread and Go unblocks are WakeReady; the others are
// the Linux tracepoints sched_waking, sched_wakeup and sched_wakeup_new.
const (
	WakeReady WakeKind = iota
	WakeWaking
	WakeWakeup
	WakeNew
)

// Context is the context in which a wake was issued (thread_model 2.5).
type Context uint8

// Contexts. CtxNone means that the source says nothing and the Builder decides;
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
	CtxExit // by a thread that ends its process: a kill, which unblocks nothing
	// CtxSignal: by a thread of which a signal cut the wait short, which unblocks nothing
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

	// IrqTimer, IrqNet, IrqBlock and IrqIpi (KindIrq, KindIrqEnter) refine the
	// source of an interrupt.
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

	LossRing     EventFlags = 1 << 0 // KindLoss: outside what a ring buffer kept
	MigrateBound EventFlags = 1 << 0 // KindMigrate: an affinity
	// CallUntimed (KindCallEnter): a futex, or an event of the poll family, is waited for
	// without a time limit.
	CallUntimed EventFlags = 1 << 0
	// CallResultUnknown (KindCallExit): the call is over, Arg2 is not what it returned.
	CallResultUnknown EventFlags = 1 << 1
	// CallInferred (KindCallEnter, KindCallExit): something else shows that the thread is in
	// the call, or out of it, such as a stack. When it was entered, and when it returned, is
	// not known.
	CallInferred EventFlags = 1 << 2

	// DescriptorCloses (KindDescriptor): it is closed by exec.
	DescriptorCloses EventFlags = 1 << 0

	MarkMeasured EventFlags = 1 << 0 // KindMark
	NameExec     EventFlags = 1 << 0 // KindName: the process was replaced by exec
)
