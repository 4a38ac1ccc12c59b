package record

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// claim is a file that the system is to write.
type claim struct {
	path string // whole: another process writes it
	made bool   // there was none before
}

// claimFile makes the file, empty, so that nobody else does, and finds out before a
// recording whether it may be written.
func claimFile(path string, force bool) (*claim, error) {
	whole, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	f, err := os.OpenFile(whole, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	made := err == nil
	if errors.Is(err, os.ErrExist) && force {
		if info, e := os.Stat(whole); e == nil && !info.Mode().IsRegular() {
			return nil, fmt.Errorf("%s is no file", path)
		}
		f, err = os.OpenFile(whole, os.O_WRONLY, 0)
	}
	if err != nil {
		return nil, err
	}
	return &claim{whole, made}, f.Close()
}

// size is how many bytes the file has.
func (c *claim) size() (int64, error) {
	info, err := os.Stat(c.path)
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

// drop removes the file again, if there was none and nothing was written. It may be nil.
func (c *claim) drop() error {
	if c == nil {
		return nil
	}
	if n, err := c.size(); !c.made || err != nil || n > 0 {
		return nil
	}
	return os.Remove(c.path)
}
