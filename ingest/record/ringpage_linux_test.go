package record

import (
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"testing"
)

// page composes a page of the kernel's trace buffer.
type page struct {
	records block
	flags   uint64
	tail    block // behind the records
}

// record adds a record: its type, the time since the one before, and further words.
func (p *page) record(kind, delta uint32, words ...uint32) {
	head := kind | delta<<typeBits
	if bigEndian() == 1 {
		head = kind<<deltaBits | delta
	}
	p.records.u32(head)
	p.records.u32(words...)
}

func (p *page) bytes() []byte {
	var b block
	b.u64(1000, uint64(len(p.records))|p.flags)
	b.raw(p.records)
	b.raw(p.tail)
	return b
}

// read is what eachRecord returns for a page.
func read(b []byte) string {
	var s strings.Builder
	lost, err := eachRecord(b, func(time uint64, data []byte) {
		fmt.Fprintf(&s, "%d:", time)
		for ; len(data) > 0; data = data[4:] {
			fmt.Fprintf(&s, " %d", binary.NativeEndian.Uint32(data))
		}
		s.WriteString("; ")
	})
	if lost != 0 {
		fmt.Fprintf(&s, "lost %d", lost)
	}
	if err != nil {
		fmt.Fprintf(&s, "%v", errors.Is(err, errPage))
	}
	return s.String()
}

func TestEachRecord(t *testing.T) {
	for _, c := range []struct {
		name  string
		build func(p *page)
		want  string
	}{
		{"empty", func(*page) {}, ""},
		{"one after the other", func(p *page) { p.record(1, 0, 7); p.record(2, 5, 8, 9) }, "1000: 7; 1005: 8 9; "},
		{"with its length apart", func(p *page) { p.record(0, 3, 12, 7, 8); p.record(1, 1, 9) }, "1003: 7 8; 1004: 9; "},
		{"of no words", func(p *page) { p.record(0, 3, 4); p.record(1, 1, 9) }, "1003:; 1004: 9; "},
		{"after a long time", func(p *page) { p.record(typeExtend, 2, 1); p.record(1, 1, 9) }, fmt.Sprintf("%d: 9; ", 1000+2+1<<deltaBits+1)},
		{"at a whole time", func(p *page) { p.record(typeStamp, 2, 1); p.record(1, 1, 9) }, fmt.Sprintf("%d: 9; ", 1<<deltaBits+3)},
		{"behind one that was given up", func(p *page) { p.record(typePadding, 4, 8, 0); p.record(1, 1, 9) }, "1005: 9; "},
		{"to the end of the page", func(p *page) { p.record(1, 1, 9); p.record(typePadding, 0, 1, 2) }, "1001: 9; "},
		{"with losses", func(p *page) { p.flags = missed; p.record(1, 1, 9) }, "1001: 9; lost -1"},
		{"with losses that are counted", func(p *page) { p.flags = missed | missedCount; p.record(1, 1, 9); p.tail.u64(44) }, "1001: 9; lost 44"},
		{"losses cut off", func(p *page) { p.flags = missed | missedCount; p.tail.u32(44) }, "lost -1"},
		{"longer than the page", func(p *page) { p.record(9, 1, 9) }, "true"},
		{"shorter than itself", func(p *page) { p.record(0, 1, 3, 0) }, "true"},
		{"a length of 4 GiB", func(p *page) { p.record(0, 1, 1<<32-1, 0) }, "true"},
		{"more than there is", func(p *page) { p.flags = 1 << 20 }, "true"},
	} {
		p := &page{}
		c.build(p)
		if got := read(p.bytes()); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	for n := range pageHead {
		if got := read(make([]byte, n)); got != "true" {
			t.Errorf("%d bytes: %q", n, got)
		}
	}
}

// FuzzEachRecord: whatever a page holds, the walk ends, and stays inside it.
func FuzzEachRecord(f *testing.F) {
	p := &page{flags: missed | missedCount}
	p.record(1, 0, 7)
	p.record(0, 3, 12, 7, 8)
	p.record(typeExtend, 2, 1)
	p.record(typePadding, 4, 8, 0)
	p.record(typeStamp, 2, 1)
	p.tail.u64(3)
	f.Add(p.bytes())
	f.Fuzz(func(t *testing.T, b []byte) {
		total := 0
		lost, err := eachRecord(b, func(_ uint64, data []byte) { total += len(data) + recordUnit })
		if total > len(b) || lost < -1 || err != nil && !errors.Is(err, errPage) {
			t.Errorf("%d bytes of %d, %d lost, %v", total, len(b), lost, err)
		}
	})
}
