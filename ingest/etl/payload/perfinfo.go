package payload

// SampledProfile is a sample of the running thread.
type SampledProfile struct {
	IP    uint64 // address of the next instruction
	TID   uint32 // 0: the idle thread
	Count uint16 // samples that it represents
	Flags uint8  // SampleInDPC and so on; bits 3 to 7 the thread's priority; zero before Windows 8
	Rank  uint8
}

// Flags of SampledProfile.
const (
	SampleInDPC = 1
	SampleInISR = 2
)

// Decode implements Decoder.
func (e *SampledProfile) Decode(b []byte, l Layout) bool {
	n := l.pointerSize()
	if len(b) < n+8 {
		return false
	}
	e.IP = l.pointer(b)
	b = b[n : n+8]
	e.TID = le.Uint32(b)
	e.Count = le.Uint16(b[4:])
	e.Flags = b[6]
	e.Rank = b[7]
	return true
}

// Interval is how often samples are taken: it was set, or applies at the start or the end of the
// collection.
type Interval struct {
	Source   uint32 // 0: the timer; else a performance counter
	New, Old uint32 // units of 100 ns for the timer, events for a counter
	Name     UTF16  // of the source; from version 3 on
}

// Decode implements Decoder.
func (e *Interval) Decode(b []byte, l Layout) bool {
	if len(b) < 12 {
		return false
	}
	e.Source = le.Uint32(b)
	e.New, e.Old = le.Uint32(b[4:]), le.Uint32(b[8:])
	e.Name = nil
	if l.Version >= 3 {
		e.Name, _ = cutUTF16(b[12:])
	}
	return true
}

// DPC is a deferred procedure call: ordinary, threaded or by a timer. The record's own time is its
// end.
type DPC struct {
	Start   int64 // raw clock
	Routine uint64
}

// Decode implements Decoder.
func (e *DPC) Decode(b []byte, l Layout) bool {
	if len(b) < 8+l.pointerSize() {
		return false
	}
	e.Start = int64(le.Uint64(b))
	e.Routine = l.pointer(b[8:])
	return true
}

// ISR is an interrupt service routine, by line or by message. The record's own time is its end.
type ISR struct {
	Start   int64 // raw clock
	Routine uint64
	Return  uint8 // 0: the interrupt was not for this routine
	Vector  uint16
	Message uint32 // number of the message; 0 for a line interrupt
}

// Decode implements Decoder.
func (e *ISR) Decode(b []byte, l Layout) bool {
	n := 8 + l.pointerSize()
	if len(b) < n+4 {
		return false
	}
	e.Start = int64(le.Uint64(b))
	e.Routine = l.pointer(b[8:])
	e.Return = b[n]
	e.Vector = le.Uint16(b[n+1:])
	e.Message = 0
	if len(b) >= n+8 {
		e.Message = le.Uint32(b[n+4:])
	}
	return true
}

// SysCallEnter records that the running thread called the kernel.
type SysCallEnter struct {
	Routine uint64 // address of the service
}

// Decode implements Decoder.
func (e *SysCallEnter) Decode(b []byte, l Layout) bool {
	if len(b) < l.pointerSize() {
		return false
	}
	e.Routine = l.pointer(b)
	return true
}

// SysCallExit records that the running thread returned from the kernel.
type SysCallExit struct {
	Status uint32 // NTSTATUS
}

// Decode implements Decoder.
func (e *SysCallExit) Decode(b []byte, _ Layout) bool {
	if len(b) < 4 {
		return false
	}
	e.Status = le.Uint32(b)
	return true
}
