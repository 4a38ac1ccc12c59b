package controller

// Flags select the kernel events to record (EVENT_TRACE_PROPERTIES, EnableFlags).
const (
	FlagProcess    uint32 = 0x1
	FlagThread     uint32 = 0x2
	FlagImage      uint32 = 0x4
	FlagSwitch     uint32 = 0x10
	FlagDPC        uint32 = 0x20
	FlagInterrupt  uint32 = 0x40
	FlagSystemCall uint32 = 0x80
	FlagDisk       uint32 = 0x100
	FlagDiskFile   uint32 = 0x200 // the names of the files in transfers
	FlagDiskInit   uint32 = 0x400
	FlagDispatcher uint32 = 0x800 // ReadyThread
	FlagPageFault  uint32 = 0x1000
	FlagHardFault  uint32 = 0x2000
	FlagProfile    uint32 = 0x01000000
)

// Modes of a session (Logging Mode Constants).
const (
	modeSequential = 0x1
	modeCircular   = 0x2
	// modeSystem makes a session with a name of its own record the kernel's events; from Windows 8
	// on there may be several such sessions.
	modeSystem = 0x02000000
)

const (
	// clockQPC makes events be stamped by the performance counter (WNODE_HEADER).
	clockQPC = 1
	// nodeTraced is WNODE_FLAG_TRACED_GUID, which every session sets.
	nodeTraced = 0x20000
)

// Levels up to which providers write events (Microsoft, EnableTraceEx2).
const (
	LevelInformation uint8 = 4
	LevelVerbose     uint8 = 5
)

// Taking is what EnableTraceEx2 is to do: whether a session records the events of a provider.
type Taking uint32

// Takings (evntrace.h, EVENT_CONTROL_CODE).
const (
	TakeNone Taking = 0
	Take     Taking = 1 // from now on, or a changed selection of events
)

// Control is what ControlTraceW is to do.
type Control uint32

// Controls (evntrace.h).
const (
	ControlQuery  Control = 0
	ControlStop   Control = 1
	ControlUpdate Control = 2
)

// Info is what TraceSetInformation sets (TRACE_QUERY_INFO_CLASS).
type Info uint32

// Kinds of information.
const (
	InfoStacks   Info = 3 // an array of ClassicEvent
	InfoFlags    Info = 4 // eight masks of flags, the first of which are those above
	InfoInterval Info = 5 // a ProfileInterval; it applies to the machine, not to the session
)

// profileTime is the clock as a source of samples (KPROFILE_SOURCE).
const profileTime = 0

// Events of the kernel that may have a call stack (NT Kernel Logger Constants, and
// the classes CSwitch, ReadyThread, SampledProfile, SysCallEnter and Thread_V2).
var (
	StackSwitch      = ClassicEvent{Class: threadClass, Type: 36}
	StackReady       = ClassicEvent{Class: threadClass, Type: 50}
	StackThreadStart = ClassicEvent{Class: threadClass, Type: 1}
	StackSample      = ClassicEvent{Class: perfInfoClass, Type: 46}
	StackSystemCall  = ClassicEvent{Class: perfInfoClass, Type: 51}
)

var (
	threadClass   = GUID{0xd1, 0xa8, 0x6f, 0x3d, 0x05, 0xfe, 0xd0, 0x11, 0x9d, 0xda, 0x00, 0xc0, 0x4f, 0xd7, 0xba, 0x7c}
	perfInfoClass = GUID{0xb4, 0xbf, 0x1d, 0xce, 0x7e, 0x13, 0xa6, 0x4d, 0x87, 0xb0, 0x3f, 0x59, 0xaa, 0x10, 0x2c, 0xbc}
)
