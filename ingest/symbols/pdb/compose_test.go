package pdb

import (
	"bytes"
	"compress/gzip"
	"io"
	"math"
	"os"
	"path/filepath"
	"testing"
)

// sample is one of the files of the parent package, which describes how they were made.
func sample(tb testing.TB, name string) []byte {
	tb.Helper()
	b, err := os.ReadFile(filepath.Join("..", "testdata", name+".pdb.gz"))
	if err != nil {
		tb.Fatal(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(b))
	if err == nil {
		b, err = io.ReadAll(z)
	}
	if err != nil {
		tb.Fatal(err)
	}
	return b
}

// contain makes a file of streams, each with its blocks in the wrong order and others between them.
func contain(block int, streams ...[]byte) []byte {
	file := make([]byte, 3*block) // superblock and two maps of free blocks
	put := func(data []byte) (list []byte) {
		n := (len(data) + block - 1) / block
		data = append(bytes.Clone(data), make([]byte, n*block-len(data))...)
		for i := range n {
			list = le.AppendUint32(list, uint32(len(file)/block+2*(n-1-i)))
		}
		for i := n - 1; i >= 0; i-- {
			file = append(append(file, data[i*block:(i+1)*block]...), make([]byte, block)...)
		}
		return list
	}
	dir := le.AppendUint32(nil, uint32(len(streams)))
	var lists []byte
	for _, s := range streams {
		size := uint32(len(s))
		if s == nil {
			size = absent
		}
		dir = le.AppendUint32(dir, size)
		lists = append(lists, put(s)...)
	}
	dir = append(dir, lists...)
	blocks := put(dir)
	at := len(file) / block
	file = append(file, append(blocks, make([]byte, (block-len(blocks)%block)%block)...)...)
	copy(file, magic)
	for i, v := range []int{block, 1, len(file) / block, len(dir), 0, at} {
		le.PutUint32(file[32+4*i:], uint32(v))
	}
	return file
}

// composed describes a symbol file.
type composed struct {
	age       uint32 // of the image; the file's own is 9
	machine   uint16
	sections  []section
	original  []section // of the image before parts were moved
	moves     []Move
	parts     [][3]uint32 // section, offset, size
	newParts  bool
	procs     [][]byte // records of the only module
	publics   [][]byte
	truncated int    // so many bytes of the part with the numbers of streams, 0 for all
	others    bool   // there is something in the unused parts
	before    string // the names of a module without symbols before the other, with its zero bytes
}

// Streams of a composed file.
const (
	atSections = iota + 4
	atOriginal
	atMoves
	atModule
	atPublics
)

var testGUID = []byte{0x78, 0x56, 0x34, 0x12, 0xcd, 0xab, 0x01, 0xef, 1, 2, 3, 4, 5, 6, 7, 8}

func (c *composed) bytes() []byte {
	id := le.AppendUint32(nil, 20000404)
	id = append(le.AppendUint32(le.AppendUint32(id, 1), 9), testGUID...)
	module := make([]byte, 64)
	records := make([]byte, 4)
	for _, r := range c.procs {
		records = append(records, r...)
	}
	le.PutUint16(module[34:], atModule)
	le.PutUint32(module[36:], uint32(len(records)))
	module = append(module, "a.obj\x00lib.lib\x00\x00\x00"...)
	le.PutUint16(module, 0xffff)
	var publics []byte
	for _, r := range c.publics {
		publics = append(publics, r...)
	}
	streams := []byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, atMoves, 0, 0xff, 0xff, atSections, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, atOriginal, 0}
	if c.truncated > 0 {
		streams = streams[:c.truncated]
	}
	if c.before != "" {
		first := make([]byte, 64)
		le.PutUint16(first[34:], none)
		first = append(first, c.before...)
		module = append(append(first, make([]byte, (4-len(first)%4)%4)...), module...)
	}
	parts := c.contributions()
	info := make([]byte, 64)
	le.PutUint32(info, math.MaxUint32)
	le.PutUint32(info[8:], c.age)
	le.PutUint16(info[20:], atPublics)
	le.PutUint32(info[24:], uint32(len(module)))
	le.PutUint32(info[28:], uint32(len(parts)))
	le.PutUint32(info[48:], uint32(len(streams)))
	le.PutUint16(info[58:], c.machine)
	info = append(append(info, module...), parts...)
	if c.others {
		for i, at := range []int{32, 36, 40, 52} {
			le.PutUint32(info[at:], uint32(4*i+4))
			info = append(info, bytes.Repeat([]byte{0xff}, 4*i+4)...)
		}
	}
	info = append(info, streams...)
	var moves []byte
	for _, m := range c.moves {
		moves = le.AppendUint32(le.AppendUint32(moves, m.RVA), m.Before)
	}
	return contain(512, nil, id, nil, info, headers(c.sections), headers(c.original), moves, records, publics)
}

func headers(list []section) (b []byte) {
	for _, s := range list {
		h := make([]byte, 40)
		le.PutUint32(h[8:], s.size)
		le.PutUint32(h[12:], s.rva)
		if s.code {
			le.PutUint32(h[36:], executable)
		}
		b = append(b, h...)
	}
	return b
}

func (c *composed) contributions() []byte {
	version, size := uint32(0xeffe0000+19970605), 28
	if c.newParts {
		version, size = 0xeffe0000+20140516, 32
	}
	b := le.AppendUint32(nil, version)
	for _, p := range c.parts {
		e := make([]byte, size)
		le.PutUint16(e, uint16(p[0]))
		le.PutUint32(e[4:], p[1])
		le.PutUint32(e[8:], p[2])
		b = append(b, e...)
	}
	return b
}

// record makes a record: its kind, and content.
func record(kind uint16, content []byte) []byte {
	for (len(content)+4)%4 != 0 {
		content = append(content, 0)
	}
	return append(le.AppendUint16(le.AppendUint16(nil, uint16(len(content)+2)), kind), content...)
}

func public(flags, offset uint32, section uint16, name string) []byte {
	b := le.AppendUint16(le.AppendUint32(le.AppendUint32(nil, flags), offset), section)
	return record(recPublic, append(b, name+"\x00"...))
}

func proc(kind uint16, offset, size uint32, section uint16, name string) []byte {
	b := make([]byte, 35)
	le.PutUint32(b[12:], size)
	le.PutUint32(b[28:], offset)
	le.PutUint16(b[32:], section)
	return record(kind, append(b, name+"\x00"...))
}

func thunk(offset uint32, size, section uint16, name string) []byte {
	b := make([]byte, 21)
	le.PutUint32(b[12:], offset)
	le.PutUint16(b[16:], section)
	le.PutUint16(b[18:], size)
	return record(recThunk, append(b, name+"\x00"...))
}
