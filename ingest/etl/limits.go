package etl

import "threadlens/model"

// Bounds on what a file may make the reader keep. Real files stay far below them; anything beyond
// is dropped and counted.
const (
	maxParts       = 1 << 12 // files opened together
	minBufferLimit = 1 << 20 // bytes of an expanded buffer that are always accepted
	maxBuffer      = 1 << 26 // bytes of a buffer; Windows has at most 16 MiB
	minUnpacked    = 1 << 30 // bytes that a compressed file may expand to, at least
	unpackFactor   = 200     // or this many times its size
	trustedCPUs    = 256     // CPUs trusted in a header without buffers of theirs
	maxRuns        = 64      // of a CPU's buffers: each run has its own cursor
	maxFiles       = 1 << 20 // names of file objects
	maxDisks       = 1 << 10
	maxThreads     = 1 << 20 // threads whose process is remembered
	maxInFlight    = 1 << 16 // transfers
	maxKeyDefs     = 1 << 24 // definitions of stack keys
	maxFrames      = 1 << 10 // of one stack; Windows walks 192 at most
	maxRoutines    = 1 << 16 // addresses of interrupt routines

	// maxSpan, ns, is the longest trace whose header lacks an end; endSlack is how far records may
	// be beyond the end in the header.
	maxSpan  model.Time = 10 * 365 * 24 * 3600 * 1e9
	endSlack model.Time = 3600 * 1e9
)

// unpackLimit is the number of bytes to which the buffers of compressed files of this size may
// expand.
func unpackLimit(size int64) int64 { return max(minUnpacked, unpackFactor*size) }
