package perfdata

import (
	"threadlens/ingest/internal/linuxsched"
	"threadlens/ingest/internal/tracepoint"
	"threadlens/model"
)

// request identifies a block request while it is under way.
type request struct{ dev, sector uint64 }

// issue is what is known of a request before it completes.
type issue struct {
	at        model.Time
	tid       model.TID
	bytes     int64
	direction model.Direction
}

// blockFields are the places of the fields that all request events have.
type blockFields struct{ dev, sector, sectors, bytes, rwbs, context tracepoint.Place }

func newBlockFields(f *tracepoint.Format) (b blockFields, ok bool) {
	p, ok := present(f, "dev", "sector", "nr_sector", "rwbs", "common_pid")
	if !ok {
		return b, false
	}
	return blockFields{p[0], p[1], p[2], f.Place("bytes"), p[3], p[4]}, true
}

func (b *blockFields) request(d *decoder, s *sample) request {
	return request{b.dev.Uint(d.order, s.raw), b.sector.Uint(d.order, s.raw)}
}

// sectorSize is the unit in which the block layer counts, in bytes.
const sectorSize = 512

func (b *blockFields) issue(d *decoder, s *sample) issue {
	i := issue{at: d.now, tid: contextThread(b.context, d, s), bytes: b.bytes.Int(d.order, s.raw)}
	if i.bytes == 0 {
		i.bytes = b.sectors.Int(d.order, s.raw) * sectorSize
	}
	i.direction = linuxsched.DirectionOf(b.rwbs.Text(d.order, s.raw), i.bytes)
	return i
}

// newBlockInsert handles block_rq_insert: the thread that queues a request is the one that needs
// it; a worker may issue it later.
func newBlockInsert(f *tracepoint.Format, _ *meta) handle {
	b, ok := newBlockFields(f)
	if !ok {
		return nil
	}
	return func(d *decoder, s *sample) {
		d.keep(b.request(d, s), b.issue(d, s))
	}
}

// newBlockIssue handles block_rq_issue: the transfer begins.
func newBlockIssue(f *tracepoint.Format, _ *meta) handle {
	b, ok := newBlockFields(f)
	if !ok {
		return nil
	}
	return func(d *decoder, s *sample) {
		r, i := b.request(d, s), b.issue(d, s)
		if q, queued := d.io[r]; queued {
			i.tid = q.tid
		}
		d.keep(r, i)
		d.issued(r, i)
	}
}

// issued emits that a thread issues a request to a device.
func (d *decoder) issued(r request, i issue) {
	e := d.add(model.KindIssue)
	e.TID, e.Arg, e.Name, e.Flags = i.tid, i.bytes, d.device(r.dev), i.direction.Flags()
}

// keep remembers a request, unless the table is full, as in a file that completes none.
func (d *decoder) keep(r request, i issue) {
	if _, again := d.io[r]; again || len(d.io) < maxInFlight {
		d.io[r] = i
	}
}

// newBlockComplete handles block_rq_complete.
func newBlockComplete(f *tracepoint.Format, _ *meta) handle {
	b, ok := newBlockFields(f)
	if !ok {
		return nil
	}
	return func(d *decoder, s *sample) {
		r := b.request(d, s)
		i, known := d.asked(r)
		if !known {
			return
		}
		e := d.add(model.KindIO)
		e.End, e.TID, e.Arg = i.at, i.tid, i.bytes
		e.Name, e.Flags = d.device(r.dev), i.direction.Flags()
	}
}

// asked returns and forgets what is known of a completed request.
func (d *decoder) asked(r request) (i issue, known bool) {
	i, known = d.io[r]
	delete(d.io, r)
	return i, known
}
