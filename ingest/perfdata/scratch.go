package perfdata

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/edsrzf/mmap-go"
)

// keptUnpacked is how many unpacked bytes are kept in memory; more go to a temporary file.
const keptUnpacked = 1 << 26

// scratch is what is unpacked.
type scratch struct {
	mem    []byte
	f      *os.File // of all, once there is too much for the memory
	size   int64
	mapped mmap.MMap
}

// write adds bytes.
func (s *scratch) write(b []byte) error {
	if need := len(s.mem) + len(b); need > cap(s.mem) {
		s.mem = slices.Grow(s.mem, max(len(s.mem), len(b)))
	}
	s.mem = append(s.mem, b...)
	s.size += int64(len(b))
	if s.f == nil {
		if len(s.mem) <= keptUnpacked {
			return nil
		}
		f, err := os.CreateTemp("", "threadlens-*.perf.data")
		if err != nil {
			return fmt.Errorf("unpack: %w", err)
		}
		// Where the system allows it the name goes at once, so that nothing is left
		// behind whatever happens.
		_ = os.Remove(f.Name())
		s.f = f
	}
	if len(s.mem) < windowSize {
		return nil
	}
	return s.flush()
}

// flush writes what is still in memory to the file.
func (s *scratch) flush() error {
	if _, err := s.f.Write(s.mem); err != nil {
		return fmt.Errorf("unpack: %w", err)
	}
	if s.mem = s.mem[:0]; cap(s.mem) > 2*windowSize {
		s.mem = make([]byte, 0, 2*windowSize)
	}
	return nil
}

// Write implements io.Writer.
func (s *scratch) Write(b []byte) (int, error) { return len(b), s.write(b) }

// input is all of it, to be read; it closes the scratch.
func (s *scratch) input() (*input, error) {
	in := &input{r: bytes.NewReader(s.mem), size: s.size, mem: s.mem, done: s.close}
	if s.f == nil {
		return in, nil
	}
	if err := s.flush(); err != nil {
		return nil, err
	}
	in.r, in.mem = s.f, nil
	if m, err := mmap.MapRegion(s.f, int(s.size), mmap.RDONLY, 0, 0); err == nil {
		s.mapped, in.mem = m, m
	}
	return in, nil
}

// close releases all of it.
func (s *scratch) close() error {
	if s.f == nil {
		return nil
	}
	var errs [3]error
	if s.mapped != nil {
		errs[0] = s.mapped.Unmap()
	}
	errs[1] = s.f.Close()
	if err := os.Remove(s.f.Name()); err != nil && !errors.Is(err, os.ErrNotExist) {
		errs[2] = err
	}
	return errors.Join(errs[:]...)
}
