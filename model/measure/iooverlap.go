package measure

import "threadlens/model"

// sweepInPieces sweeps over r in pieces, so that all CPUs are busy. visit returns
// the function that takes the levels of piece i.
func sweepInPieces(r model.Range, fill func(*SweepPiece), visit func(i int) func(level)) {
	edges := make([]model.Time, 0, concurrencyPieces+1)
	for i := range model.Time(concurrencyPieces) {
		edges = append(edges, r.From+r.Len()/concurrencyPieces*i)
	}
	edges = append(edges, r.To)
	Each(concurrencyPieces, func() func(int) {
		w := sweeper{fill: fill}
		return func(i int) {
			w.visit = visit(i)
			w.run(model.Range{From: edges[i], To: edges[i+1]})
		}
	})
}

// IOOverlap is how waits of some threads overlap with their work, ns.
type IOOverlap struct {
	Any     model.Time // at least one waited
	Working model.Time // of Any: at least one ran
	One     model.Time // of Any: exactly one waited
}

// IOOverlapOf adds up over r how waits of the threads overlap with their work.
// counts reports which waits count; nil means those for I/O.
func IOOverlapOf(t *model.Trace, threads []model.ThreadIx, r model.Range, counts func(*model.Segment) bool) (sum IOOverlap) {
	r = r.Clip(t.Whole())
	selected := InSet(t, threads)
	if counts == nil {
		counts = func(s *model.Segment) bool { return s.Category == model.IO }
	}
	var waiters []model.ThreadIx
	for _, ix := range threads {
		if s := t.Sums(ix, r); s.Total() > s[model.Execution] {
			waiters = append(waiters, ix)
		}
	}
	const running, waiting = 0, 1
	var parts [concurrencyPieces]IOOverlap
	sweepInPieces(r, func(p *SweepPiece) {
		fillRunning(t, selected, p)
		fillWaits(t, waiters, waiting, p, counts)
	}, func(i int) func(level) {
		return func(l level) {
			if l.n[waiting] == 0 {
				return
			}
			parts[i].Any += l.Len()
			if l.n[running] > 0 {
				parts[i].Working += l.Len()
			}
			if l.n[waiting] == 1 {
				parts[i].One += l.Len()
			}
		}
	})
	for _, p := range parts {
		sum.Any += p.Any
		sum.Working += p.Working
		sum.One += p.One
	}
	return sum
}

// RunnableOver is how long in r more than n of the threads were runnable: running,
// ready or preempted.
func RunnableOver(t *model.Trace, threads []model.ThreadIx, r model.Range, n int) (sum model.Time) {
	r = r.Clip(t.Whole())
	selected := InSet(t, threads)
	var parts [concurrencyPieces]model.Time
	sweepInPieces(r, func(p *SweepPiece) {
		fillRunning(t, selected, p)
		for _, ix := range threads {
			for _, q := range t.Queued(ix, p.Range) {
				if !p.Span(0, q) {
					return
				}
			}
		}
	}, func(i int) func(level) {
		return func(l level) {
			if l.n[0] > n {
				parts[i] += l.Len()
			}
		}
	})
	for _, p := range parts {
		sum += p
	}
	return sum
}

// fillWaits passes the waits of the threads that count to p.
func fillWaits(t *model.Trace, threads []model.ThreadIx, kind int, p *SweepPiece, wanted func(*model.Segment) bool) {
	for _, ix := range threads {
		for s := range t.Segments(ix, p.Range) {
			if s.State == model.Waiting && wanted(&s) && !p.Span(kind, s.Range) {
				return
			}
		}
	}
}
