package perfdata

import "threadlens/model"

// counts reports whether the samples of an event contain hardware counters, those of its group by
// id, at context switches.
func (ev *event) counts() bool {
	return ev.name == "sched:sched_switch" && ev.samples(sampleRead) && ev.readFormat&readGroup != 0 && ev.readFormat&readID != 0
}

// readCounters emits the counters of the group recorded with a switch (perf record -e
// '{sched:sched_switch,cycles,instructions}:S'). They count per CPU; the values in recordings of
// single threads, which start over with each thread, cannot be used.
func (d *decoder) readCounters(ev *event, values []byte) {
	u64 := func() (v uint64) {
		if len(values) >= 8 {
			v, values = d.order.U64(values), values[8:]
		}
		return v
	}
	members := u64()
	var enabled, running uint64
	if ev.readFormat&readTimeEnabled != 0 {
		enabled = u64()
	}
	if ev.readFormat&readTimeRunning != 0 {
		running = u64()
	}
	for ; members > 0 && len(values) > 0; members-- {
		value, id := u64(), u64()
		if ev.readFormat&readLost != 0 {
			u64()
		}
		member := d.m.events.byID(id)
		if member == nil || member.tracepoint() || member.silent() {
			continue
		}
		name := d.name([]byte(member.name))
		e := d.add(model.KindCount)
		e.Name, e.Arg = name, int64(value)
		e.Arg2, e.End = int64(enabled), model.Time(running)
	}
}
