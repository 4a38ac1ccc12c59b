package cut

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/klauspost/compress/zstd"

	"threadlens/ingest/format"
	"threadlens/ingest/save"
	"threadlens/ingest/text"
	"threadlens/model"
)

// Endings of the names of files: text, packed and plain, and perf.data.
const (
	Packed = ".tltxt.zst"
	Plain  = ".tltxt"
	Perf   = ".data"
)

// File is the work of writing a window of a trace to a file.
type File struct {
	Trace  *model.Trace
	Window model.Range
	Names  *Pseudonyms // nil to keep all names
}

// Named reports whether a file may have a name, by its ending.
func Named(path string) bool {
	return strings.HasSuffix(path, Packed) || strings.HasSuffix(path, Plain) || strings.HasSuffix(path, Perf)
}

// goRuntime begins the names of functions of Go's runtime, which is part of each program.
const goRuntime = "runtime."

// Anonymize replaces names; library reports whether a module is part of a system or a runtime.
func (f *File) Anonymize(library func(module string) bool) {
	f.Names = NewPseudonyms(f.Trace.Tables, func(module, function string) bool {
		return library(module) || strings.HasPrefix(function, goRuntime)
	})
}

// ErrAnonymous is the error for names that would be in the records of a file.
var ErrAnonymous = errors.New("perf.data output cannot be anonymized: use an output file with the extension " + Packed)

// WriteAs writes the window of the trace that r delivers in the form that the ending of a path asks
// for, text if none does.
func (f *File) WriteAs(ctx context.Context, w io.Writer, path string, r format.Excerpter) error {
	switch {
	case strings.HasSuffix(path, Packed):
		return f.WritePacked(ctx, w, r)
	case !strings.HasSuffix(path, Perf):
		return f.Write(ctx, w, r)
	case f.Names != nil:
		return ErrAnonymous
	}
	return f.WriteExcerpt(ctx, w, r)
}

// Save is WriteAs to a file, which it replaces, completely or not at all. Only the user may read it.
func (f *File) Save(ctx context.Context, path string, r format.Excerpter) error {
	out, err := save.Create(path, save.Options{Force: true, Mode: save.Private})
	if err != nil {
		return err
	}
	if err := f.WriteAs(ctx, out, path, r); err != nil {
		return errors.Join(err, out.Drop())
	}
	if err := out.Commit(); err != nil {
		return errors.Join(err, out.Drop())
	}
	return nil
}

// Write writes the window of the trace that r delivers as text.
func (f *File) Write(ctx context.Context, w io.Writer, r format.Reader) error {
	tables, info := f.Trace.Tables, f.info()
	if f.Names != nil {
		tables = f.Names.Tables()
	}
	tw := text.NewWriter(w, info, tables)
	emit := tw.Events
	if f.Names != nil {
		emit = func(batch []model.Event) error { return tw.Events(f.Names.Events(batch)) }
	}
	if err := emit(Starts(f.Trace, f.Window)); err != nil {
		return err
	}
	c := New(f.Window, emit)
	if err := format.AllEvents(ctx, r, c.Events); err != nil {
		return err
	}
	if err := c.Close(); err != nil {
		return err
	}
	if err := emit(Targets(f.Trace, c.Last())); err != nil {
		return err
	}
	*info = *f.info() // with the names that have occurred
	return tw.Close()
}

// WritePacked is Write, compressed with Zstandard.
func (f *File) WritePacked(ctx context.Context, w io.Writer, r format.Reader) error {
	z, err := zstd.NewWriter(w, zstd.WithEncoderConcurrency(1))
	if err != nil {
		return err
	}
	if err := f.Write(ctx, z, r); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return fmt.Errorf("zstd: %w", err)
	}
	return nil
}

// info is what is known about a trace that was cut. Events lost outside the window are not missing
// in it.
func (f *File) info() *model.Info {
	info := *f.Trace.Info
	info.Cut, info.End, info.ByProcess, info.SourceEvents = f.Window, f.Window.To, nil, nil
	inside := false
	for _, l := range f.Trace.Losses {
		if l.From >= f.Window.To || l.To < f.Window.From {
			info.LostEvents = max(0, info.LostEvents-l.Count)
		} else {
			inside = true
		}
	}
	if len(f.Trace.Losses) > 0 && !inside { // the trace shows when events were lost
		info.LostEvents, info.LostBuffers = 0, 0
	}
	if f.Names != nil {
		info = f.Names.Info(&info)
	}
	return &info
}
