package perfdata

import (
	"strings"

	"threadlens/ingest/internal/linuxsched"
	"threadlens/ingest/internal/tracepoint"
	"threadlens/model"
)

// handle turns one sample into events.
type handle func(d *decoder, s *sample)

// fact is what an event contributes to a trace.
type fact uint8

const (
	factNone fact = iota
	factSwitches
	factWakes
	factSamples
	factInterrupts
	factDisk
	factFaults
	factCalls
)

// tracer makes the handler of a tracepoint from its format; nil when the format
// lacks what the handler needs.
type tracer struct {
	build func(f *tracepoint.Format, m *meta) handle
	fact  fact
	early bool // the pre-pass needs it, like switches
}

// tracers are the tracepoints that the model uses.
var tracers = map[string]tracer{
	"sched:sched_switch":           {build: newSwitch, fact: factSwitches},
	"sched:sched_waking":           {build: newWake(model.WakeWaking), fact: factWakes},
	"sched:sched_wakeup":           {build: newWake(model.WakeWakeup), fact: factWakes},
	"sched:sched_wakeup_new":       {build: newWake(model.WakeNew), fact: factWakes},
	"sched:sched_migrate_task":     {build: newMigrate},
	"sched:sched_stat_runtime":     {build: newRuntime, early: true},
	"sched:sched_process_fork":     {build: newFork, early: true},
	"sched:sched_process_exec":     {build: newExec},
	"sched:sched_process_exit":     {build: newExit},
	"irq:irq_handler_entry":        {build: newIRQEntry, fact: factInterrupts},
	"irq:irq_handler_exit":         {build: newIRQExit, fact: factInterrupts},
	"irq:softirq_entry":            {build: newSoftirq(model.KindIrqEnter), fact: factInterrupts},
	"irq:softirq_exit":             {build: newSoftirq(model.KindIrqExit), fact: factInterrupts},
	"timer:hrtimer_expire_entry":   {build: newHrtimerEntry, fact: factInterrupts},
	"timer:hrtimer_expire_exit":    {build: newHrtimerExit, fact: factInterrupts},
	"ipi:ipi_entry":                {build: newIPI(model.KindIrqEnter), fact: factInterrupts},
	"ipi:ipi_exit":                 {build: newIPI(model.KindIrqExit), fact: factInterrupts},
	"raw_syscalls:sys_enter":       {build: newRawEnter, fact: factCalls},
	"raw_syscalls:sys_exit":        {build: newRawExit, fact: factCalls},
	"lock:contention_begin":        {build: newContention(model.KindCallEnter), fact: factCalls},
	"lock:contention_end":          {build: newContention(model.KindCallExit), fact: factCalls},
	"block:block_rq_insert":        {build: newBlockInsert},
	"block:block_rq_issue":         {build: newBlockIssue, fact: factDisk},
	"block:block_rq_complete":      {build: newBlockComplete, fact: factDisk},
	"ftrace:print":                 {build: newPrint},
	"sock:inet_sock_set_state":     {build: newSocketState},
	"fib:fib_table_lookup":         {build: newRoute},
	"fib6:fib6_table_lookup":       {build: newRoute},
	"power:cpu_frequency":          {build: newPower(model.KindFrequency, linuxsched.Hertz)},
	"power:cpu_idle":               {build: newPower(model.KindIdle, linuxsched.IdleState)},
	"exceptions:page_fault_user":   {build: newPageFault, fact: factFaults},
	"exceptions:page_fault_kernel": {build: newPageFault, fact: factFaults},
}

// dispatch gives every event its handler, and returns what the file holds.
func (m *meta) dispatch() model.Has {
	var has model.Has
	for _, ev := range m.events.list {
		var f fact
		switch {
		case ev.tracepoint():
			f = m.trace(ev)
			ev.counting = ev.counts()
			has.Counters = has.Counters || ev.counting && ev.count > 0
		case ev.software(swPageFaults), ev.software(swPageFaultsMin), ev.software(swPageFaultsMaj):
			f, ev.handle = factFaults, newSoftwareFault(ev.config == swPageFaultsMaj)
		case ev.profiles() && (m.sampling == nil || ev.sameCounter(m.sampling)):
			f, ev.handle = factSamples, cpuSample
			m.sampling = ev
		}
		if ev.count > 0 {
			note(&has, f)
			has.Stacks = has.Stacks || ev.samples(sampleCallchain)
		}
	}
	return has
}

func note(has *model.Has, f fact) {
	switch f {
	case factSwitches:
		has.Switches = true
	case factWakes:
		has.Wakes = true
	case factSamples:
		has.Samples = true
	case factInterrupts:
		has.Interrupts = true
	case factDisk:
		has.Disk = true
	case factFaults:
		has.Faults = true
	case factCalls:
		has.Calls = true
	}
}

// trace finds the handler of a tracepoint.
func (m *meta) trace(ev *event) fact {
	f := ev.format
	if f == nil {
		return factNone
	}
	t, ok := tracers[ev.name]
	if !ok {
		t, ok = tracerOf(f)
	}
	if !ok || ev.subsampled() { // an event that shows one of many attests nothing before and after it
		return factNone
	}
	if ev.handle = m.build(t, f); ev.handle == nil {
		m.diags.add("unreadable-event", "the format of the event "+ev.name+" lacks required fields: events of this type are left out", 1)
		return factNone
	}
	ev.early = t.early || t.fact == factSwitches
	return t.fact
}

// build makes the handler of a format once, however many events use it.
func (m *meta) build(t tracer, f *tracepoint.Format) handle {
	h, ok := m.handles[f]
	if !ok {
		h = t.build(f, m)
		m.handles[f] = h
	}
	return h
}

// tracerOf finds the handler of tracepoints that form families.
func tracerOf(f *tracepoint.Format) (tracer, bool) {
	switch f.System {
	case "syscalls":
		if call, ok := strings.CutPrefix(f.Name, "sys_enter_"); ok {
			return tracer{build: newCallEnter(call), fact: factCalls}, true
		}
		if call, ok := strings.CutPrefix(f.Name, "sys_exit_"); ok {
			return tracer{build: newCallExit(call), fact: factCalls}, true
		}
	case "irq_vectors":
		if v, ok := strings.CutSuffix(f.Name, "_entry"); ok {
			return tracer{build: newVector(model.KindIrqEnter, v), fact: factInterrupts}, true
		}
		if v, ok := strings.CutSuffix(f.Name, "_exit"); ok {
			return tracer{build: newVector(model.KindIrqExit, v), fact: factInterrupts}, true
		}
	}
	return tracer{}, false
}

// profiles reports whether the event's samples show what CPUs execute: clocks
// and hardware counters do.
func (ev *event) profiles() bool {
	switch {
	case ev.count == 0, ev.typ == typeBreakpoint:
		return false
	case ev.typ == typeSoftware:
		return ev.config == swCPUClock || ev.config == swTaskClock
	}
	return true
}

// leastClock is the shortest period of a clock event that counts as time. The kernel sets its timer
// to at least 10 µs, whatever was requested and the file claims, and drops ticks that it is late
// for: below twice that, programs use more time than their samples times the period, measured at a
// tenth more at 12 µs and a third more at 10 µs.
const leastClock = 20_000 // ns

// sampleEvery is the time that a sample stands for, ns; 0 where samples count something other than
// time, or come too fast. The kernel turns the frequency of a clock into a period once, when the
// event is opened: unlike those of counters, periods of clocks do not change then.
func (m *meta) sampleEvery() model.Time {
	const second = 1_000_000_000
	ev := m.sampling
	if ev == nil || !ev.software(swCPUClock) && !ev.software(swTaskClock) || ev.period == 0 {
		return 0
	}
	period := ev.period
	if ev.has(attrFreq) {
		period = second / ev.period
	}
	if period < leastClock {
		return 0
	}
	return model.Time(min(period, 1<<62))
}

// sameCounter reports whether two events are the same counter on CPUs of two kinds; the upper half
// of a hardware event's config is the kind. One of several different counters is enough to show
// what was executed.
func (ev *event) sameCounter(o *event) bool {
	return ev.typ == o.typ && uint32(ev.config) == uint32(o.config)
}
