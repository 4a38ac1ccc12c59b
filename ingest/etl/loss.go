package etl

import (
	"threadlens/ingest/etl/payload"
	"threadlens/model"
)

// doLost handles a record of lost events. Around a gap between two buffers the gap is more precise.
func (d *decoder) doLost(r *record) {
	b, g := &d.s.bufs[d.cur.n], d.s.gaps[d.cur.n]
	switch {
	case r.opcode < payload.LostEvent || r.opcode > payload.LostFile:
	case b.lossy() && d.cur.next == 1, g != nil && g.before > 0 && d.cur.next == 2:
	case g != nil && g.after > 0 && d.cur.next == len(d.cur.p.entries)-1:
	default:
		d.lose(r.at)
	}
}

// gap reports what was lost before or after a buffer.
func (d *decoder) gap(e *entry) {
	g := d.s.gaps[d.cur.n]
	if e.off == gapBefore {
		d.lose(g.before)
		if g.ring {
			d.out.Events[len(d.out.Events)-1].Flags = model.LossRing
		}
	} else {
		d.lose(g.after)
	}
}

func (d *decoder) lose(end model.Time) {
	e := d.add(model.KindLoss)
	e.End = max(end, d.now)
	d.running[d.cpu] = model.NoTID
}
