package linuxsched

import (
	"strings"

	"threadlens/model"
)

// MaxFields is the greatest number of fields that an Event has.
const MaxFields = 8

// Values are the fields of a record in the order of Event.Fields. Text may alias the file.
type Values struct {
	N    [MaxFields]int64
	Text [MaxFields][]byte
	Has  [MaxFields]bool
}

// Set sets a number.
func (v *Values) Set(i int, n int64) { v.N[i], v.Has[i] = n, true }

// SetText sets a text.
func (v *Values) SetText(i int, b []byte) { v.Text[i], v.Has[i] = b, true }

// Kind says how the value of a field is set.
type Kind uint8

// Kinds of fields: a number; a text; a number where the format has numbers and otherwise a text.
const (
	Number Kind = iota
	Text
	Either
)

// Field is a field of an event, by its name in the kernel.
type Field struct {
	Name     string
	Kind     Kind
	Optional bool // formats of some kernels lack it
}

// fact is what an event contributes to a trace.
type fact uint8

const (
	factNone fact = iota
	factSwitches
	factWakes
	factInterrupts
	factDisk
	factFaults
	factCalls
)

func note(has *model.Has, f fact) {
	switch f {
	case factSwitches:
		has.Switches = true
	case factWakes:
		has.Wakes = true
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

// Event is a kernel event that the model uses.
type Event struct {
	System, Name string
	Fields       []Field
	// Call is the system call of a sys_enter_NAME or sys_exit_NAME event: its arguments are the first
	// six fields, in order, whatever their names; those of an exit its result.
	Call   string
	fact   fact
	handle func(l *Log, v *Values)
}

// Note notes in has what records of the event contribute to a trace, for a reader that has counted
// them before it decodes them.
func (e *Event) Note(has *model.Has) { note(has, e.fact) }

// numbers are fields that hold numbers.
func numbers(names ...string) (fs []Field) {
	for _, n := range names {
		fs = append(fs, Field{Name: n})
	}
	return fs
}

var (
	wakeFields = []Field{{"comm", Text, true}, {"pid", Number, false}, {"target_cpu", Number, true}, {"success", Number, true}}
	ioFields   = []Field{{"dev", Number, false}, {"sector", Number, false}, {"nr_sector", Number, false}, {"rwbs", Text, false}, {"bytes", Number, true}}
)

// events are the events with fixed names.
var events = []*Event{
	{System: "sched", Name: "sched_switch", fact: factSwitches, handle: (*Log).contextSwitch, Fields: []Field{
		{"prev_comm", Text, true},
		{"prev_pid", Number, false},
		{"prev_prio", Number, true},
		{"prev_state", Either, false},
		{"next_comm", Text, true},
		{"next_pid", Number, false},
		{"next_prio", Number, true},
	}},
	{System: "sched", Name: "sched_waking", fact: factWakes, handle: wake(model.WakeWaking), Fields: wakeFields},
	{System: "sched", Name: "sched_wakeup", fact: factWakes, handle: wake(model.WakeWakeup), Fields: wakeFields},
	{System: "sched", Name: "sched_wakeup_new", fact: factWakes, handle: wake(model.WakeNew), Fields: wakeFields},
	{System: "sched", Name: "sched_migrate_task", handle: (*Log).migrate, Fields: []Field{
		{"pid", Number, false},
		{"orig_cpu", Number, false},
		{"dest_cpu", Number, false},
		{"comm", Text, true},
	}},
	{System: "sched", Name: "sched_stat_runtime", handle: (*Log).ran, Fields: numbers("pid", "runtime")},
	{System: "sched", Name: "sched_blocked_reason", handle: (*Log).blockedReason, Fields: []Field{
		{"pid", Number, false},
		{"io_wait", Number, true},
		{"caller", Either, true},
	}},
	{System: "sched", Name: "sched_process_fork", handle: (*Log).fork, Fields: []Field{
		{"parent_pid", Number, false},
		{"child_pid", Number, false},
		{"child_comm", Text, true},
	}},
	{System: "sched", Name: "sched_process_exec", handle: (*Log).exec, Fields: []Field{{"pid", Number, false}, {"filename", Text, true}}},
	{System: "sched", Name: "sched_process_exit", handle: (*Log).exit, Fields: numbers("pid")},
	{System: "task", Name: "task_newtask", handle: (*Log).newTask, Fields: []Field{
		{"pid", Number, false},
		{"comm", Text, true},
		{"clone_flags", Number, false},
	}},
	{System: "task", Name: "task_rename", handle: (*Log).taskRename, Fields: []Field{{"pid", Number, false}, {"newcomm", Text, false}}},
	{System: "irq", Name: "irq_handler_entry", fact: factInterrupts, handle: (*Log).irqEntry, Fields: []Field{{"irq", Number, false}, {"name", Text, true}}},
	{System: "irq", Name: "irq_handler_exit", fact: factInterrupts, handle: (*Log).irqExit, Fields: numbers("irq")},
	{System: "irq", Name: "softirq_entry", fact: factInterrupts, handle: softirq(model.KindIrqEnter), Fields: []Field{{"vec", Number, false}, {"action", Text, true}}},
	{System: "irq", Name: "softirq_exit", fact: factInterrupts, handle: softirq(model.KindIrqExit), Fields: []Field{{"vec", Number, false}, {"action", Text, true}}},
	{System: "timer", Name: "hrtimer_expire_entry", fact: factInterrupts, handle: (*Log).hrtimerEntry, Fields: []Field{{"function", Either, true}}},
	{System: "timer", Name: "hrtimer_expire_exit", fact: factInterrupts, handle: (*Log).hrtimerExit},
	{System: "ipi", Name: "ipi_entry", fact: factInterrupts, handle: ipi(model.KindIrqEnter)},
	{System: "ipi", Name: "ipi_exit", fact: factInterrupts, handle: ipi(model.KindIrqExit)},
	{System: "raw_syscalls", Name: "sys_enter", fact: factCalls, handle: (*Log).rawEnter, Fields: numbers("id", "args0", "args1", "args2", "args3", "args4", "args5")},
	{System: "raw_syscalls", Name: "sys_exit", fact: factCalls, handle: (*Log).rawExit, Fields: numbers("id", "ret")},
	{System: "lock", Name: "contention_begin", fact: factCalls, handle: contention(model.KindCallEnter), Fields: []Field{{"lock_addr", Number, false}, {"flags", Number, true}}},
	{System: "lock", Name: "contention_end", fact: factCalls, handle: contention(model.KindCallExit), Fields: []Field{{"lock_addr", Number, false}, {"ret", Number, true}}},
	{System: "block", Name: "block_rq_insert", handle: (*Log).blockInsert, Fields: ioFields},
	{System: "block", Name: "block_rq_issue", fact: factDisk, handle: (*Log).blockIssue, Fields: ioFields},
	{System: "block", Name: "block_rq_complete", fact: factDisk, handle: (*Log).blockComplete, Fields: ioFields},
	{System: "ftrace", Name: "print", handle: (*Log).print, Fields: []Field{{"buf", Text, false}}},
	{System: "ftrace", Name: "tracing_mark_write", handle: (*Log).print, Fields: []Field{{"buf", Text, false}}},
	{System: "power", Name: "cpu_frequency", handle: (*Log).frequency, Fields: numbers("state", "cpu_id")},
	{System: "power", Name: "cpu_idle", handle: (*Log).idle, Fields: numbers("state", "cpu_id")},
	{System: "exceptions", Name: "page_fault_user", fact: factFaults, handle: (*Log).pageFault, Fields: numbers("address")},
	{System: "exceptions", Name: "page_fault_kernel", fact: factFaults, handle: (*Log).pageFault, Fields: numbers("address")},
}

// byName finds the events with fixed names; names are unique among all systems.
var byName = func() map[string]*Event {
	m := map[string]*Event{}
	for _, e := range events {
		m[e.Name] = e
	}
	return m
}()

// Find is the event of a name, nil for one that the model does not use. system is "" where the
// format does not name it.
func Find(system, name string) *Event {
	if e := byName[name]; e != nil {
		if system == "" || system == e.System {
			return e
		}
		return nil
	}
	if system == "" || system == "syscalls" {
		if call, ok := strings.CutPrefix(name, "sys_enter_"); ok {
			return callEnter(call)
		}
		if call, ok := strings.CutPrefix(name, "sys_exit_"); ok {
			return callExit(call)
		}
	}
	return findVector(system, name)
}

// findVector is the event of an interrupt vector.
func findVector(system, name string) *Event {
	for suffix, kind := range map[string]model.Kind{"_entry": model.KindIrqEnter, "_exit": model.KindIrqExit} {
		v, ok := strings.CutSuffix(name, suffix)
		if ok && (system == "irq_vectors" || system == "" && vectors[v]) {
			return vector(kind, name, v)
		}
	}
	return nil
}
