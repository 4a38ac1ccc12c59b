package perfdata

import (
	"bytes"
	"fmt"
	"slices"

	"threadlens/ingest/internal/scratch"
)

// keptUnpacked is how many unpacked bytes are kept in memory; more go to a temporary file.
const keptUnpacked = 1 << 26

// unpacked is the unpacked data.
type unpacked struct {
	mem  []byte
	f    *scratch.File // all of it, once there is too much for memory
	size int64
}

// write adds bytes.
func (s *unpacked) write(b []byte) error {
	if need := len(s.mem) + len(b); need > cap(s.mem) {
		s.mem = slices.Grow(s.mem, max(len(s.mem), len(b)))
	}
	s.mem = append(s.mem, b...)
	s.size += int64(len(b))
	if s.f == nil {
		if len(s.mem) <= keptUnpacked {
			return nil
		}
		f, err := scratch.Create("perf.data")
		if err != nil {
			return fmt.Errorf("unpack: %w", err)
		}
		s.f = f
	}
	if len(s.mem) < windowSize {
		return nil
	}
	return s.flush()
}

// flush writes what is still in memory to the file.
func (s *unpacked) flush() error {
	if _, err := s.f.Write(s.mem); err != nil {
		return fmt.Errorf("unpack: %w", err)
	}
	if s.mem = s.mem[:0]; cap(s.mem) > 2*windowSize {
		s.mem = make([]byte, 0, 2*windowSize)
	}
	return nil
}

// Write implements io.Writer.
func (s *unpacked) Write(b []byte) (int, error) { return len(b), s.write(b) }

// input is all of it as an input to read, which then owns it.
func (s *unpacked) input() (*input, error) {
	in := &input{r: bytes.NewReader(s.mem), size: s.size, mem: s.mem, done: s.close}
	if s.f == nil {
		return in, nil
	}
	if err := s.flush(); err != nil {
		return nil, err
	}
	in.r, in.mem = s.f, s.f.Map(s.size)
	return in, nil
}

// close releases it.
func (s *unpacked) close() error {
	if s.f == nil {
		return nil
	}
	return s.f.Close()
}
