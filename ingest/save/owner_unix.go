//go:build unix

package save

import (
	"errors"
	"io/fs"
	"os"
	"strconv"
	"syscall"
)

// isRoot reports whether this process may write everywhere, as a variable for tests.
var isRoot = func() bool { return os.Geteuid() == 0 }

// behind is the user and the group on whose behalf root acts, according to sudo or pkexec; ok is
// false where nobody is known.
func behind() (uid, gid int, ok bool) {
	for _, name := range []string{"SUDO_UID", "PKEXEC_UID"} {
		n, err := strconv.Atoi(os.Getenv(name))
		if err != nil || n <= 0 {
			continue
		}
		gid, err := strconv.Atoi(os.Getenv("SUDO_GID"))
		if name != "SUDO_UID" || err != nil {
			gid = -1 // stays as it is
		}
		return n, gid, true
	}
	return 0, 0, false
}

func ownerOf(info fs.FileInfo) int {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return int(s.Uid)
	}
	return -1
}

// giveAway gives a new file of root's to the user behind sudo, if its folder is theirs.
func giveAway(f *os.File, folder string) error {
	uid, gid, ok := behind()
	if !isRoot() || !ok {
		return nil
	}
	info, err := os.Stat(folder)
	if err != nil || ownerOf(info) != uid {
		return err
	}
	return f.Chown(uid, gid)
}

// errForeign is why root leaves a file alone.
var errForeign = errors.New("the file belongs to another user, and as root Threadlens does not replace such files: choose another name")

// mayReplace returns why root must not replace a file.
func mayReplace(info fs.FileInfo) error {
	if !isRoot() {
		return nil
	}
	owner := ownerOf(info)
	if uid, _, ok := behind(); owner == 0 || ok && owner == uid {
		return nil
	}
	return errForeign
}

// syncFolder flushes the name of a new file to the disk. Where folders cannot be flushed, that is
// no error.
func syncFolder(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return nil // it may be writable and not readable
	}
	defer f.Close()
	if err := f.Sync(); err != nil && !errors.Is(err, syscall.EINVAL) && !errors.Is(err, syscall.ENOTSUP) {
		return err
	}
	return nil
}
