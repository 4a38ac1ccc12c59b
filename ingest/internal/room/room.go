// Package room limits how much may be unpacked into the temporary folder.
package room

import (
	"os"

	"threadlens/ingest/memory"
)

// kept is the divisor of the free space: half of it is left to others.
const kept = 2

// ofMemory is the divisor of the memory that this process may use, of which files in memory may
// take one part.
const ofMemory = 4

// Temporary is how many bytes may be written to the temporary folder: at most most, and at most
// half of what is free there, where that is known. Where the folder is in memory it is at most a
// quarter of what this process may use.
func Temporary(most int64) int64 { return within(most, os.TempDir(), memory.Allowed()) }

func within(most int64, dir string, limits []memory.Limit) int64 {
	if n, ok := free(dir); ok {
		most = min(most, n/kept)
	}
	if inMemory(dir) {
		for _, l := range limits {
			most = min(most, l.Bytes/ofMemory)
		}
	}
	return most
}
