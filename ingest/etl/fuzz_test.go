package etl

import (
	"testing"

	"threadlens/ingest/etl/etltest"
)

// FuzzOpen reads damaged files.
func FuzzOpen(f *testing.F) {
	f.Add(small(f, etltest.TextOptions{}))
	f.Add(small(f, etltest.TextOptions{Keys: true, Style: etltest.StyleClassic, Config: etltest.Config{PointerSize: 4}}))
	f.Add(small(f, etltest.TextOptions{Config: etltest.Config{Compression: etltest.Xpress}}))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) < 1<<17 {
			tryLoad(t, data)
		}
	})
}

// FuzzCut cuts the records of a damaged buffer.
func FuzzCut(f *testing.F) {
	data := small(f, etltest.TextOptions{})
	size := int(le.Uint32(data))
	for at := size; at+size <= len(data); at += size {
		f.Add(data[at : at+size])
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var c cutter
		var r record
		p := prepared{data: data}
		c.reset(data)
		for last := 0; c.cut(); last = c.next {
			if c.off < last || c.off+c.size > len(data) || c.head > c.size {
				t.Fatalf("record of %d at %d, header of %d, after %d", c.size, c.off, c.head, last)
			}
			r.open(&p, &entry{off: uint32(c.off), size: uint16(c.size), head: uint8(c.head), act: c.action()})
			if data, _ := r.item(5, 6); len(data) > len(r.items) {
				t.Fatal("an item longer than all")
			}
		}
	})
}
