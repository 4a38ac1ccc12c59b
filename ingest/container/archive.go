package container

import (
	"context"
	"errors"
	"fmt"
	"io"
)

// ErrNoTrace is wrapped by the error for an archive in which no trace was found.
var ErrNoTrace = errors.New("contains no trace file")

// Archive is an open archive. It is for one goroutine; the Sources it returns are for any, until
// Close.
type Archive struct {
	name     string
	src      io.ReaderAt
	dir      directory
	unpacker *unpacker
	sources  []*Source  // by entry, as far as unpacked
	nested   []*Archive // by entry, for archives that were opened
	prefix   string     // of the names, in an archive inside an archive
	problems []error
}

// Member is a trace in an archive.
type Member struct {
	// Name is the member's path in the archive, different for each member. It is untrusted text,
	// for display and for Groups only.
	Name string
	// Size is the number of bytes in the archive's directory.
	Size int64

	in    *Archive
	index int
}

// Open reads the directory of an archive of the given size. name is the file's
// name as the user knows it. If r also has a method Bytes() []byte that returns
// the whole file, as a mapped file can, members that are stored without
// compression are not copied either. The Archive reads r until Close, but does
// not close it.
//
// progress, which may be nil, is called with how many of the bytes to unpack are done, from zero by
// each call of Traces and Unpack; total may grow while Traces finds archives inside the archive. It
// is called on the goroutine of these calls.
//
// The error is one line that begins with name.
func Open(ctx context.Context, r io.ReaderAt, size int64, name string, progress func(done, total int64)) (*Archive, error) {
	return openLimited(ctx, r, size, name, newUnpacker(unpackLimit(size), progress))
}

func openLimited(ctx context.Context, r io.ReaderAt, size int64, name string, u *unpacker) (*Archive, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	a := &Archive{name: name, src: r, unpacker: u}
	if err := a.open(ctx, r, size); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return a, nil
}

func (a *Archive) open(ctx context.Context, r io.ReaderAt, size int64) error {
	var head [8]byte
	n, err := r.ReadAt(head[:min(size, int64(len(head)))], 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	switch k := kindOf(head[:n]); k {
	case zipArchive:
		a.dir, err = openZip(r, size)
	case sevenZipArchive:
		a.dir, err = open7z(r, size)
	case zstFile, gzipFile:
		a.dir, err = openSingle(ctx, k, r, size, a.unpacker.left, a.name)
	default:
		return errors.New("not a zip, 7z, zst or gz file")
	}
	if err != nil {
		return err
	}
	files := a.dir.entries()
	if len(files) == 0 {
		return fmt.Errorf("%w: the archive is empty", ErrNoTrace)
	}
	if a.dir.solid() {
		if err := a.unpacker.allow(files...); err != nil {
			return err
		}
	}
	a.sources, a.nested = make([]*Source, len(files)), make([]*Archive, len(files))
	return nil
}

// Unpack makes members readable at any place, in the given order. Members unpacked before are not
// unpacked again. The Sources stay valid until Close.
//
// A damaged member is delivered up to the damage, see Source.Damage; one without any byte to
// deliver is an error, as is one that exceeds what an archive of this size may unpack to. The error
// is one line that begins with the archive's name.
func (a *Archive) Unpack(ctx context.Context, members ...Member) ([]*Source, error) {
	a.unpacker.begin()
	for _, m := range members {
		if m.in == nil || m.in.unpacker != a.unpacker {
			return nil, fmt.Errorf("%s: the archive contains no file %q", a.name, m.Name)
		}
		if _, ok := m.in.dir.stored(m.index); !ok && m.in.sources[m.index] == nil {
			a.unpacker.total += m.Size
		}
	}
	sources := make([]*Source, 0, len(members))
	for _, m := range members {
		s, err := m.in.source(ctx, m.index)
		if err != nil && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			return nil, fmt.Errorf("%s: file %q: %w", a.name, m.Name, err)
		}
		sources = append(sources, s)
	}
	return sources, nil
}

// source returns file i, unpacked if it is not already.
func (a *Archive) source(ctx context.Context, i int) (*Source, error) {
	if s := a.sources[i]; s != nil {
		return s, nil
	}
	e := a.dir.entries()[i]
	if off, ok := a.dir.stored(i); ok {
		a.sources[i] = section(a.src, off, e.size)
		return a.sources[i], nil
	}
	rc, err := a.dir.open(i)
	if err != nil {
		return nil, err
	}
	defer rc.Close()
	a.sources[i], err = a.unpacker.unpack(ctx, rc, e.size)
	return a.sources[i], err
}

// Close releases what has been unpacked. The Sources are invalid afterwards.
func (a *Archive) Close() error {
	var errs []error
	for i := range a.sources {
		if in := a.nested[i]; in != nil {
			errs = append(errs, in.Close())
		}
		if s := a.sources[i]; s != nil {
			errs = append(errs, s.release())
		}
	}
	a.sources, a.nested = nil, nil
	return errors.Join(errs...)
}
