// Package format defines what a file format of traces has to provide, from how it is recognised to
// how it is recorded. A folder of ingest has a function Format; ingest.Formats lists them.
package format

import (
	"context"
	"io"

	"threadlens/model"
)

// Reader is one open trace: the facts about it, and its events.
type Reader interface {
	// Info returns the facts, complete once the Reader is open. Facts that need the whole file are
	// added by Events: read them after it.
	Info() *model.Info
	// Tables holds the strings and stacks that the events refer to, by number.
	Tables() *model.Tables
	// Prepass is what the first pass over the file found.
	Prepass() *model.Prepass
	// Events delivers the events in batches: each CPU's events in their order, CPUs interleaved in
	// any way. settled promises that every later event has Time >= settled. The batch is only valid
	// during the call. An error from yield ends the reading and is returned.
	Events(ctx context.Context, yield func(batch []model.Event, settled model.Time) error) error
	// Close releases the file.
	Close() error
}

// Part is one file of a recording. Any goroutine may read it.
type Part struct {
	Name   string
	Source io.ReaderAt
	Size   int64 // bytes
}

// Progress reports how much of total a Reader has processed: Open up to half of it, Events the
// rest.
type Progress = func(done, total int64)

// Format is one file format.
type Format struct {
	Name       string   // as in Info.Format
	Title      string   // as people see it
	Extensions []string // usual file name extensions; the content decides
	// Recipes are commands that record it, or convert another format to it.
	Recipes []Recipe
	// Several is set when neighbouring files may be one recording.
	Several bool
	// Sniff recognises the format by the first bytes of a file: at least 4 KiB, or all of a shorter
	// file.
	Sniff func(head []byte) bool
	// Open makes the first pass over the files of a recording: one file, unless Several is set. The
	// Reader uses them from then on but does not close them.
	Open func(ctx context.Context, parts []Part, name string, progress Progress) (Reader, error)
}

// Recipe is a command that makes a file of a format.
type Recipe struct {
	What    string // what it is for
	Command string
}

// Opened keeps a failed Open from becoming a Reader that holds a nil pointer.
func Opened[R Reader](r R, err error) (Reader, error) {
	if err != nil {
		return nil, err
	}
	return r, nil
}
