package model

// Options are the tolerances of the Builder, in ns.
type Options struct {
	RaceWindow Time // how long before the switch-out an early wake may come
	SkewWindow Time // how far the clocks of two CPUs may disagree
}

// DefaultOptions returns the default tolerances: 100 µs and 1 ms, which the texts of counters and
// diagnostics name.
func DefaultOptions() Options {
	return Options{RaceWindow: 100_000, SkewWindow: 1_000_000}
}

// Builder turns events into a Trace: the one state machine behind every view and
// number. Add events, Settle as their order becomes known, take the Trace once.
// Each topic has a file of its own.
type Builder struct {
	opt     Options
	trace   *Trace
	pre     *Prepass
	merge   merger
	settled Time
	cut     cutting

	ids   idTable
	regs  []reg // by ThreadIx
	cpus  []cpuReg
	procs map[uint32]ProcIx
	begun map[uint32]int // the next incarnation of process ids that were used again
	// parents are the ids of the processes that started others, as the source
	// reports.
	parents map[ProcIx]uint32

	segments slab[cell[segRow]]
	slices   slab[cell[sliceRow]]
	bookings slab[cell[ranRow]]

	now       Time
	hasWaking bool // the source records sched_waking
	stateTold bool // an Exists event gave the state of a thread or CPU
	calls     map[StringID]*callKind
	asking    map[ThreadIx]*Unanswered
	issued    map[ThreadIx][]Time // start times of the transfers under way
	underWay  map[openTransfer]IOTransfer
	counts    map[countKey]int // where each series of Trace.Counts is
	skews     map[[2]CPU]int   // where each pair of Trace.Skews is
	pageWaits []pageWait
	locks     lockRegs
	sysCalls  callRegs
	gaps      gaps
	// lossStarts is when events of any CPU began to be lost, ascending; lostUntil is the latest end.
	lossStarts []Time
	lostUntil  Time
	outs       []lostOut

	descriptors    []descriptors // by ProcIx
	numDescriptors int
}

// reg holds a thread's registers: three cache lines, those that every event needs
// first.
type reg struct {
	col     column[segRow] // becomes the thread's
	tid     TID
	cpu     CPU // where it runs
	lastCPU CPU
	bound   CPU // the only CPU where it may run, NoCPU for several
	state   State
	sub     Sub
	exiting bool
	created bool     // begun by a Start event
	wait    openWait // of the wait under way, or of the last one
	lock    bool     // waits for a lock that the trace names
	fault   bool     // its last own event was a page fault whose end is not recorded
	since   Time     // start of the current state
	lastIn  Time     // last switch-in
	ep      openEpisode
	latch   latch
	call    openCall
	ranAt   Time           // until when KindRan accounted for its execution
	acted   Time           // last event that the thread caused itself
	ran     column[ranRow] // becomes the thread's
}

// latch remembers a wake that found its thread running.
type latch struct {
	at    Time
	peer  ThreadIx
	stack StackID
	ctx   Context
	set   bool
}

// openEpisode is what is known of the off-CPU episode under way.
type openEpisode struct {
	out       Time
	enqueued  Time
	peer      ThreadIx // of the wake, or the displacer
	wakeStack StackID
	spurious  uint32
	kind      EpisodeKind
	sub       Sub
	cat       Category
	ctx       Context
	wokenOn   CPU // the CPU of the wake
	open      bool
	woken     bool
}

// begin opens an episode at out. It sets each field by itself, since a literal
// would be built elsewhere and then copied.
func (ep *openEpisode) begin(out Time, sub Sub, cat Category) {
	ep.out, ep.enqueued, ep.peer, ep.wakeStack, ep.spurious = out, 0, NoThread, NoStack, 0
	ep.kind, ep.sub, ep.cat, ep.ctx, ep.wokenOn, ep.open, ep.woken = EpisodeWait, sub, cat, CtxNone, NoCPU, true, false
}

// cpuReg holds a CPU's registers.
type cpuReg struct {
	occ       Occupant
	since     Time  // start of the current slice
	evidence  Time  // last evidence for the occupant
	lastIsr   Time  // the end of the last interrupt that is not a soft one
	knownFrom Time  // the stream is complete from here on
	blind     bool  // events were lost, and the occupant since then is unknown
	blindIn   Range // the last blind stretch, up to Forever while it lasts

	pending   ThreadIx // left this CPU late: clock skew
	pendingAt Time
	// pendingFrom is the last evidence for the pending thread here, pendingRow the
	// row of its column in which it ran, pendingSlice the row of the CPU's.
	pendingFrom  Time
	pendingRow   int
	pendingSlice int

	attested   ThreadIx // named by an event, though not the known occupant
	attestedAt Time

	// inferred is set while the slice's start came from evidence, not from a
	// switch; dated once a KindRan has confirmed it.
	inferred, dated bool
	doubt           doubt // about the time before the slice

	whole    interrupts // from the pre-pass, by start
	nextIrq  int
	active   []interrupt // open or not yet ended
	switched bool        // a switch was seen here

	// Switches out of idle: recorded, missing, and recorded only by SwitchArrival.
	idleOuts, idleLacks, idleArrivals int64
}

// NewBuilder prepares a Builder. info, tables and pre come from the reader; the
// Trace keeps the first two. pre may be nil.
func NewBuilder(info *Info, tables *Tables, pre *Prepass) *Builder {
	return NewBuilderOptions(info, tables, pre, DefaultOptions())
}

// NewBuilderOptions is NewBuilder with tolerances other than the default.
func NewBuilderOptions(info *Info, tables *Tables, pre *Prepass, opt Options) *Builder {
	info.clean()
	n := max(1, min(info.CPUs, MaxCPUs))
	b := &Builder{
		opt: opt, pre: pre,
		trace: &Trace{Info: info, Tables: tables, Cores: make([]Core, n)},
		merge: merger{queues: make([]queue, n)},
		cpus:  make([]cpuReg, n),
		procs: map[uint32]ProcIx{}, begun: map[uint32]int{}, parents: map[ProcIx]uint32{},
		calls: map[StringID]*callKind{}, sysCalls: callRegs{names: map[StringID]uint16{}, most: mostCalls}, counts: map[countKey]int{}, skews: map[[2]CPU]int{},
	}
	for c := range b.cpus {
		b.cpus[c] = cpuReg{occ: OccupantUnknown, pending: NoThread, attested: NoThread}
		b.cpus[c].whole = pre.interrupts(c)
		b.trace.Cores[c].irqs = b.cpus[c].whole
		b.setSlice(CPU(c), 0, OccupantUnknown, 0, false)
	}
	b.cut.next = Forever
	if info.Cut.Len() > 0 {
		b.cut.next, b.cut.lead = info.Cut.From, true
	}
	b.planResume()
	if pre != nil {
		b.trace.Samples = make([]Sample, 0, pre.samples)
		b.trace.Threads = make([]Thread, 0, len(pre.placed)) // growing to 100,000 leaves 300 MB of garbage
		b.regs = make([]reg, 0, len(pre.placed))
	}
	b.placeInitial()
	return b
}

// Build makes a Trace of events held in memory.
func Build(info *Info, tables *Tables, pre *Prepass, events []Event) *Trace {
	b := NewBuilder(info, tables, pre)
	b.Add(events)
	return b.Trace()
}

// placeInitial puts the occupants found by the pre-pass on their CPUs.
func (b *Builder) placeInitial() {
	if b.pre == nil {
		return
	}
	for c := range min(len(b.cpus), len(b.pre.cpus)) {
		old, ok := b.pre.occupant(c, b.opt.SkewWindow)
		if !ok || b.cut.lead && b.pre.cpus[c].at < b.cut.next {
			continue // in a file that was cut, the CPU's first switch is not that of the recording
		}
		if old == IdleTID {
			b.occupyIdle(CPU(c), 0, 0, false)
			continue
		}
		if r := b.regOf(old); r != nil && r.state == Running {
			continue // claimed by another CPU
		}
		b.run(b.thread(old), CPU(c), 0, Inferred, false)
	}
}

func (b *Builder) count(c Counter) { b.trace.Counters[c]++ }

// apply processes one event; all earlier ones have been processed.
func (b *Builder) apply(e *Event) {
	if e.Kind < NumKinds {
		b.trace.Events[e.Kind]++
		if int(e.CPU) < len(b.trace.Cores) && e.Kind != KindIrq {
			b.trace.Cores[e.CPU].Events++
		}
	}
	if e.Time >= b.gaps.next {
		b.resume(e.Time)
	}
	b.now = max(b.now, e.Time)
	if b.cut.past && !aftermath[min(e.Kind, NumKinds)] {
		return
	}
	switch e.Kind { // the frequent ones, without an indirect call
	case KindSwitch:
		b.doSwitch(e)
	case KindWake:
		b.doWake(e)
	case KindRan:
		b.doRan(e)
	default:
		if e.Kind < NumKinds && handlers[e.Kind] != nil {
			handlers[e.Kind](b, e)
		}
	}
}

// handlers holds the rule of each of the other kinds. Whole interrupts
// (KindIrq) are in the pre-pass already.
var handlers = [NumKinds]func(*Builder, *Event){
	KindIrqEnter:  (*Builder).irqEnter,
	KindIrqExit:   (*Builder).irqExit,
	KindStart:     (*Builder).doStart,
	KindExit:      (*Builder).doExit,
	KindExists:    (*Builder).doExists,
	KindName:      (*Builder).doName,
	KindProcess:   (*Builder).doProcess,
	KindMigrate:   (*Builder).doMigrate,
	KindSample:    (*Builder).doSample,
	KindCallEnter: (*Builder).callEnter,
	KindCallExit:  (*Builder).callExit,
	KindFault:     (*Builder).doFault,
	KindIO:        (*Builder).doIO,
	KindBlocked:   (*Builder).doBlocked,
	KindLoss:      (*Builder).doLoss,
	KindCPU:       (*Builder).doCPU,
	KindMark:      (*Builder).doMark,
	KindCount:     (*Builder).doCount,
	KindIssue:     (*Builder).doIssue,

	KindDescriptor: (*Builder).doDescriptor,
	KindFrequency:  (*Builder).doFrequency,
	KindIdle:       (*Builder).doIdle,
}

// regOf returns the registers of the newest incarnation of id, nil when the id
// was never seen or is the idle thread's.
func (b *Builder) regOf(id TID) *reg {
	if id == IdleTID {
		return nil
	}
	ix := b.ids.get(id)
	if ix == NoThread {
		return nil
	}
	return &b.regs[ix]
}

// occupies reports whether the thread with this id is the known occupant of cpu.
func (b *Builder) occupies(id TID, cpu CPU) bool {
	occ := b.cpus[cpu].occ
	if id == IdleTID {
		return occ == OccupantIdle
	}
	ix, ok := occ.Thread()
	return ok && b.regs[ix].tid == id // an occupant is the newest incarnation
}
