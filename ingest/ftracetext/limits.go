package ftracetext

// Bounds on what a file may make the reader keep or do.
const (
	maxSilent    = 1 << 10 // CPUs without events
	maxSources   = 1 << 12 // names of events
	maxContinued = 1 << 12 // bytes of the further lines of a marker: more than trace_marker accepts
	maxColumn    = 1 << 20 // threads named by the first column
	maxDump      = 1 << 16 // threads and processes in PROCESS DUMP tables
	maxStacks    = 1 << 16 // different texts of stacks that are remembered
	maxFrames    = 1 << 8  // of a stack
	maxDiagText  = 200
	minUnpacked  = 1 << 26 // bytes that the compressed text of atrace may unpack to, at least
	unpackFactor = 40      // or this many times its size
	checkEvery   = 1 << 12 // lines
	sampledLines = 1 << 10 // that decide how times are written
)
