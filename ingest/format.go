package ingest

import (
	"context"
	"io"

	"threadlens/ingest/perfdata"
	"threadlens/ingest/text"
	"threadlens/model"
)

// Reader is one open trace: the facts about it, and its events.
type Reader interface {
	// Info returns the facts, complete once the Reader is open. The caller may
	// read it after Events for what only the whole file tells.
	Info() *model.Info
	// Tables holds the strings and stacks that the events refer to.
	Tables() *model.Tables
	// Prepass is what the first pass over the file found.
	Prepass() *model.Prepass
	// Events delivers the events in batches: each CPU's events in their order,
	// CPUs interleaved in any way. settled promises that every later event has
	// Time >= settled. The batch is only valid during the call. An error of
	// yield ends the reading and is returned.
	Events(ctx context.Context, yield func(batch []model.Event, settled model.Time) error) error
	// Close releases the file.
	Close() error
}

// Source is the file a format reads from: random access, any goroutine.
type Source = io.ReaderAt

// Progress tells how much of total a Reader has gone through: Open up to half of
// it, Events the rest.
type Progress = func(done, total int64)

// Format is one file format.
type Format struct {
	Name       string   // as Info.Format says it
	Title      string   // for people
	Extensions []string // usual file name endings; the content decides
	// Sniff recognises the format by the first bytes of a file, at least 4 KiB
	// of it where the file has them.
	Sniff func(head []byte) bool
	// Open makes the first pass over the file. The Reader owns r afterwards
	// but does not close it.
	Open func(ctx context.Context, r Source, size int64, name string, progress Progress) (Reader, error)
}

// Formats lists every format that can be opened, in the order of sniffing.
func Formats() []Format {
	return []Format{
		{
			Name: "perf.data", Title: "Linux perf.data", Extensions: []string{".data", ".perf"},
			Sniff: perfdata.Sniff,
			Open: func(ctx context.Context, r Source, size int64, name string, p Progress) (Reader, error) {
				return opened(perfdata.Open(ctx, r, size, name, p))
			},
		},
		{
			Name: "tltxt", Title: "Threadlens text", Extensions: []string{".tltxt"},
			Sniff: text.Sniff,
			Open: func(ctx context.Context, r Source, size int64, name string, p Progress) (Reader, error) {
				return opened(text.Open(ctx, r, size, name, p))
			},
		},
	}
}

// opened keeps a failed Open from becoming a Reader that holds a nil pointer.
func opened[R Reader](r R, err error) (Reader, error) {
	if err != nil {
		return nil, err
	}
	return r, nil
}
