package symbols

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"testing"
)

// FuzzImage: no ELF file, whatever its bytes, crashes the program, and its symbols are in order.
func FuzzImage(f *testing.F) {
	for _, order := range []binary.ByteOrder{binary.LittleEndian, binary.BigEndian} {
		c := composed{order: order, buildID: idA, symtab: functions, dynsym: functions, link: "a.debug", crc: 7}
		f.Add(c.bytes())
		c.debugOnly = true
		f.Add(c.bytes())
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		im, err := newImage(bytes.NewReader(data))
		if err != nil {
			return
		}
		im.debugOnly()
		im.debugLink()
		im.address(codeOffset)
		for _, kind := range []elf.SectionType{elf.SHT_SYMTAB, elf.SHT_DYNSYM} {
			if list, err := im.functions(kind); err == nil {
				checkTable(t, newTable(list))
			}
		}
	})
}

func FuzzKallsyms(f *testing.F) {
	f.Add([]byte(kallsyms))
	f.Fuzz(func(t *testing.T, data []byte) {
		if k, err := readKallsyms(bytes.NewReader(data)); err == nil {
			checkTable(t, k.table)
		}
	})
}

func FuzzPerfMap(f *testing.F) {
	f.Add([]byte("7f0000001000 20 Main.run\n0x10 0x20 [Stub] x\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if m, err := readPerfMap(bytes.NewReader(data)); err == nil {
			checkTable(t, m)
		}
	})
}

// checkTable checks that every function is found at its own address.
func checkTable(t *testing.T, table *table) {
	t.Helper()
	for i := range table.list {
		s := &table.list[i]
		if i > 0 && s.start <= table.list[i-1].start {
			t.Fatalf("function %d begins at %#x, the one before at %#x", i, s.start, table.list[i-1].start)
		}
		if got := table.find(s.start); got != i && s.end > s.start {
			t.Fatalf("at %#x is function %d, not %d", s.start, got, i)
		}
		readable(s.name)
	}
}
