package tracedat

// Bounds on what a file may make the reader keep or do. Real files stay far below them; what is
// beyond is left out and reported, or the file is refused.
const (
	maxSection   = 1 << 26 // bytes of a section of the descriptions
	maxDescribed = 1 << 28 // bytes of all that are unpacked
	maxSections  = 1 << 10 // option sections
	maxBuffers   = 1 << 10
	maxStreams   = 1 << 15 // CPUs of all buffers
	maxSilent    = 1 << 10 // CPUs without records
	maxID        = 1 << 16 // a record has 16 bits for its event
	maxFields    = 1 << 17 // of all events together that the file has records of
	leastPage    = 1 << 8  // bytes of a page of the ring buffer
	maxPage      = 1 << 22
	maxChunk     = 1 << 26 // bytes that a compressed chunk may unpack to
	maxChunks    = 1 << 27 // bytes that the chunks in memory may take, and twice the file's size
	keptUnpacked = 1 << 26 // bytes of all chunks, unpacked, that are kept for the second pass
	maxLosses    = 1 << 20
	maxSymbols   = 1 << 20
	maxFunction  = 1 << 16 // bytes of code of a function of the kernel
	maxSymbol    = 1 << 7  // bytes of its name
	maxFrames    = 1 << 10 // of a stack
	maxCmdlines  = 1 << 16 // names of threads
	maxClock     = 32      // bytes of a clock's name

	minUnpacked  = 1 << 30 // bytes that the pages of a file may unpack to, at least
	unpackFactor = 200     // or this many times its size
)
