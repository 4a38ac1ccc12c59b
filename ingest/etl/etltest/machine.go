package etltest

// hook is the hook id of a group and opcode.
func hook(group, opcode uint16) uint16 { return group<<8 | opcode }

// Hook ids of the frequent records.
var (
	hookSwitch   = hook(GroupThread, 36)
	hookReady    = hook(GroupThread, 50)
	hookSample   = hook(GroupPerf, 46)
	hookISR      = hook(GroupPerf, 67)
	hookDPC      = hook(GroupPerf, OpDPC)
	hookTimerDPC = hook(GroupPerf, OpTimerDPC)
	hookWalk     = hook(GroupStack, 32)
)

// put writes the record whose payload is in m.p.
func (m *machine) put(cpu int, t int64, hook, version uint16) {
	m.w.putPerf(cpu, t, hook, version, m.p.b)
	m.note(cpu, t)
}

// note counts a written record.
func (m *machine) note(cpu int, t int64) {
	c := &m.cpus[cpu]
	if c.last == 0 {
		m.silent--
	}
	c.last = t
	m.total.Records++
}

// body begins a payload.
func (m *machine) body() *payload {
	m.p.b = m.p.b[:0]
	return &m.p
}

// step makes the CPU whose turn it is do what leads to its next context switch: samples, an
// interrupt, a wake, the switch.
func (m *machine) step() {
	cpu := 0
	for i := range m.cpus {
		if m.cpus[i].next < m.cpus[cpu].next {
			cpu = i
		}
	}
	c := &m.cpus[cpu]
	t := max(c.next, m.now+6) // a step's records take 4 ticks
	m.now = t
	m.steps++
	c.next = t + m.mean/2 + m.rng.Int64N(m.mean+1)
	m.samples(cpu, t-generateTicks/2)
	if m.rng.IntN(10) == 0 && c.last < t-28 {
		m.total.ISRs++
		appendISR(m.body(), t-28, m.at.kernel+uint64(m.rng.IntN(16))<<12, uint16(0x30+m.rng.IntN(64)))
		m.put(cpu, t-18, hookISR, 2)
	}
	m.wake(cpu, t)
	if m.steps%4096 == 0 && c.running >= 0 && len(m.free) > 0 {
		m.start(cpu, t+1)
	}
	m.change(cpu, t+2)
}

// samples writes the samples of a CPU that are due before t.
func (m *machine) samples(cpu int, t int64) {
	c := &m.cpus[cpu]
	for ; c.sample < t; c.sample += m.period {
		at := max(c.sample, c.last+1)
		if at >= t {
			return
		}
		m.total.Samples++
		tid, user := uint32(0), []byte(nil)
		if c.running >= 0 {
			th := &m.threads[c.running]
			stacks := m.processes[th.process].stacks
			tid, user = th.tid, stacks[m.rng.IntN(len(stacks))]
		}
		var kernel []byte
		if user == nil || m.rng.IntN(3) == 0 {
			kernel = m.kernel[m.rng.IntN(len(m.kernel))]
		}
		addr := kernel
		if addr == nil {
			addr = user
		}
		p := m.body().raw(addr[:m.pointer()])
		p.u32(tid).u16(1).u8(0, 0)
		m.put(cpu, at, hookSample, 2)
		m.walk(cpu, at, tid, c.running, kernel)
		m.walk(cpu, at, tid, c.running, user)
	}
}

func (m *machine) pointer() int { return m.opt.Config.PointerSize }

// walk writes one part of the stack of the record at t; nil is none.
func (m *machine) walk(cpu int, t int64, tid uint32, slot int, addrs []byte) {
	if addrs == nil {
		return
	}
	pid := uint32(0)
	if slot >= 0 {
		pid = m.processes[m.threads[slot].process].pid
	}
	m.total.Walks++
	m.body().i64(t).u32(pid, tid).raw(addrs)
	m.put(cpu, t, hookWalk, 2)
}

// wake makes a waiting thread ready at t: from the running thread, or from a
// deferred procedure call around it.
func (m *machine) wake(cpu int, t int64) {
	if len(m.waiting) == 0 || m.n > len(m.cpus) {
		return
	}
	i := m.rng.IntN(len(m.waiting))
	slot := m.waiting[i]
	m.waiting[i] = m.waiting[len(m.waiting)-1]
	m.waiting = m.waiting[:len(m.waiting)-1]
	deferred := m.cpus[cpu].running < 0 || m.rng.IntN(4) == 0
	flags := uint8(0)
	if deferred {
		flags = ReadyInDPC
	}
	m.total.Readies++
	appendReady(m.body(), m.threads[slot].tid, flags)
	m.put(cpu, t, hookReady, 2)
	m.makeReady(slot)
	if !deferred {
		return
	}
	m.total.DPCs++
	id := hookDPC
	if m.rng.IntN(4) == 0 {
		id = hookTimerDPC
	}
	appendDPC(m.body(), t-12, m.at.kernel+uint64(m.rng.IntN(32))<<8)
	m.put(cpu, t+1, id, 2)
}

// waitReasons are those of threads that leave voluntarily, the frequent ones more than once.
var waitReasons = [...]int8{0, 4, 6, 6, 6, 6, 13, 15, 15, 15, 16, 17, 37, 37, 37, 26}

// change is the context switch at the end of a step.
func (m *machine) change(cpu int, t int64) {
	c := &m.cpus[cpu]
	s := CSwitch{State: StateRunning, Ideal: int8(cpu & 63), WaitTime: uint32(m.rng.IntN(4))}
	old := c.running
	if old >= 0 {
		th := &m.threads[old]
		s.Old, s.OldPrio = th.tid, th.prio
		switch {
		case len(m.free) == 0 && m.steps%64 == 0:
			m.end(cpu, t-1, old)
			s.State = StateTerminated
		case m.n > 0 && m.rng.IntN(4) == 0:
			s.State, s.Reason = StateReady, int8(30+m.rng.IntN(3))
		default:
			s.State, s.Reason, s.Mode = StateWaiting, waitReasons[m.rng.IntN(len(waitReasons))], 1
		}
	}
	next := m.takeReady()
	if next < 0 && old < 0 {
		return // it stays idle
	}
	switch s.State {
	case StateTerminated:
		m.free = append(m.free, old)
	case StateReady:
		m.makeReady(old)
	case StateWaiting:
		m.waiting = append(m.waiting, old)
	}
	if next >= 0 {
		s.New, s.NewPrio = m.threads[next].tid, m.threads[next].prio
	}
	c.running = next
	m.total.Switches++
	s.append(m.body())
	m.put(cpu, t, hookSwitch, m.switchVersion())
	if m.opt.SwitchStacks && next >= 0 {
		stacks := m.processes[m.threads[next].process].stacks
		m.walk(cpu, t, s.New, next, m.kernel[m.rng.IntN(len(m.kernel))])
		m.walk(cpu, t, s.New, next, stacks[m.rng.IntN(len(stacks))])
	}
}

func (m *machine) switchVersion() uint16 {
	if m.opt.Config.Major >= 10 {
		return 4
	}
	return 2
}

// start makes the running thread start another one, which is ready immediately.
func (m *machine) start(cpu int, t int64) {
	slot := m.free[len(m.free)-1]
	m.free = m.free[:len(m.free)-1]
	creator := &m.threads[m.cpus[cpu].running]
	th := m.born()
	th.process = creator.process
	m.threads[slot] = th
	pid := m.processes[th.process].pid
	m.total.Starts++
	m.life(cpu, t, LifeStart, Thread{PID: pid, TID: th.tid, CreatorTID: creator.tid, CreatorPID: pid})
	m.total.Readies++
	appendReady(m.body(), th.tid, 0)
	m.put(cpu, t, hookReady, 2)
	m.makeReady(slot)
}

func (m *machine) end(cpu int, t int64, slot int) {
	th := &m.threads[slot]
	m.total.Ends++
	m.life(cpu, t, LifeEnd, Thread{PID: m.processes[th.process].pid, TID: th.tid})
}

// life writes a record of a thread's life.
func (m *machine) life(cpu int, t int64, opcode uint8, th Thread) {
	th.Stacks, th.Start, th.Base, th.Page, th.IO = someStacks, 0xFF, 8, 5, 2
	th.Named = m.opt.Config.Major >= 10
	m.add(cpu, m.mk.Thread(t, opcode, 3, th))
}

// add writes an infrequent record.
func (m *machine) add(cpu int, r Record) {
	if err := m.w.Put(cpu, r); err != nil && m.w.err == nil {
		m.w.err = err
	}
	m.note(cpu, r.Time)
}
