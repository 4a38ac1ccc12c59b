package perfdata

import (
	"bytes"
	"math/bits"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"threadlens/ingest/internal/wire"
)

// data is all records as in the data section.
func (c *composer) data() []byte { return bytes.Join(c.recs, nil) }

// attrBytes is a perf_event_attr.
func (c *composer) attrBytes(a *composedAttr) []byte {
	o := c.order
	flags := a.flags
	if o == wire.Big {
		flags = bits.Reverse64(flags)
	}
	b := o.AppendU32(nil, a.typ)
	b = o.AppendU32(b, uint32(a.size))
	for _, v := range []uint64{a.config, a.period, a.sampleType, a.readFormat, flags} {
		b = o.AppendU64(b, v)
	}
	b = append(b, make([]byte, a.size-len(b))...)
	if a.size >= attrSizeRegisters {
		copy(b[80:], o.AppendU64(nil, a.registers))
	}
	if a.size >= attrSizeClockID {
		copy(b[92:], o.AppendU32(nil, uint32(a.clockID)))
	}
	return b
}

func (c *composer) idBytes(a *composedAttr) (b []byte) {
	for _, id := range a.ids {
		b = c.order.AppendU64(b, id)
	}
	return b
}

// tracing is the block of event formats.
func (c *composer) tracing() []byte {
	o := c.order
	endian := byte(0)
	if o == wire.Big {
		endian = 1
	}
	b := append([]byte("\x17\x08\x44tracing0.6\x00"), endian, 8)
	b = o.AppendU32(b, 4096)
	for _, s := range []string{"header_page", "header_event"} {
		b = append(append(b, s...), 0)
		b = append(o.AppendU64(b, 5), "text\n"...)
	}
	b = o.AppendU32(b, 0)
	b = o.AppendU32(b, uint32(len(c.formats)))
	for _, f := range c.formats {
		system, text, _ := strings.Cut(f, "\x00")
		b = append(append(b, system...), 0)
		b = o.AppendU32(b, 1)
		b = append(o.AppendU64(b, uint64(len(text))), text...)
	}
	b = o.AppendU32(o.AppendU32(b, 0), 0)
	return o.AppendU64(b, 0)
}

func (c *composer) magic() []byte {
	if c.order == wire.Big {
		return []byte(magicBig)
	}
	return []byte(magicLittle)
}

// file is the composition as a regular file.
func (c *composer) file() []byte {
	o := c.order
	if len(c.formats) > 0 {
		c.feats[featTracingData] = c.tracing()
	}
	const attrSize = 136 + 16
	data := c.data()
	ids := headerSize
	attrs := ids
	for i := range c.attrs {
		attrs += 8 * len(c.attrs[i].ids)
	}
	dataOff := attrs + attrSize*len(c.attrs)

	b := c.magic()
	for _, v := range []int{headerSize, attrSize, attrs, attrSize * len(c.attrs), dataOff, len(data), 0, 0} {
		b = o.AppendU64(b, uint64(v))
	}
	var bitsSet [4]uint64
	for f := range c.feats {
		bitsSet[f/64] |= 1 << (f % 64)
	}
	for _, v := range bitsSet {
		b = o.AppendU64(b, v)
	}
	for i := range c.attrs {
		b = append(b, c.idBytes(&c.attrs[i])...)
	}
	for i := range c.attrs {
		a := &c.attrs[i]
		e := c.attrBytes(a)
		e = append(e, make([]byte, 136-len(e))...)
		e = o.AppendU64(e, uint64(ids))
		e = o.AppendU64(e, uint64(8*len(a.ids)))
		ids += 8 * len(a.ids)
		b = append(b, e...)
	}
	b = append(b, data...)
	at := len(b) + 16*len(c.feats)
	var payloads []byte
	for f := range featLast + 1 {
		if p, ok := c.feats[f]; ok {
			b = o.AppendU64(b, uint64(at+len(payloads)))
			b = o.AppendU64(b, uint64(len(p)))
			payloads = append(payloads, p...)
		}
	}
	return append(b, payloads...)
}

// pipe is the composition as perf writes it to a pipe.
func (c *composer) pipe() []byte {
	o := c.order
	b := o.AppendU64(c.magic(), pipeHeaderSize)
	head := &composer{order: o}
	for i := range c.attrs {
		head.record(recHeaderAttr, 0, append(c.attrBytes(&c.attrs[i]), c.idBytes(&c.attrs[i])...))
	}
	for f := range featLast + 1 {
		if p, ok := c.feats[f]; ok && f != featTracingData {
			head.record(recFeature, 0, append(o.AppendU64(nil, uint64(f)), p...))
		}
	}
	b = append(b, head.data()...)
	if len(c.formats) > 0 {
		block := c.tracing()
		head.recs = nil
		head.record(recTracingData, 0, c.words(uint32(len(block))))
		b = append(append(b, head.data()...), block...)
		b = append(b, make([]byte, -len(block)&7)...)
	}
	return append(b, c.data()...)
}

// compress packs all records
// into compressed ones of at most piece bytes of input each, so that records
// span them.
func (c *composer) compress(t testing.TB, typ uint32, piece int) {
	t.Helper()
	var out bytes.Buffer
	z, err := zstd.NewWriter(&out, zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(zstd.MinWindowSize))
	if err != nil {
		t.Fatal(err)
	}
	packed := &composer{order: c.order}
	for data := c.data(); len(data) > 0; {
		n := min(piece, len(data))
		if _, err := z.Write(data[:n]); err != nil {
			t.Fatal(err)
		}
		if err := z.Flush(); err != nil {
			t.Fatal(err)
		}
		data = data[n:]
		body := bytes.Clone(out.Bytes())
		out.Reset()
		if typ == recCompressed2 {
			body = append(c.order.AppendU64(nil, uint64(len(body))), body...)
			body = append(body, make([]byte, -len(body)&7)...)
		}
		packed.record(typ, 0, body)
	}
	c.recs = packed.recs
}
