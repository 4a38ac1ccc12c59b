package perfdata

import (
	"strconv"
	"strings"

	"threadlens/ingest/internal/callnumbers"
	"threadlens/ingest/internal/linuxsched"
	"threadlens/ingest/internal/tracepoint"
	"threadlens/model"
)

// callArgs are the places of a sys_enter event's arguments: the fields behind
// the common ones and the number.
func callArgs(f *tracepoint.Format) (args [3]tracepoint.Place) {
	n := 0
	for i := range f.Fields {
		fd := &f.Fields[i]
		if strings.HasPrefix(fd.Name, "common_") || fd.Name == "__syscall_nr" || fd.Name == "nr" {
			continue
		}
		if args[n] = fd.Place; n == len(args)-1 {
			break
		}
		n++
	}
	return args
}

// newCallEnter handles syscalls:sys_enter_NAME.
func newCallEnter(call string) func(*tracepoint.Format, *meta) handle {
	return func(f *tracepoint.Format, _ *meta) handle {
		args, context, limit := callArgs(f), f.Place("common_pid"), tracepoint.Place{}
		rule, timed := linuxsched.TimeLimits[call]
		for _, name := range linuxsched.LimitNames {
			if place := f.Place(name); timed && place.Size > 0 {
				limit = place
			}
		}
		return func(d *decoder, s *sample) {
			d.callEnter(contextThread(context, d, s), s, d.constant(call),
				[3]int64{args[0].Int(d.order, s.raw), args[1].Int(d.order, s.raw), args[2].Int(d.order, s.raw)}, call == "sched_yield")
			if limit.Size > 0 {
				d.limit(rule, limit.Uint(d.order, s.raw))
			}
		}
	}
}

// limit sets the time limit of the call whose entry was added last: none, or one that is a number.
func (d *decoder) limit(rule linuxsched.TimeLimit, value uint64) {
	e := &d.out.Events[len(d.out.Events)-1]
	switch {
	case rule.Without(value):
		e.Flags |= model.CallUntimed
	case rule.Number:
		e.End = e.Time + model.Time(int32(value))*1_000_000
	}
}

// newCallExit handles syscalls:sys_exit_NAME.
func newCallExit(call string) func(*tracepoint.Format, *meta) handle {
	return func(f *tracepoint.Format, _ *meta) handle {
		ret, context := f.Place("ret"), f.Place("common_pid")
		return func(d *decoder, s *sample) {
			d.callExit(contextThread(context, d, s), s, d.constant(call), ret.Int(d.order, s.raw))
		}
	}
}

// newRawEnter handles raw_syscalls:sys_enter, where calls are numbers.
func newRawEnter(f *tracepoint.Format, m *meta) handle {
	p, ok := present(f, "id", "args")
	if !ok {
		return nil
	}
	id, args, context, calls := p[0], p[1], f.Place("common_pid"), callnumbers.Of(m.arch)
	word := max(1, args.Size/6)
	return func(d *decoder, s *sample) {
		n := id.Int(d.order, s.raw)
		var values [3]int64
		for i := range values {
			values[i] = int64(args.Word(d.order, s.raw, i, word))
		}
		d.callEnter(contextThread(context, d, s), s, d.callName(n, calls), values, calls[n] == "sched_yield")
		if rule, timed := linuxsched.TimeLimits[calls[n]]; timed {
			d.limit(rule, args.Word(d.order, s.raw, rule.Arg, word))
		}
	}
}

// newRawExit handles raw_syscalls:sys_exit.
func newRawExit(f *tracepoint.Format, m *meta) handle {
	p, ok := present(f, "id", "ret")
	if !ok {
		return nil
	}
	id, ret, context, calls := p[0], p[1], f.Place("common_pid"), callnumbers.Of(m.arch)
	return func(d *decoder, s *sample) {
		tid, n := contextThread(context, d, s), id.Int(d.order, s.raw)
		if n < 0 {
			d.signalReturn(tid, s)
			return
		}
		d.callExit(tid, s, d.callName(n, calls), ret.Int(d.order, s.raw))
	}
}

// signalReturn handles the end of a call without a number: of rt_sigreturn, which has restored the
// registers from before the signal, and with them another result.
func (d *decoder) signalReturn(tid model.TID, s *sample) {
	if t := d.threads.Get(tid); t != nil && t.inside != model.NoString {
		d.callExit(tid, s, t.inside, 0)
		d.out.Events[len(d.out.Events)-1].Flags = model.CallResultUnknown
	}
}

// callName is the name of a numbered system call, "syscall N" for an unknown one, or on a machine
// whose calls are unknown.
func (d *decoder) callName(n int64, calls map[int64]string) model.StringID {
	if id, ok := d.numbers[n]; ok {
		return id
	}
	name, ok := calls[n]
	if !ok {
		name = "syscall " + strconv.FormatInt(n, 10)
	}
	id := d.name([]byte(name))
	if len(d.numbers) < maxNumbers {
		d.numbers[n] = id
	}
	return id
}

func (d *decoder) callEnter(tid model.TID, s *sample, name model.StringID, args [3]int64, yield bool) {
	if t := d.threads.Get(tid); t != nil {
		t.yielded, t.inside = yield, name
	}
	e := d.add(model.KindCallEnter)
	e.TID, e.Name = tid, name
	e.Arg, e.Arg2, e.Arg3 = args[0], args[1], args[2]
	e.PID, e.Stack = s.pid, d.stack(s)
}

func (d *decoder) callExit(tid model.TID, s *sample, name model.StringID, ret int64) {
	if t := d.threads.Get(tid); t != nil {
		t.yielded, t.inside = false, model.NoString
	}
	e := d.add(model.KindCallExit)
	e.TID, e.Name, e.Arg2, e.PID = tid, name, ret, s.pid
}

// newContention handles lock:contention_begin and contention_end, a wait for a
// lock inside the kernel: like a call with the lock's address.
func newContention(kind model.Kind) func(*tracepoint.Format, *meta) handle {
	return func(f *tracepoint.Format, _ *meta) handle {
		p, ok := present(f, "lock_addr", "common_pid")
		if !ok {
			return nil
		}
		second := f.Place("ret")
		if kind == model.KindCallEnter {
			second = f.Place("flags")
		}
		return func(d *decoder, s *sample) {
			e := d.add(kind)
			e.TID = contextThread(p[1], d, s)
			e.Name = d.constant(linuxsched.ContentionCall)
			e.Arg, e.Arg2 = p[0].Int(d.order, s.raw), second.Int(d.order, s.raw)
			e.PID = s.pid
			if kind == model.KindCallEnter {
				e.Stack = d.stack(s)
			}
		}
	}
}
