package model

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestForeignProcessor: an event of a CPU that does not exist is counted and has no
// effect; events at the same instant on other CPUs count.
func TestForeignProcessor(t *testing.T) {
	for _, cpu := range []CPU{2, 3, MaxCPUs - 1} {
		at := func(cpu CPU, from, to TID) Event {
			return Event{Kind: KindSwitch, CPU: cpu, Time: 10, TID: from, Other: to}
		}
		events := []Event{at(0, IdleTID, 1), at(1, IdleTID, 2), at(cpu, IdleTID, 3)}
		p := PrepassOf(2, events)
		p.Expect(1, 10)
		p.Expect(cpu, 10)
		b := NewBuilder(&Info{CPUs: 2, End: 100}, &Tables{}, p)
		b.Feed(events, 50)
		tr := b.Trace()
		if tr.Counters[CountBadCPU] != 1 || tr.Cores[0].Switches != 1 || tr.Cores[1].Switches != 1 {
			t.Errorf("CPU %d: %d events of no CPU, %d and %d switches", cpu, tr.Counters[CountBadCPU], tr.Cores[0].Switches, tr.Cores[1].Switches)
		}
	}
}

// TestNothings: a switch from a thread to itself, and a wake of the idle thread or of
// no thread, change nothing; the first is counted.
func TestNothings(t *testing.T) {
	events := []Event{
		{Kind: KindSwitch, Time: 10, TID: IdleTID, Other: 1},
		{Kind: KindSwitch, Time: 20, TID: 1, Other: 1},
		{Kind: KindWake, Time: 30, TID: IdleTID},
		{Kind: KindWake, Time: 40, TID: NoTID},
	}
	build := func(events []Event) *Trace {
		b := NewBuilder(&Info{CPUs: 1, End: 100}, &Tables{}, PrepassOf(1, events))
		b.Feed(events, 100)
		return b.Trace()
	}
	got, want := build(events), build(events[:1])
	if n := got.Counters[CountSelfSwitch]; n != 1 {
		t.Errorf("%d switches from a thread to itself", n)
	}
	if got.Cores[0].Switches != want.Cores[0].Switches || len(got.Threads) != len(want.Threads) {
		t.Errorf("%d switches, %d threads, want %d, %d", got.Cores[0].Switches, len(got.Threads), want.Cores[0].Switches, len(want.Threads))
	}
	got.Counters[CountSelfSwitch] = 0
	if got.Counters != want.Counters {
		t.Errorf("counters %v, want %v", got.Counters, want.Counters)
	}
}

// TestGapEnds: which gaps are in the past, and that a gap of length zero is not one.
func TestGapEnds(t *testing.T) {
	g := gaps{runs: []Range{{10, 20}}}
	for at, want := range map[Time]bool{25: false, 30: false, 31: true} {
		if got := g.past(at, 10); got != want {
			t.Errorf("at %d: past %v", at, got)
		}
	}
	if g.blind = 1; g.past(31, 10) {
		t.Error("a gap that goes on is past")
	}
	if g = (gaps{}); !g.past(0, 10) {
		t.Error("no gap is not past")
	}
	for to, want := range map[Time][]Range{10: {}, 11: {{10, 11}}} {
		b := NewBuilder(&Info{CPUs: 1, End: 100}, &Tables{}, &Prepass{})
		b.openGap(0, 10)
		b.closeGap(0, to)
		if !slices.Equal(b.gaps.runs, want) {
			t.Errorf("from 10 to %d: %v", to, b.gaps.runs)
		}
	}
}

// TestLostJoins: adjacent losses of a CPU are joined.
func TestLostJoins(t *testing.T) {
	tr := &Trace{Losses: []Loss{{Range: Range{30, 40}}, {Range: Range{10, 20}}, {Range: Range{20, 25}}, {Range: Range{26, 28}, CPU: 1}, {Range: Range{27, 30}}}}
	tr.freezeLosses()
	for cpu, want := range map[CPU][]Range{0: {{10, 25}, {27, 40}}, 1: {{26, 28}}, AllCPUs: {{10, 25}, {26, 40}}} {
		if got := tr.Lost(cpu); !slices.Equal(got, want) {
			t.Errorf("CPU %d lost %v, want %v", cpu, got, want)
		}
	}
}

// TestInterruptedTime: the time that interrupts took of a range equals their sum, one by
// one.
func TestInterruptedTime(t *testing.T) {
	b := NewBuilder(&Info{CPUs: 1, End: 100}, &Tables{}, &Prepass{})
	irqs := &b.trace.Cores[0].irqs
	for _, r := range []Range{{10, 20}, {30, 31}, {40, 60}} {
		irqs.add(interrupt{start: r.From, end: r.To})
	}
	for from := range Time(70) {
		for to := from; to < 70; to++ {
			var want Time
			for _, r := range []Range{{10, 20}, {30, 31}, {40, 60}} {
				want += r.Overlap(Range{from, to})
			}
			if got := b.interrupted(0, Range{from, to}); got != want {
				t.Fatalf("of [%d,%d): %d, want %d", from, to, got, want)
			}
		}
	}
}

// TestIrqOrder: the interrupts of many CPUs are ordered by start, then by CPU.
func TestIrqOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 50 {
		const cpus = 7
		p := NewPrepass(cpus)
		var want []string
		for at := range Time(20) {
			for cpu := range CPU(cpus) {
				if rng.IntN(2) == 0 {
					p.Add(&Event{Kind: KindIrq, CPU: cpu, Time: at, End: at + 1})
					want = append(want, fmt.Sprint(at, cpu))
				}
			}
		}
		var got []string
		for e := range p.Interrupts() {
			got = append(got, fmt.Sprint(e.Time, e.CPU))
			if e.From != NoCPU || e.Other != NoTID || e.Prio[1] != NoPrio {
				t.Fatalf("%+v names what an interrupt has not", e)
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%v, want %v", got, want)
		}
	}
}

// TestIPC: instructions per cycle are unknown where either of them was not counted.
func TestIPC(t *testing.T) {
	for _, c := range []struct {
		cycles, instructions int64
		want                 float64
		ok                   bool
	}{{2, 1, 0.5, true}, {1, 1, 1, true}, {0, 1, 0, false}, {1, 0, 0, false}, {-1, 1, 0, false}, {1, -1, 0, false}} {
		s := SliceIPC{Cycles: c.cycles, Instructions: c.instructions}
		if got, ok := s.IPC(); got != c.want || ok != c.ok {
			t.Errorf("%d in %d cycles: %v, %v", c.instructions, c.cycles, got, ok)
		}
	}
}

// TestNoNode: the empty stack has no frame.
func TestNoNode(t *testing.T) {
	var s Stacks
	id := s.Push(NoStack, Frame{Addr: 1})
	if caller, f := s.Node(id); caller != NoStack || f.Addr != 1 {
		t.Errorf("%v %+v", caller, f)
	}
	for range 3 << pageBits { // a page is full, with no room after its last node
		for _, id := range []StackID{NoStack, id + 1, id + 2} {
			if caller, f := s.Node(id); caller != NoStack || f != (Frame{}) {
				t.Fatalf("stack %d is called by %d and has %+v", id, caller, f)
			}
		}
		id = s.Push(id, Frame{Addr: 1})
	}
}

// TestNoStacks: segments without stacks take no room, and the thread has no stacks.
func TestNoStacks(t *testing.T) {
	var th Thread
	for _, i := range []int{0, stackChunk - 1, stackChunk, 5 * stackChunk} {
		if th.setStack(i, NoStack); th.HasStacks() {
			t.Errorf("after segment %d without a stack the thread has some", i)
		}
	}
	th.setStack(stackChunk, 7)
	for i, want := range map[int]StackID{0: NoStack, stackChunk - 1: NoStack, stackChunk: 7, stackChunk + 1: NoStack, 9 * stackChunk: NoStack} {
		if got := th.stack(i); got != want || !th.HasStacks() {
			t.Errorf("segment %d has stack %d, want %d", i, got, want)
		}
	}
	if th.setStack(stackChunk, NoStack); th.stack(stackChunk) != NoStack {
		t.Error("a stack stays")
	}
}

// TestWakeOfNew: a wake shows whether its thread is new or an existing one.
func TestWakeOfNew(t *testing.T) {
	for wake, want := range map[WakeKind]Sub{WakeReady: SubDispatch, WakeWaking: SubDispatch, WakeWakeup: SubDispatch, WakeNew: SubNew} {
		events := []Event{
			{Kind: KindSwitch, Time: 10, TID: IdleTID, Other: 1},
			{Kind: KindSwitch, Time: 20, TID: 1, Other: IdleTID, Out: OutWait, Sub: SubSleep},
			{Kind: KindWake, Time: 30, TID: 1, Wake: wake, Target: NoCPU},
		}
		b := NewBuilder(&Info{CPUs: 1, End: 100}, &Tables{}, PrepassOf(1, events))
		b.Feed(events, 100)
		tr := b.Trace()
		for ix := range tr.Threads {
			if tr.Threads[ix].TID != 1 || tr.Threads[ix].Idle {
				continue
			}
			if s, ok := tr.SegmentAt(ThreadIx(ix), 35); !ok || s.State != Ready || s.Sub != want {
				t.Errorf("wake %d: %v %v, want %v", wake, s.State, s.Sub, want)
			}
		}
	}
}

// TestClockSteps: the shortest time between two switches of a CPU; the start of the trace
// is not a switch.
func TestClockSteps(t *testing.T) {
	for _, c := range []struct {
		at   []Time
		want Time
	}{{nil, 0}, {[]Time{5}, 0}, {[]Time{5, 105}, 100}, {[]Time{50, 150, 160}, 10}, {[]Time{50, 50, 90}, 40}} {
		var events []Event
		for i, at := range c.at {
			from, to := TID(IdleTID), TID(1)
			if i%2 == 1 {
				from, to = to, from
			}
			events = append(events, Event{Kind: KindSwitch, Time: at, TID: from, Other: to, Out: OutPreempt})
		}
		b := NewBuilder(&Info{CPUs: 1, End: 1000}, &Tables{}, PrepassOf(1, events))
		b.Feed(events, 1000)
		if got := b.Trace().ClockStep(); got != c.want {
			t.Errorf("switches at %v: %d, want %d", c.at, got, c.want)
		}
	}
}

// TestWakeOfTheDead: a wake of a thread that has ended is counted, the wake of a new thread
// with its id creates that thread.
func TestWakeOfTheDead(t *testing.T) {
	for wake, want := range map[WakeKind]struct{ counted, lives int64 }{WakeReady: {1, 1}, WakeWaking: {1, 1}, WakeNew: {0, 2}} {
		events := []Event{
			{Kind: KindSwitch, Time: 10, TID: IdleTID, Other: 1},
			{Kind: KindSwitch, Time: 20, TID: 1, Other: IdleTID, Out: OutDead},
			{Kind: KindWake, Time: 30, TID: 1, Wake: wake, Target: NoCPU},
		}
		b := NewBuilder(&Info{CPUs: 1, End: 100}, &Tables{}, PrepassOf(1, events))
		b.Feed(events, 100)
		tr := b.Trace()
		lives := int64(0)
		for ix := range tr.Threads {
			if tr.Threads[ix].TID == 1 && !tr.Threads[ix].Idle {
				lives++
			}
		}
		if tr.Counters[CountWakeDead] != want.counted || lives != want.lives {
			t.Errorf("wake %d: counted %d times, %d lives, want %+v", wake, tr.Counters[CountWakeDead], lives, want)
		}
	}
}

// TestContextOfInterrupts: the purpose of an interrupt takes precedence over the context in
// the wake, and that over the interrupt's level.
func TestContextOfInterrupts(t *testing.T) {
	for _, c := range []struct {
		irq  *interrupt
		ctx  Context
		want Context
	}{
		{nil, CtxNone, CtxNone},
		{nil, CtxDpc, CtxDpc},
		{&interrupt{level: LevelDpc}, CtxNone, CtxDpc},
		{&interrupt{level: LevelIsr}, CtxNone, CtxIsr},
		{&interrupt{level: LevelNmi}, CtxNone, CtxIsr},
		{&interrupt{level: LevelIsr}, CtxDpc, CtxDpc},
		{&interrupt{level: LevelDpc}, CtxIsr, CtxIsr},
		{&interrupt{flags: IrqTimer}, CtxDpc, CtxTimer},
		{&interrupt{flags: IrqNet}, CtxDpc, CtxNetRx},
		{&interrupt{flags: IrqBlock}, CtxDpc, CtxBlockDone},
		{&interrupt{flags: IrqIpi}, CtxDpc, CtxIpi},
	} {
		if got := irqContext(c.irq, c.ctx); got != c.want {
			t.Errorf("%+v, %v: %v, want %v", c.irq, c.ctx, got, c.want)
		}
	}
}
