package memory

import (
	"math"

	"golang.org/x/sys/unix"
)

// addresses is how many bytes this process may map.
func addresses() (int64, bool) {
	var l unix.Rlimit
	err := unix.Getrlimit(unix.RLIMIT_AS, &l)
	return int64(min(l.Cur, math.MaxInt64)), err == nil && l.Cur < math.MaxInt64
}
