package pdb

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
)

var le = binary.LittleEndian

// The errors of Open and Functions.
var (
	ErrFormat   = errors.New("is not a PDB symbol file")
	ErrOld      = errors.New("is a PDB in an unsupported format (older than Visual C++ 7)")
	ErrPortable = errors.New("is a portable .NET PDB, which has no native function names")
	ErrDamaged  = errors.New("is damaged")
)

// First bytes of files.
const (
	magic         = "Microsoft C/C++ MSF 7.00\r\n\x1aDS\x00\x00\x00"
	magicOld      = "Microsoft C/C++ program database 2.00\r\n\x1aJG"
	magicPortable = "BSJB"
)

// container is a file of streams (MSF; struct SuperBlock).
type container struct {
	r      io.ReaderAt
	size   int64
	block  int64 // bytes
	blocks uint32
	// The directory of streams: number of bytes, and the blocks of each.
	bytes []uint32
	lists [][]byte
	// left bounds how many bytes are read in total: streams may share blocks.
	left int64
}

const (
	superBlock = 56
	absent     = 1<<32 - 1 // size of a missing stream
)

// openContainer reads the directory of a file of streams.
func openContainer(r io.ReaderAt, size int64) (*container, error) {
	head := make([]byte, superBlock)
	n, err := r.ReadAt(head, 0)
	switch head = head[:n]; {
	case err != nil && !errors.Is(err, io.EOF):
		return nil, err
	case bytes.HasPrefix(head, []byte(magicOld)):
		return nil, ErrOld
	case bytes.HasPrefix(head, []byte(magicPortable)):
		return nil, ErrPortable
	case n < superBlock || !bytes.HasPrefix(head, []byte(magic)):
		return nil, ErrFormat
	}
	c := &container{r: r, size: size, block: int64(le.Uint32(head[32:])), blocks: le.Uint32(head[40:]), left: 4 * size}
	length, at := int64(le.Uint32(head[44:])), int64(le.Uint32(head[52:]))
	if c.block < 1<<9 || c.block > 1<<16 || c.block&(c.block-1) != 0 || length > size {
		return nil, ErrDamaged
	}
	list := make([]byte, 4*((length+c.block-1)/c.block))
	switch _, err := r.ReadAt(list, at*c.block); {
	case errors.Is(err, io.EOF):
		return nil, ErrDamaged
	case err != nil:
		return nil, err
	}
	dir, err := c.read(list, length)
	if err != nil {
		return nil, err
	}
	return c, c.directory(dir)
}

// directory reads the directory: the number of streams, their sizes, the blocks of
// each.
func (c *container) directory(dir []byte) error {
	if len(dir) < 4 {
		return ErrDamaged
	}
	n := int64(le.Uint32(dir))
	if dir = dir[4:]; n > int64(len(dir)/4) {
		return ErrDamaged
	}
	sizes := dir[:4*n]
	dir = dir[4*n:]
	for ; len(sizes) > 0; sizes = sizes[4:] {
		size := le.Uint32(sizes)
		if size == absent {
			size = 0
		}
		list := 4 * ((int64(size) + c.block - 1) / c.block)
		if list > int64(len(dir)) {
			return ErrDamaged
		}
		c.bytes, c.lists = append(c.bytes, size), append(c.lists, dir[:list])
		dir = dir[list:]
	}
	return nil
}

// none is the number of a missing stream.
const none = 1<<16 - 1

// stream is the content of a stream, at most most bytes; nil without one.
func (c *container) stream(n uint16, most int64) ([]byte, error) {
	if n == none || int(n) >= len(c.bytes) {
		return nil, nil
	}
	return c.read(c.lists[n], min(most, int64(c.bytes[n])))
}

// read reads n bytes of the blocks in a list.
func (c *container) read(list []byte, n int64) ([]byte, error) {
	if n > c.left || n > c.size {
		return nil, ErrDamaged
	}
	c.left -= n
	b := make([]byte, 0, n)
	for int64(len(b)) < n {
		first := le.Uint32(list)
		run := int64(1) // consecutive blocks
		for list = list[4:]; len(list) > 0 && int64(le.Uint32(list)) == int64(first)+run && int64(len(b))+run*c.block < n; list = list[4:] {
			run++
		}
		part := b[len(b):min(n, int64(len(b))+run*c.block)]
		if _, err := c.r.ReadAt(part, int64(first)*c.block); err != nil && !errors.Is(err, io.EOF) {
			return nil, err
		} else if err != nil {
			return nil, ErrDamaged
		}
		b = b[:len(b)+len(part)]
	}
	return b, nil
}
