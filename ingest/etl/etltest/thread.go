package etltest

// States of the old thread of a context switch.
const (
	StateInitialized   = 0
	StateReady         = 1
	StateRunning       = 2
	StateStandby       = 3
	StateTerminated    = 4
	StateWaiting       = 5
	StateTransition    = 6
	StateDeferredReady = 7
	StateGateWait      = 8
)

// CSwitch is a context switch.
type CSwitch struct {
	New, Old         uint32
	NewPrio, OldPrio int8
	CState           uint8
	Reason           int8   // KWAIT_REASON
	Mode             int8   // version 2: wait mode, 0 kernel, 1 user; later: flags
	State            int8   // of the old thread
	Ideal            int8   // its ideal CPU
	WaitTime         uint32 // of the new thread, in clock interrupts
	Reserved         uint32
}

func (s *CSwitch) append(p *payload) *payload {
	return p.u32(s.New, s.Old).u8(
		uint8(s.NewPrio), uint8(s.OldPrio), s.CState, 0,
		uint8(s.Reason), uint8(s.Mode), uint8(s.State), uint8(s.Ideal),
	).u32(s.WaitTime, s.Reserved)
}

// CSwitch makes a context switch of version 2 to 5; 24 bytes in all of them.
func (m Maker) CSwitch(t int64, version uint16, s CSwitch) Record {
	return m.perf(t, GroupThread, 36, version, s.append(m.payload()))
}

// LongCSwitch makes a context switch that is four bytes longer, as newer systems may write it.
func (m Maker) LongCSwitch(t int64, version uint16, s CSwitch) Record {
	return m.perf(t, GroupThread, 36, version, s.append(m.payload()).u32(0))
}

// CompactSwitches makes a batch of switches in an undocumented layout: opcode 37 with n meaningless
// bytes.
func (m Maker) CompactSwitches(t int64, n int) Record {
	return m.perf(t, GroupThread, 37, 2, m.payload().zero(n))
}

// Flags of a ReadyThread.
const (
	ReadyInDPC          = 1
	ReadyStackSwapped   = 2
	ReadyProcessSwapped = 4
)

// Ready makes a ReadyThread: tid becomes ready, in the context of whatever runs on the CPU.
func (m Maker) Ready(t int64, tid uint32, flags uint8) Record {
	return m.perf(t, GroupThread, 50, 2, appendReady(m.payload(), tid, flags))
}

func appendReady(p *payload, tid uint32, flags uint8) *payload {
	return p.u32(tid).u8(1, 0, flags, 0) // adjust reason 1: a wait ended
}

// Opcodes of the life of a thread, process or image.
const (
	LifeStart   = 1
	LifeEnd     = 2
	LifeDCStart = 3 // rundown at the start of the session
	LifeDCEnd   = 4 // rundown at its end
)

// Thread is the life of a thread.
type Thread struct {
	PID, TID             uint32
	Start, Win32Start    uint64 // addresses; Start is the affinity from version 3 on
	Teb                  uint64
	Stacks               [4]uint64 // base and limit, of the kernel's and the user's
	Tag                  uint32    // of the sub-process
	Base, Page, IO       uint8     // priorities, from version 3 on
	Flags                uint8     // version 1: wait mode
	Name                 string    // from version 3 on, if Named
	Named                bool      // a name follows, perhaps an empty one
	CreatorTID           uint32    // in the header of a start; other records have the thread's own ids
	CreatorPID           uint32
	KernelTime, UserTime uint32
}

// Thread makes a record of a thread's life: opcode 1 to 4, version 0 to 4.
func (m Maker) Thread(t int64, opcode uint8, version uint16, th Thread) Record {
	p := m.payload()
	switch {
	case version == 0:
		p.u32(th.TID, th.PID)
	case version == 1 && (opcode == LifeEnd || opcode == LifeDCEnd):
		p.u32(th.PID, th.TID)
	case version == 1:
		p.u32(th.PID, th.TID).pointer(th.Stacks[:]...)
		p.pointer(th.Start, th.Win32Start).u8(th.Flags, 0, 0, 0) // its wait mode
	default:
		p.u32(th.PID, th.TID).pointer(th.Stacks[:]...)
		p.pointer(th.Start, th.Win32Start, th.Teb).u32(th.Tag)
		if version >= 3 {
			p.u8(th.Base, th.Page, th.IO, th.Flags)
			if th.Named {
				p.wide(th.Name)
			}
		}
	}
	tid, pid := th.TID, th.PID
	if opcode == LifeStart {
		tid, pid = th.CreatorTID, th.CreatorPID
	}
	r := m.system(t, GroupThread, opcode, version, tid, pid, p)
	r.Kernel, r.User = th.KernelTime, th.UserTime
	return r
}

// SetName makes the renaming of a thread (opcode 72).
func (m Maker) SetName(t int64, pid, tid uint32, name string) Record {
	return m.perf(t, GroupThread, 72, 2, m.payload().u32(pid, tid).wide(name))
}

// Opcodes of the priorities of a thread.
const (
	PrioSet  = 48
	PrioBase = 49
	PrioPage = 51
	PrioIO   = 52
)

// Priority makes a change of a priority (opcodes 48, 49, 51, 52).
func (m Maker) Priority(t int64, opcode uint8, tid uint32, before, after uint8) Record {
	return m.perf(t, GroupThread, opcode, 3, m.payload().u32(tid).u8(before, after).u16(0))
}
