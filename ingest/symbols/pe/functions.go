package pe

import (
	"cmp"
	"context"
	"slices"
	"sort"
	"strings"
)

// Function is a function of an image: addresses relative to the image's own, and the name as in the
// file. End is 0 where only the next function ends it.
type Function struct {
	Start, End uint32
	Name       string
}

// Functions are the functions of an image in order: all of them where it has its own symbols,
// otherwise those that it exports.
func (im *Image) Functions(ctx context.Context) (list []Function, all bool, err error) {
	if list = im.own(); len(list) > 0 {
		return list, true, ctx.Err()
	}
	names := im.exports()
	if err := ctx.Err(); err != nil {
		return nil, false, err
	}
	return im.bounded(names), false, ctx.Err()
}

// own are the functions among the linker's symbols (COFF Symbol Table).
func (im *Image) own() (list []Function) {
	const entry = 18
	if im.symbols.from == 0 || im.symbols.n == 0 {
		return nil
	}
	table := im.file(int64(im.symbols.from), int64(im.symbols.n)*entry)
	// Names share their memory, since any number of them may be at one place.
	long := string(im.file(int64(im.symbols.from)+int64(im.symbols.n)*entry, im.size))
	short := string(table)
	for len(table) >= entry && len(list) < maxFunctions {
		b, name := table[:entry], short[len(short)-len(table):][:8]
		table = table[min(len(table), entry*(1+int(b[17]))):] // skip its auxiliary records
		if le.Uint32(b) == 0 {
			name = long[min(int64(le.Uint32(b[4:])), int64(len(long))):]
		}
		if start, ok := im.ownStart(b); ok {
			if name = upToZero(name); name != "" && name[0] != '.' { // a section
				list = append(list, Function{Start: start, Name: name})
			}
		}
	}
	slices.SortStableFunc(list, byStart)
	return list
}

// ownStart is the address of a symbol; false if it is not a function.
func (im *Image) ownStart(b []byte) (start uint32, ok bool) {
	const external, static, function = 2, 3, 0x20
	where, class := int(int16(le.Uint16(b[12:]))), b[16]
	if where < 1 || where > len(im.sections) || !im.sections[where-1].code {
		return 0, false
	}
	start = im.sections[where-1].rva + le.Uint32(b[8:])
	return start, im.isCode(start) && (class == external || class == static && le.Uint16(b[14:]) == function)
}

// upToZero is the name at the start of s.
func upToZero(s string) string {
	s, _, _ = strings.Cut(s[:min(len(s), maxName)], "\x00")
	return s
}

// byStart is the order of functions. Among several names for one, the familiar ones come first:
// with fewer leading underscores, and shorter.
func byStart(a, b Function) int {
	if a.Start != b.Start {
		return cmp.Compare(a.Start, b.Start)
	}
	return cmp.Or(unnamed(a)-unnamed(b), underscores(a)-underscores(b), cmp.Compare(len(a.Name), len(b.Name)), strings.Compare(a.Name, b.Name))
}

func unnamed(f Function) int {
	if f.Name == "" {
		return 1
	}
	return 0
}

func underscores(f Function) int { return len(f.Name) - len(strings.TrimLeft(f.Name, "_")) }

// exports are the functions that an image exports, in order and each once (Export Directory Table).
// An address inside the directory itself is the name of another image's function. A function
// without a name has only a number, and ends the one before.
func (im *Image) exports() (list []Function) {
	head, dir := im.directory(dirExport)
	if len(head) < 40 {
		return nil
	}
	n, named := min(le.Uint32(head[20:]), maxFunctions), min(le.Uint32(head[24:]), maxFunctions)
	addrs := im.at(le.Uint32(head[28:]))
	addrs = addrs[:min(int64(len(addrs)), 4*int64(n))]
	names, numbers := im.at(le.Uint32(head[32:])), im.at(le.Uint32(head[36:]))
	has := make([]bool, len(addrs)/4)
	add := func(i int, name string) {
		if rva := le.Uint32(addrs[4*i:]); im.isCode(rva) && (rva < dir.rva || rva-dir.rva >= dir.size) {
			list, has[i] = append(list, Function{Start: rva, Name: name}), true
		}
	}
	for ; named > 0 && len(names) >= 4 && len(numbers) >= 2; named, names, numbers = named-1, names[4:], numbers[2:] {
		if i := int(le.Uint16(numbers)); i < len(has) {
			if name := upToZero(im.text(le.Uint32(names))); name != "" {
				add(i, name)
			}
		}
	}
	for i := range has {
		if !has[i] {
			add(i, "")
		}
	}
	slices.SortStableFunc(list, byStart)
	return slices.CompactFunc(list, func(a, b Function) bool { return a.Start == b.Start })
}

// Code without an unwind table is searched this far for its end: in images that have such a table,
// only leaf functions lack an entry, and those are short.
const (
	leafReach  = 1 << 8
	plainReach = 1 << 12
)

// bounded are functions with their ends. A name also applies to parts of its function that are
// elsewhere.
func (im *Image) bounded(names []Function) (list []Function) {
	parts := im.unwound()
	reach := uint32(leafReach)
	if len(parts) == 0 {
		reach = plainReach
	}
	name := func(start uint32) string {
		i := sort.Search(len(names), func(i int) bool { return names[i].Start >= start })
		if i == len(names) || names[i].Start != start {
			return ""
		}
		return names[i].Name
	}
	covered := map[uint32]bool{}
	for _, p := range parts {
		if n := name(p.primary); n != "" {
			list = append(list, Function{p.start, p.end, n})
			covered[p.start] = true
		}
	}
	for i, f := range names {
		if f.Name == "" || covered[f.Start] {
			continue
		}
		end := f.Start + min(reach, ^f.Start)
		if i+1 < len(names) {
			end = min(end, names[i+1].Start)
		}
		if k := sort.Search(len(parts), func(i int) bool { return parts[i].end > f.Start }); k < len(parts) {
			if parts[k].start < f.Start {
				continue // in the middle of another function
			}
			end = min(end, parts[k].start)
		}
		list = append(list, Function{f.Start, f.Start + im.extent(f.Start, end-f.Start), f.Name})
	}
	slices.SortStableFunc(list, byStart)
	return list
}

// extent is how far code continues without a gap: linkers start functions at multiples of 16 and
// pad with breakpoints.
func (im *Image) extent(rva, most uint32) uint32 {
	const align, breakpoint = 16, 0xcc
	b := im.code(rva, most)
	gap := 0
	for i, c := range b {
		if c != breakpoint {
			gap = 0
			continue
		}
		if gap++; (int64(rva)+int64(i)+1)%align == 0 {
			return uint32(i + 1 - gap)
		}
	}
	return uint32(len(b))
}
