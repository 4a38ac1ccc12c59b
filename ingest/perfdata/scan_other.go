package perfdata

// other examines a record that is not a sample. The kernel's have their time and CPU at their end.
func (s *scan) other(typ uint32, rec []byte, pos int64) {
	if typ < uint32(len(s.counts)) {
		s.counts[typ]++
	} else {
		s.unknown++
	}
	if typ >= recUser {
		if typ == recIDIndex {
			s.idIndex(rec)
		}
		return
	}
	var smp sample
	body, ok := s.m.events.trailer(typ, rec, &smp)
	if !ok {
		s.damaged(typ, pos)
		return
	}
	switch typ {
	case recLost:
		s.lostRecord(body, &smp, pos)
		return
	case recLostSamples:
		if len(body) >= 8 {
			s.unsaved += int64(s.m.order.U64(body) & (1<<62 - 1))
		}
		return
	}
	if !s.taskRecord(typ, body, &smp) {
		s.damaged(typ, pos)
		return
	}
	if smp.time == 0 {
		return
	}
	c := s.cpu(smp.cpu)
	if c == nil {
		return
	}
	s.tick(c, smp.cpu, smp.time, pos)
	s.seen = otherEntry
	if typ == recSwitch || typ == recSwitchCPUWide {
		c.switches++
		if c.samples++; c.samples == 1 {
			c.first, c.firstPos = smp.time, pos
		}
	}
}

// lostRecord notes a loss: from the last record of that CPU to the next one. The record's own time
// is when the kernel found room again, a little after the time of the event that it then wrote.
func (s *scan) lostRecord(body []byte, smp *sample, pos int64) {
	if len(body) < 16 {
		s.damaged(recLost, pos)
		return
	}
	n := int64(s.m.order.U64(body[8:]) & (1<<62 - 1))
	s.lost += n
	c := s.cpu(smp.cpu)
	if c == nil || smp.time == 0 {
		return
	}
	if c.openLoss != 0 {
		l := &s.losses[c.openLoss-1]
		l.to, l.count = max(l.to, smp.time), l.count+n
		return
	}
	if len(s.losses) == maxLosses {
		s.m.diags.add("losses", "too many gaps where events were lost: some gaps are not shown", 1)
		return
	}
	s.losses = append(s.losses, loss{after: c.pos, cpu: smp.cpu, from: c.max, to: max(smp.time, c.max), count: n})
	c.openLoss = len(s.losses)
}

// idIndex checks whether events were opened for single threads: such a recording knows nothing
// about other threads.
func (s *scan) idIndex(rec []byte) {
	body := rec[recordHeader:]
	if len(body) < 8 {
		return
	}
	for body = body[8:]; len(body) >= 32; body = body[32:] {
		if tid := s.m.order.U64(body[24:]); tid != ^uint64(0) && uint32(tid) != ^uint32(0) {
			s.perTask = true
		}
	}
}
