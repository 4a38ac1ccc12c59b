package perfdata

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"

	"threadlens/ingest/internal/wire"
)

// keepsFeature reports whether a part of a file has a feature of the file: not those that describe
// how records are stored, and not what another part was cut from.
func keepsFeature(bit int) bool {
	switch bit {
	case featAuxTrace, featDirFormat, featCompressed, featExcerpt:
		return false
	}
	return bit >= 0 && bit <= featLast
}

// feature is a feature section.
type feature struct {
	bit     int
	payload []byte
}

// write writes the file.
func (x *excerpt) write(ctx context.Context, w io.Writer) error {
	attrs, ids, size, err := x.attrs()
	if err != nil {
		return err
	}
	mark, err := x.mark()
	if err != nil {
		return err
	}
	m, features := x.s.m, x.features(mark)
	data := section{headerSize + int64(len(ids)+len(attrs)), 0}
	for _, list := range [][]section{x.own, x.records} {
		for _, r := range list {
			data.size += r.size
		}
	}
	out := &excerptWriter{w: bufio.NewWriterSize(w, windowSize), ctx: ctx}
	out.bytes(x.header(size, section{headerSize + int64(len(ids)), int64(len(attrs))}, data, features))
	out.bytes(ids)
	out.bytes(attrs)
	out.sections(x.in, x.own)
	out.sections(x.s.in, x.records)
	at := data.end() + 16*int64(len(features))
	for _, f := range features {
		out.bytes(m.order.AppendU64(m.order.AppendU64(nil, uint64(at)), uint64(len(f.payload))))
		at += int64(len(f.payload))
	}
	for _, f := range features {
		out.bytes(f.payload)
	}
	if out.err != nil {
		return out.err
	}
	return out.w.Flush()
}

// header is the file's header; size is that of an attr with its section of ids.
func (x *excerpt) header(size int, attrs, data section, features []feature) []byte {
	m := x.s.m
	magic := magicLittle
	if m.order == wire.Big {
		magic = magicBig
	}
	b := []byte(magic)
	for _, v := range []int64{headerSize, int64(size), attrs.off, attrs.size, data.off, data.size, 0, 0} {
		b = m.order.AppendU64(b, uint64(v))
	}
	var bits [4]uint64
	for _, f := range features {
		bits[f.bit/64] |= 1 << (f.bit % 64)
	}
	for _, v := range bits {
		b = m.order.AppendU64(b, v)
	}
	return b
}

// attrs are the descriptions of the events, which all have the same size, and their ids, which come
// before them.
func (x *excerpt) attrs() (attrs, ids []byte, size int, err error) {
	list := x.attrList
	if !x.s.m.pipe {
		if list, err = x.readAttrs(); err != nil {
			return nil, nil, 0, err
		}
	}
	for _, a := range list {
		size = max(size, len(a.attr)+16)
	}
	order := x.s.m.order
	for _, a := range list {
		entry := make([]byte, size-16, size)
		copy(entry, a.attr)
		copy(entry[4:], order.AppendU32(nil, uint32(size-16)))
		entry = order.AppendU64(entry, uint64(headerSize+len(ids)))
		entry = order.AppendU64(entry, uint64(len(a.ids)))
		attrs, ids = append(attrs, entry...), append(ids, a.ids...)
	}
	return attrs, ids, size, nil
}

// rawAttr is the description of an event, and its ids.
type rawAttr struct{ attr, ids []byte }

func (x *excerpt) readAttrs() (list []rawAttr, err error) {
	m := x.s.m
	all, err := x.in.read(m.attrs.off, m.attrs.size)
	if err != nil {
		return nil, fmt.Errorf("attrs: %w", err)
	}
	for ; int64(len(all)) >= m.attrSize; all = all[m.attrSize:] {
		attr, place := all[:m.attrSize-16], all[m.attrSize-16:]
		ids, err := x.in.read(int64(m.order.U64(place)&(1<<62-1)), int64(m.order.U64(place[8:])&(1<<62-1)))
		if err != nil {
			return nil, fmt.Errorf("event ids: %w", err)
		}
		list = append(list, rawAttr{attr, ids})
	}
	return list, nil
}

// features are the feature sections of the file and one more, in the order of their numbers, which
// the header's bits imply.
func (x *excerpt) features(mark feature) (list []feature) {
	order := x.s.m.order
	list = append(x.featureList, mark)
	for _, f := range x.s.m.sections {
		// One that cannot be read was reported when the file was opened.
		if payload, err := x.in.read(f.off, f.size); err == nil && keepsFeature(f.bit) {
			list = append(list, feature{f.bit, payload})
		}
	}
	slices.SortStableFunc(list, func(a, b feature) int { return cmp.Compare(a.bit, b.bit) })
	list = slices.CompactFunc(list, func(a, b feature) bool { return a.bit == b.bit })
	for i := range list {
		if list[i].bit == featSampleTime {
			list[i].payload = order.AppendU64(order.AppendU64(nil, x.first), x.last)
		}
	}
	return list
}

// excerptWriter writes until an error.
type excerptWriter struct {
	ctx context.Context
	w   *bufio.Writer
	err error
}

func (o *excerptWriter) bytes(b []byte) {
	if o.err == nil {
		_, o.err = o.w.Write(b)
	}
}

// sections copies parts of a file.
func (o *excerptWriter) sections(in *input, list []section) {
	for _, s := range list {
		win := newWindow(in, s)
		for win.left() > 0 && o.err == nil {
			b := win.take(int(min(win.left(), windowSize)))
			if b == nil {
				o.err = win.err
				break
			}
			o.bytes(b)
			if o.err == nil {
				o.err = o.ctx.Err()
			}
		}
	}
}
