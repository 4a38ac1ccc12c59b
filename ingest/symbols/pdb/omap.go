package pdb

import (
	"cmp"
	"slices"
	"sort"
)

// Tools that optimize finished images move parts of functions about. The symbols
// still tell where the linker had them, and a table the way back (struct OMAP).

// move says where an address of the image, and what follows up to the next move,
// was before; 0 for what was not there.
type move struct{ rva, before uint32 }

// readMoved reads the table.
func (f *File) readMoved() error {
	b, err := f.debug(debugMoved)
	if err != nil {
		return err
	}
	f.moved = make([]move, 0, len(b)/8)
	for ; len(b) >= 8; b = b[8:] {
		f.moved = append(f.moved, move{le.Uint32(b), le.Uint32(b[4:])})
	}
	slices.SortStableFunc(f.moved, func(a, b move) int { return cmp.Compare(a.rva, b.rva) })
	return nil
}

// Address is where the functions of the file have an address of the image; false
// where they have none. Functions must have been called before.
func (f *File) Address(rva uint64) (uint64, bool) {
	if len(f.moved) == 0 {
		return rva, true
	}
	i := sort.Search(len(f.moved), func(i int) bool { return uint64(f.moved[i].rva) > rva }) - 1
	if i < 0 || f.moved[i].before == 0 {
		return 0, false
	}
	return uint64(f.moved[i].before) + rva - uint64(f.moved[i].rva), true
}
