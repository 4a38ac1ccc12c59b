package tracepoint

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Limits on what a format text may declare: far above any kernel's events, low enough to bound the
// cost of any text.
const (
	maxText   = 1 << 18
	maxFields = 512
	maxOffset = 1 << 16
)

// Field is one field of an event.
type Field struct {
	Name string
	Type string // as declared, without the name: "char[16]", "__data_loc char[]"
	Place
}

// Format describes the records of one trace event.
type Format struct {
	System string // the text does not contain it; the caller sets it
	Name   string
	ID     int
	Fields []Field
	Print  string // what follows "print fmt:"

	byName map[string]int
}

// Parse reads the text of a tracefs format file. Unknown lines are skipped; a text without name, id
// or fields is an error.
func Parse(text string) (*Format, error) {
	if len(text) > maxText {
		return nil, fmt.Errorf("an event format of %d bytes is too long", len(text))
	}
	f := &Format{ID: -1, byName: map[string]int{}}
	for line := range strings.Lines(text) {
		if err := f.line(strings.TrimSpace(line)); err != nil {
			return nil, fmt.Errorf("event format %q: %w", f.Name, err)
		}
	}
	switch {
	case f.Name == "":
		return nil, errors.New("an event format has no name")
	case f.ID < 0:
		return nil, fmt.Errorf("event format %q has no ID", f.Name)
	case len(f.Fields) == 0:
		return nil, fmt.Errorf("event format %q has no fields", f.Name)
	}
	return f, nil
}

func (f *Format) line(line string) error {
	key, rest, ok := strings.Cut(line, ":")
	if !ok {
		return nil
	}
	switch key {
	case "name":
		f.Name = strings.TrimSpace(rest)
	case "ID":
		id, err := strconv.ParseUint(strings.TrimSpace(rest), 10, 31)
		if err != nil {
			return fmt.Errorf("invalid ID: %w", err)
		}
		f.ID = int(id)
	case "print fmt":
		f.Print = strings.TrimSpace(rest)
	case "field":
		if len(f.Fields) == maxFields {
			return errors.New("the event has too many fields")
		}
		fd, err := parseField(rest)
		if err != nil {
			return err
		}
		if _, dup := f.byName[fd.Name]; !dup {
			f.byName[fd.Name] = len(f.Fields)
		}
		f.Fields = append(f.Fields, fd)
	}
	return nil
}

// parseField reads "TYPE NAME[N];	offset:O;	size:S;	signed:B;". Kernels before
// 2.6.33 have no signed part.
func parseField(s string) (Field, error) {
	decl, rest, _ := strings.Cut(s, ";")
	fd := Field{Place: Place{Offset: -1, Size: -1}}
	for part := range strings.SplitSeq(rest, ";") {
		key, val, ok := strings.Cut(strings.TrimSpace(part), ":")
		if !ok {
			continue
		}
		n, err := strconv.ParseUint(strings.TrimSpace(val), 10, 31)
		if err != nil || n > maxOffset {
			return fd, fmt.Errorf("field %q has an invalid %s: %q", decl, key, val)
		}
		switch key {
		case "offset":
			fd.Offset = int(n)
		case "size":
			fd.Size = int(n)
		case "signed":
			fd.Signed = n != 0
		}
	}
	if fd.Offset < 0 || fd.Size < 0 {
		return fd, fmt.Errorf("field %q has no offset or no size", decl)
	}
	fd.Name, fd.Type = splitDecl(decl)
	if fd.Name == "" {
		return fd, fmt.Errorf("field %q has no name", decl)
	}
	switch {
	case strings.HasPrefix(fd.Type, "__data_loc"):
		fd.Kind = DataLoc
	case strings.HasPrefix(fd.Type, "__rel_loc"):
		fd.Kind = RelLoc
	}
	return fd, nil
}

// splitDecl splits a C declaration into name and type. The name is the last
// word outside the array brackets.
func splitDecl(decl string) (name, typ string) {
	decl = strings.TrimSpace(decl)
	array := ""
	if strings.HasSuffix(decl, "]") {
		if i := strings.LastIndexByte(decl, '['); i >= 0 {
			decl, array = strings.TrimSpace(decl[:i]), decl[i:]
		}
	}
	i := strings.LastIndexAny(decl, " \t*]")
	return decl[i+1:], strings.TrimSpace(decl[:i+1]) + array
}

// Field finds a field by name.
func (f *Format) Field(name string) (*Field, bool) {
	i, ok := f.byName[name]
	if !ok {
		return nil, false
	}
	return &f.Fields[i], true
}

// Place is the place of the named field, the zero Place when there is none.
func (f *Format) Place(name string) Place {
	if fd, ok := f.Field(name); ok {
		return fd.Place
	}
	return Place{}
}
