package etltest

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
	"testing"
	"time"
)

// TestHeader compares the log-file header with a table of its fields for both pointer sizes.
func TestHeader(t *testing.T) {
	wall := time.Date(2020, 1, 28, 9, 31, 3, 863_960_000, time.UTC)
	const start = 132246774638639600 // FILETIME of wall
	for ptr, back := range map[int]int{8: 0, 4: 8} {
		c := Config{
			PointerSize: ptr, BufferSize: 8192, CPUs: 28, Clock: ClockQPC, PerfFreq: 10_000_000, MHz: 2500,
			Start: 80456931048, End: 80456931048 + 89_349_609, Wall: wall, Boot: wall.Add(-time.Minute),
			Build: 18362, EventsLost: 3, BuffersLost: 2, Mode: ModeCircular, Session: "AMSI", File: `c:\x.etl`,
		}
		buffers, records := walk(t, fillFile(t, c, 0).Bytes())
		h := records[0]
		if len(buffers) != 1 || buffers[0].kind != 4 || buffers[0].size != 8192 || h.hook() != 0 || h.u16(0) != 2 || h.time() != c.Start {
			t.Fatalf("buffers %+v, first record %x", buffers, h.b[:32])
		}
		for at, want := range map[int]uint32{
			0: 8192, 4: 0x05010000 + 10, 8: 18362, 12: 28, 32: 2, 36: 1, 44: uint32(ptr), 48: 3, 52: 2500,
			272 - back: 1, 276 - back: 2,
		} {
			if got := h.u32(32 + at); got != want {
				t.Errorf("pointer size %d: field at %d is %d, want %d", ptr, at, got, want)
			}
		}
		for at, want := range map[int]int64{
			16: start + 89_349_609, 248 - back: start - 600_000_000, 256 - back: 10_000_000, 264 - back: start,
		} {
			if got := h.i64(32 + at); got != want {
				t.Errorf("pointer size %d: field at %d is %d, want %d", ptr, at, got, want)
			}
		}
		if names := h.b[32+280-back:]; !bytes.Equal(names, wide("AMSI", `c:\x.etl`)) {
			t.Errorf("names %q", names)
		}
	}
}

func wide(texts ...string) []byte {
	var b []byte
	for _, s := range texts {
		for _, r := range s + "\x00" {
			b = binary.LittleEndian.AppendUint16(b, uint16(r))
		}
	}
	return b
}

// fillFile puts n switches on each CPU, enough to fill several buffers.
func fillFile(t *testing.T, c Config, n int) *Memory {
	t.Helper()
	var file Memory
	w, err := NewWriter(&file, c)
	if err != nil {
		t.Fatal(err)
	}
	m := c.Maker(StyleNative)
	for i := range n {
		for cpu := range w.Config().CPUs {
			at := w.Config().Start + int64(100*i+cpu)
			if err := w.Put(cpu, m.CSwitch(at, 4, CSwitch{New: uint32(cpu), Old: uint32(i)})); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return &file
}

// TestBuffers checks the header of every buffer.
func TestBuffers(t *testing.T) {
	tests := map[string]Config{
		"plain":     {BufferSize: 1024, CPUs: 3},
		"Windows 7": {BufferSize: 1024, CPUs: 3, Major: 6, Minor: 1, Build: 7601},
		"many CPUs": {BufferSize: 1024, CPUs: 300, Major: 6, Minor: 1},
		"xpress":    {BufferSize: 2048, CPUs: 2, Compression: Xpress, Relogged: true},
		"huffman":   {BufferSize: 4096, CPUs: 2, Compression: XpressHuffman},
		"lznt1":     {BufferSize: 2048, CPUs: 2, Compression: LZNT1},
		"relogged":  {BufferSize: 1024, CPUs: 2, Relogged: true, PointerSize: 4},
	}
	for name, c := range tests {
		t.Run(name, func(t *testing.T) {
			file := fillFile(t, c, 200)
			buffers, records := walk(t, file.Bytes())
			monotone(t, records)
			full := c.withDefaults()
			count := map[int]int{}
			for i := range records {
				if r := &records[i]; r.hook() == 0x0524 {
					if int(r.u32(16)) != r.cpu || int(r.u32(20)) != count[r.cpu] {
						t.Fatalf("record %d on processor %d: %x", i, r.cpu, r.b)
					}
					count[r.cpu]++
				}
			}
			if len(count) != c.CPUs || count[c.CPUs-1] != 200 {
				t.Errorf("switches on each processor: %v", count)
			}
			for i, b := range buffers {
				checkBuffer(t, &full, i, b)
			}
			if n := records[0].u32(32 + 36); int(n) != len(buffers) {
				t.Errorf("the header claims %d buffers, there are %d", n, len(buffers))
			}
		})
	}
}

func checkBuffer(t *testing.T, c *Config, i int, b rawBuffer) {
	t.Helper()
	if i == 0 {
		checkFirst(t, c, b)
		return
	}
	packed := c.Compression != Plain
	if b.kind != 0 || b.sequence != int64(i) || b.offset != b.saved || packed != (b.flags&0x40 != 0) {
		t.Errorf("buffer %d: %+v", i, b)
	}
	if full := b.size == c.BufferSize; full == packed {
		t.Errorf("buffer %d takes %d bytes", i, b.size)
	}
	if wide := b.flags&0x20 != 0; wide != (c.Major >= 10 || c.CPUs > 256) {
		t.Errorf("buffer %d has the flags %#x", i, b.flags)
	}
	if fileTime := b.time > 1e17; fileTime != c.Relogged {
		t.Errorf("buffer %d was flushed at %d", i, b.time)
	}
}

// checkFirst checks the buffer of the log-file header, which is short in a
// compressed file.
func checkFirst(t *testing.T, c *Config, b rawBuffer) {
	t.Helper()
	size, state, extra := c.BufferSize, Compression(3), 0
	if c.Compression != Plain {
		size, state = min(b.size, 1024)&^511, c.Compression
	}
	if c.Relogged {
		extra = 80
	}
	if b.kind != 4 || b.flags&0x40 != 0 || b.size != size || Compression(b.state) != state || b.offset-b.saved != extra {
		t.Errorf("first buffer %+v", b)
	}
}

// TestWrapped checks the order of buffers in a circular recording.
func TestWrapped(t *testing.T) {
	file := fillFile(t, Config{BufferSize: 1024, Mode: ModeCircular}, 100)
	n := file.Len() - 1
	for _, cut := range []int{0, 1, n - 1, n, n + 5, -1} {
		buffers, _ := walk(t, file.Wrapped(cut))
		if len(buffers) != n+1 || buffers[0].kind != 4 {
			t.Fatalf("%d newest buffers first: %d buffers", cut, len(buffers))
		}
		oldest := n - min(max(cut, 0), n)
		for i, b := range buffers[1:] {
			if want := int64((oldest+i)%n + 1); b.sequence != want {
				t.Errorf("%d newest buffers first: buffer %d has the number %d, want %d", cut, i, b.sequence, want)
			}
		}
	}
}

// TestLose checks that the flags of a loss are in the next buffer.
func TestLose(t *testing.T) {
	var file Memory
	w, err := NewWriter(&file, Config{CPUs: 2})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		for cpu := range 2 {
			if err := w.Put(cpu, Maker{}.RundownComplete(int64(i))); err != nil {
				t.Fatal(err)
			}
			if err := w.Flush(cpu); err != nil {
				t.Fatal(err)
			}
		}
		if i < 2 {
			w.Lose(0, i == 1)
		}
	}
	buffers, _ := walk(t, file.Bytes())
	var got []string
	for _, b := range buffers[1:] {
		got = append(got, fmt.Sprintf("%d:%d", b.cpu, b.flags&6))
	}
	if s := strings.Join(got, " "); s != "0:0 1:0 0:2 1:0 0:6 1:0" {
		t.Errorf("loss flags %s", s)
	}
}

func TestWriterErrors(t *testing.T) {
	for want, c := range map[string]Config{
		"pointer size":    {PointerSize: 6},
		"buffer size":     {BufferSize: 1001},
		"header needs":    {BufferSize: 1024, Session: strings.Repeat("x", 600)},
		"processors":      {CPUs: 70_000},
		"clock type":      {Clock: 4},
		"frequency":       {PerfFreq: -1},
		"compression 200": {Compression: 200},
	} {
		if _, err := NewWriter(&Memory{}, c); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v", want, err)
		}
	}
	w, err := NewWriter(&Memory{}, Config{BufferSize: 1024})
	if err != nil {
		t.Fatal(err)
	}
	for want, r := range map[string]Record{
		"in buffers of 1024": {Payload: make([]byte, 1000)},
		"at most 65535":      {Payload: make([]byte, 65_535)},
		"unknown form":       {Form: 99},
		"at most 7":          {Form: FormPerf, PMC: make([]uint64, 8)},
	} {
		if err := w.Put(0, r); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v", want, err)
		}
	}
	if err := w.Put(1, Record{}); err == nil {
		t.Error("a processor too many: no error")
	}
}

// TestClock checks the conversion between nanoseconds and ticks.
func TestClock(t *testing.T) {
	for _, c := range []Config{
		{},
		{PerfFreq: 10_000_000},
		{PerfFreq: 2_338_525},
		{PerfFreq: 14_318_180, Start: 5},
		{Clock: ClockSystem},
		{Clock: ClockCycles, MHz: 3600},
	} {
		for _, ns := range []int64{0, 1, 99, 100, 101, 771_800, 540_000_000, 1 << 60, -1, -100, -1_234_567} {
			tick := c.Ticks(ns)
			if got, before := c.NS(tick), c.NS(tick-1); got < ns || before >= ns {
				t.Errorf("%+v: %d ns is tick %d, which is %d ns, and the one before %d", c, ns, tick, got, before)
			}
		}
		if got := c.Ticks(1_000_000_000) - c.Ticks(0); got != c.Frequency() {
			t.Errorf("%+v: a second has %d ticks", c, got)
		}
	}
	full := Config{Clock: ClockSystem}.withDefaults()
	if full.Start != filetime(full.Wall) {
		t.Errorf("a clock of system time begins at %d", full.Start)
	}
}
