package save

import (
	"errors"
	"io/fs"
	"os"
)

// renameLooking renames a file after checking that nothing has the new name.
func renameLooking(from, to string) error {
	if _, err := os.Lstat(to); !errors.Is(err, fs.ErrNotExist) {
		if err == nil {
			err = fs.ErrExist
		}
		return err
	}
	return os.Rename(from, to)
}
