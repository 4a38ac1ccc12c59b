// Package scratch makes temporary files for unpacked data: traces are read at many places in
// parallel.
package scratch

import (
	"errors"
	"os"

	"github.com/edsrzf/mmap-go"
)

// File is a temporary file. Where the system allows it, it has no name, so that nothing is ever
// left behind; elsewhere Close removes it.
type File struct {
	*os.File
	mem mmap.MMap
}

// Create makes an empty file, whose name ends with a dot and kind.
func Create(kind string) (*File, error) {
	f, err := os.CreateTemp("", "threadlens-*."+kind)
	if err != nil {
		return nil, err
	}
	_ = os.Remove(f.Name())
	return &File{File: f}, nil
}

// Map maps the first n bytes, which were written, and returns them, valid until Close; nil where
// that is impossible and the file must be read.
func (f *File) Map(n int64) []byte {
	if m, err := mmap.MapRegion(f.File, int(n), mmap.RDONLY, 0, 0); err == nil {
		f.mem = m
	}
	return f.mem
}

// Close unmaps, closes and removes the file.
func (f *File) Close() error {
	var unmapped error
	if f.mem != nil {
		unmapped = f.mem.Unmap()
	}
	closed, removed := f.File.Close(), os.Remove(f.Name())
	if errors.Is(removed, os.ErrNotExist) {
		removed = nil
	}
	return errors.Join(unmapped, closed, removed)
}
