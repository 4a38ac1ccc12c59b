package etl

import "threadlens/model"

// Bounds on what a file may make the reader keep. Real files stay far below;
// what exceeds them is dropped and counted.
const (
	maxParts       = 1 << 12 // files opened together
	minBufferLimit = 1 << 20 // bytes of an expanded buffer that are always accepted
	maxBuffer      = 1 << 26 // bytes of a buffer; Windows has at most 16 MiB
	minUnpacked    = 1 << 30 // bytes that a compressed file may expand to, at least
	unpackFactor   = 200     // and relative to its size
	trustedCPUs    = 256     // processors believed of a header without buffers of theirs
	maxRuns        = 64      // of a processor's buffers: each is read by a cursor of its own
	maxFiles       = 1 << 20 // names of file objects
	maxDisks       = 1 << 10
	maxThreads     = 1 << 20 // threads whose process is remembered
	maxInFlight    = 1 << 16 // transfers
	maxKeyDefs     = 1 << 24 // definitions of stack keys
	maxFrames      = 1 << 10 // of one stack; Windows walks 192 at most
	maxRoutines    = 1 << 16 // addresses of interrupt routines
	maxDiagText    = 200

	// maxSpan, ns, is how long a trace may last whose header does not say when
	// it ended; endSlack is how far records may lie behind the end it tells.
	maxSpan  model.Time = 10 * 365 * 24 * 3600 * 1e9
	endSlack model.Time = 3600 * 1e9
)

// unpackLimit is the number of bytes that the buffers of compressed files of
// this size may expand to.
func unpackLimit(size int64) int64 { return max(minUnpacked, unpackFactor*size) }
