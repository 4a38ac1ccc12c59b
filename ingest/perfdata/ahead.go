package perfdata

import (
	"cmp"
	"context"
	"slices"

	"threadlens/model"
)

// A compressed file can only be read front to back, and the records of one
// processor follow those of another: a transfer may be done long before the
// record that says who asked for it. So all requests are read ahead.

// requests are those of the whole file.
type requests struct {
	of map[request]*requested
	n  int
}

// requested is how often a request was queued, and issued to the device, both by
// time. Sectors are asked for again and again.
type requested struct {
	queued []issue
	issued []issue
	doneIn []*decoder // the pass in which each of issued was found to be done: there are two
}

// readAhead reads the requests of a file whose records come out of order.
func (s *scan) readAhead(ctx context.Context) error {
	if !s.compressed || s.countOf("block:block_rq_complete") == 0 {
		return nil
	}
	src := newSource(s)
	defer src.close()
	d := newDecoder(s, src, newStackTable(s))
	d.ahead = &requests{of: map[request]*requested{}}
	for n := 1; ; n++ {
		it, ok := src.next()
		if !ok {
			break
		}
		if n%pieceRecords == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if it.ev == nil || it.ev.name != "block:block_rq_insert" && it.ev.name != "block:block_rq_issue" {
			continue
		}
		d.now, d.cpu = s.timeOf(it.time), model.CPU(it.cpu)
		if it.ev.handle != nil && it.ev.layout.decode(s.m.order, it.rec, &d.smp) {
			it.ev.handle(d, &d.smp)
		}
	}
	for _, x := range d.ahead.of {
		byTime := func(a, b issue) int { return cmp.Compare(a.at, b.at) }
		slices.SortStableFunc(x.queued, byTime)
		slices.SortStableFunc(x.issued, byTime)
		x.doneIn = make([]*decoder, len(x.issued))
	}
	s.ahead = d.ahead
	return nil
}

// add keeps that a request was queued or issued, unless the file has more of them
// than can be kept.
func (a *requests) add(r request, i issue, queued bool) {
	if a.n >= maxAhead {
		return
	}
	a.n++
	x := a.of[r]
	if x == nil {
		x = &requested{}
		a.of[r] = x
	}
	if queued {
		x.queued = append(x.queued, i)
	} else {
		x.issued = append(x.issued, i)
	}
}

// take finds what was issued last before a transfer was done, by the thread that
// had queued it; ok is false when that is known of an earlier one already.
func (a *requests) take(d *decoder, r request) (i issue, ok bool) {
	x := a.of[r]
	if x == nil {
		return i, false
	}
	k := lastBy(x.issued, d.now)
	if k < 0 {
		return i, false
	}
	i, ok = x.issued[k], x.doneIn[k] != d
	x.doneIn[k] = d
	if q := lastBy(x.queued, i.at); q >= 0 && (k == 0 || x.queued[q].at >= x.issued[k-1].at) {
		i.tid = x.queued[q].tid
	}
	return i, ok
}

// lastBy is the index of the last of a list that is at t or before, -1 without.
func lastBy(list []issue, t model.Time) int {
	k, _ := slices.BinarySearchFunc(list, t, func(i issue, t model.Time) int {
		if i.at > t {
			return 1
		}
		return -1
	})
	return k - 1
}
