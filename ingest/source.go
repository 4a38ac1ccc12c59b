package ingest

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"

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

// errShrunk is the error of a mapped file that another program cuts short while
// it is being read.
var errShrunk = errors.New("the file was cut short while it was being read")

// guard turns the fault of reading a mapped page that is gone into an error.
// Use as: defer guard(name, &err)().
func guard(name string, err *error) func() {
	before := debug.SetPanicOnFault(true)
	return func() {
		debug.SetPanicOnFault(before)
		r := recover()
		if r == nil {
			return
		}
		var fault interface{ Addr() uintptr }
		if e, ok := r.(runtime.Error); ok && errors.As(e, &fault) {
			*err = fmt.Errorf("%s: %w", name, errShrunk)
			return
		}
		panic(r)
	}
}
