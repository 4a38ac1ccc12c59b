package model

import "sort"

// blockLen is the number of rows of a full block.
const blockLen = 256

// column is a thread's or CPU's run of rows in time order. Rows hold only their
// start: each ends where the next begins. A block keeps starts as 32-bit
// offsets from its base, which halves the memory of long traces; a row more
// than 2^32 ns after the base opens a new block.
//
// While it grows, the newest block is kept apart, so that appending never touches
// the list of the others. seal ends that; only then may rows be looked up by time,
// or walked over.
type column[R any] struct {
	tail   block[R]
	blocks []block[R]
}

type block[R any] struct {
	base  Time
	first int // index of cells[0] in the column
	cells []cell[R]
}

// cell is a row and its start, ns after the base.
type cell[R any] struct {
	dt  uint32
	row R
}

func (b *block[R]) start(i int) Time { return b.base + Time(b.cells[i].dt) }

func (c *column[R]) len() int { return c.tail.first + len(c.tail.cells) }

// extend appends a row, which starts not before the last one, and returns it with
// arbitrary contents. Memory comes from m.
func (c *column[R]) extend(start Time, m *slab[cell[R]]) *R {
	n := len(c.tail.cells)
	if n == cap(c.tail.cells) || uint64(start-c.tail.base) > 1<<32-1 {
		c.addBlock(start, m)
		n = 0
	}
	c.tail.cells = c.tail.cells[:n+1]
	x := &c.tail.cells[n]
	x.dt = uint32(start - c.tail.base)
	return &x.row
}

// addBlock opens a block. The first ones are small, since most threads of most
// traces have few rows.
func (c *column[R]) addBlock(base Time, m *slab[cell[R]]) {
	n := c.len()
	room := blockLen
	if n < blockLen {
		room = max(4, n)
	}
	c.seal()
	c.tail = block[R]{base: base, first: n, cells: m.take(room)}
}

// seal adds the newest block to the others.
func (c *column[R]) seal() {
	if len(c.tail.cells) > 0 {
		c.blocks = append(c.blocks, c.tail)
	}
}

// last returns the newest row and its start; nil if there is none.
func (c *column[R]) last() (Time, *R) {
	i := len(c.tail.cells) - 1
	if i < 0 {
		return 0, nil
	}
	x := &c.tail.cells[i]
	return c.tail.base + Time(x.dt), &x.row
}

// startOfLast is the start of the newest row; there must be one.
func (c *column[R]) startOfLast() Time {
	start, _ := c.last()
	return start
}

// pop removes the newest row.
func (c *column[R]) pop() {
	c.tail.cells = c.tail.cells[:len(c.tail.cells)-1]
	if k := len(c.blocks) - 1; k >= 0 && len(c.tail.cells) == 0 {
		c.tail, c.blocks = c.blocks[k], c.blocks[:k]
	}
}

// moveLast moves the start of the newest row; the previous row must not start after
// it.
func (c *column[R]) moveLast(start Time, m *slab[cell[R]]) {
	_, r := c.last()
	row := *r
	c.pop()
	*c.extend(start, m) = row
}

// insertLast puts a row before the newest one, which must start later.
func (c *column[R]) insertLast(start Time, r R, m *slab[cell[R]]) {
	at, newest := c.last()
	row := *newest
	c.pop()
	*c.extend(start, m) = r
	*c.extend(at, m) = row
}

// removeBeforeLast removes the row before the newest one.
func (c *column[R]) removeBeforeLast(m *slab[cell[R]]) {
	at, newest := c.last()
	row := *newest
	c.pop()
	c.pop()
	*c.extend(at, m) = row
}

// at returns row i and its start, even before seal.
func (c *column[R]) at(i int) (Time, *R) {
	b := &c.tail
	if i < b.first {
		b = &c.blocks[sort.Search(len(c.blocks), func(k int) bool { return c.blocks[k].first > i })-1]
	}
	return b.start(i - b.first), &b.cells[i-b.first].row
}

// find returns the index of the last row that starts at or before t, -1 when
// all start later.
func (c *column[R]) find(t Time) int {
	k := sort.Search(len(c.blocks), func(k int) bool { return c.blocks[k].base > t }) - 1
	if k < 0 {
		return -1
	}
	return c.blocks[k].first + c.blocks[k].find(t)
}

// find is the index inside the block of the last row starting at or before t,
// which must not precede the base.
func (b *block[R]) find(t Time) int {
	d := uint64(t - b.base)
	return sort.Search(len(b.cells), func(i int) bool { return uint64(b.cells[i].dt) > d }) - 1
}

// endOf is the end of row i of block k: the start of the next row, or end for the
// last one.
func (c *column[R]) endOf(k, i int, end Time) Time {
	b := &c.blocks[k]
	if i+1 < len(b.cells) {
		return b.start(i + 1)
	}
	if k+1 < len(c.blocks) {
		return c.blocks[k+1].base
	}
	return end
}

// cursor walks a column from row to row without a search.
type cursor[R any] struct {
	c    *column[R]
	k, i int
}

// seek positions a cursor on row i (0 … n).
func (c *column[R]) seek(i int) cursor[R] {
	if i >= c.len() {
		return cursor[R]{c, len(c.blocks), 0}
	}
	k := sort.Search(len(c.blocks), func(k int) bool { return c.blocks[k].first > i }) - 1
	return cursor[R]{c, k, i - c.blocks[k].first}
}

// next returns the row under the cursor and moves on; nil at the end.
func (u *cursor[R]) next() (Time, *R) {
	if u.k >= len(u.c.blocks) {
		return 0, nil
	}
	b := &u.c.blocks[u.k]
	t, r := b.start(u.i), &b.cells[u.i].row
	if u.i++; u.i == len(b.cells) {
		u.k, u.i = u.k+1, 0
	}
	return t, r
}

// peek is the start of the row under the cursor, end if there is none.
func (u *cursor[R]) peek(end Time) Time {
	if u.k >= len(u.c.blocks) {
		return end
	}
	return u.c.blocks[u.k].start(u.i)
}
