package perfetto

// Numbers of the fields of a packet.
const (
	fieldFtrace          fieldNum = 1
	fieldProcessTree     fieldNum = 2
	fieldUID             fieldNum = 3
	fieldClockSnapshot   fieldNum = 6
	fieldTime            fieldNum = 8
	fieldProcessStats    fieldNum = 9
	fieldSequence        fieldNum = 10
	fieldTrackEvent      fieldNum = 11
	fieldInterned        fieldNum = 12
	fieldFlags           fieldNum = 13
	fieldConfig          fieldNum = 33
	fieldFtraceStats     fieldNum = 34
	fieldTraceStats      fieldNum = 35
	fieldMarker          fieldNum = 36
	fieldCleared         fieldNum = 41
	fieldDropped         fieldNum = 42
	fieldProcess         fieldNum = 43
	fieldThread          fieldNum = 44
	fieldSystemInfo      fieldNum = 45
	fieldDeflated        fieldNum = 50
	fieldProfile         fieldNum = 54
	fieldClock           fieldNum = 58
	fieldDefaults        fieldNum = 59
	fieldTrack           fieldNum = 60
	fieldPerfSample      fieldNum = 66
	fieldServiceEvent    fieldNum = 69
	fieldPID             fieldNum = 79
	fieldFirst           fieldNum = 87
	fieldUUID            fieldNum = 89
	fieldEtw             fieldNum = 95
	fieldMachine         fieldNum = 98
	fieldKernelTaskState fieldNum = 117
	fieldKernelFrequency fieldNum = 118
	fieldKernelRename    fieldNum = 120
	fieldKernelTree      fieldNum = 122
	fieldZstd            fieldNum = 133
	fieldStackSample     fieldNum = 135
)

// Bits of sequence_flags.
const (
	flagCleared = 1
	flagNeeds   = 2
)

// packet is a packet taken apart.
type packet struct {
	time     uint64
	timed    bool
	clock    uint64 // of the time, 0 if the packet does not name it
	seq      uint64
	flags    uint64
	machine  uint64
	dropped  bool // packets of the sequence before this one were lost
	first    bool // no packet of the sequence came before
	interned []byte
	defaults []byte
	// kind and payload are the field that says what the packet is about, 0 for none.
	kind    fieldNum
	payload []byte
}

// parse takes a packet apart; false where it is damaged.
func (p *packet) parse(b []byte) bool {
	*p = packet{}
	m := over(b)
	for m.next() {
		if m.bytes() {
			p.block(&m)
		} else {
			p.number(&m)
		}
	}
	return !m.bad
}

// number takes a field with a number.
func (p *packet) number(m *message) {
	switch m.num {
	case fieldTime:
		p.time, p.timed = m.val, true
	case fieldClock:
		p.clock = m.val
	case fieldSequence:
		p.seq = m.val
	case fieldFlags:
		p.flags |= m.val
	case fieldCleared:
		if m.val != 0 {
			p.flags |= flagCleared
		}
	case fieldDropped:
		p.dropped = m.val != 0
	case fieldFirst:
		p.first = m.val != 0
	case fieldMachine:
		p.machine = m.val
	}
}

// block takes a field with a message. Of several payloads the last one counts.
func (p *packet) block(m *message) {
	switch m.num {
	case fieldInterned:
		p.interned = m.data
	case fieldDefaults:
		p.defaults = m.data
	default:
		p.kind, p.payload = m.num, m.data
	}
}

// packetNames are names of the packets that are read, and of frequent others.
var packetNames = map[fieldNum]string{
	fieldFtrace: "ftrace_events", fieldProcessTree: "process_tree", fieldProcessStats: "process_stats",
	fieldClockSnapshot: "clock_snapshot", fieldTrackEvent: "track_event", fieldTrack: "track_descriptor",
	fieldConfig: "trace_config", fieldFtraceStats: "ftrace_stats", fieldTraceStats: "trace_stats",
	fieldMarker: "synchronization_marker", fieldProcess: "process_descriptor", fieldThread: "thread_descriptor",
	fieldSystemInfo: "system_info", fieldProfile: "streaming_profile_packet", fieldPerfSample: "perf_sample",
	fieldServiceEvent: "service_event", fieldUUID: "trace_uuid", fieldEtw: "etw_events",
	fieldKernelTaskState: "generic_kernel_task_state_event", fieldKernelFrequency: "generic_kernel_cpu_freq_event",
	fieldKernelRename: "generic_kernel_task_rename_event", fieldKernelTree: "generic_kernel_process_tree",
	fieldStackSample: "stack_sample", 7: "sys_stats", 37: "profile_packet", 39: "android_log", 47: "packages_list",
	52: "gpu_counter_event", 61: "module_symbols", 67: "cpu_info", 76: "frame_timeline_event", 107: "remote_clock_sync",
}
