package ingest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime/debug"
	"strings"

	"threadlens/ingest/internal/fault"
	"threadlens/model"
)

// Options steer Load.
type Options struct {
	// Progress, if set, is told from time to time how far the file's total
	// bytes are done, both passes over it counting half, and how many events
	// the model holds. It is called on the loading goroutine.
	Progress func(done, total, events int64)
}

// File is an open trace file: a Reader and what to release with it.
type File struct {
	Reader
	closer   io.Closer
	size     int64
	progress func(done, total, events int64)
	events   int64
}

// Open opens a trace file and makes the first pass over it.
func Open(ctx context.Context, path string, opt Options) (*File, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %s", path, reason(err))
	}
	st, err := f.Stat()
	if err == nil && st.IsDir() {
		err = errors.New("is a folder, not a trace file")
	} else if err == nil && !st.Mode().IsRegular() {
		err = errors.New("is not a regular file: save the trace to a file first")
	}
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	src := mapFile(f)
	t, err := open(ctx, src, st.Size(), path, opt)
	if err != nil {
		src.Close()
		return nil, fail(path, err)
	}
	t.closer = src
	return t, nil
}

// reason is the cause of a failure to open a file, without the path that the
// message begins with anyway.
func reason(err error) string {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "no such file"
	case errors.Is(err, fs.ErrPermission):
		return "no permission to read the file"
	}
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err.Error()
	}
	return err.Error()
}

// OpenBytes is Open for a trace held in memory.
func OpenBytes(ctx context.Context, name string, data []byte, opt Options) (*File, error) {
	t, err := open(ctx, bytes.NewReader(data), int64(len(data)), name, opt)
	if err != nil {
		return nil, fail(name, err)
	}
	return t, nil
}

// sniffLen is how much of a file the formats may look at to recognise it.
const sniffLen = 64 << 10

func open(ctx context.Context, r Source, size int64, name string, opt Options) (f *File, err error) {
	defer fault.Guard(&err)()
	defer relaxCollector()()
	if size == 0 {
		return nil, errors.New("the file is empty")
	}
	head := make([]byte, min(size, sniffLen))
	if n, err := r.ReadAt(head, 0); err != nil && !errors.Is(err, io.EOF) {
		return nil, errors.New(reason(err))
	} else {
		head = head[:n]
	}
	file := &File{size: size, progress: opt.Progress}
	for _, f := range Formats() {
		if !f.Sniff(head) {
			continue
		}
		t, err := f.Open(ctx, r, size, name, file.report)
		if err != nil {
			return nil, err
		}
		file.Reader = t
		return file, nil
	}
	return nil, fmt.Errorf("not a trace format that Threadlens knows (%s)", known())
}

// loadingGC is the garbage collector's target while a trace is read, in percent
// of growth. Nearly all that is allocated meanwhile is the trace and stays, so
// that collecting as often as usual costs a fifth of the time and finds nothing.
const loadingGC = 400

// relaxCollector sets that target and returns what puts the old one back.
func relaxCollector() (restore func()) {
	old := debug.SetGCPercent(loadingGC)
	if old < 0 || old > loadingGC {
		debug.SetGCPercent(old) // the user has asked for even less
	}
	return func() { debug.SetGCPercent(old) }
}

// fail names the file in front of an error that does not.
func fail(name string, err error) error {
	if errors.Is(err, context.Canceled) || strings.HasPrefix(err.Error(), name) {
		return err
	}
	return fmt.Errorf("%s: %w", name, err)
}

func known() string {
	var names []string
	for _, f := range Formats() {
		names = append(names, f.Title)
	}
	return strings.Join(names, ", ")
}

// report scales a reader's progress, which may count unpacked bytes, to the
// file's.
func (f *File) report(done, total int64) {
	if f.progress != nil && total > 0 {
		f.progress(int64(float64(done)/float64(total)*float64(f.size)), f.size, f.events)
	}
}

// Close releases the file.
func (f *File) Close() error {
	err := f.Reader.Close()
	if f.closer != nil {
		err = errors.Join(err, f.closer.Close())
	}
	return err
}

// Trace makes the second pass: it builds the model of the file. What can be
// read of a damaged file becomes a Trace whose diagnostics say what is missing.
func (f *File) Trace(ctx context.Context) (*model.Trace, error) {
	t, err := f.build(ctx)
	if err != nil {
		return nil, fail(f.Info().File, err)
	}
	return t, nil
}

func (f *File) build(ctx context.Context) (t *model.Trace, err error) {
	defer fault.Guard(&err)()
	defer relaxCollector()()
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
	return b.Trace(), nil
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
