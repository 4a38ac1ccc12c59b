package payload

// LogFileHeader is the first record of every file.
type LogFileHeader struct {
	BufferSize      uint32 // bytes, expanded
	Major, Minor    uint8  // of Windows
	SubVersion      uint8  // 2 in files that were written by a relogger
	SubMinor        uint8
	Build           uint32
	Processors      uint32
	EndTime         int64  // FILETIME UTC
	TimerResolution uint32 // units of 100 ns
	MaxFileSize     uint32 // MB
	LogFileMode     uint32 // ModeCircular and so on
	Buffers         uint32
	StartBuffers    uint32
	PointerSize     uint32 // bytes, of the program that wrote this record
	EventsLost      uint32
	CPUMHz          uint32
	Bias            int32  // minutes that UTC is ahead of local time
	StandardBias    int32  // minutes to add in winter
	DaylightBias    int32  // minutes to add in summer
	BootTime        int64  // FILETIME
	PerfFreq        int64  // ticks per second of the performance counter
	StartTime       int64  // FILETIME UTC
	ClockType       uint32 // ClockQPC and so on
	BuffersLost     uint32
	SessionName     UTF16
	LogFileName     UTF16
}

// Clock types.
const (
	ClockQPC    = 1 // performance counter
	ClockSystem = 2 // units of 100 ns
	ClockCPU    = 3 // CPU cycles
)

// Bits of LogFileMode (Microsoft, logging mode constants).
const (
	ModeCircular   = 0x00000002
	ModeBuffering  = 0x00000400 // buffers in memory, written at the end
	ModeCompressed = 0x04000000
)

// timeZoneBytes is the size of a TIME_ZONE_INFORMATION.
const timeZoneBytes = 172

// Decode implements Decoder. The pointer size is not taken from the layout but from the header
// itself, if that is 4 or 8.
func (e *LogFileHeader) Decode(b []byte, l Layout) bool {
	c := l.cursor(b)
	e.BufferSize = c.U32()
	e.Major, e.Minor, e.SubVersion, e.SubMinor = c.U8(), c.U8(), c.U8(), c.U8()
	e.Build, e.Processors = c.U32(), c.U32()
	e.EndTime = int64(c.U64())
	e.TimerResolution, e.MaxFileSize, e.LogFileMode = c.U32(), c.U32(), c.U32()
	e.Buffers, e.StartBuffers = c.U32(), c.U32()
	e.PointerSize, e.EventsLost, e.CPUMHz = c.U32(), c.U32(), c.U32()
	wide := l.Wide
	switch e.PointerSize {
	case 4:
		wide = false
	case 8:
		wide = true
	}
	c.layout.Wide = wide
	c.Skip(2 * c.layout.pointerSize()) // pointers to names, in the memory of the recorder
	e.Bias, e.StandardBias, e.DaylightBias = timeZone(c.Bytes(timeZoneBytes))
	c.Skip(-c.Pos() & 7)
	e.BootTime, e.PerfFreq, e.StartTime = int64(c.U64()), int64(c.U64()), int64(c.U64())
	e.ClockType, e.BuffersLost = c.U32(), c.U32()
	var rest []byte
	e.SessionName, rest = cutUTF16(c.rest())
	e.LogFileName, _ = cutUTF16(rest)
	return c.ok()
}

// timeZone reads the three numbers of a TIME_ZONE_INFORMATION; the second and the third each follow
// a name of 32 units and a date.
func timeZone(b []byte) (bias, standard, daylight int32) {
	const period = 64 + 16 + 4 // name, date, number
	if len(b) < timeZoneBytes {
		return 0, 0, 0
	}
	return int32(le.Uint32(b)), int32(le.Uint32(b[period:])), int32(le.Uint32(b[2*period:]))
}

// GroupMasks are the kernel events that a session recorded.
type GroupMasks struct {
	Masks         [8]uint32 // bits of Masks[0]: FlagProcess and so on
	KernelVersion uint32    // of the kernel's event layouts; 0 where it is missing
}

// Bits of the first group mask.
const (
	FlagProcess    = 0x00000001
	FlagThread     = 0x00000002
	FlagImage      = 0x00000004
	FlagCSwitch    = 0x00000010
	FlagDPC        = 0x00000020
	FlagInterrupt  = 0x00000040
	FlagSysCall    = 0x00000080
	FlagDiskIO     = 0x00000100
	FlagFileIO     = 0x00000200
	FlagDiskInit   = 0x00000400
	FlagDispatcher = 0x00000800 // ReadyThread
	FlagPageFaults = 0x00001000
	FlagHardFaults = 0x00002000
	FlagProfile    = 0x01000000
)

// FlagProfileMask1 is the bit of the second group mask that means sampling in sessions of PerfView.
const FlagProfileMask1 = 0x2

// Decode implements Decoder.
func (e *GroupMasks) Decode(b []byte, _ Layout) bool {
	if len(b) < 32 {
		return false
	}
	for i := range e.Masks {
		e.Masks[i] = le.Uint32(b[4*i:])
	}
	e.KernelVersion = 0
	if len(b) >= 36 {
		e.KernelVersion = le.Uint32(b[32:])
	}
	return true
}
