package model

import "sort"

// blockLen is the number of rows of a full block.
const blockLen = 256

// column is a thread's or CPU's run of rows in time order. Rows hold only their
// start: each ends where the next begins. A block keeps starts as 32-bit
// offsets from its base, which halves the memory of long traces; a row more
// than 2^32 ns after the base opens a new block.
type column[R any] struct {
	blocks []block[R]
	n      int
}

type block[R any] struct {
	base  Time
	first int // index of rows[0] in the column
	dt    []uint32
	rows  []R
}

func (b *block[R]) start(i int) Time { return b.base + Time(b.dt[i]) }

func (c *column[R]) len() int { return c.n }

// extend appends a row and returns it, with arbitrary contents; start must not
// precede the last row's.
func (c *column[R]) extend(start Time) *R {
	last := len(c.blocks) - 1
	if last < 0 || len(c.blocks[last].rows) >= blockLen || uint64(start-c.blocks[last].base) > 1<<32-1 {
		c.addBlock(start)
		last++
	}
	b := &c.blocks[last]
	c.n++
	n := len(b.rows)
	if n == cap(b.rows) || n == cap(b.dt) {
		var r R
		b.dt, b.rows = append(b.dt, uint32(start-b.base)), append(b.rows, r)
		return &b.rows[n]
	}
	b.dt, b.rows = b.dt[:n+1], b.rows[:n+1]
	b.dt[n] = uint32(start - b.base)
	return &b.rows[n]
}

// addBlock opens a block. The first ones are small, since most threads of most
// traces have few rows.
func (c *column[R]) addBlock(base Time) {
	room := blockLen
	if c.n < blockLen {
		room = max(4, c.n)
	}
	c.blocks = append(c.blocks, block[R]{
		base: base, first: c.n, dt: make([]uint32, 0, room), rows: make([]R, 0, room),
	})
}

// last returns the newest row and its start; nil when there is none.
func (c *column[R]) last() (Time, *R) {
	if c.n == 0 {
		return 0, nil
	}
	b := &c.blocks[len(c.blocks)-1]
	i := len(b.rows) - 1
	return b.start(i), &b.rows[i]
}

// startOfLast is the start of the newest row, which there must be.
func (c *column[R]) startOfLast() Time {
	start, _ := c.last()
	return start
}

// pop removes the newest row.
func (c *column[R]) pop() {
	b := &c.blocks[len(c.blocks)-1]
	b.dt = b.dt[:len(b.dt)-1]
	b.rows = b.rows[:len(b.rows)-1]
	c.n--
	if len(b.rows) == 0 {
		c.blocks = c.blocks[:len(c.blocks)-1]
	}
}

// moveLast moves the start of the newest row; the row before must not start
// after it.
func (c *column[R]) moveLast(start Time) {
	_, r := c.last()
	row := *r
	c.pop()
	*c.extend(start) = row
}

// at returns row i and its start.
func (c *column[R]) at(i int) (Time, *R) {
	k := sort.Search(len(c.blocks), func(k int) bool { return c.blocks[k].first > i }) - 1
	b := &c.blocks[k]
	return b.start(i - b.first), &b.rows[i-b.first]
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
	return sort.Search(len(b.dt), func(i int) bool { return uint64(b.dt[i]) > d }) - 1
}

// cursor walks a column from row to row without searching.
type cursor[R any] struct {
	c    *column[R]
	k, i int
}

// seek positions a cursor on row i (0 … n).
func (c *column[R]) seek(i int) cursor[R] {
	if i >= c.n {
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
	t, r := b.start(u.i), &b.rows[u.i]
	if u.i++; u.i == len(b.rows) {
		u.k, u.i = u.k+1, 0
	}
	return t, r
}

// peek is the start of the row under the cursor, end when there is none.
func (u *cursor[R]) peek(end Time) Time {
	if u.k >= len(u.c.blocks) {
		return end
	}
	return u.c.blocks[u.k].start(u.i)
}
