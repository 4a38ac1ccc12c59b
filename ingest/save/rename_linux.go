package save

import (
	"errors"

	"golang.org/x/sys/unix"
)

// renameNew renames a file, and fails if the new name is taken.
func renameNew(from, to string) error {
	err := unix.Renameat2(unix.AT_FDCWD, from, unix.AT_FDCWD, to, unix.RENAME_NOREPLACE)
	if lacksRename(err) {
		return renameLooking(from, to)
	}
	return err
}

// lacksRename reports whether the file system, or the kernel, lacks such renaming.
func lacksRename(err error) bool { return errors.Is(err, unix.EINVAL) || errors.Is(err, unix.ENOSYS) }
