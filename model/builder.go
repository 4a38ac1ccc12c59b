package model

// Options are the tolerances of the Builder, in ns (thread_model 2.6, 2.12).
type Options struct {
	RaceWindow Time // how long before the switch-out an early wake may lie
	SkewWindow Time // how far the clocks of two CPUs may disagree
}

// DefaultOptions returns the tolerances of thread_model: 100 µs and 1 ms.
func DefaultOptions() Options {
	return Options{RaceWindow: 100_000, SkewWindow: 1_000_000}
}

// Builder turns events into a Trace: the one state machine behind every view
// and number. Add events, Settle as their order becomes known, take the Trace
// once. The rules are those of thread_model section 2, one file a topic.
type Builder struct {
	opt     Options
	trace   *Trace
	pre     *Prepass
	merge   merger
	settled Time

	ids   idTable
	regs  []reg // by ThreadIx
	cpus  []cpuReg
	procs map[uint32]ProcIx
	begun map[uint32]int // the next incarnation of process ids that were used again
	// parents are the ids of the processes that started others, as the source tells.
	parents map[ProcIx]uint32

	segments slab[cell[segRow]]
	slices   slab[cell[sliceRow]]
	bookings slab[cell[ranRow]]

	now       Time
	hasWaking bool // the source records sched_waking
	stateTold bool // an Exists event told the state of a thread or CPU
	calls     map[StringID]*callKind
	asking    map[ThreadIx]*Unanswered
	issued    map[ThreadIx][]Time // transfers under way, by when they began
	underWay  map[openTransfer]IOTransfer
	counts    map[countKey]int // where each series of Trace.Counts is
	skews     map[[2]CPU]int   // where each pair of Trace.Skews is
	pageWaits []pageWait
	locks     lockRegs
	sysCalls  callRegs
	gaps      gaps
	outs      []lostOut

	descriptors    []descriptors // by ProcIx
	numDescriptors int
}

// reg holds a thread's registers (thread_model 2.2): three cache lines, those
// that every event needs first.
type reg struct {
	col     column[segRow] // becomes the thread's
	tid     TID
	cpu     CPU // where it runs
	lastCPU CPU
	bound   CPU // the only one where it may run, NoCPU for several
	state   State
	sub     Sub
	exiting bool
	created bool     // begun by a Start event
	wait    openWait // of the wait under way, or of the last one
	lock    bool     // waits for a lock that the trace names
	fault   bool     // its last own event was a page fault of which the end is not recorded
	since   Time     // start of the current state
	lastIn  Time     // last switch-in
	ep      openEpisode
	latch   latch
	call    openCall
	ranAt   Time           // up to which KindRan accounted its execution
	acted   Time           // last event that the thread caused itself
	ran     column[ranRow] // becomes the thread's
}

// latch remembers a wake that found its thread running (thread_model 2.6).
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
	open      bool
	woken     bool
}

// begin opens an episode at out. Field by field, since a literal would be built
// elsewhere and copied.
func (ep *openEpisode) begin(out Time, sub Sub, cat Category) {
	ep.out, ep.enqueued, ep.peer, ep.wakeStack, ep.spurious = out, 0, NoThread, NoStack, 0
	ep.kind, ep.sub, ep.cat, ep.ctx, ep.open, ep.woken = EpisodeWait, sub, cat, CtxNone, true, false
}

// cpuReg holds a CPU's registers (thread_model 2.2).
type cpuReg struct {
	occ       Occupant
	since     Time  // start of the current slice
	evidence  Time  // last evidence for the occupant
	lastIsr   Time  // the end of the last interrupt that is no soft one
	knownFrom Time  // the stream is complete from here on
	blind     bool  // events were lost, and who occupies it since is not known
	blindIn   Range // the last stretch of it, to Forever while it is

	pending   ThreadIx // out of here late: clock skew (2.12)
	pendingAt Time
	// pendingFrom is the last evidence for the pending thread here, pendingRow where
	// in its column it ran, pendingSlice where in the CPU's.
	pendingFrom  Time
	pendingRow   int
	pendingSlice int

	attested   ThreadIx // named by an event though not the known occupant
	attestedAt Time

	// inferred is set while the slice's start came from evidence, not from a
	// switch; dated once a KindRan confirmed it.
	inferred, dated bool
	doubt           doubt // of the time before the slice

	whole    interrupts // of the pre-pass, by start
	nextIrq  int
	active   []interrupt // open or not yet ended
	switched bool        // a switch was seen here

	// Switches out of idle: recorded, missing, and recorded by SwitchArrival only.
	idleOuts, idleLacks, idleArrivals int64
}

// NewBuilder prepares a Builder. info, tables and pre come from the reader; the
// Trace keeps the first two. pre may be nil.
func NewBuilder(info *Info, tables *Tables, pre *Prepass) *Builder {
	return NewBuilderOptions(info, tables, pre, DefaultOptions())
}

// NewBuilderOptions is NewBuilder with other tolerances.
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
	b.gaps.next = Forever
	if pre != nil {
		b.trace.Samples = make([]Sample, 0, pre.samples)
		b.trace.Threads = make([]Thread, 0, len(pre.placed)) // of 100,000, growing leaves 300 MB behind
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
		if !ok {
			continue
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

// apply processes one event; all that precede it have been.
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
	switch e.Kind { // the frequent ones without an indirect call
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
