package ingest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"threadlens/ingest/container"
	"threadlens/ingest/format"
	"threadlens/ingest/given"
	"threadlens/model"
)

// recording is the files that make up one trace: a single file, one with the neighbouring files
// that belong to it, or members of an archive.
type recording struct {
	known  []format.Format // formats that its files may have
	format format.Format
	parts  []format.Part
	size   int64
	packed int64              // size of the archive, 0 without one
	notes  []model.Diagnostic // what the user should know about how they were found
	open   []io.Closer        // in the order of opening
}

func (r *recording) add(p format.Part) {
	r.parts = append(r.parts, p)
	r.size += p.Size
}

func (r *recording) note(severity model.Severity, code, text string) {
	r.notes = append(r.notes, model.Diagnostic{Severity: severity, Code: code, Text: text, Count: 1})
}

// Close releases the files, the last first.
func (r *recording) Close() error {
	var errs []error
	for i := len(r.open) - 1; i >= 0; i-- {
		errs = append(errs, r.open[i].Close())
	}
	return errors.Join(errs...)
}

// findFile examines the file at path. unpacked is called during the unpacking of an archive.
func (r *recording) findFile(ctx context.Context, path string, unpacked format.Progress) error {
	if err := container.ExplainCvTrace(path); err != nil {
		return err
	}
	p, err := r.openFile(path)
	if err != nil {
		return err
	}
	head, err := headOf(p)
	if err != nil {
		return err
	}
	if r.isArchive(head) {
		return r.findMembers(ctx, p, unpacked)
	}
	if err := r.takes(p, head); err != nil || !r.format.Several {
		return err
	}
	for _, beside := range container.Siblings(path) {
		r.addSibling(beside)
	}
	return nil
}

// findBytes is findFile for a file in memory.
func (r *recording) findBytes(ctx context.Context, p format.Part, unpacked format.Progress) error {
	head, err := headOf(p)
	if err != nil {
		return err
	}
	if r.isArchive(head) {
		return r.findMembers(ctx, p, unpacked)
	}
	return r.takes(p, head)
}

// isArchive reports whether a file is an archive: a reader may unpack its own format.
func (r *recording) isArchive(head []byte) bool {
	_, known := r.formatOf(head)
	return !known && container.Sniff(head)
}

// formatOf is the format of a file that begins with head.
func (r *recording) formatOf(head []byte) (format.Format, bool) {
	i := slices.IndexFunc(r.known, func(f format.Format) bool { return f.Sniff(head) })
	if i < 0 {
		return format.Format{}, false
	}
	return r.known[i], true
}

// titles are the titles of the known formats.
func (r *recording) titles() string {
	var names []string
	for _, f := range r.known {
		names = append(names, f.Title)
	}
	return strings.Join(names, ", ")
}

// takes makes a file the first of the recording.
func (r *recording) takes(p format.Part, head []byte) error {
	f, ok := r.formatOf(head)
	if !ok {
		return fmt.Errorf("%w (%s)", ErrFormat, r.titles())
	}
	r.format = f
	r.add(p)
	return nil
}

// addSibling adds a file whose name belongs to the first, if it can be read and has the same
// format.
func (r *recording) addSibling(path string) {
	p, err := r.openFile(path)
	if err == nil {
		var head []byte
		if head, err = headOf(p); err == nil && !r.format.Sniff(head) {
			err = errors.New("it is not a " + r.format.Title + " file")
		}
	}
	if err != nil {
		r.note(model.SeverityWarning, "part", fmt.Sprintf("%s belongs to this trace but was left out: %v", filepath.Base(path), err))
		return
	}
	r.add(p)
}

// openFile maps a regular file, or a copy of standard input.
func (r *recording) openFile(path string) (format.Part, error) {
	open := given.Regular
	if path == given.Stdin {
		open = func(string) (*os.File, error) { return spool(os.Stdin, maxSpooled) }
	}
	f, err := open(path)
	if err != nil {
		return format.Part{}, err
	}
	st, err := f.Stat()
	if err != nil {
		f.Close()
		return format.Part{}, err
	}
	src := mapFile(f)
	r.open = append(r.open, src)
	return format.Part{Name: path, Source: src, Size: st.Size()}, nil
}

// findMembers takes the largest recording of an archive.
func (r *recording) findMembers(ctx context.Context, p format.Part, unpacked format.Progress) error {
	r.packed = p.Size
	a, err := container.Open(ctx, p.Source, p.Size, p.Name, unpacked)
	if err != nil {
		return err
	}
	r.open = append(r.open, a)
	members, err := a.Traces(ctx, func(head []byte) bool { _, ok := r.formatOf(head); return ok })
	if err != nil {
		return err
	}
	for _, err := range a.Problems() {
		r.note(model.SeverityWarning, "archive-member", err.Error())
	}
	chosen := r.choose(members)
	sources, err := a.Unpack(ctx, chosen...)
	if err != nil {
		return err
	}
	for i, s := range sources {
		part := format.Part{Name: chosen[i].Name, Source: s, Size: s.Size()}
		if s.Damage() != nil {
			r.note(model.SeverityWarning, "archive-damaged", fmt.Sprintf("%s in the archive %v", part.Name, s.Damage()))
		}
		head, err := headOf(part)
		if err != nil {
			return err
		}
		if len(r.parts) == 0 {
			err = r.takes(part, head)
		} else if r.format.Sniff(head) {
			r.add(part)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// choose returns the members that make up the largest recording, and notes the others.
func (r *recording) choose(members []container.Member) []container.Member {
	byName, names := map[string]container.Member{}, []string{}
	for _, m := range members {
		byName[m.Name] = m
		names = append(names, m.Name)
	}
	groups := container.Groups(names)
	sizes, best := make([]int64, len(groups)), 0
	for i, g := range groups {
		for _, n := range g {
			sizes[i] += byName[n].Size
		}
		if sizes[i] > sizes[best] {
			best = i
		}
	}
	var chosen []container.Member
	for _, n := range groups[best] {
		chosen = append(chosen, byName[n])
	}
	r.note(model.SeverityInfo, "archive", "Read from the archive: "+strings.Join(groups[best], ", "))
	if len(groups) > 1 {
		var others []string
		for i, g := range groups {
			if i != best {
				others = append(others, g[0])
			}
		}
		r.note(model.SeverityWarning, "other-traces", "The archive contains other traces, which were not opened: "+shortList(others))
	}
	return chosen
}

// shortList names the first few of many.
func shortList(names []string) string {
	const most = 4
	if n := len(names) - most; n > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), n)
	}
	return strings.Join(names, ", ")
}

// sniffLen is how much of a file the formats may examine to recognise it.
const sniffLen = 64 << 10

func headOf(p format.Part) ([]byte, error) {
	if p.Size == 0 {
		return nil, errors.New("the file is empty")
	}
	head := make([]byte, min(p.Size, sniffLen))
	n, err := p.Source.ReadAt(head, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		if p := (*fs.PathError)(nil); errors.As(err, &p) {
			err = p.Err // the caller names the file
		}
		return nil, err
	}
	return head[:n], nil
}
