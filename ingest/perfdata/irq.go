package perfdata

import (
	"strings"

	"threadlens/ingest/internal/linuxsched"
	"threadlens/ingest/internal/tracepoint"
	"threadlens/model"
)

// newIRQEntry handles irq_handler_entry.
func newIRQEntry(f *tracepoint.Format, _ *meta) handle {
	p, ok := present(f, "irq", "name")
	if !ok {
		return nil
	}
	return func(d *decoder, s *sample) {
		e := d.add(model.KindIrqEnter)
		e.Level = model.LevelIsr
		e.Arg = p[0].Int(d.order, s.raw)
		e.Name = d.name(p[1].Text(d.order, s.raw))
	}
}

// newIRQExit handles irq_handler_exit.
func newIRQExit(f *tracepoint.Format, _ *meta) handle {
	p, ok := present(f, "irq")
	if !ok {
		return nil
	}
	return func(d *decoder, s *sample) {
		e := d.add(model.KindIrqExit)
		e.Level = model.LevelIsr
		e.Arg = p[0].Int(d.order, s.raw)
	}
}

// newSoftirq handles softirq_entry and softirq_exit.
func newSoftirq(kind model.Kind) func(*tracepoint.Format, *meta) handle {
	return func(f *tracepoint.Format, _ *meta) handle {
		p, ok := present(f, "vec")
		if !ok {
			return nil
		}
		var names [16]string
		copy(names[:], linuxsched.SoftirqNames[:])
		for _, sym := range f.Symbols("vec") {
			if sym.Value < uint64(len(names)) {
				names[sym.Value] = sym.Text
			}
		}
		return func(d *decoder, s *sample) {
			e := d.add(kind)
			e.Level = model.LevelDpc
			e.Arg = p[0].Int(d.order, s.raw)
			if uint64(e.Arg) < uint64(len(names)) {
				name := names[e.Arg]
				e.Name, e.Flags = d.constant(name), linuxsched.SoftirqFlags[name]
			}
		}
	}
}

// newHrtimerEntry handles hrtimer_expire_entry: the function of a timer runs in
// the timer interrupt.
func newHrtimerEntry(f *tracepoint.Format, _ *meta) handle {
	p, ok := present(f, "function")
	if !ok {
		return nil
	}
	return func(d *decoder, s *sample) {
		e := d.add(model.KindIrqEnter)
		e.Level, e.Flags = model.LevelIsr, model.IrqTimer
		e.Arg = p[0].Int(d.order, s.raw)
		e.Name = d.constant("hrtimer")
	}
}

// newHrtimerExit handles hrtimer_expire_exit.
func newHrtimerExit(*tracepoint.Format, *meta) handle {
	return func(d *decoder, _ *sample) {
		e := d.add(model.KindIrqExit)
		e.Level, e.Flags = model.LevelIsr, model.IrqTimer
		e.Name = d.constant("hrtimer")
	}
}

// newVector handles the irq_vectors events, one pair for each vector.
func newVector(kind model.Kind, name string) func(*tracepoint.Format, *meta) handle {
	flags := linuxsched.VectorFlags[name]
	return func(f *tracepoint.Format, _ *meta) handle {
		vector := f.Place("vector")
		return func(d *decoder, s *sample) {
			e := d.add(kind)
			e.Level, e.Flags = model.LevelIsr, flags
			e.Arg = vector.Int(d.order, s.raw)
			e.Name = d.constant(name)
		}
	}
}

// newIPI handles ipi_entry and ipi_exit, the interrupts that CPUs send each other on machines
// without vectors for them (arm64).
func newIPI(kind model.Kind) func(*tracepoint.Format, *meta) handle {
	return func(*tracepoint.Format, *meta) handle {
		return func(d *decoder, _ *sample) {
			e := d.add(kind)
			e.Level, e.Flags = model.LevelIsr, model.IrqIpi
			e.Name = d.constant("ipi")
		}
	}
}

// constant is the id of a name that a handler uses.
func (d *decoder) constant(name string) model.StringID {
	id, ok := d.constants[name]
	if !ok {
		id = d.name([]byte(strings.Clone(name)))
		d.constants[name] = id
	}
	return id
}
