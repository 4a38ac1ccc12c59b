// Package format says what a file format of traces is: what its folder tells the rest of the
// program, from how it is recognised to how it is recorded. A folder of ingest has a function
// Format; ingest.Formats lists them.
package format

import (
	"context"
	"io"

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

// Part is one file of a recording. Any goroutine may read it.
type Part struct {
	Name   string
	Source io.ReaderAt
	Size   int64 // bytes
}

// Progress tells how much of total a Reader has gone through: Open up to half of
// it, Events the rest.
type Progress = func(done, total int64)

// Format is one file format.
type Format struct {
	Name       string   // as Info.Format says it
	Title      string   // for people
	Extensions []string // usual file name endings; the content decides
	// Recipes are commands that record it, or make it of another.
	Recipes []Recipe
	// Several is set when files beside one another may be one recording.
	Several bool
	// Sniff recognises the format by the first bytes of a file, at least 4 KiB
	// of it where the file has them.
	Sniff func(head []byte) bool
	// Open makes the first pass over the files of a recording: one, unless
	// Several is set. The Reader owns them afterwards but does not close them.
	Open func(ctx context.Context, parts []Part, name string, progress Progress) (Reader, error)
}

// Recipe is a command that makes a file of a format.
type Recipe struct {
	What    string // it is for
	Command string
}

// Opened keeps a failed Open from becoming a Reader that holds a nil pointer.
func Opened[R Reader](r R, err error) (Reader, error) {
	if err != nil {
		return nil, err
	}
	return r, nil
}
