package perfdata

import (
	"threadlens/ingest/internal/linuxsched"
	"threadlens/ingest/internal/tracepoint"
	"threadlens/model"
)

// blockFields are the places of the fields that all request events have.
type blockFields struct{ dev, sector, sectors, bytes, rwbs, context tracepoint.Place }

func newBlockFields(f *tracepoint.Format) (b blockFields, ok bool) {
	p, ok := present(f, "dev", "sector", "nr_sector", "rwbs", "common_pid")
	if !ok {
		return b, false
	}
	return blockFields{p[0], p[1], p[2], f.Place("bytes"), p[3], p[4]}, true
}

func (b *blockFields) request(d *decoder, s *sample) linuxsched.Request {
	return linuxsched.Request{Device: b.dev.Uint(d.order, s.raw), Sector: b.sector.Uint(d.order, s.raw)}
}

func (b *blockFields) transfer(d *decoder, s *sample) linuxsched.Transfer {
	return linuxsched.NewTransfer(d.now, contextThread(b.context, d, s), b.bytes.Int(d.order, s.raw), b.sectors.Int(d.order, s.raw), b.rwbs.Text(d.order, s.raw))
}

// newBlockInsert handles block_rq_insert: the thread that queues a request is the one that needs
// it; a worker may issue it later.
func newBlockInsert(f *tracepoint.Format, _ *meta) handle {
	b, ok := newBlockFields(f)
	if !ok {
		return nil
	}
	return func(d *decoder, s *sample) {
		d.io.Queue(b.request(d, s), b.transfer(d, s))
	}
}

// newBlockIssue handles block_rq_issue: the transfer begins.
func newBlockIssue(f *tracepoint.Format, _ *meta) handle {
	b, ok := newBlockFields(f)
	if !ok {
		return nil
	}
	return func(d *decoder, s *sample) {
		r := b.request(d, s)
		t := d.io.Issue(r, b.transfer(d, s))
		e := d.add(model.KindIssue)
		e.TID, e.Arg, e.Name, e.Flags = t.TID, t.Bytes, d.device(r.Device), t.Direction.Flags()
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
		t, known := d.io.Complete(r)
		if !known {
			return
		}
		e := d.add(model.KindIO)
		e.End, e.TID, e.Arg = t.At, t.TID, t.Bytes
		e.Name, e.Flags = d.device(r.Device), t.Direction.Flags()
	}
}
