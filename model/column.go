package model

import "sort"

// column is a thread's or CPU's run of rows in time order. Rows hold only their
// start: each ends where the next begins.
//
// A trace has tens of millions of rows, and they are most of its memory. The
// newest ones stand in a room as they are, since a row is amended until what ends
// it is known. Older ones are packed into blocks (pack.go), half as large or less,
// by a packer that all columns of a kind share. seal packs the rest; only then may
// rows be found by their time, or walked over.
type column[R any] struct {
	room   []cell[R]
	packed int // rows in blocks
	blocks []block
	packer packer[R]
}

// cell is a row with its start.
type cell[R any] struct {
	start Time
	row   R
}

// block holds packed rows. The words are their starts, ns after base, then their
// codes, two to a word unless wide, then what the packer keeps beside the codes.
type block struct {
	base  Time // start of the first row
	first int  // index of the first row in the column
	n     int32
	wide  bool
	words []uint32
}

const (
	// blockLen is the number of rows of a full block.
	blockLen = 256
	// recentLen is how many rows at least are left in the room when others are
	// packed: those that may still be amended.
	recentLen = 32
	roomLen   = blockLen + recentLen
)

// packer turns rows into words and back.
type packer[R any] interface {
	// pack makes a block of at most blockLen cells, whose starts lie within
	// 2^32 ns.
	pack(cells []cell[R]) block
	// unpack appends the rows of a block to cells.
	unpack(b *block, cells []cell[R]) []cell[R]
	// next is row i of a block, side what skip says of i; also of i+1.
	next(b *block, i, side int) (row R, after int)
	skip(b *block, i int) (side int)
}

func (c *column[R]) len() int { return c.packed + len(c.room) }

// extend appends a row and returns it, with arbitrary contents; start must not
// precede the last row's. Memory comes from m.
func (c *column[R]) extend(start Time, m *slab[cell[R]]) *R {
	n := len(c.room)
	if n == cap(c.room) {
		c.clear(m)
		n = len(c.room)
	}
	c.room = c.room[:n+1]
	x := &c.room[n]
	x.start = start
	return &x.row
}

// clear makes space in the room. It is small at first, since most threads of most
// traces have few rows.
func (c *column[R]) clear(m *slab[cell[R]]) {
	if n := len(c.room); n < roomLen {
		c.room = append(m.take(min(max(4, 2*n), roomLen)), c.room...)
		return
	}
	c.pack(blockLen)
}

// pack moves the oldest n rows of the room to blocks.
func (c *column[R]) pack(n int) {
	for i := 0; i < n; {
		j := i + 1
		for j < min(n, i+blockLen) && c.room[j].start-c.room[i].start < 1<<32 {
			j++
		}
		b := c.packer.pack(c.room[i:j])
		b.base, b.first, b.n = c.room[i].start, c.packed, int32(j-i)
		c.blocks = append(c.blocks, b)
		c.packed += j - i
		i = j
	}
	c.room = c.room[:copy(c.room, c.room[n:])]
}

// seal packs all rows.
func (c *column[R]) seal() {
	c.pack(len(c.room))
	c.room = nil
}

// last returns the newest row and its start; nil when there is none.
func (c *column[R]) last() (Time, *R) {
	i := len(c.room) - 1
	if i < 0 {
		return 0, nil
	}
	x := &c.room[i]
	return x.start, &x.row
}

// startOfLast is the start of the newest row, which there must be.
func (c *column[R]) startOfLast() Time { return c.room[len(c.room)-1].start }

// pop removes the newest row.
func (c *column[R]) pop() {
	c.room = c.room[:len(c.room)-1]
	if len(c.room) == 0 && c.packed > 0 {
		c.unpackLast()
	}
}

// unpackLast takes the rows of the last block back into the room.
func (c *column[R]) unpackLast() {
	k := len(c.blocks) - 1
	b := &c.blocks[k]
	c.room = append(c.packer.unpack(b, make([]cell[R], 0, roomLen)), c.room...)
	c.packed = b.first
	c.blocks = c.blocks[:k]
}

// moveLast moves the start of the newest row; the row before must not start
// after it.
func (c *column[R]) moveLast(start Time) { c.room[len(c.room)-1].start = start }

// recent returns row i and its start, to be amended before seal; it must be one
// of the last few.
func (c *column[R]) recent(i int) (Time, *R) {
	for i < c.packed {
		c.unpackLast()
	}
	x := &c.room[i-c.packed]
	return x.start, &x.row
}

// at returns row i and its start.
func (c *column[R]) at(i int) (Time, R) {
	if i >= c.packed {
		x := &c.room[i-c.packed]
		return x.start, x.row
	}
	k := c.blockOf(i)
	b := &c.blocks[k]
	i -= b.first
	row, _ := c.packer.next(b, i, c.packer.skip(b, i))
	return b.start(i), row
}

// rewrite replaces the rows of block k, whose starts must be the same.
func (c *column[R]) rewrite(k int, cells []cell[R]) {
	p := c.packer.pack(cells)
	c.blocks[k].wide, c.blocks[k].words = p.wide, p.words
}

// blockOf is the block of row i, which must be packed.
func (c *column[R]) blockOf(i int) int {
	return sort.Search(len(c.blocks), func(k int) bool { return c.blocks[k].first > i }) - 1
}

// cells are the rows of block k, in room, whose contents do not matter.
func (c *column[R]) cells(k int, room *[blockLen]cell[R]) []cell[R] {
	return c.packer.unpack(&c.blocks[k], room[:0])
}

// endOf is the end of the last row of block k, end if it is the last of all.
func (c *column[R]) endOf(k int, end Time) Time {
	if k+1 < len(c.blocks) {
		return c.blocks[k+1].base
	}
	return end
}

// find returns the index of the last row that starts at or before t, -1 when
// all start later.
func (c *column[R]) find(t Time) int {
	k := c.blockAt(t)
	if k < 0 {
		return -1
	}
	return c.blocks[k].first + c.blocks[k].find(t)
}

// blockAt is the last block that starts at or before t, -1 when all start later.
func (c *column[R]) blockAt(t Time) int {
	return sort.Search(len(c.blocks), func(k int) bool { return c.blocks[k].base > t }) - 1
}

func (b *block) start(i int) Time { return b.base + Time(b.words[i]) }

// find is the index inside the block of the last row starting at or before t,
// which must not precede the base.
func (b *block) find(t Time) int {
	d := uint64(t - b.base)
	return sort.Search(int(b.n), func(i int) bool { return uint64(b.words[i]) > d }) - 1
}

// cursor walks a sealed column from row to row without searching.
type cursor[R any] struct {
	c          *column[R]
	k, i, side int
	row        R
}

// seek positions a cursor on row i (0 … n).
func (c *column[R]) seek(i int) cursor[R] {
	u := cursor[R]{c: c, k: len(c.blocks)}
	if i < c.packed {
		u.k = c.blockOf(i)
		b := &c.blocks[u.k]
		u.i = i - b.first
		u.side = c.packer.skip(b, u.i)
	}
	return u
}

// next returns the row under the cursor, valid until the next call, and moves on;
// nil at the end.
func (u *cursor[R]) next() (Time, *R) {
	if u.k >= len(u.c.blocks) {
		return 0, nil
	}
	b := &u.c.blocks[u.k]
	t := b.start(u.i)
	u.row, u.side = u.c.packer.next(b, u.i, u.side)
	if u.i++; u.i == int(b.n) {
		u.k, u.i, u.side = u.k+1, 0, 0
	}
	return t, &u.row
}

// peek is the start of the row under the cursor, end when there is none.
func (u *cursor[R]) peek(end Time) Time {
	if u.k >= len(u.c.blocks) {
		return end
	}
	return u.c.blocks[u.k].start(u.i)
}
