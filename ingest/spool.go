package ingest

import (
	"errors"
	"fmt"
	"io"
	"os"

	"threadlens/ingest/internal/room"
)

// maxSpooled bounds how much standard input is read, in bytes.
const maxSpooled = 64 << 30

// spool copies r to a temporary file without a name, since traces are read at many places in
// parallel.
func spool(r io.Reader, most int64) (*os.File, error) {
	f, err := os.CreateTemp("", "threadlens-*.stdin")
	if err != nil {
		return nil, err
	}
	_ = os.Remove(f.Name()) // where the system allows it; elsewhere it is removed on restart
	most = room.Temporary(most)
	n, err := io.Copy(f, io.LimitReader(r, most+1))
	switch {
	case err == nil && n > most:
		err = fmt.Errorf("standard input is longer than %d MiB: save it to a file first", most>>20)
	case err == nil && n == 0:
		err = errors.New("standard input is empty")
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}
