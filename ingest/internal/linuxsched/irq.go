package linuxsched

import "threadlens/model"

func (l *Log) irqEntry(v *Values) {
	e := l.add(model.KindIrqEnter)
	e.Level, e.Arg, e.Name = model.LevelIsr, v.N[0], l.Name(v.Text[1])
}

func (l *Log) irqExit(v *Values) {
	e := l.add(model.KindIrqExit)
	e.Level, e.Arg = model.LevelIsr, v.N[0]
}

// softirq makes the handler of the start or end of a soft interrupt.
func softirq(kind model.Kind) func(*Log, *Values) {
	return func(l *Log, v *Values) {
		e := l.add(kind)
		e.Level, e.Arg = model.LevelDpc, v.N[0]
		name := string(v.Text[1])
		if name == "" && uint64(e.Arg) < uint64(len(SoftirqNames)) {
			name = SoftirqNames[e.Arg]
		}
		if name != "" {
			e.Name, e.Flags = l.Name([]byte(name)), SoftirqFlags[name]
		}
	}
}

// hrtimerEntry: the function of a timer runs in the timer interrupt.
func (l *Log) hrtimerEntry(v *Values) {
	e := l.add(model.KindIrqEnter)
	e.Level, e.Flags, e.Arg = model.LevelIsr, model.IrqTimer, v.N[0]
	e.Name = l.constant("hrtimer")
}

func (l *Log) hrtimerExit(*Values) {
	e := l.add(model.KindIrqExit)
	e.Level, e.Flags = model.LevelIsr, model.IrqTimer
	e.Name = l.constant("hrtimer")
}

// vector is the event of an interrupt vector of x86.
func vector(kind model.Kind, event, name string) *Event {
	return &Event{
		System: "irq_vectors", Name: event, Fields: []Field{{"vector", Number, true}}, fact: factInterrupts,
		handle: func(l *Log, v *Values) {
			e := l.add(kind)
			e.Level, e.Flags, e.Arg = model.LevelIsr, VectorFlags[name], v.N[0]
			e.Name = l.constant(name)
		},
	}
}

// ipi makes the handler of an interrupt that CPUs send each other on machines without vectors for
// them (arm64).
func ipi(kind model.Kind) func(*Log, *Values) {
	return func(l *Log, _ *Values) {
		e := l.add(kind)
		e.Level, e.Flags = model.LevelIsr, model.IrqIpi
		e.Name = l.constant("ipi")
	}
}
