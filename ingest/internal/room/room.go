// Package room says how much may be unpacked into the temporary folder.
package room

import "os"

// kept is the part of the free space that is left to others.
const kept = 2

// Temporary is how many bytes may be written to the temporary folder: at most so many,
// and at most half of what is free there, where the system tells that.
func Temporary(most int64) int64 {
	if n, ok := free(os.TempDir()); ok {
		return min(most, n/kept)
	}
	return most
}
