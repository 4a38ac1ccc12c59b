package lanes

import (
	"math/rand/v2"
	"slices"
	"testing"

	"threadlens/model"
	"threadlens/timeline/paint"
)

// TestCrowd compares the two passes of crowd with piece, one at a time: they must
// give the same columns, whatever the slots and lengths.
func TestCrowd(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 12))
	for round := range 400 {
		p := randomPieces(r, 20+r.IntN(6000), 1+r.Float64()*1000, round%3 > 0)
		whole := model.Range{From: p.blocks[0].base, To: p.End}
		v := randomGrid(r, p.End)
		c := v.columns()
		var one, two Writer
		one.Reset(c, 20, nil, nil)
		two.Reset(c, 20, nil, nil)
		if seen := c.span.Clip(whole); seen.Len() > 0 {
			p.walk(seen, one.piece)
			two.pieces(p, seen)
		}
		one.finish()
		two.finish()
		if a, b := one.Main[:one.xc], two.Main[:two.xc]; !slices.Equal(a, b) || !slices.Equal(one.Rest, two.Rest) {
			for x := range min(len(a), len(b)) {
				if a[x] != b[x] {
					t.Errorf("column %d: %x one by one, %x in a crowd", x, a[x], b[x])
					break
				}
			}
			t.Fatalf("round %d, %v: %d columns one by one, %d in a crowd", round, v, one.xc, two.xc)
		}
	}
}

// randomPieces are n pieces about mean ns long, some of them empty; slots outside
// main occur only if rest is set.
func randomPieces(r *rand.Rand, n int, mean float64, rest bool) *Pieces {
	p := new(Pieces)
	at := model.Time(r.IntN(5000))
	for range n {
		s := paint.Slot(r.IntN(int(paint.SlotUI)))
		if rest && r.IntN(50) == 0 {
			s = paint.SlotUI + paint.Slot(r.IntN(2))
		}
		p.Push(at, s)
		at += model.Time(r.ExpFloat64() * mean)
	}
	p.End = at + 1
	return p
}
