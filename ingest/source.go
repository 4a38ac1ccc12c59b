package ingest

import (
	"errors"
	"io"
	"os"

	"github.com/edsrzf/mmap-go"
)

// mappedFile is a file whose bytes can be had without copying them.
type mappedFile struct {
	*os.File
	data mmap.MMap
}

// mapFile maps a file into memory; where that fails it is read instead.
func mapFile(f *os.File) source {
	data, err := mmap.Map(f, mmap.RDONLY, 0)
	if err != nil {
		return f
	}
	return &mappedFile{f, data}
}

type source interface {
	io.ReaderAt
	io.Closer
}

// Bytes returns the file's bytes, valid until Close.
func (m *mappedFile) Bytes() []byte { return m.data }

// Close unmaps and closes the file.
func (m *mappedFile) Close() error { return errors.Join(m.data.Unmap(), m.File.Close()) }
