package etltest

// Flags of a Sample.
const (
	SampleInDPC = 1
	SampleInISR = 2
)

// Sample makes a SampledProfile: tid executes ip.
func (m Maker) Sample(t int64, ip uint64, tid uint32, count uint16, flags uint8) Record {
	return m.perf(t, GroupPerf, 46, 2, appendSample(m.payload(), ip, tid, count, flags))
}

func appendSample(p *payload, ip uint64, tid uint32, count uint16, flags uint8) *payload {
	return p.pointer(ip).u32(tid).u16(count).u8(flags, 0)
}

// CounterSample makes a sample taken by a hardware counter (PmcCounterProfile).
func (m Maker) CounterSample(t int64, ip uint64, tid uint32, source uint16) Record {
	return m.perf(t, GroupPerf, 47, 2, m.payload().pointer(ip).u32(tid).u16(source, 0))
}

// CounterConfig makes the names of the counters (PmcCounterConfig).
func (m Maker) CounterConfig(t int64, names ...string) Record {
	p := m.payload().u32(uint32(len(names)))
	for _, n := range names {
		p.wide(n)
	}
	return m.perf(t, GroupPerf, 48, 2, p)
}

// Opcodes of the sampling interval.
const (
	IntervalSet   = 72
	IntervalStart = 73
	IntervalEnd   = 74
)

// Interval makes a change of a sampling interval, or its value at the start or end of the session,
// in units of 100 ns. Version 3 adds the source's name.
func (m Maker) Interval(t int64, opcode uint8, version uint16, source, after, before uint32, name string) Record {
	p := m.payload().u32(source, after, before)
	if version >= 3 {
		p.wide(name)
	}
	return m.system(t, GroupPerf, opcode, version, Unknown, Unknown, p)
}

// Opcodes of deferred procedure calls.
const (
	OpThreadedDPC = 66
	OpDPC         = 68
	OpTimerDPC    = 69
)

// DPC makes a deferred procedure call that began at start, in ticks, and ended
// at t.
func (m Maker) DPC(t int64, opcode uint8, start int64, routine uint64) Record {
	return m.perf(t, GroupPerf, opcode, 2, appendDPC(m.payload(), start, routine))
}

func appendDPC(p *payload, start int64, routine uint64) *payload {
	return p.i64(start).pointer(routine)
}

// ISR makes an interrupt service routine that began at start and ended at t.
func (m Maker) ISR(t int64, start int64, routine uint64, vector uint16) Record {
	return m.perf(t, GroupPerf, 67, 2, appendISR(m.payload(), start, routine, vector))
}

// MessageISR is ISR for a message-signalled interrupt.
func (m Maker) MessageISR(t int64, start int64, routine uint64, vector uint16, message uint32) Record {
	return m.perf(t, GroupPerf, 50, 2, appendISR(m.payload(), start, routine, vector).u32(message))
}

func appendISR(p *payload, start int64, routine uint64, vector uint16) *payload {
	return p.i64(start).pointer(routine).u8(1).u16(vector).u8(0)
}

// SysCallEnter makes the start of a system call whose service is at addr.
func (m Maker) SysCallEnter(t int64, addr uint64) Record {
	return m.perf(t, GroupPerf, 51, 2, m.payload().pointer(addr))
}

// SysCallExit makes the end of a system call with its NTSTATUS.
func (m Maker) SysCallExit(t int64, status uint32) Record {
	return m.perf(t, GroupPerf, 52, 2, m.payload().u32(status))
}

// DebuggerEnabled makes the empty record 58.
func (m Maker) DebuggerEnabled(t int64) Record { return m.perf(t, GroupPerf, 58, 2, m.payload()) }

// StackWalk makes a stack of the record that was written at the tick event; addresses innermost
// first.
func (m Maker) StackWalk(t, event int64, pid, tid uint32, addrs ...uint64) Record {
	return m.perf(t, GroupStack, 32, 2, appendWalk(m.payload(), event, pid, tid, addrs))
}

func appendWalk(p *payload, event int64, pid, tid uint32, addrs []uint64) *payload {
	return p.i64(event).u32(pid, tid).pointer(addrs...)
}

// Opcodes of stacks by key.
const (
	KeyDeleted = 35 // defines a key that is deleted here
	KeyRundown = 36 // defines a key that existed until the end
	KeyKernel  = 37 // refers to the kernel part of a stack
	KeyUser    = 38 // refers to the user part
)

// StackRef makes a reference to a stack by key, KeyKernel or KeyUser.
func (m Maker) StackRef(t int64, opcode uint8, event int64, pid, tid uint32, key uint64) Record {
	p := m.payload().i64(event).u32(pid, tid).pointer(key)
	return m.perf(t, GroupStack, opcode, 2, p)
}

// StackDef makes the definition of a stack key, KeyRundown or KeyDeleted.
func (m Maker) StackDef(t int64, opcode uint8, key uint64, addrs ...uint64) Record {
	return m.perf(t, GroupStack, opcode, 2, m.payload().pointer(key).pointer(addrs...))
}
