package model

// TraceOfRows makes a trace of one thread with the given segments, which follow one
// another; of each counts when it begins, and what it says of itself. The last ends
// the trace.
func TraceOfRows(segments []Segment, started bool) *Trace {
	end := segments[len(segments)-1].To
	b := NewBuilder(&Info{CPUs: 4, End: end}, &Tables{}, &Prepass{})
	ix := b.create(1, segments[0].From, segments[0].State, segments[0].Sub)
	th := &b.trace.Threads[ix]
	for i := range segments {
		s := &segments[i]
		row := b.open(ix, s.From, s.State, s.Sub, s.Likely)
		row.flags, row.ctx, row.peer, row.cpu = s.Flags, s.Ctx, s.Peer, s.CPU
	}
	b.trace.End, th.Started = end, started
	b.closeThread(ix)
	b.trace.sum(ix)
	th.sumIdle()
	return b.trace
}
