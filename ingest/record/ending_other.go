//go:build !windows

package record

// Ending is what the names of recordings end with.
const Ending = ".perf.data"
