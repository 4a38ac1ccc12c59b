package pdb

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sort"
	"strings"
)

// Function is a function: its addresses relative to that of the image, as in Moves.Address, and its
// name as in the file, decorated as C++ linkers see it where Public is set.
type Function struct {
	Start, End uint32 // End is 0 where only the next function ends it
	Name       string
	Public     bool
}

// Bounds on what a file may make Functions keep.
const (
	maxFunctions = 1 << 24
	maxName      = 1 << 12 // bytes
)

// Kinds of records (enum SYM_ENUM_e).
const (
	recPublic      = 0x110e
	recThunk       = 0x1102
	recLocal       = 0x110f
	recGlobal      = 0x1110
	recLocalID     = 0x1146
	recGlobalID    = 0x1147
	recLocalDPC    = 0x1155
	recLocalDPCID  = 0x1156
	executable     = 0x20000000
	mostStreamSize = math.MaxUint32
)

// section is a part of the image.
type section struct {
	rva, size uint32
	code      bool
}

// reader gathers functions.
type reader struct {
	f        *File
	sections []section
	parts    []span // that object files contributed, in order
	list     []Function
}

// span is a range of addresses.
type span struct{ start, end uint32 }

// Functions are the functions of the image, in order of their addresses, which several may share,
// and how tools moved them.
func (f *File) Functions(ctx context.Context) ([]Function, Moves, error) {
	r := reader{f: f}
	moves, err := f.moves()
	if err == nil {
		err = r.read(ctx, len(moves) > 0)
	}
	if err != nil {
		return nil, nil, err
	}
	slices.SortStableFunc(r.list, func(a, b Function) int { return cmp.Compare(a.Start, b.Start) })
	r.bound()
	return r.list, moves, ctx.Err()
}

// read reads all symbols.
func (r *reader) read(ctx context.Context, moved bool) error {
	if err := r.readSections(moved); err != nil {
		return err
	}
	r.readParts()
	for _, m := range r.f.modules() {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := r.module(m); err != nil {
			return err
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	b, err := r.f.c.stream(r.f.info.records, mostStreamSize)
	r.records(b, r.public)
	return err
}

// readSections reads where the sections of the image were when it was linked.
func (r *reader) readSections(moved bool) error {
	const entry = 40
	which := debugSections
	if moved {
		which = debugOriginal
	}
	b, err := r.f.debug(which)
	if err != nil {
		return err
	}
	for ; len(b) >= entry; b = b[entry:] {
		r.sections = append(r.sections, section{rva: le.Uint32(b[12:]), size: le.Uint32(b[8:]), code: le.Uint32(b[36:])&executable != 0})
	}
	return nil
}

// address is the address of an offset in a section, which are counted from 1; false where it is
// invalid or not code.
func (r *reader) address(section uint16, offset uint32) (rva uint32, ok bool) {
	if section < 1 || int(section) > len(r.sections) {
		return 0, false
	}
	s := &r.sections[section-1]
	return s.rva + offset, s.code && offset < s.size && s.rva+offset >= s.rva
}

// readParts reads which ranges of code belong together (struct SC, whose newer form is 4 bytes
// longer).
func (r *reader) readParts() {
	const version1, version2 = 0xeffe0000 + 19970605, 0xeffe0000 + 20140516
	b := r.f.info.sections
	if len(b) < 4 {
		return
	}
	entry := 28
	switch le.Uint32(b) {
	case version1:
	case version2:
		entry = 32
	default:
		return
	}
	for b = b[4:]; len(b) >= entry; b = b[entry:] {
		size := le.Uint32(b[8:])
		if start, ok := r.address(le.Uint16(b), le.Uint32(b[4:])); ok && size > 0 && start+size > start {
			r.parts = append(r.parts, span{start, start + size})
		}
	}
	slices.SortFunc(r.parts, func(a, b span) int { return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(a.end, b.end)) })
}

// moduleSymbols are the symbols of a compiled module.
type moduleSymbols struct {
	stream uint16
	size   uint32
}

// modules lists the modules (struct MODI: 64 bytes, two names, padded to 4).
func (f *File) modules() (list []moduleSymbols) {
	const entry = 64
	for b := f.info.modules; len(b) >= entry; {
		list = append(list, moduleSymbols{le.Uint16(b[34:]), le.Uint32(b[36:])})
		at := entry
		for range 2 {
			n := strings.IndexByte(string(b[at:min(len(b), at+maxName)]), 0)
			if n < 0 {
				return list
			}
			at += n + 1
		}
		b = b[min(len(b), (at+3)&^3):]
	}
	return list
}

// module reads the functions of a module, after a signature of 4 bytes.
func (r *reader) module(m moduleSymbols) error {
	const signature = 4
	b, err := r.f.c.stream(m.stream, int64(m.size))
	if err != nil || len(b) < signature {
		return err
	}
	r.records(b[signature:], r.procedure)
	return nil
}

// records goes through records: length, kind, content. Names share their memory, since nothing
// guarantees that each has its own.
func (r *reader) records(b []byte, read func(kind uint16, b []byte, text string)) {
	text := string(b)
	for len(b) >= 4 && len(r.list) < maxFunctions {
		n := int(le.Uint16(b)) + 2
		if n < 4 || n > len(b) {
			return
		}
		at := len(text) - len(b)
		read(le.Uint16(b[2:]), b[4:n], text[at+4:at+n])
		b = b[n:]
	}
}

// public reads a public symbol (struct PUBSYM32). One in code counts as a function: compilers do
// not always mark them.
func (r *reader) public(kind uint16, b []byte, text string) {
	if kind != recPublic || len(b) < 11 {
		return
	}
	if start, ok := r.address(le.Uint16(b[8:]), le.Uint32(b[4:])); ok {
		r.add(Function{Start: start, Public: true}, text[10:])
	}
}

// procedure reads a function with its size (structs PROCSYM32, THUNKSYM32).
func (r *reader) procedure(kind uint16, b []byte, text string) {
	var offset, size uint32
	var section uint16
	name := 0
	switch {
	case (kind == recLocal || kind == recGlobal || kind == recLocalID || kind == recGlobalID || kind == recLocalDPC || kind == recLocalDPCID) && len(b) > 35:
		size, offset, section, name = le.Uint32(b[12:]), le.Uint32(b[28:]), le.Uint16(b[32:]), 35
	case kind == recThunk && len(b) > 21:
		size, offset, section, name = uint32(le.Uint16(b[18:])), le.Uint32(b[12:]), le.Uint16(b[16:]), 21
	default:
		return
	}
	if start, ok := r.address(section, offset); ok && start+size >= start {
		f := Function{Start: start}
		if size > 0 {
			f.End = start + size
		}
		r.add(f, text[name:])
	}
}

func (r *reader) add(f Function, text string) {
	f.Name, _, _ = strings.Cut(text[:min(len(text), maxName)], "\x00")
	if f.Name != "" {
		r.list = append(r.list, f)
	}
}

// bound ends functions with only a known start at the next one, or at the end of their part of the
// object file.
func (r *reader) bound() {
	next := uint32(math.MaxUint32)
	for i := len(r.list) - 1; i >= 0; i-- {
		f := &r.list[i]
		if i+1 < len(r.list) && r.list[i+1].Start > f.Start {
			next = r.list[i+1].Start
		}
		if f.End != 0 {
			continue
		}
		k := sort.Search(len(r.parts), func(k int) bool { return r.parts[k].start > f.Start }) - 1
		if k >= 0 && r.parts[k].end > f.Start {
			f.End = min(next, r.parts[k].end)
		}
	}
}
