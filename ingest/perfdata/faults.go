package perfdata

import (
	"threadlens/ingest/internal/tracepoint"
	"threadlens/model"
)

// newPageFault handles exceptions:page_fault_user and its kernel sibling. They are recorded as the
// fault begins and do not show how long it took.
func newPageFault(f *tracepoint.Format, _ *meta) handle {
	p, ok := present(f, "address", "common_pid")
	if !ok {
		return nil
	}
	return func(d *decoder, s *sample) {
		d.fault(contextThread(p[1], d, s), s, p[0].Int(d.order, s.raw), false)
	}
}

// newSoftwareFault handles perf's own counters of page faults.
func newSoftwareFault(hard bool) handle {
	return func(d *decoder, s *sample) { d.fault(model.TID(s.tid), s, int64(s.addr), hard) }
}

func (d *decoder) fault(tid model.TID, s *sample, addr int64, hard bool) {
	e := d.add(model.KindFault)
	e.End, e.TID, e.PID, e.Arg = d.now, tid, s.pid, addr
	e.Stack = d.stack(s)
	if hard {
		e.Flags = model.FaultHard
	}
}

// cpuSample handles samples of what a CPU executes.
func cpuSample(d *decoder, s *sample) {
	e := d.add(model.KindSample)
	e.TID, e.PID = model.TID(s.tid), s.pid
	if e.Stack = d.stack(s); e.Stack == model.NoStack && s.ip != 0 {
		e.Stack = d.stacks.leaf(s, d.now)
	}
}
