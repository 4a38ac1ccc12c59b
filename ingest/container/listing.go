package container

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
)

// listing finds the traces in an archive.
type listing struct {
	sniff    func([]byte) bool
	names    map[string]bool // of the members
	members  []Member
	looked   int // how many files were examined
	nested   int // archives inside the archive
	problems []error
}

// Traces returns the members that sniff recognises as traces by their first bytes (4 KiB where a
// member has as many), in the archive's order; members of archives inside the archive are included,
// with the inner archives' names before theirs.
//
// In a 7z archive the traces are unpacked on the way, since reading one member
// means decoding those before it.
//
// If there is none, the error wraps ErrNoTrace; it is one line that begins with the archive's name.
// Problems lists members that could not be examined.
func (a *Archive) Traces(ctx context.Context, sniff func(head []byte) bool) ([]Member, error) {
	a.unpacker.begin()
	l := listing{sniff: sniff, names: map[string]bool{}}
	err := l.list(ctx, a, 0)
	a.problems = l.problems
	switch {
	case err != nil && ctx.Err() != nil:
		return nil, err
	case err != nil:
		return nil, fmt.Errorf("%s: %w", a.name, err)
	case len(l.members) > 0:
		return l.members, nil
	case len(l.problems) > 0:
		return nil, fmt.Errorf("%s: %w that can be read: %w", a.name, ErrNoTrace, l.problems[0])
	}
	return nil, fmt.Errorf("%s: %w (files examined: %d)", a.name, ErrNoTrace, l.looked)
}

// Problems returns a one-line error for each member that the last call of Traces could not examine,
// a hundred at most.
func (a *Archive) Problems() []error { return a.problems }

// list examines each file of an archive that is nested in depth others. It ends with the context,
// and where unpacking is needed but no longer possible.
func (l *listing) list(ctx context.Context, a *Archive, depth int) error {
	if a.dir.solid() {
		for i, e := range a.dir.entries() {
			if a.sources[i] == nil {
				a.unpacker.total += e.size
			}
		}
	}
	for i, e := range a.dir.entries() {
		l.looked++
		err := l.look(ctx, a, i, depth)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if errors.Is(err, errTemporary) || errors.Is(err, errTooMuch) && a.dir.solid() {
			return err
		}
		if err != nil && len(l.problems) < maxProblems {
			l.problems = append(l.problems, fmt.Errorf("file %q: %w", a.prefix+e.name, err))
		}
	}
	return nil
}

// look decides what file i is.
func (l *listing) look(ctx context.Context, a *Archive, i, depth int) error {
	e := a.dir.entries()[i]
	if e.err != nil || e.size == 0 {
		return e.err
	}
	if _, ok := a.dir.stored(i); ok || a.sources[i] != nil {
		s, err := a.source(ctx, i)
		if err != nil {
			return err
		}
		head, err := s.head()
		if err != nil {
			return err
		}
		return l.decide(ctx, a, i, depth, head, nil)
	}
	rc, err := a.dir.open(i)
	if err != nil {
		return err
	}
	defer rc.Close()
	head := make([]byte, min(headSize, e.size))
	n, err := io.ReadFull(rc, head)
	if n == 0 {
		return damaged(err)
	}
	whole := io.MultiReader(bytes.NewReader(head[:n]), rc)
	if err != nil {
		whole = io.MultiReader(bytes.NewReader(head[:n]), failing{err})
	}
	return l.decide(ctx, a, i, depth, head[:n], whole)
}

// decide classifies file i by its head. whole is all of it, nil if that is unpacked already.
func (l *listing) decide(ctx context.Context, a *Archive, i, depth int, head []byte, whole io.Reader) error {
	e, solid := a.dir.entries()[i], a.dir.solid()
	isTrace := l.sniff(head)
	isNested := !isTrace && depth == 0 && l.nested < maxNested && isArchive(e.name, head)
	switch {
	case whole == nil:
	case isTrace && solid, isNested:
		if !solid {
			a.unpacker.total += e.size
		}
		s, err := a.unpacker.unpack(ctx, whole, e.size)
		if err != nil {
			return err
		}
		a.sources[i] = s
	case solid:
		// The decoder of the following files continues from here. Errors of this one do not matter.
		_, _, err := a.unpacker.copy(ctx, io.Discard, whole, e.size)
		return err
	}
	if isTrace {
		l.add(a, i)
	}
	if isNested {
		return l.descend(ctx, a, i, depth)
	}
	return nil
}

// isArchive reports whether to look into a member as an archive. The content alone does not
// suffice: documents and program packages are zip archives, too.
func isArchive(name string, head []byte) bool {
	if !Sniff(head) {
		return false
	}
	name = strings.ToLower(name)
	for _, ext := range []string{".zip", ".7z", ".diagsession", zstExtension, gzipExtension} {
		if strings.HasSuffix(name, ext) {
			return true
		}
	}
	return false
}

// add lists file i. A name that another member already has gets a number, so that names are unique.
func (l *listing) add(a *Archive, i int) {
	e := a.dir.entries()[i]
	name := a.prefix + e.name
	for n := 2; l.names[name]; n++ {
		name = fmt.Sprintf("%s%s (%d)", a.prefix, e.name, n)
	}
	l.names[name] = true
	l.members = append(l.members, Member{Name: name, Size: e.size, in: a, index: i})
}

// descend lists file i, which is an archive.
func (l *listing) descend(ctx context.Context, a *Archive, i, depth int) error {
	l.nested++
	s := a.sources[i]
	if s.damage != nil {
		return s.damage // what is missing is the directory, at the end
	}
	if a.nested[i] == nil {
		name := a.dir.entries()[i].name
		in := &Archive{name: name, src: s, unpacker: a.unpacker, prefix: a.prefix + name + "/"}
		if err := in.open(ctx, s, s.Size()); err != nil {
			return err
		}
		a.nested[i] = in
	}
	return l.list(ctx, a.nested[i], depth+1)
}

// failing is a stream that only returns an error.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }
