package measure

import (
	"math/rand/v2"
	"slices"
	"testing"

	"threadlens/model"
)

// TestSweepPieces sweeps over more changes than a piece holds, crowded into a small
// part of the window, and compares with a single sort of all of them.
func TestSweepPieces(t *testing.T) {
	const n = 4 * pieceLimit
	rng := rand.New(rand.NewPCG(3, 4))
	window := model.Range{From: 1000, To: 1 << 40}
	spans := make([]model.Range, n)
	for i := range spans {
		from := model.Time(rng.Int64N(1 << 20))
		if i%100 == 0 {
			from = model.Time(rng.Int64N(1 << 40))
		}
		spans[i] = model.Range{From: from, To: from + model.Time(rng.Int64N(1<<10))}
	}
	spans[0] = model.Range{From: -5, To: 1 << 41} // covers everything
	want := byOneSort(spans, window)

	got := map[[Kinds]int]model.Time{}
	at, calls := window.From, 0
	w := sweeper{
		fill: func(p *SweepPiece) {
			calls++
			for i, s := range spans {
				if !p.Span(i%Kinds, s) {
					return
				}
			}
		},
		visit: func(l level) {
			if l.From != at || l.To <= l.From {
				t.Fatalf("level %v after %d", l.Range, at)
			}
			at = l.To
			got[l.n] += l.Len()
		},
	}
	w.run(window)
	if at != window.To {
		t.Errorf("the levels end at %d", at)
	}
	if calls < 5 || calls > 1000 {
		t.Errorf("%d pieces", calls)
	}
	if len(got) != len(want) {
		t.Errorf("%d levels, want %d", len(got), len(want))
	}
	for n, d := range want {
		if got[n] != d {
			t.Fatalf("level %v lasts %d, want %d", n, got[n], d)
		}
	}
}

func byOneSort(spans []model.Range, window model.Range) map[[Kinds]int]model.Time {
	type change struct {
		at       model.Time
		kind, by int
	}
	var list []change
	for i, s := range spans {
		if s = s.Clip(window); s.Len() > 0 {
			list = append(list, change{s.From, i % Kinds, 1}, change{s.To, i % Kinds, -1})
		}
	}
	slices.SortFunc(list, func(a, b change) int { return int(a.at - b.at) })
	levels := map[[Kinds]int]model.Time{}
	var n [Kinds]int
	at := window.From
	for _, c := range list {
		if c.at > at {
			levels[n] += c.at - at
			at = c.at
		}
		n[c.kind] += c.by
	}
	if at < window.To {
		levels[n] += window.To - at
	}
	return levels
}

// TestSweepManyOpen: things that last all the time do not count as changes, however
// many there are.
func TestSweepManyOpen(t *testing.T) {
	calls := 0
	w := sweeper{
		fill: func(p *SweepPiece) {
			calls++
			for range 3 * pieceLimit {
				if !p.Span(0, model.Range{From: 0, To: 1000}) {
					return
				}
			}
		},
		visit: func(l level) {
			if l.n[0] != 3*pieceLimit {
				t.Errorf("level %d", l.n[0])
			}
		},
	}
	w.run(model.Range{From: 0, To: 1000})
	if calls != 1 {
		t.Errorf("%d pieces", calls)
	}
}

// TestSweepLongWindow: a window too long to pack distances is divided first.
func TestSweepLongWindow(t *testing.T) {
	end := model.Forever
	var total model.Time
	w := sweeper{
		fill:  func(p *SweepPiece) { p.Span(1, model.Range{From: end - 10, To: end}) },
		visit: func(l level) { total += l.Len() * model.Time(l.n[1]) },
	}
	w.run(model.Range{From: 0, To: end})
	if total != 10 {
		t.Errorf("total %d, want 10", total)
	}
}

func TestLatencyNearestRank(t *testing.T) {
	sample := make([]model.Time, 0, 2000)
	for i := range 2000 {
		sample = append(sample, model.Time((i*1237)%2000+1)) // 1 … 2000 in some order
	}
	got, _ := LatencyOf(sample[:700], nil, sample[700:])
	want := Latency{N: 2000, Mean: 1000, P50: 1000, P90: 1800, P95: 1900, P99: 1980, P99_9: 1998, Max: 2000}
	if got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if got, sum := LatencyOf([]model.Time{7}); sum != 7 || got != (Latency{1, 7, 7, 7, 7, 7, 7, 7}) {
		t.Errorf("of one: %+v", got)
	}
	if got, _ := LatencyOf(nil); got != (Latency{}) {
		t.Errorf("of none: %+v", got)
	}
}

func TestPick(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{1, 2047, 2048, 5000} {
		for _, top := range []int64{1, 2, 64, 1 << 10, 1 << 33, 1<<63 - 1} {
			a := make([]model.Time, n)
			for i := range a {
				a[i] = model.Time(rng.Int64N(top) >> rng.IntN(20))
			}
			want := slices.Clone(a)
			slices.Sort(want)
			at := []int{0, n / 3, n / 2, n / 2, n - 1}
			got, _ := pick([][]model.Time{a[:n/5], a[n/5:]}, at)
			for i, k := range at {
				if got[i] != want[k] {
					t.Errorf("number %d of %d times below %d is %d, want %d", k, n, top, got[i], want[k])
				}
			}
		}
	}
}

func TestDefaultBucket(t *testing.T) {
	for _, c := range []struct{ length, want model.Time }{
		{0, 1e6}, {5e6, 1e6}, {540e6, 10e6}, {10e9, 200e6}, {600e9, 10e9}, {1 << 62, 5e16},
	} {
		if got := DefaultBucket(c.length); got != c.want {
			t.Errorf("defaultBucket(%d) = %d, want %d", c.length, got, c.want)
		}
	}
}
