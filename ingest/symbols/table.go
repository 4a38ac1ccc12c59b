package symbols

import (
	"cmp"
	"slices"
	"sort"
	"strings"
)

// symbol is a function: its addresses and its name, as in the file.
type symbol struct {
	start, end uint64
	name       string
	rank       uint8 // of several at one address the highest counts
}

// table finds functions by address.
type table struct {
	list []symbol
	// reach[i] is the largest end among the symbols up to i.
	reach []uint64
}

// maxUnsized is the greatest extent of a function with only a known start: something else follows
// the last one of a module.
const maxUnsized = 1 << 18

// newTable takes symbols in any order. One without a size extends to the next.
func newTable(list []symbol) *table {
	slices.SortStableFunc(list, func(a, b symbol) int {
		if a.start != b.start {
			return cmp.Compare(a.start, b.start)
		}
		return cmp.Or(cmp.Compare(b.rank, a.rank), cmp.Compare(underscores(a.name), underscores(b.name)),
			cmp.Compare(len(a.name), len(b.name)), cmp.Compare(a.name, b.name))
	})
	list = slices.CompactFunc(list, func(a, b symbol) bool { return a.start == b.start })
	t := &table{list: slices.Clip(list), reach: make([]uint64, len(list))}
	reach := uint64(0)
	for i := range list {
		s := &list[i]
		if s.end <= s.start {
			if s.end = s.start + maxUnsized; i+1 < len(list) {
				s.end = min(s.end, list[i+1].start)
			}
		}
		reach = max(reach, s.end)
		t.reach[i] = reach
	}
	return t
}

// underscores is the number of leading underscores: names with fewer are the familiar ones.
func underscores(name string) int { return len(name) - len(strings.TrimLeft(name, "_")) }

// nested bounds how many nested functions are examined.
const nested = 64

// find is the number of the function at an address, the innermost of several; -1
// for none.
func (t *table) find(addr uint64) int {
	i := sort.Search(len(t.list), func(i int) bool { return t.list[i].start > addr }) - 1
	for n := 0; n < nested && i >= 0 && t.reach[i] > addr; n++ {
		if addr < t.list[i].end {
			return i
		}
		i--
	}
	return -1
}
