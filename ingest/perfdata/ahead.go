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

// requests are those of the whole file, each request's by time.
type requests struct {
	list map[request][]requested
	n    int
}

// requested is a request that was queued, or issued to the device.
type requested struct {
	issue
	queued bool
	doneIn *decoder // the pass in which it was found to be done: there are two
}

// readAhead reads the requests of a file whose records come out of order.
func (s *scan) readAhead(ctx context.Context) error {
	if !s.compressed || s.countOf("block:block_rq_complete") == 0 {
		return nil
	}
	src := newSource(s)
	defer src.close()
	d := newDecoder(s, src, newStackTable(0))
	d.ahead = &requests{list: map[request][]requested{}}
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
	for _, list := range d.ahead.list {
		slices.SortStableFunc(list, func(a, b requested) int { return cmp.Compare(a.at, b.at) })
	}
	s.ahead = d.ahead
	return nil
}

// add keeps a request, unless the file has more than can be kept.
func (a *requests) add(r request, x requested) {
	if a.n < maxAhead {
		a.list[r] = append(a.list[r], x)
		a.n++
	}
}

// take finds what was issued last before a transfer was done, by the thread that
// had queued it; ok is false when that is known of an earlier one already.
func (a *requests) take(d *decoder, r request) (i issue, ok bool) {
	list := a.list[r]
	for k := len(list) - 1; k >= 0; k-- {
		x := &list[k]
		if x.queued || x.at > d.now {
			continue
		}
		ok = x.doneIn != d
		x.doneIn = d
		i = x.issue
		if k > 0 && list[k-1].queued {
			i.tid = list[k-1].tid
		}
		return i, ok
	}
	return i, false
}
