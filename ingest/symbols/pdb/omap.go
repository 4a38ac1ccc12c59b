package pdb

import (
	"cmp"
	"slices"
	"sort"
)

// Tools that optimize finished images move parts of functions. The symbols still have the linker's
// addresses, and a table converts them (struct OMAP).

// Move is where an address of the image, and what follows up to the next move, was after linking; 0
// for what was not there.
type Move struct{ RVA, Before uint32 }

// Moves are all moves of an image in order, empty where nothing was moved.
type Moves []Move

// moves reads the table.
func (f *File) moves() (Moves, error) {
	b, err := f.debug(debugMoved)
	if err != nil {
		return nil, err
	}
	list := make(Moves, 0, len(b)/8)
	for ; len(b) >= 8; b = b[8:] {
		list = append(list, Move{le.Uint32(b), le.Uint32(b[4:])})
	}
	slices.SortStableFunc(list, func(a, b Move) int { return cmp.Compare(a.RVA, b.RVA) })
	return list, nil
}

// Address converts an address of the image to the addresses of functions; false where it has none.
func (m Moves) Address(rva uint64) (uint64, bool) {
	if len(m) == 0 {
		return rva, true
	}
	i := sort.Search(len(m), func(i int) bool { return uint64(m[i].RVA) > rva }) - 1
	if i < 0 || m[i].Before == 0 {
		return 0, false
	}
	return uint64(m[i].Before) + rva - uint64(m[i].RVA), true
}
