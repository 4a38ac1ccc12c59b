//go:build unix

package room

import "golang.org/x/sys/unix"

// free is how many bytes of a folder's file system are free to this user.
func free(dir string) (n int64, ok bool) {
	var st unix.Statfs_t
	if unix.Statfs(dir, &st) != nil || st.Bsize <= 0 {
		return 0, false
	}
	return int64(min(uint64(st.Bavail), 1<<62/uint64(st.Bsize)) * uint64(st.Bsize)), true
}
