package ingest

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"threadlens/ingest/format"
	"threadlens/ingest/internal/fault"
	"threadlens/ingest/memory"
	"threadlens/model"
)

// Options are the options of Load.
type Options struct {
	// Progress, if set, is called regularly with how many of the file's total bytes are done, each
	// of the two passes counting half, and how many events the model holds. It is called on the
	// loading goroutine.
	Progress func(done, total, events int64)
	// Formats are the formats to recognise, nil for all that Threadlens knows.
	Formats []format.Format
}

// File is an open trace: a Reader and the resources to release with it.
type File struct {
	format.Reader
	files    *recording
	progress func(done, total, events int64)
	events   int64
	// before is the share of the progress that unpacking an archive takes.
	before float64
}

// WriteExcerpt implements format.Excerpter; the error is format.ErrNoExcerpt if the trace's format
// does not.
func (f *File) WriteExcerpt(ctx context.Context, w io.Writer, part *format.Excerpt) error {
	if x, ok := f.Reader.(format.Excerpter); ok {
		return x.WriteExcerpt(ctx, w, part)
	}
	return format.ErrNoExcerpt
}

// Open opens a trace file, with the neighbouring files of the same recording, or the recording in
// an archive, and makes the first pass over it.
func Open(ctx context.Context, path string, opt Options) (*File, error) {
	return open(ctx, path, opt, func(r *recording, unpacked format.Progress) error {
		return r.findFile(ctx, path, unpacked)
	})
}

// OpenBytes is Open for a trace held in memory.
func OpenBytes(ctx context.Context, name string, data []byte, opt Options) (*File, error) {
	return open(ctx, name, opt, func(r *recording, unpacked format.Progress) error {
		return r.findBytes(ctx, format.Part{Name: name, Source: bytes.NewReader(data), Size: int64(len(data))}, unpacked)
	})
}

// unpackShare is the estimated share of loading that unpacking an archive takes.
const unpackShare = 0.25

func open(ctx context.Context, name string, opt Options, find func(*recording, format.Progress) error) (*File, error) {
	f := &File{files: &recording{known: opt.Formats}, progress: opt.Progress}
	if opt.Formats == nil {
		f.files.known = Formats()
	}
	ctx, release := memory.Within(ctx)
	defer release()
	if err := f.open(ctx, name, find); err != nil {
		return nil, errors.Join(fail(name, memory.Cause(ctx, err)), f.files.Close())
	}
	return f, nil
}

func (f *File) open(ctx context.Context, name string, find func(*recording, format.Progress) error) (err error) {
	defer fault.Guard(&err)()
	err = find(f.files, func(done, total int64) {
		f.before = unpackShare
		f.tell(unpackShare * float64(done) / float64(max(total, 1)))
	})
	if err != nil {
		return err
	}
	defer f.relaxCollector()()
	f.Reader, err = f.files.format.Open(ctx, f.files.parts, name, f.report)
	return err
}

// loadingGC is the garbage collector's target while a trace is read, in percent
// of growth. Nearly all that is allocated meanwhile is the trace and stays, so
// that collecting as often as usual costs a fifth of the time and finds nothing.
const loadingGC = 400

// Sizes of files, in bytes. From collectedSize on, a garbage collection ends each stage: many
// smaller files may be loaded. From relaxedSize on, the collector otherwise runs less often: with
// smaller files the threads may take more memory than the file.
const (
	collectedSize = 16 << 20
	relaxedSize   = 64 << 20
)

// collect runs the garbage collector if the file is large enough.
func (f *File) collect() {
	if f.files.size >= collectedSize {
		runtime.GC()
	}
}

// relaxCollector sets that target, unless the user has set one, and returns a function that
// restores the old one.
func (f *File) relaxCollector() (restore func()) {
	if os.Getenv("GOGC") != "" || f.files.size < relaxedSize {
		return func() {}
	}
	old := debug.SetGCPercent(loadingGC)
	return func() { debug.SetGCPercent(old) }
}

// fail prefixes an error with the file's name, unless it contains it.
func fail(name string, err error) error {
	if errors.Is(err, context.Canceled) || strings.HasPrefix(err.Error(), name) {
		return err
	}
	return fmt.Errorf("%s: %w", name, err)
}

// report scales a reader's progress, which may count unpacked bytes, to the size of the file or
// archive.
func (f *File) report(done, total int64) {
	if total > 0 {
		f.tell(f.before + (1-f.before)*float64(done)/float64(total))
	}
}

func (f *File) tell(part float64) {
	if f.progress != nil {
		size := cmp.Or(f.files.packed, f.files.size, 1)
		f.progress(int64(part*float64(size)), size, f.events)
	}
}

// Close releases the file.
func (f *File) Close() error {
	return errors.Join(f.Reader.Close(), f.files.Close())
}

// Trace makes the second pass: it builds the model of the file. The readable part of a damaged file
// becomes a Trace whose diagnostics list what is missing.
func (f *File) Trace(ctx context.Context) (*model.Trace, error) {
	ctx, release := memory.Within(ctx)
	defer release()
	t, err := f.build(ctx)
	if err != nil {
		return nil, fail(f.Info().File, memory.Cause(ctx, err))
	}
	return t, nil
}

func (f *File) build(ctx context.Context) (t *model.Trace, err error) {
	defer fault.Guard(&err)()
	defer f.relaxCollector()()
	f.collect() // the first pass leaves much garbage
	info := f.Info()
	b := model.NewBuilder(info, f.Tables(), f.Prepass())
	err = f.Events(ctx, func(batch []model.Event, settled model.Time) error {
		b.Feed(batch, settled)
		f.events += int64(len(batch))
		return ctx.Err()
	})
	if err != nil {
		return nil, err
	}
	f.collect() // so does the second
	info.Diagnostics = append(slices.Clip(info.Diagnostics), f.files.notes...)
	t = b.Trace()
	f.collect() // and so does the builder
	return t, nil
}

// Load opens a trace file and builds its model.
func Load(ctx context.Context, path string, opt Options) (*model.Trace, error) {
	f, err := Open(ctx, path, opt)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return f.Trace(ctx)
}

// LoadBytes is Load for a trace held in memory.
func LoadBytes(ctx context.Context, name string, data []byte, opt Options) (*model.Trace, error) {
	f, err := OpenBytes(ctx, name, data, opt)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return f.Trace(ctx)
}
