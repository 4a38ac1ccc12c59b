package pe

import (
	"cmp"
	"slices"
)

// part is a range of code that belongs to the function at primary.
type part struct{ start, end, primary uint32 }

// unwound are the ranges of code that the unwind table lists, in order (Exception Handling; nil for
// 32-bit code, which has none).
func (im *Image) unwound() []part {
	table, _ := im.directory(dirException)
	var list []part
	switch im.machine {
	case machineAMD64:
		list = im.unwoundAMD64(table)
	case machineARM64:
		list = im.unwoundARM64(table)
	}
	slices.SortFunc(list, func(a, b part) int { return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(a.end, b.end)) })
	// Overlapping ranges are invalid: the earlier one counts.
	end := uint32(0)
	return slices.DeleteFunc(list, func(p part) bool {
		if p.start < end {
			return true
		}
		end = p.end
		return false
	})
}

// unwoundAMD64 reads entries of start, end and unwind information. A separate part of a function
// refers to the entry of the function, which follows the codes (x64 exception handling, struct
// UNWIND_INFO).
func (im *Image) unwoundAMD64(table []byte) (list []part) {
	const entry, chained, maxChain = 12, 4, 32
	for ; len(table) >= entry && len(list) < maxFunctions; table = table[entry:] {
		p := part{start: le.Uint32(table), end: le.Uint32(table[4:])}
		if p.start >= p.end || !im.isCode(p.start) {
			continue
		}
		e := table[:entry]
		for range maxChain {
			p.primary = le.Uint32(e)
			info := le.Uint32(e[8:])
			if info&1 != 0 { // another entry
				if e = im.at(info &^ 1); len(e) < entry {
					break
				}
				continue
			}
			u := im.at(info)
			if len(u) < 4 || u[0]>>3&chained == 0 {
				break
			}
			codes := 4 + 2*((int(u[2])+1)&^1)
			if len(u) < codes+entry {
				break
			}
			e = u[codes:]
		}
		list = append(list, p)
	}
	return list
}

// unwoundARM64 reads entries of start and unwind information, which holds the size in words: in the
// entry itself, or else at the start of the data that it refers to (ARM64 exception handling).
func (im *Image) unwoundARM64(table []byte) (list []part) {
	const entry, word = 8, 4
	for ; len(table) >= entry && len(list) < maxFunctions; table = table[entry:] {
		start, info := le.Uint32(table), le.Uint32(table[4:])
		size := info >> 2 & (1<<11 - 1)
		if info&3 == 0 {
			x := im.at(info)
			if len(x) < 4 {
				continue
			}
			size = le.Uint32(x) & (1<<18 - 1)
		}
		if size > 0 && im.isCode(start) && start+word*size > start {
			list = append(list, part{start, start + word*size, start})
		}
	}
	return list
}
