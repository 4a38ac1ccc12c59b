package save

import (
	"errors"
	"io/fs"
	"os"
)

// renameLooking renames a file if nothing has the other name just before.
func renameLooking(from, to string) error {
	if _, err := os.Lstat(to); !errors.Is(err, fs.ErrNotExist) {
		if err == nil {
			err = fs.ErrExist
		}
		return err
	}
	return os.Rename(from, to)
}
