package pair

import (
	"cmp"
	"slices"

	"threadlens/app/session/query"
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/report"
)

// match says which threads of two traces correspond to each other: those with the same role, see
// report.Side.Role; of several with one role, the first to the first.
type match struct {
	first  []model.ThreadIx // of the first trace, by thread of the second one
	second []model.ThreadIx
}

// newMatch matches the threads of two traces.
func newMatch(first, second *model.Trace) match {
	m := match{unmatched(second), unmatched(first)}
	a, b := byRole(first), byRole(second)
	for role, list := range a {
		for i, ix := range b[role] {
			if i < len(list) {
				m.first[ix], m.second[list[i]] = list[i], ix
			}
		}
	}
	return m
}

func unmatched(t *model.Trace) []model.ThreadIx {
	list := make([]model.ThreadIx, len(t.Threads))
	for i := range list {
		list[i] = model.NoThread
	}
	return list
}

// byRole are the threads of a trace by role, in the order in which they began.
func byRole(t *model.Trace) map[string][]model.ThreadIx {
	visible := measure.Visible(t)
	side := report.Side{Trace: t, Starts: query.StartsOf(t, visible)}
	list := map[string][]model.ThreadIx{}
	for _, ix := range visible {
		role := side.Role(ix)
		list[role] = append(list[role], ix)
	}
	return list
}

// of is the thread of the second trace that corresponds to one of the first.
func (m *match) of(ix model.ThreadIx) (model.ThreadIx, bool) {
	if int(ix) >= len(m.second) || m.second[ix] == model.NoThread {
		return model.NoThread, false
	}
	return m.second[ix], true
}

// order puts the threads of the second trace in the order of those of the first that they correspond
// to, the others after them.
func (m *match) order(first []model.ThreadIx) []model.ThreadIx {
	place := make([]int, len(m.second))
	for i, ix := range first {
		place[ix] = i
	}
	list := make([]model.ThreadIx, len(m.first))
	for i := range list {
		list[i] = model.ThreadIx(i)
	}
	at := func(ix model.ThreadIx) int {
		if a := m.first[ix]; a != model.NoThread {
			return place[a]
		}
		return len(place)
	}
	slices.SortStableFunc(list, func(a, b model.ThreadIx) int { return cmp.Compare(at(a), at(b)) })
	return list
}
