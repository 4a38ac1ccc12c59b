package perfdata

// stride goes over the samples at the window that need no second look: whole,
// of a known event that has shown enough specimens, of the processor whose
// records are being met, in order of time. They are nearly all records of a
// large file, and this loop is what the first pass costs. It stops before the
// first record that is anything else, and before the end of a piece.
func (s *scan) stride(w *window) {
	t := &s.m.events
	if s.runCPU < 0 || t.idPos == 0 {
		return
	}
	c := &s.cpus[s.runCPU]
	if c.openLoss != 0 || c.samples == 0 {
		return
	}
	b, at := w.buf[w.pos:], w.at()
	pos, left := 0, pieceRecords-1-s.records%pieceRecords
	for ; left > 0; left-- {
		rec, ev := t.plain(b[pos:])
		if ev == nil {
			break
		}
		time := t.order.U64(rec[ev.layout.time:])
		if time < c.max || t.order.U32(rec[ev.layout.cpu:]) != uint32(s.runCPU) {
			break
		}
		ev.count++
		c.samples++
		c.before, c.max, c.maxPos = c.max, time, at+int64(pos)
		s.low = min(s.low, time)
		s.counts[recSample]++
		s.records++
		pos += len(rec)
	}
	if pos > 0 {
		c.pos = c.maxPos
		w.pos += pos
	}
}

// plain is the record at the head of b with its event, if it is a whole sample
// with a time and a processor of an event that has shown enough specimens.
func (t *eventTable) plain(b []byte) (rec []byte, ev *event) {
	if len(b) < recordHeader || t.order.U32(b) != recSample {
		return nil, nil
	}
	size := int(t.order.U16(b[6:]))
	if size < t.idPos+8 || size > len(b) {
		return nil, nil
	}
	ev = t.byID(t.order.U64(b[t.idPos:]))
	if ev == nil || ev.count < maxSpecimens || size < ev.layout.fixed || ev.layout.time == 0 || ev.layout.cpu == 0 {
		return nil, nil
	}
	return b[:size], ev
}
