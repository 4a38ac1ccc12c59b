package perfdata

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"threadlens/ingest/internal/tracepoint"
	"threadlens/ingest/internal/wire"
)

// composer writes small perf.data files: the counterpart of the decoder, simple enough to be
// obviously right.
type composer struct {
	order   wire.Order
	attrs   []composedAttr
	formats []string // "system\x00text"
	feats   map[int][]byte
	recs    [][]byte
}

type composedAttr struct {
	attr
	size int
	ids  []uint64
	fmt  *tracepoint.Format
}

const schedSample = sampleIdentifier | sampleIP | sampleTID | sampleTime | sampleCPU | samplePeriod | sampleRaw

func newComposer(order wire.Order) *composer {
	c := &composer{order: order, feats: map[int][]byte{}}
	c.feats[featOSRelease] = c.text("6.18.44-test")
	c.feats[featArch] = c.text("x86_64")
	c.feats[featCPUDesc] = c.text("QEMU Virtual CPU version 2.5+")
	c.feats[featNrCPUs] = order.AppendU32(order.AppendU32(nil, 4), 2)
	return c
}

func (c *composer) text(s string) []byte {
	padded := append([]byte(s), make([]byte, 64-len(s)%64)...)
	return append(c.order.AppendU32(nil, uint32(len(padded))), padded...)
}

func (c *composer) cmdline(args ...string) {
	b := c.order.AppendU32(nil, uint32(len(args)))
	for _, a := range args {
		b = append(b, c.text(a)...)
	}
	c.feats[featCmdline] = b
}

// event adds an attr and returns its index. Ids are consecutive, one each for two CPUs.
func (c *composer) event(a attr) int {
	n := uint64(len(c.attrs))
	c.attrs = append(c.attrs, composedAttr{attr: a, size: 136, ids: []uint64{100 + 2*n, 101 + 2*n}})
	return len(c.attrs) - 1
}

// tracepoint adds a tracepoint with the given fields, each "TYPE NAME
// OFFSET SIZE SIGNED" behind the common ones.
func (c *composer) tracepoint(t testing.TB, name, printFmt string, sampleType uint64, fields ...string) int {
	t.Helper()
	system, event, _ := strings.Cut(name, ":")
	id := 300 + len(c.attrs)
	fields = append([]string{
		"unsigned short common_type 0 2 0", "unsigned char common_flags 2 1 0",
		"unsigned char common_preempt_count 3 1 0", "int common_pid 4 4 1",
	}, fields...)
	var b strings.Builder
	fmt.Fprintf(&b, "name: %s\nID: %d\nformat:\n", event, id)
	for _, f := range fields {
		w := strings.Fields(f)
		n := len(w)
		fmt.Fprintf(&b, "\tfield:%s;\toffset:%s;\tsize:%s;\tsigned:%s;\n", strings.Join(w[:n-3], " "), w[n-3], w[n-2], w[n-1])
	}
	fmt.Fprintf(&b, "\nprint fmt: %s\n", printFmt)
	f, err := tracepoint.Parse(b.String())
	if err != nil {
		t.Fatal(err)
	}
	c.formats = append(c.formats, system+"\x00"+b.String())
	i := c.event(attr{
		typ: typeTracepoint, config: uint64(id), period: 1, sampleType: sampleType,
		flags: attrSampleIDAll | attrComm | attrUseClockID, clockID: 1,
	})
	c.attrs[i].fmt = f
	return i
}

// where is the context of a composed record.
type where struct {
	time     uint64
	cpu      uint32
	pid, tid uint32
	misc     uint16
	flags    uint64 // common_flags
	chain    []uint64
	reads    []uint64 // as the read format specifies
	ip, addr uint64
	regs     map[int]uint64 // by the kernel's numbers; nil in kernel threads
}

// raw fills a tracepoint's fields: integers, strings for arrays and strings
// for __data_loc fields.
func (c *composer) raw(ev int, w where, values map[string]any) []byte {
	f := c.attrs[ev].fmt
	all := map[string]any{"common_type": f.ID, "common_pid": int(int32(w.tid)), "common_flags": int(w.flags)}
	for k, v := range values {
		all[k] = v
	}
	size := 0
	for _, fd := range f.Fields {
		size = max(size, fd.End())
	}
	b := make([]byte, size)
	for name, v := range all {
		fd, ok := f.Field(name)
		if !ok {
			panic("no field " + name)
		}
		switch v := v.(type) {
		case int:
			c.put(b[fd.Offset:fd.End()], uint64(v))
		case []uint64:
			for i, x := range v {
				c.put(b[fd.Offset+8*i:fd.Offset+8*i+8], x)
			}
		case string:
			if fd.Kind == tracepoint.Fixed {
				copy(b[fd.Offset:fd.End()], v)
				continue
			}
			at := len(b)
			if fd.Kind == tracepoint.RelLoc {
				at -= fd.End()
			}
			c.put(b[fd.Offset:fd.End()], uint64(len(v)+1)<<16|uint64(at))
			b = append(append(b, v...), 0)
		}
	}
	for (len(b)+4)%8 != 0 {
		b = append(b, 0)
	}
	return b
}

func (c *composer) put(b []byte, v uint64) {
	switch len(b) {
	case 1:
		b[0] = byte(v)
	case 2:
		copy(b, c.order.AppendU16(nil, uint16(v)))
	case 4:
		copy(b, c.order.AppendU32(nil, uint32(v)))
	case 8:
		copy(b, c.order.AppendU64(nil, v))
	}
}

// sample appends a sample of event ev.
func (c *composer) sample(ev int, w where, values map[string]any) {
	a := &c.attrs[ev]
	o := c.order
	var b []byte
	u64 := func(bit, v uint64) {
		if a.samples(bit) {
			b = o.AppendU64(b, v)
		}
	}
	id := a.ids[int(w.cpu)%len(a.ids)]
	u64(sampleIdentifier, id)
	u64(sampleIP, w.ip)
	if a.samples(sampleTID) {
		b = o.AppendU32(o.AppendU32(b, w.pid), w.tid)
	}
	u64(sampleTime, w.time)
	u64(sampleAddr, w.addr)
	u64(sampleID, id)
	u64(sampleStreamID, id)
	if a.samples(sampleCPU) {
		b = o.AppendU32(o.AppendU32(b, w.cpu), 0)
	}
	u64(samplePeriod, 1)
	if a.samples(sampleRead) {
		for i := range max(len(w.reads), newLayout(&a.attr).read/8) {
			v := uint64(0)
			if i < len(w.reads) {
				v = w.reads[i]
			}
			b = o.AppendU64(b, v)
		}
	}
	if a.samples(sampleCallchain) {
		b = o.AppendU64(b, uint64(len(w.chain)))
		for _, x := range w.chain {
			b = o.AppendU64(b, x)
		}
	}
	if a.samples(sampleRaw) {
		raw := c.raw(ev, w, values)
		b = append(o.AppendU32(b, uint32(len(raw))), raw...)
	}
	if a.samples(sampleRegisters) {
		b = o.AppendU64(b, uint64(min(len(w.regs), 1)))
		for n := range 64 {
			if w.regs != nil && a.registers&(1<<n) != 0 {
				b = o.AppendU64(b, w.regs[n])
			}
		}
	}
	c.record(recSample, w.misc, b)
}

// other appends a record that is not a sample, with its trailer.
func (c *composer) other(typ uint32, w where, body []byte) {
	a := &c.attrs[0]
	o := c.order
	b := bytes.Clone(body)
	if a.has(attrSampleIDAll) {
		if a.samples(sampleTID) {
			b = o.AppendU32(o.AppendU32(b, w.pid), w.tid)
		}
		if a.samples(sampleTime) {
			b = o.AppendU64(b, w.time)
		}
		if a.samples(sampleID) {
			b = o.AppendU64(b, a.ids[0])
		}
		if a.samples(sampleCPU) {
			b = o.AppendU32(o.AppendU32(b, w.cpu), 0)
		}
		if a.samples(sampleIdentifier) {
			b = o.AppendU64(b, a.ids[int(w.cpu)%len(a.ids)])
		}
	}
	c.record(typ, w.misc, b)
}

func (c *composer) record(typ uint32, misc uint16, body []byte) {
	b := c.order.AppendU32(nil, typ)
	b = c.order.AppendU16(b, misc)
	b = c.order.AppendU16(b, uint16(recordHeader+len(body)))
	c.recs = append(c.recs, append(b, body...))
}

func (c *composer) words(v ...uint32) (b []byte) {
	for _, x := range v {
		b = c.order.AppendU32(b, x)
	}
	return b
}

func (c *composer) comm(w where, pid, tid uint32, name string) {
	padded := append([]byte(name), make([]byte, 8-len(name)%8)...)
	c.other(recComm, w, append(c.words(pid, tid), padded...))
}

func (c *composer) fork(w where, pid, ppid, tid, ptid uint32) {
	c.other(recFork, w, c.order.AppendU64(c.words(pid, ppid, tid, ptid), w.time))
}

func (c *composer) exit(w where, pid, ppid, tid, ptid uint32) {
	c.other(recExit, w, c.order.AppendU64(c.words(pid, ppid, tid, ptid), w.time))
}

func (c *composer) lost(w where, n uint64) {
	c.other(recLost, w, c.order.AppendU64(c.order.AppendU64(nil, 100), n))
}
