package ingest

import (
	"errors"
	"io"
	"os"
	"sync"
	"sync/atomic"

	"github.com/edsrzf/mmap-go"
)

// mappedFile is a file whose bytes can be had without copying them.
type mappedFile struct {
	*os.File
	data      mmap.MMap
	closing   atomic.Bool
	populated sync.WaitGroup
}

// populateStep is how much is populated in one go, bytes: a whole number of
// pages on every system.
const populateStep = 16 << 20

// populate runs ahead of the reader, which then finds the pages mapped.
func (m *mappedFile) populate() {
	for at := 0; at < len(m.data) && !m.closing.Load(); at += populateStep {
		if populate(m.data[at:min(at+populateStep, len(m.data))]) != nil {
			return // then pages are mapped one by one
		}
	}
}

// mapFile maps a file into memory; where that fails the file is read instead.
func mapFile(f *os.File) source {
	data, err := mmap.Map(f, mmap.RDONLY, 0)
	if err != nil {
		return f
	}
	m := &mappedFile{File: f, data: data}
	m.populated.Go(m.populate)
	return m
}

type source interface {
	io.ReaderAt
	io.Closer
}

// Bytes returns the file's bytes, valid until Close.
func (m *mappedFile) Bytes() []byte { return m.data }

// Close unmaps and closes the file.
func (m *mappedFile) Close() error {
	m.closing.Store(true)
	m.populated.Wait()
	return errors.Join(m.data.Unmap(), m.File.Close())
}
