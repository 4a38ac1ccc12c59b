//go:build !windows

package record

// Ending is the file name ending of recordings.
const Ending = ".perf.data"
