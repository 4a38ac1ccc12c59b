package perfdata

// Magic numbers of the first eight bytes (tools/perf, perf.data-file-format).
const (
	magicV1     = "PERFFILE"
	magicLittle = "PERFILE2"
	magicBig    = "2ELIFREP"
)

// Sizes of the file header: the whole one, and the short one of pipe mode.
const (
	headerSize     = 104
	pipeHeaderSize = 16
)

// recordHeader is the size of {u32 type, u16 misc, u16 size}.
const recordHeader = 8

// maxRecord bounds a record: its size is a 16-bit number.
const maxRecord = 1 << 16

// Record types: those below 64 come from the kernel (uapi perf_event.h), the
// others from perf itself (tools/lib/perf/include/perf/event.h).
const (
	recMmap          = 1
	recLost          = 2
	recComm          = 3
	recExit          = 4
	recThrottle      = 5
	recFork          = 7
	recSample        = 9
	recMmap2         = 10
	recLostSamples   = 13
	recSwitch        = 14
	recSwitchCPUWide = 15
	recAux           = 11
	recItraceStart   = 12
	recAuxHardwareID = 21

	recUser        = 64 // the first of perf's own
	recHeaderAttr  = 64
	recTracingData = 66
	recBuildID     = 67
	recAuxTrace    = 71
	recIDIndex     = 69
	recThreadMap   = 73
	recCPUMap      = 74
	recEventUpdate = 78
	recTimeConv    = 79
	recFeature     = 80
	recCompressed  = 81
	recCompressed2 = 83
)

// recordNames name the record types as perf does.
var recordNames = map[uint32]string{
	1: "MMAP", 2: "LOST", 3: "COMM", 4: "EXIT", 5: "THROTTLE", 6: "UNTHROTTLE", 7: "FORK", 8: "READ",
	9: "SAMPLE", 10: "MMAP2", 11: "AUX", 12: "ITRACE_START", 13: "LOST_SAMPLES", 14: "SWITCH",
	15: "SWITCH_CPU_WIDE", 16: "NAMESPACES", 17: "KSYMBOL", 18: "BPF_EVENT", 19: "CGROUP",
	20: "TEXT_POKE", 21: "AUX_OUTPUT_HW_ID", 22: "CALLCHAIN_DEFERRED",
	64: "HEADER_ATTR", 65: "HEADER_EVENT_TYPE", 66: "HEADER_TRACING_DATA", 67: "HEADER_BUILD_ID",
	68: "FINISHED_ROUND", 69: "ID_INDEX", 70: "AUXTRACE_INFO", 71: "AUXTRACE", 72: "AUXTRACE_ERROR",
	73: "THREAD_MAP", 74: "CPU_MAP", 75: "STAT_CONFIG", 76: "STAT", 77: "STAT_ROUND", 78: "EVENT_UPDATE",
	79: "TIME_CONV", 80: "HEADER_FEATURE", 81: "COMPRESSED", 82: "FINISHED_INIT", 83: "COMPRESSED2",
}

// Bits of a record's misc field; the same bit means different things in
// different types.
const (
	miscExec    = 1 << 13 // COMM: the name was set by exec
	miscOut     = 1 << 13 // SWITCH: switch-out
	miscPreempt = 1 << 14 // SWITCH: it was still runnable
	miscCPUMode = 7

	miscMmapData    = 1 << 13 // MMAP: of data
	miscMmapBuildID = 1 << 14 // MMAP2: with a build id in place of the inode
	miscBuildIDSize = 1 << 15 // BUILD_ID: with the number of its bytes

	modeKernel      = 1
	modeUser        = 2
	modeGuestKernel = 4
)

// Event types of an attr.
const (
	typeHardware   = 0
	typeSoftware   = 1
	typeTracepoint = 2
	typeBreakpoint = 5
)

// Configurations of software events.
const (
	swCPUClock      = 0
	swTaskClock     = 1
	swPageFaults    = 2
	swPageFaultsMin = 5
	swPageFaultsMaj = 6
	swDummy         = 9
)

// Bits of sample_type, by the order of the fields in a sample.
const (
	sampleIdentifier = 1 << 16
	sampleIP         = 1 << 0
	sampleTID        = 1 << 1
	sampleTime       = 1 << 2
	sampleAddr       = 1 << 3
	sampleID         = 1 << 6
	sampleStreamID   = 1 << 9
	sampleCPU        = 1 << 7
	samplePeriod     = 1 << 8
	sampleRead       = 1 << 4
	sampleCallchain  = 1 << 5
	sampleRaw        = 1 << 10
	sampleBranches   = 1 << 11
	sampleRegisters  = 1 << 12
)

// Bits of read_format.
const (
	readTimeEnabled = 1 << 0
	readTimeRunning = 1 << 1
	readID          = 1 << 2
	readGroup       = 1 << 3
	readLost        = 1 << 4
)

// Bits of an attr's flag word.
const (
	attrFreq          = 1 << 10
	attrComm          = 1 << 9
	attrEnableOnExec  = 1 << 12
	attrSampleIDAll   = 1 << 18
	attrUseClockID    = 1 << 25
	attrContextSwitch = 1 << 26
	attrBackward      = 1 << 27 // the newest record comes first
)

// protExec is a bit of a mapping's protection (PROT_EXEC).
const protExec = 4

// Feature bits of the header.
const (
	featTracingData = 1
	featBuildID     = 2
	featOSRelease   = 4
	featArch        = 6
	featNrCPUs      = 7
	featCPUDesc     = 8
	featCmdline     = 11
	featEventDesc   = 12
	featAuxTrace    = 18
	featSampleTime  = 21
	featCompressed  = 27

	featCPUTopology    = 13
	featNUMATopology   = 14
	featHybridTopology = 30

	featClockID   = 23
	featDirFormat = 24
	featClockData = 29
	// featRecorder is in Threadlens's own recordings only (ingest/record): {recorderMagic, u64
	// process id, u64 clock time since which all events were kept, 0 for all, u64 page faults that
	// were left out because the kernel confused them with those of another recording, u64 CPU time
	// of recording an event, ns, 0 where that was not measured}.
	featRecorder = 63
	// featDescriptors is too: {recorderMagic}, then {u32 process, u32 descriptor, u32 model.DescriptorType} each,
	// closesOnExec in the type; a descriptor of allOf means that the process's list is complete, of all that are
	// not files, pipes, sockets or terminals.
	featDescriptors = 62
	// featKernel is too: {recorderMagic}, then the kernel functions found in call chains: {u64
	// begin, u64 end, text name} each.
	featKernel = 61
	// featSurroundings is too: {recorderMagic}, then JSON values, each a Group or a Process, see
	// recordedSurroundings.
	featSurroundings = 60
	// featDisks is too: {recorderMagic}, then {u32 major, u32 minor, text name} of each block
	// device.
	featDisks = 59
	// featExcerpt is in parts of recordings that Threadlens has cut: {recorderMagic}, then JSON, see
	// excerptMark.
	featExcerpt = 58

	featLast = 255
)

// clockNames are the clocks of clock_gettime(2) by id.
var clockNames = map[int32]string{
	0: "CLOCK_REALTIME", 1: "CLOCK_MONOTONIC", 4: "CLOCK_MONOTONIC_RAW", 7: "CLOCK_BOOTTIME", 11: "CLOCK_TAI",
}

// schedClock is the clock that perf uses by default.
const schedClock = "sched_clock"

// Markers among the addresses of a call chain (PERF_CONTEXT_*): the addresses that follow were
// executed in that mode. Everything from contextMax on is a marker.
const (
	contextHypervisor  = ^uint64(32 - 1)
	contextKernel      = ^uint64(128 - 1)
	contextUser        = ^uint64(512 - 1)
	contextGuestKernel = ^uint64(2176 - 1)
	contextMax         = ^uint64(4095 - 1)
)
