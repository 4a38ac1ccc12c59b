package perfdata

import (
	"fmt"

	"threadlens/ingest/internal/room"
)

// Bounds on what a file may make the reader keep. Real files stay far below them; anything beyond
// is dropped and counted, or the file is refused where it cannot be read without it.
const (
	maxAttrs     = 1 << 14
	maxIDs       = 1 << 22
	maxSection   = 1 << 28 // bytes of one header section
	maxTasks     = 1 << 20 // threads that existed before
	maxMappings  = 1 << 20 // mappings of files, and processes that began
	maxBuildID   = 20      // bytes
	maxLosses    = 1 << 20
	maxName      = 64 // bytes of a name; the kernel's thread names have 15
	maxArgs      = 1 << 12
	maxSilent    = 1 << 10 // CPUs without records
	maxNumbers   = 1 << 10 // system calls known only by number
	minUnpacked  = 1 << 30 // bytes that a compressed file may unpack to, at least
	unpackFactor = 200     // or this many times its size
)

// unpackLimit is the number of bytes that a compressed file of the given size
// may unpack to.
func unpackLimit(size int64) int64 { return max(minUnpacked, unpackFactor*size) }

// unpackRoom is that, as far as the disk has room for it: what is kept in memory needs none.
func unpackRoom(size int64) int64 { return max(keptUnpacked, room.Temporary(unpackLimit(size))) }

// tooMuch is the error of a file of the given size that unpacks to more than a limit.
func tooMuch(limit, size int64) error {
	if limit < unpackLimit(size) {
		return fmt.Errorf("%w of %d bytes; the limit depends on the free space in the temporary folder: set TMPDIR to use another folder", errUnpacked, limit)
	}
	return fmt.Errorf("%w of %d bytes", errUnpacked, limit)
}
