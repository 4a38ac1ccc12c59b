package model

import (
	"math/rand/v2"
	"testing"
)

// randomSeg is a row of one of about kinds contents, half of them with a peer.
func randomSeg(r *rand.Rand, kinds int) segRow {
	k := r.IntN(kinds)
	row := segRow{
		peer: NoThread, cpu: CPU(k % 61), flags: SegmentFlags(k / 61 % 7), state: State(k % 5),
		sub: Sub(k / 427), cat: Category(k % 9), ctx: Context(k % 10),
	}
	if k%2 == 0 {
		row.peer = ThreadIx(r.IntN(1 << 20))
	}
	return row
}

// TestColumn compares a column with a plain list while it grows, shrinks and is
// amended, and after it is sealed.
func TestColumn(t *testing.T) {
	for _, kinds := range []int{1, 40, 100_000} {
		r := rand.New(rand.NewPCG(21, uint64(kinds)))
		var m slab[cell[segRow]]
		p := &segPacker{}
		for range 60 + kinds/1000 {
			c := column[segRow]{packer: p}
			list := growColumn(r, &c, &m, kinds)
			c.seal()
			checkColumn(t, &c, list)
			for k := range c.blocks {
				var room [blockLen]cell[segRow]
				cells := c.cells(k, &room)
				cells[0].row.sub++
				list[c.blocks[k].first].row.sub++
				c.rewrite(k, cells)
			}
			checkColumn(t, &c, list)
		}
	}
}

// growColumn changes a column at random and returns what it should hold.
func growColumn(r *rand.Rand, c *column[segRow], m *slab[cell[segRow]], kinds int) (list []cell[segRow]) {
	at := Time(0)
	for range 1 + r.IntN(3000) {
		switch n := len(list); {
		case n > 1 && r.IntN(20) == 0:
			for range 1 + r.IntN(min(n-1, 40)) {
				c.pop()
				list = list[:len(list)-1]
			}
			at = list[len(list)-1].start
		case n > 0 && r.IntN(20) == 0:
			i := max(0, n-1-r.IntN(4))
			_, row := c.recent(i)
			row.sub++
			list[i].row.sub++
		case n > 0 && r.IntN(50) == 0:
			at++
			c.moveLast(at)
			list[n-1].start = at
		default:
			if at += Time(r.IntN(1000)); r.IntN(100) == 0 {
				at += 1 << 32
			}
			x := cell[segRow]{at, randomSeg(r, kinds)}
			*c.extend(at, m) = x.row
			list = append(list, x)
		}
	}
	return list
}

func checkColumn(t *testing.T, c *column[segRow], list []cell[segRow]) {
	t.Helper()
	if c.len() != len(list) {
		t.Fatalf("%d rows, want %d", c.len(), len(list))
	}
	from := len(list) / 3
	u := c.seek(from)
	for i, want := range list {
		if start, row := c.at(i); start != want.start || row != want.row {
			t.Fatalf("row %d of %d: %d %v, want %d %v", i, len(list), start, row, want.start, want.row)
		}
		if k := c.find(want.start); k < i || list[k].start != want.start {
			t.Fatalf("row %d begins at %d; found %d", i, want.start, k)
		}
		if i < from {
			continue
		}
		if start, row := u.next(); start != want.start || *row != want.row {
			t.Fatalf("row %d of %d: the cursor is at %d %v", i, len(list), start, *row)
		}
	}
	if _, row := u.next(); row != nil {
		t.Fatal("a row after the last")
	}
}

// BenchmarkPack packs and unpacks blocks of segments.
func BenchmarkPack(b *testing.B) {
	r := rand.New(rand.NewPCG(22, 22))
	cells := make([]cell[segRow], blockLen)
	for i := range cells {
		cells[i] = cell[segRow]{Time(i * 1000), randomSeg(r, 100)}
	}
	p := &segPacker{}
	b.Run("pack", func(b *testing.B) {
		for b.Loop() {
			p.pack(cells)
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/blockLen, "ns/row")
	})
	blk := p.pack(cells)
	blk.n = blockLen
	room := make([]cell[segRow], 0, blockLen)
	b.Run("unpack", func(b *testing.B) {
		for b.Loop() {
			p.unpack(&blk, room)
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/blockLen, "ns/row")
	})
}
