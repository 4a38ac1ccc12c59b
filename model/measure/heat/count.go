package heat

import (
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/measure/blocking"
)

// Of counts the pieces of threads that ended in a window: each where it ends, those at
// the trace's last instant in the last column. Of waits it counts those of a kind.
func Of(t *model.Trace, k Kind, threads []model.ThreadIx, r model.Range, waits measure.WaitKind) *Map {
	r = r.Clip(t.Whole())
	m := &Map{Kind: k, Range: r, grid: newGrid(r)}
	if k == Waits {
		m.waits = waits
	}
	m.Columns = m.grid.columns
	switch k {
	case Holds:
		m.holds(t, threads)
	case Spans:
		m.spans(t, threads)
	default:
		m.episodes(t, threads)
	}
	m.sum()
	return m
}

// parallel runs workers that count, each in a grid of its own. The result does not
// depend on which worker counts what.
func (m *Map) parallel(n int, count func(g *grid, i int)) {
	var grids []*grid
	measure.Each(n, func() func(int) {
		g := newGrid(m.Range)
		grids = append(grids, g)
		return func(i int) { count(g, i) }
	})
	for _, g := range grids {
		m.grid.merge(g)
	}
}

// episodes counts waits, or the times from being made ready to running.
func (m *Map) episodes(t *model.Trace, threads []model.ThreadIx) {
	m.parallel(len(threads), func(g *grid, i int) {
		ix := threads[i]
		kind := m.waits.Filter(t)
		if kind.Any() {
			for e := range t.EpisodeTimes(ix, m.Range) {
				g.episode(t, m.Kind, ix, &e)
			}
		} else {
			for e := range t.Episodes(ix, m.Range) {
				if times := e.Times(); !e.Open && kind.Has(e.Category, e.Sub, e.Stack) {
					g.episode(t, m.Kind, ix, &times)
				}
			}
		}
		for e := range t.Episodes(ix, model.Range{From: t.Threads[ix].Life.To, To: model.Forever}) {
			if e.Open && e.Kind == model.EpisodeWait && measure.EndsIn(t, m.Range, e.In) && (m.Kind == Waits || e.Queued) && kind.Has(e.Category, e.Sub, e.Stack) {
				g.left.Edge++
			}
		}
	})
}

// episode counts an episode of a thread, in a cell if its length is known.
func (g *grid) episode(t *model.Trace, k Kind, ix model.ThreadIx, e *model.EpisodeTimes) {
	var r model.Range
	var ok bool
	if k == Ready {
		r, ok = measure.DispatchOf(t, e)
	} else {
		r, ok = measure.WaitOf(t, e)
	}
	if ok {
		g.add(Piece{r, ix, e.In})
	} else {
		g.left.episode(k, e)
	}
}

// around contains everything that can end in the window.
func (m *Map) around() model.Range { return model.Range{From: m.Range.From - 1, To: m.Range.To + 1} }

// holds counts the times during which threads had locks.
func (m *Map) holds(t *model.Trace, threads []model.ThreadIx) {
	locks, shown := blocking.LocksOf(t), measure.InSet(t, threads)
	m.parallel(len(locks.List), func(g *grid, i int) {
		l := &locks.List[i]
		for k := range l.Overlaps.In(m.around()) {
			switch h := &l.Holds[k]; {
			case !shown[h.Thread] || !measure.EndsIn(t, m.Range, h.To):
			case h.Open:
				g.left.Edge++
			case h.Begin != blocking.BeginSeen:
				g.left.Bounded++
			default:
				g.add(Piece{h.Range, h.Thread, h.To})
			}
		}
	})
}

// spans counts the spans of markers.
func (m *Map) spans(t *model.Trace, threads []model.ThreadIx) {
	shown := measure.SpansShown(t, threads)
	for i := range t.SpansIn(m.around()) {
		switch s := &t.Spans.List[i]; {
		case !shown(s) || !measure.EndsIn(t, m.Range, s.To) || s.From >= m.Range.To:
		case s.Begin < 0 || s.End < 0:
			m.grid.left.Edge++
		default:
			m.grid.add(Piece{s.Range, s.Thread, s.To})
		}
	}
}
