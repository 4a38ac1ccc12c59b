package perfscript

// Bounds on what a file may make the reader keep or do.
const (
	maxLine     = 1 << 20 // bytes; longer lines are not read
	maxSources  = 1 << 12 // names of events in a chunk
	maxName     = 200     // bytes of the name of an event
	maxNamed    = 1 << 20 // threads named by the first column
	maxTasks    = 1 << 20 // threads in records of perf itself
	maxFrames   = 1 << 10 // of a call chain
	maxSymbol   = 1 << 10 // bytes of the name of a function
	maxSilent   = 1 << 10 // CPUs without records
	maxHeader   = 1 << 12 // events in the comments
	maxText     = 1 << 10 // bytes of a value in the comments
	maxExcerpt  = 60      // bytes of a line in an error
	fewRecords  = 1 << 10 // records of a chunk, beside one for every leastLine bytes
	leastLine   = 32      // bytes of a line; no real one is shorter
	headSize    = 4 << 10 // the part of a file by which its format is recognised
	checkEvery  = 1 << 12 // lines or records between looks at the context
	chunkSize   = 4 << 20 // bytes of a chunk, about
	borderSize  = 1 << 20 // bytes in which a chunk must find its end
	mostWorkers = 4
)
