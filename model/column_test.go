package model

import (
	"math/rand/v2"
	"sort"
	"testing"
)

// TestColumn compares a column with plain lists: rows at the same instant, close together,
// and just less and just more apart than a block can hold; some are removed or moved
// again.
func TestColumn(t *testing.T) {
	steps := []Time{0, 0, 1, 1000, 1<<32 - 1, 1 << 32, 1<<32 + 1, 1 << 40}
	rng := rand.New(rand.NewPCG(8, 9))
	for round := range 200 {
		var c column[int]
		var m slab[cell[int]]
		var starts []Time
		var rows []int
		at := Time(rng.IntN(3))
		for i := range rng.IntN(700) {
			n := len(rows) - 1
			switch {
			case n > 0 && rng.IntN(4) == 0:
				c.pop()
				starts, rows = starts[:n], rows[:n]
			case n > 0 && rng.IntN(8) == 0:
				starts[n] = starts[n-1] + Time(rng.Int64N(int64(starts[n]-starts[n-1])+1))
				c.moveLast(starts[n], &m)
			default:
				*c.extend(at, &m) = i
				starts, rows = append(starts, at), append(rows, i)
			}
			if start, row := c.last(); start != starts[len(rows)-1] || *row != rows[len(rows)-1] || c.startOfLast() != start || c.len() != len(rows) {
				t.Fatalf("round %d: the last of %d rows is %d at %d, want %d at %d", round, c.len(), *row, start, rows[len(rows)-1], starts[len(rows)-1])
			}
			at = starts[len(rows)-1] + steps[rng.IntN(len(steps)/(1+round%3))]
		}
		c.seal()
		if err := checkColumn(&c); err != nil {
			t.Fatalf("round %d: %v", round, err)
		}
		finds(t, &c, starts, rows, rng)
	}
}

// finds compares the ways to find rows, and to walk over them, with the plain lists.
func finds(t *testing.T, c *column[int], starts []Time, rows []int, rng *rand.Rand) {
	t.Helper()
	for range 50 {
		at := Time(rng.IntN(5))
		if len(starts) > 0 {
			at = starts[rng.IntN(len(starts))] + Time(rng.IntN(3)) - 1
		}
		want := sort.Search(len(starts), func(i int) bool { return starts[i] > at }) - 1
		if got := c.find(at); got != want {
			t.Fatalf("the row at %d is %d of %d, want %d of %d", at, got, c.len(), want, len(starts))
		}
	}
	end := Forever
	from := rng.IntN(len(rows) + 1)
	u := c.seek(from)
	for i := from; ; i++ {
		next := end
		if i < len(rows) {
			next = starts[i]
		}
		k, j := u.k, u.i
		if got := u.peek(end); got != next {
			t.Fatalf("row %d of %d begins at %d, want %d", i, len(rows), got, next)
		}
		start, row := u.next()
		if (row != nil) != (i < len(rows)) || row != nil && (*row != rows[i] || start != starts[i]) {
			t.Fatalf("row %d of %d is another one, at %d", i, len(rows), start)
		}
		if row == nil {
			return
		}
		if got := c.endOf(k, j, end); got != u.peek(end) {
			t.Fatalf("row %d of %d ends at %d, want %d", i, len(rows), got, u.peek(end))
		}
	}
}
