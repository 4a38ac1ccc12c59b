package blocking

import (
	"cmp"
	"slices"

	"threadlens/model"
	"threadlens/model/measure"
)

// Convoy is a stretch of time in which a lock was handed from thread to thread and
// most of the time went into the hand-offs.
type Convoy struct {
	model.Range
	Handoffs int     // releases that woke a waiter
	Queue    float64 // number of waiting threads, averaged over the hand-offs
	FIFO     float64 // share of the hand-offs to the longest waiter
	Again    float64 // share of the releasing threads that waited for the lock again
	Hold     model.Time
	Handoff  model.Time // from the release until the woken thread runs; both are medians
	arrived  int
}

// Conditions of a convoy.
const (
	convoyHandoffs = 20
	convoyQueue    = 2
	convoyFIFO     = 0.9
	convoyAgain    = 0.8
	convoyHold     = 2 // upper limit on the median hold, in median hand-offs
	// convoyArrivals is the least ratio of arrivals to hand-offs: as many threads
	// arrive as are served, apart from the ends of the stretch.
	convoyArrivals = 0.9
)

// Arrivals is how many threads started to wait per second.
func (c *Convoy) Arrivals() float64 { return perSecond(c.arrived, c.Len()) }

// Served is how many threads were handed the lock per second.
func (c *Convoy) Served() float64 { return perSecond(c.Handoffs, c.Len()) }

func perSecond(n int, d model.Time) float64 { return float64(n) * 1e9 / float64(max(d, 1)) }

// handoff is a release that woke a waiter.
type handoff struct {
	at    model.Time
	by    model.ThreadIx
	queue int  // waiting threads, including the one that was woken
	first bool // the woken thread had waited longest
	ran   model.Time
}

// ConvoyOf is the longest convoy on a lock in r; ok is false if there is none.
func ConvoyOf(t *model.Trace, l *LockUse, r model.Range) (best Convoy, ok bool) {
	if !l.Owned {
		return best, false
	}
	list := l.handoffs(t, r)
	for len(list) > 0 {
		n := 0
		for n < len(list) && list[n].queue >= convoyQueue {
			n++
		}
		if n >= convoyHandoffs && n > best.Handoffs {
			if c := l.convoy(list[:n]); c.holds() {
				best, ok = c, true
			}
		}
		list = list[max(n, 1):]
	}
	return best, ok
}

// holds reports whether a stretch in which the queue was never short is a convoy.
func (c *Convoy) holds() bool {
	return c.Queue >= convoyQueue && c.FIFO >= convoyFIFO && c.Again >= convoyAgain &&
		c.Hold <= convoyHold*c.Handoff && float64(c.arrived) >= convoyArrivals*float64(c.Handoffs)
}

// handoffs lists the releases of a lock in r that woke a waiter, with the queue at
// each.
func (l *LockUse) handoffs(t *model.Trace, r model.Range) []handoff {
	woken := make([]int, 0, len(l.Waits)) // waits by when they ended
	for i := range l.Waits {
		if l.Waits[i].Wake >= 0 {
			woken = append(woken, i)
		}
	}
	slices.SortFunc(woken, func(a, b int) int {
		return cmp.Or(cmp.Compare(l.Waits[a].Ready, l.Waits[b].Ready), cmp.Compare(a, b))
	})
	var list []handoff
	var queue []int // of Waits, by arrival
	next := 0
	for _, i := range woken {
		w := &l.Waits[i]
		for ; next < len(l.Waits) && l.Waits[next].From <= w.Ready; next++ {
			queue = append(queue, next)
		}
		queue = slices.DeleteFunc(queue, func(k int) bool { return l.Waits[k].Ready < w.Ready })
		if h := (handoff{at: w.Ready, by: w.By, queue: len(queue), first: len(queue) > 0 && queue[0] == i}); r.Contains(h.at) {
			h.ran = runsFrom(t, w.Thread, h.at)
			list = append(list, h)
		}
	}
	return list
}

// runsFrom is when a thread that was made ready at an instant ran.
func runsFrom(t *model.Trace, ix model.ThreadIx, at model.Time) model.Time {
	for s := range t.Segments(ix, model.Range{From: at, To: t.End}) {
		if s.State == model.Running {
			return max(s.From, at)
		}
	}
	return t.End
}

// convoy summarizes a stretch of hand-offs.
func (l *LockUse) convoy(list []handoff) Convoy {
	c := Convoy{Range: model.Range{From: list[0].at, To: list[len(list)-1].at}, Handoffs: len(list)}
	inside := l.waitsIn(c.Range)
	c.arrived = len(inside)
	again := map[model.ThreadIx]model.Time{} // when each thread last started to wait in the stretch
	for _, w := range inside {
		again[w.Thread] = w.From
	}
	var first, back int
	var handoffs, holds []model.Time
	for i := range list {
		h := &list[i]
		c.Queue += float64(h.queue) / float64(len(list))
		first += int(bit(h.first))
		from, waits := again[h.by]
		back += int(bit(waits && from > h.at || i == len(list)-1))
		handoffs = append(handoffs, h.ran-h.at)
	}
	for i := range l.Overlaps.In(c.Range) {
		if h := &l.Holds[i]; c.Contains(h.To) || h.To == c.To {
			holds = append(holds, h.Len())
		}
	}
	c.FIFO, c.Again = float64(first)/float64(len(list)), float64(back)/float64(len(list))
	c.Handoff, c.Hold = median(handoffs), median(holds)
	return c
}

// waitsIn are the waits that started in r.
func (l *LockUse) waitsIn(r model.Range) []LockWait {
	from := func(w LockWait, at model.Time) int { return cmp.Compare(w.From, at) }
	a, _ := slices.BinarySearchFunc(l.Waits, r.From, from)
	b, _ := slices.BinarySearchFunc(l.Waits, r.To, from)
	return l.Waits[a:b]
}

// median is the middle length by nearest rank, 0 if there are none.
func median(list []model.Time) model.Time {
	if len(list) == 0 {
		return 0
	}
	l, _ := measure.LatencyOf(list)
	return l.P50
}
