package record

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"threadlens/ingest/save"
)

// claim is a file that the system writes: under the name of an unfinished file first, and under its
// own at the end.
type claim struct{ *save.File }

// claimFile creates the file, empty, so that nobody else does; a file that may not be written is
// thus found before the recording.
func claimFile(path string, force bool) (*claim, error) {
	whole, err := filepath.Abs(path) // another process writes it
	if err != nil {
		return nil, err
	}
	f, err := save.Create(whole, save.Options{Force: force, Mode: save.Private, Keeps: true})
	if err != nil {
		return nil, err
	}
	if err := f.Lend(); err != nil {
		return nil, errors.Join(err, f.Drop())
	}
	return &claim{f}, nil
}

// size is how many bytes the unfinished file has.
func (c *claim) size() (int64, error) {
	info, err := os.Stat(c.Name())
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

// giveUp removes an unfinished file that is empty, and adds to the error where a file that is not
// empty is. It may be nil.
func (c *claim) giveUp(err error) error {
	if c == nil || c.Over() {
		return err
	}
	if n, e := c.size(); e != nil || n == 0 {
		return errors.Join(err, c.Drop())
	}
	return errors.Join(fmt.Errorf("%w; the events recorded before this error are in %s", err, c.Name()), c.Leave())
}
