package painttest

import (
	"math/rand/v2"

	"threadlens/timeline/paint"
)

// RandomShares are shares of up to n slots that add up to total.
func RandomShares(r *rand.Rand, total, n int) paint.Mix {
	var m paint.Mix
	for range n {
		if v := r.IntN(total + 1); v > 0 {
			m.Add(paint.Slot(r.IntN(paint.NumSlots)), v)
			total -= v
		}
	}
	m.Add(paint.Slot(r.IntN(paint.NumSlots)), total)
	return m
}

// RandomLane is a lane of h pixels with everything that lanes may contain.
func RandomLane(r *rand.Rand, st *paint.LaneStyle, h, width int) *paint.Lane {
	l := &paint.Lane{X: 5, Y: 3, Height: h, Edge: 1, EdgeFrom: 4, Phase: r.IntN(st.Period()), Style: st, Rest: make([]uint64, width)}
	for len(l.Main) < width {
		m := RandomShares(r, paint.FullShare, 1+r.IntN(4)).Heights(h)
		switch r.IntN(4) {
		case 0:
			m = paint.Mix{}
		case 1:
			m = paint.Only(paint.Slot(r.IntN(paint.NumSlots)), h)
		case 2:
			m.Rest = 0 // may leave it partly empty
		}
		for range 1 + r.IntN(9)*r.IntN(3) {
			if len(l.Main) < width {
				l.Rest[len(l.Main)] = m.Rest
				l.Main = append(l.Main, m.Main)
			}
		}
	}
	l.FindSpans(l.EdgeFrom)
	return l
}
