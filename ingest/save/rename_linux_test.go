package save

import (
	"fmt"
	"testing"

	"golang.org/x/sys/unix"
)

// TestLacksRename: the errors of file systems, and kernels, that cannot keep a file from being
// replaced, as opposed to errors about the file.
func TestLacksRename(t *testing.T) {
	for err, want := range map[error]bool{nil: false, unix.EEXIST: false, unix.EACCES: false, unix.EINVAL: true, unix.ENOSYS: true} {
		if err != nil {
			err = fmt.Errorf("rename: %w", err)
		}
		if lacksRename(err) != want {
			t.Errorf("%v: %v", err, !want)
		}
	}
}
