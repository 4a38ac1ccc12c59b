package model

// IdleSums is how long a thread waited with nothing to do inside r, by category:
// the part of Sums that is flagged IdleWorker. Exact.
func (t *Trace) IdleSums(ix ThreadIx, r Range) Sums {
	th := &t.Threads[ix]
	r = r.Clip(th.Life)
	if th.idle == nil || r.Len() == 0 {
		return Sums{}
	}
	s, before := th.idleBefore(r.To), th.idleBefore(r.From)
	s.Sub(&before)
	return s
}

// idleBefore is the idle time before at: the stored sum of its block, plus a walk
// inside the block.
func (th *Thread) idleBefore(at Time) Sums {
	i := th.col.find(at - 1)
	if i < 0 {
		return Sums{}
	}
	u := th.col.seek(i)
	b := &th.col.blocks[u.k]
	s := th.idle[u.k]
	for j := 0; j <= u.i; j++ {
		if row := &b.cells[j].row; row.flags&IdleWorker != 0 && row.state == Waiting {
			s[row.counted()] += min(th.col.endOf(u.k, j, th.Life.To), at) - b.start(j)
		}
	}
	return s
}

// sumIdle computes the idle time before each block, nil if there is none.
func (th *Thread) sumIdle() {
	th.idle = nil
	var s Sums
	for k := range th.col.blocks {
		if th.idle != nil {
			th.idle[k] = s
		}
		b := &th.col.blocks[k]
		for i := range b.cells {
			row := &b.cells[i].row
			if row.flags&IdleWorker == 0 || row.state != Waiting {
				continue
			}
			if th.idle == nil {
				th.idle = make([]Sums, len(th.col.blocks)) // none before this one
			}
			s[row.counted()] += th.col.endOf(k, i, th.Life.To) - b.start(i)
		}
	}
}
