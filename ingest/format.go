package ingest

import (
	"context"
	"io"

	"threadlens/ingest/etl"
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

// Part is one file of a recording.
type Part struct {
	Name   string
	Source Source
	Size   int64
}

// Progress tells how much of total a Reader has gone through: Open up to half of
// it, Events the rest.
type Progress = func(done, total int64)

// Format is one file format.
type Format struct {
	Name       string   // as Info.Format says it
	Title      string   // for people
	Extensions []string // usual file name endings; the content decides
	// Several is set when files beside one another may be one recording.
	Several bool
	// Sniff recognises the format by the first bytes of a file, at least 4 KiB
	// of it where the file has them.
	Sniff func(head []byte) bool
	// Open makes the first pass over the files of a recording: one, unless
	// Several is set. The Reader owns them afterwards but does not close them.
	Open func(ctx context.Context, parts []Part, name string, progress Progress) (Reader, error)
}

// Formats lists every format that can be opened, in the order of sniffing.
func Formats() []Format {
	return []Format{
		{
			Name: "perf.data", Title: "Linux perf.data", Extensions: []string{".data", ".perf"},
			Sniff: perfdata.Sniff,
			Open: func(ctx context.Context, p []Part, name string, progress Progress) (Reader, error) {
				return opened(perfdata.Open(ctx, p[0].Source, p[0].Size, name, progress))
			},
		},
		{
			Name: "etl", Title: "Windows ETL", Extensions: []string{".etl", ".zip", ".7z", ".diagsession"},
			Sniff: etl.Sniff, Several: true,
			Open: func(ctx context.Context, p []Part, name string, progress Progress) (Reader, error) {
				files := make([]etl.File, len(p))
				for i := range p {
					files[i] = etl.File{Name: p[i].Name, Reader: p[i].Source, Size: p[i].Size}
				}
				return opened(etl.OpenFiles(ctx, files, name, progress))
			},
		},
		{
			Name: "tltxt", Title: "Threadlens text", Extensions: []string{".tltxt"},
			Sniff: text.Sniff,
			Open: func(ctx context.Context, p []Part, name string, progress Progress) (Reader, error) {
				return opened(text.Open(ctx, p[0].Source, p[0].Size, name, progress))
			},
		},
	}
}

// formatOf is the format of a file that begins with head.
func formatOf(head []byte) (Format, bool) {
	for _, f := range Formats() {
		if f.Sniff(head) {
			return f, true
		}
	}
	return Format{}, false
}

// opened keeps a failed Open from becoming a Reader that holds a nil pointer.
func opened[R Reader](r R, err error) (Reader, error) {
	if err != nil {
		return nil, err
	}
	return r, nil
}
