package payload

// NoThread is the id in payloads that name no thread.
const NoThread = ^uint32(0)

// CSwitch is a context switch from the old thread to the new one. Its layout does not depend on the
// pointer size; versions 2 to 5 are known, all begin alike, and what some append is ignored.
type CSwitch struct {
	New, Old       uint32 // thread ids; 0 is the CPU's idle thread
	NewPriority    int8   // 0 to 31
	OldPriority    int8
	PreviousCState uint8  // power state that an idle CPU left
	WaitReason     int8   // KWAIT_REASON of the old thread if it waits; how it was preempted if it is ready
	WaitMode       int8   // version 2: 0 kernel, 1 user; from version 3 on flags of the thread
	State          int8   // of the old thread: StateReady and so on
	IdealProcessor int8   // of the old thread
	NewWaitTime    uint32 // clock interrupts that the new thread waited: too coarse for more than a hint
}

// States of the old thread of a CSwitch.
const (
	StateInitialized   = 0
	StateReady         = 1 // preempted
	StateRunning       = 2
	StateStandby       = 3
	StateTerminated    = 4
	StateWaiting       = 5
	StateTransition    = 6
	StateDeferredReady = 7
	StateGateWait      = 8
)

// Decode implements Decoder.
func (e *CSwitch) Decode(b []byte, _ Layout) bool {
	if len(b) < 24 {
		return false
	}
	b = b[:24]
	e.New = le.Uint32(b)
	e.Old = le.Uint32(b[4:])
	e.NewPriority = int8(b[8])
	e.OldPriority = int8(b[9])
	e.PreviousCState = b[10]
	e.WaitReason = int8(b[12])
	e.WaitMode = int8(b[13])
	e.State = int8(b[14])
	e.IdealProcessor = int8(b[15])
	e.NewWaitTime = le.Uint32(b[16:])
	return true
}

// ReadyThread records that a thread was made ready by the one that runs on the record's CPU.
type ReadyThread struct {
	TID             uint32 // the thread made ready
	AdjustReason    int8   // why its priority was raised: 0 not, 1 end of a wait, 2 boost
	AdjustIncrement int8   // by how much
	Flags           uint8  // ReadyInDPC and so on
}

// Flags of ReadyThread.
const (
	ReadyInDPC          = 1 // readied by a DPC: the running thread was only interrupted
	ReadyStackSwapped   = 2 // its kernel stack must be paged in first
	ReadyProcessSwapped = 4 // its process must be paged in first
)

// Decode implements Decoder.
func (e *ReadyThread) Decode(b []byte, _ Layout) bool {
	if len(b) < 8 {
		return false
	}
	b = b[:8]
	e.TID = le.Uint32(b)
	e.AdjustReason = int8(b[4])
	e.AdjustIncrement = int8(b[5])
	e.Flags = b[6]
	return true
}

// Thread describes a thread at its start, at its end, or in a rundown. Version 0 holds only the
// ids, and so does the end of version 1.
type Thread struct {
	PID, TID                 uint32
	StackBase, StackLimit    uint64 // addresses, kernel part
	UserStackBase            uint64
	UserStackLimit           uint64
	Start                    uint64 // address of the first function, versions 1 and 2
	Affinity                 uint64 // CPUs it may use, a bit each; from version 3 on
	Win32Start               uint64 // the function that the program specified
	TEB                      uint64 // address of the thread environment block; from version 2 on
	SubProcessTag            uint32 // service within its process; from version 2 on
	BasePriority             uint8  // this and the next three from version 3 on
	PagePriority, IOPriority uint8
	Flags                    uint8
	WaitMode                 int8  // version 1 only
	Name                     UTF16 // empty where none was set or recorded
}

// Decode implements Decoder. Names came with Windows 10 without a new version: they are there when
// the payload has room for them.
func (e *Thread) Decode(b []byte, l Layout) bool {
	*e = Thread{}
	c := l.cursor(b)
	if l.Version == 0 {
		e.TID, e.PID = c.U32(), c.U32()
		return c.ok()
	}
	e.PID, e.TID = c.U32(), c.U32()
	if l.Version == 1 && c.Left() == 0 {
		return c.ok()
	}
	e.StackBase, e.StackLimit = c.pointer(), c.pointer()
	e.UserStackBase, e.UserStackLimit = c.pointer(), c.pointer()
	if l.Version >= 3 {
		e.Affinity = c.pointer()
	} else {
		e.Start = c.pointer()
	}
	e.Win32Start = c.pointer()
	if l.Version == 1 {
		e.WaitMode = int8(c.U8())
		return c.ok()
	}
	e.TEB, e.SubProcessTag = c.pointer(), c.U32()
	if l.Version >= 3 {
		e.BasePriority, e.PagePriority = c.U8(), c.U8()
		e.IOPriority, e.Flags = c.U8(), c.U8()
		e.Name, _ = cutUTF16(c.rest())
	}
	return c.ok()
}

// ThreadName records that a thread was given a name (SetName).
type ThreadName struct {
	PID, TID uint32
	Name     UTF16
}

// Decode implements Decoder.
func (e *ThreadName) Decode(b []byte, _ Layout) bool {
	if len(b) < 8 {
		return false
	}
	e.PID, e.TID = le.Uint32(b), le.Uint32(b[4:])
	e.Name, _ = cutUTF16(b[8:])
	return true
}
