package room

import "golang.org/x/sys/windows"

// free is how many bytes of a folder's disk are free to this user.
func free(dir string) (n int64, ok bool) {
	path, err := windows.UTF16PtrFromString(dir)
	if err != nil {
		return 0, false
	}
	var mine, all, total uint64
	if windows.GetDiskFreeSpaceEx(path, &mine, &all, &total) != nil {
		return 0, false
	}
	return int64(min(mine, 1<<62)), true
}
