package tracedat

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"threadlens/ingest/internal/tracepoint"
	"threadlens/ingest/internal/wire"
)

// composer writes trace.dat files.
type composer struct {
	tb       testing.TB
	order    wire.Order
	long     int
	method   string // of version 7: none, zstd, zlib
	pageSize int
	// chunkPages is how many pages are compressed together.
	chunkPages int
	formats    []*tracepoint.Format
	texts      map[string][]string // by system
	options    []option
	kallsyms   string
	cmdlines   string
	cpus       int
	buffers    []*composedBuffer // the first one is the main one
}

// option is an option with its number.
type option struct {
	id   uint16
	data []byte
}

// composedBuffer is a buffer by its CPUs.
type composedBuffer struct {
	name, clock string
	tapes       []*tape
}

// tape is what a CPU wrote into a buffer.
type tape struct {
	c       *composer
	pages   []byte
	data    []byte // of the current page
	begun   bool
	start   uint64 // its time
	now     uint64
	lost    bool
	missing uint64 // how many were lost, 0 if that is not to be told
}

func newComposer(tb testing.TB, order wire.Order) *composer {
	return &composer{
		tb: tb, order: order, long: 8, method: "none", pageSize: 1 << 9, chunkPages: 2, texts: map[string][]string{},
		buffers: []*composedBuffer{{clock: "mono"}},
	}
}

// event adds the description of an event; fields are "type name offset size signed".
func (c *composer) event(system, name string, id int, print string, fields ...string) *tracepoint.Format {
	c.tb.Helper()
	text := fmt.Sprintf("name: %s\nID: %d\nformat:\n", name, id)
	common := []string{"unsigned short common_type 0 2 0", "unsigned char common_flags 2 1 0", "unsigned char common_preempt_count 3 1 0", "int common_pid 4 4 1"}
	for _, field := range append(common, fields...) {
		w := strings.Fields(field)
		n := len(w) - 3
		text += fmt.Sprintf("\tfield:%s;\toffset:%s;\tsize:%s;\tsigned:%s;\n", strings.Join(w[:n], " "), w[n], w[n+1], w[n+2])
	}
	text += "\nprint fmt: " + print + "\n"
	f, err := tracepoint.Parse(text)
	if err != nil {
		c.tb.Fatal(err)
	}
	f.System = system
	c.formats = append(c.formats, f)
	c.texts[system] = append(c.texts[system], text)
	return f
}

// cpu is a CPU's tape in the main buffer.
func (c *composer) cpu(n int) *tape { return c.buffers[0].cpu(c, n) }

func (b *composedBuffer) cpu(c *composer, n int) *tape {
	for len(b.tapes) <= n {
		b.tapes = append(b.tapes, &tape{c: c})
	}
	c.cpus = max(c.cpus, n+1)
	return b.tapes[n]
}

// fields are the values of a record by the names of fields: numbers or texts.
type fields map[string]any

// payload is a record of an event.
func (c *composer) payload(f *tracepoint.Format, values fields) []byte {
	c.tb.Helper()
	size := 8
	for i := range f.Fields {
		size = max(size, f.Fields[i].End())
	}
	raw := make([]byte, size)
	c.put(raw, f, "common_type", f.ID)
	for name, v := range values {
		switch v := v.(type) {
		case int:
			c.put(raw, f, name, v)
		case []uint64:
			for _, word := range v { // an array at the end
				raw = c.order.AppendU64(raw, word)
			}
		case string:
			p := f.Place(name)
			switch {
			case p.Kind == tracepoint.DataLoc:
				c.put(raw, f, name, len(raw)|(len(v)+1)<<16)
				raw = append(raw, v+"\x00"...)
			case p.Size == 0:
				raw = append(raw[:p.Offset], v+"\x00"...)
			default:
				copy(raw[p.Offset:p.End()], v)
			}
		}
	}
	return raw
}

func (c *composer) put(raw []byte, f *tracepoint.Format, name string, v int) {
	c.tb.Helper()
	p := f.Place(name)
	if p.Size == 0 {
		c.tb.Fatalf("%s has no field %s", f.Name, name)
	}
	b := c.order.AppendU64(nil, uint64(v))
	if c.order == wire.Big {
		b = b[8-p.Size:]
	}
	copy(raw[p.Offset:p.End()], b[:p.Size])
}

// add writes a record at a time.
func (t *tape) add(at uint64, f *tracepoint.Format, values fields) {
	t.c.tb.Helper()
	t.raw(at, t.c.payload(f, values))
}

func (t *tape) raw(at uint64, payload []byte) {
	for len(payload)%4 != 0 {
		payload = append(payload, 0)
	}
	room := t.c.pageSize - 8 - t.c.long
	if t.begun && len(t.data)+len(payload)+16+t.c.long > room {
		t.flush()
	}
	if !t.begun {
		t.begun, t.start, t.now = true, at, at
	}
	delta := at - t.now
	if delta >= 1<<deltaBits {
		t.head(typeExtend, delta&(1<<deltaBits-1))
		t.data = t.c.order.AppendU32(t.data, uint32(delta>>deltaBits))
		delta = 0
	}
	t.now = at
	if words := len(payload) / 4; words > 28 {
		t.head(typeLong, delta)
		t.data = t.c.order.AppendU32(t.data, uint32(len(payload)+4))
	} else {
		t.head(words, delta)
	}
	t.data = append(t.data, payload...)
}

// head writes the head of a record.
func (t *tape) head(kind int, delta uint64) {
	head := uint32(kind) | uint32(delta)<<5
	if t.c.order == wire.Big {
		head = uint32(kind)<<deltaBits | uint32(delta)
	}
	t.data = t.c.order.AppendU32(t.data, head)
}

// lose has the next page say that n records were lost before it, or some for n = 0.
func (t *tape) lose(n uint64) {
	t.flush()
	t.lost, t.missing = true, n
}

// flush ends the current page.
func (t *tape) flush() {
	if !t.begun {
		return
	}
	order := t.c.order
	length := uint64(len(t.data))
	if t.lost {
		length |= flagLost
		if t.missing > 0 {
			length |= flagCounted
			t.data = t.word(t.data, t.missing)
		}
	}
	page := t.word(order.AppendU64(nil, t.start), length)
	page = append(page, t.data...)
	t.pages = append(t.pages, append(page, make([]byte, t.c.pageSize-len(page))...)...)
	t.begun, t.lost, t.missing, t.data = false, false, 0, nil
}

// word appends a C long.
func (t *tape) word(b []byte, v uint64) []byte {
	if t.c.long == 4 {
		return t.c.order.AppendU32(b, uint32(v))
	}
	return t.c.order.AppendU64(b, v)
}

// option adds an option.
func (c *composer) option(id uint16, text string) {
	c.options = append(c.options, option{id, []byte(text)})
}

// headerInfo is the description of a page.
func (c *composer) headerInfo() []byte {
	page := fmt.Sprintf("\tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;\n\tfield: local_t commit;\toffset:8;\tsize:%d;\tsigned:1;\n"+
		"\tfield: int overwrite;\toffset:8;\tsize:1;\tsigned:1;\n\tfield: char data;\toffset:%d;\tsize:%d;\tsigned:1;\n",
		c.long, 8+c.long, c.pageSize-8-c.long)
	event := "# compressed entry header\n"
	b := c.order.AppendU64([]byte("header_page\x00"), uint64(len(page)))
	b = append(append(b, page...), "header_event\x00"...)
	b = c.order.AppendU64(b, uint64(len(event)))
	return append(b, event...)
}

// described are the descriptions of the events of a system.
func (c *composer) described(system string) []byte {
	b := c.order.AppendU32(nil, uint32(len(c.texts[system])))
	for _, text := range c.texts[system] {
		b = append(c.order.AppendU64(b, uint64(len(text))), text...)
	}
	return b
}

// systems are the descriptions of the events of all systems but ftrace.
func (c *composer) systems() []byte {
	var b []byte
	met := map[string]bool{"ftrace": true}
	for _, f := range c.formats { // in the order of their first events
		if !met[f.System] {
			met[f.System] = true
			b = append(append(b, f.System+"\x00"...), c.described(f.System)...)
		}
	}
	return append(c.order.AppendU32(nil, uint32(len(met)-1)), b...)
}

// text32 and text64 are a text behind its length.
func (c *composer) text32(s string) []byte {
	return append(c.order.AppendU32(nil, uint32(len(s))), s...)
}

func (c *composer) text64(s string) []byte {
	return append(c.order.AppendU64(nil, uint64(len(s))), s...)
}

// head begins a file.
func (c *composer) head(version string) []byte {
	b := append(bytes.Clone(magic), version+"\x00"...)
	end := byte(0)
	if c.order == wire.Big {
		end = 1
	}
	return c.order.AppendU32(append(b, end, byte(c.long)), uint32(c.pageSize))
}

// pack compresses a block.
func (c *composer) pack(b []byte) []byte {
	var out bytes.Buffer
	switch c.method {
	case "zstd":
		w, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
		if err != nil {
			c.tb.Fatal(err)
		}
		return w.EncodeAll(b, nil)
	case "zlib":
		w := zlib.NewWriter(&out)
		if _, err := w.Write(b); err != nil {
			c.tb.Fatal(err)
		}
		_ = w.Close()
	}
	return out.Bytes()
}
