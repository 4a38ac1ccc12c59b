package modeltest

import (
	"math/rand/v2"

	"threadlens/model"
)

// Window is a random window of a trace, which may be empty. Half of its ends are where a
// segment of a thread starts or ends, or next to it: that is where walks and sums go
// wrong.
func Window(t *model.Trace, rng *rand.Rand) model.Range {
	a, b := instant(t, rng), instant(t, rng)
	if rng.IntN(4) == 0 {
		b = min(t.End, a+model.Time(rng.IntN(50)))
	}
	return model.Range{From: min(a, b), To: max(a, b)}
}

// instant is one of the ends of a Window.
func instant(t *model.Trace, rng *rand.Rand) model.Time {
	if len(t.Threads) > 0 && rng.IntN(2) == 0 {
		ix := model.ThreadIx(rng.IntN(len(t.Threads)))
		if n := t.Threads[ix].Len(); n > 0 {
			s := t.Segment(ix, rng.IntN(n))
			at := s.From
			if rng.IntN(2) == 0 {
				at = s.To
			}
			if rng.IntN(2) == 0 {
				at += model.Time(rng.IntN(3)) - 1
			}
			return min(max(at, 0), t.End)
		}
	}
	return model.Time(rng.Int64N(int64(t.End) + 1))
}
