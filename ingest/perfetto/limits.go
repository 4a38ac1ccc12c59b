package perfetto

import "threadlens/ingest/internal/room"

// Bounds on what a file may make the reader keep. Real files stay far below them; what is beyond is
// left out and counted.
const (
	maxCPU       = 1 << 10 // as in Perfetto itself
	maxSequences = 1 << 16
	maxTracks    = 1 << 20
	maxNames     = 1 << 18 // different names of markers, counters and threads
	maxNameBytes = 256     // of one of them
	maxClocks    = 1 << 12
	maxReadings  = 64      // of clocks in a snapshot
	maxHops      = 16      // from a clock to that of the trace
	maxFrames    = 1 << 10 // of a call stack
	maxPath      = 32      // parts of the path of a mapping
	maxParents   = 64      // steps from a track to its thread
	maxOpenSpans = 1 << 10 // of one track
	maxBirths    = 1 << 20 // threads that start in the trace
	maxThreads   = 1 << 20 // of kernels other than Linux
	maxSpecs     = 1 << 12 // events that the file describes itself
	maxFields    = 1 << 9  // numbers of the fields of an event
	maxListed    = 1 << 10 // system calls in a configuration
	maxTime      = 1 << 62 // ns

	maxPacketUnpacked = 64 << 20 // bytes of the packets in a compressed packet
	minUnpacked       = 1 << 30  // bytes that a compressed file may unpack to, at least
	unpackFactor      = 100      // or this many times its size
	keptUnpacked      = 64 << 20 // unpacked bytes kept in memory: more go to a temporary file
)

// maxInterned bounds the names, frames and stacks that packets refer to; one takes some 100 bytes.
func maxInterned(size int64) int { return int(1<<19 + size/64) }

// maxStackNodes bounds the tree of call stacks, whose nodes take some 150 bytes.
func maxStackNodes(size int64) int { return int(min(1<<19+size/64, 1<<31)) }

// maxOpen bounds the bytes of the bundles that are read at a time, which take some 14 times as much
// memory. There is about one for each CPU, of some 30,000 bytes.
func maxOpen(size int64) int64 { return 16<<20 + size/8 }

// maxItems bounds the items, each of which takes 48 bytes.
func maxItems(size int64) int64 { return 1<<20 + size/8 }

// unpackLimit is how many bytes a file of the given size may unpack to, as far as there is room for
// them.
func unpackLimit(size int64) int64 {
	return max(keptUnpacked, room.Temporary(max(minUnpacked, unpackFactor*size)))
}
