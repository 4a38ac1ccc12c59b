package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"threadlens/ingest/save"
)

// output is where a verb writes: stdout, or a file that is written completely or not at all.
type output struct {
	path  string
	force bool
	mode  fs.FileMode // of save.Options; save.Public if it is zero
}

// check fails early where write would fail late.
func (o output) check() error {
	if !o.isFile() || o.force {
		return nil
	}
	if exists(o.path) {
		return fmt.Errorf("%s: the file exists; --force overwrites it", o.path)
	}
	return nil
}

// isFile reports whether the output is a file that is replaced as a whole. Devices and pipes are
// written to directly.
func (o output) isFile() bool {
	if o.path == "" || o.path == "-" {
		return false
	}
	st, err := os.Stat(o.path)
	return err != nil || st.Mode().IsRegular() || st.IsDir()
}

// write lets f write to the output. If f fails or ctx ends, a file stays as it was, or is not
// created.
func (o output) write(ctx context.Context, stdout io.Writer, f func(io.Writer) error) error {
	if o.path == "" || o.path == "-" {
		return f(contextWriter{ctx, stdout})
	}
	if !o.isFile() {
		file, err := os.OpenFile(o.path, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		return first(f(contextWriter{ctx, file}), file.Close())
	}
	return o.replace(ctx, f)
}

// replace writes the file under a temporary name, and then renames it.
func (o output) replace(ctx context.Context, f func(io.Writer) error) error {
	if err := o.check(); err != nil {
		return err
	}
	file, err := save.Create(o.path, save.Options{Force: o.force, Mode: cmp.Or(o.mode, save.Public)})
	if err != nil {
		return pathError(o.path, err)
	}
	if err := first(f(contextWriter{ctx, file}), ctx.Err()); err != nil {
		return pathError(o.path, first(err, file.Drop()))
	}
	if err := file.Commit(); err != nil {
		file.Drop() // incomplete
		if errors.Is(err, fs.ErrExist) {
			return o.check() // it has appeared meanwhile
		}
		return pathError(o.path, err)
	}
	return nil
}

// first is the first error of several.
func first(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// pathError makes an error name the file that the user named, not the temporary one.
func pathError(path string, err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		err = p.Err
	}
	var l *os.LinkError
	if errors.As(err, &l) {
		err = l.Err
	}
	return fmt.Errorf("%s: cannot write: %w", path, err)
}

// printed is standard output that remembers its first error.
type printed struct {
	io.Writer
	err error
}

func (p *printed) Write(b []byte) (n int, err error) {
	if n, err = p.Writer.Write(b); err != nil && p.err == nil {
		p.err = err
	}
	return n, err
}

// failure is why not everything printed has arrived, nil if it has.
func (p *printed) failure() error {
	if p.err == nil {
		return nil
	}
	return pathError("standard output", p.err)
}

// contextWriter fails once its context has ended.
type contextWriter struct {
	ctx context.Context
	w   io.Writer
}

func (c contextWriter) Write(p []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	return c.w.Write(p)
}

// exists reports whether there is anything at path.
func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}
