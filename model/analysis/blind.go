package analysis

import (
	"cmp"
	"slices"

	"threadlens/model"
)

// Blind are the stretches of r, in order and apart, in which at least one CPU is
// blind: from where its events were lost until it is known again who has it. What
// threads did meanwhile, and what they did not do, is attested by nothing.
func Blind(t *model.Trace, r model.Range) []model.Range {
	var list []model.Range
	for _, l := range t.Losses {
		if l.Len() == 0 {
			continue
		}
		list = append(list, l.Range)
		if l.CPU >= 0 && int(l.CPU) < len(t.Cores) {
			list = append(list, unknownUntil(t, l.CPU, l.Range))
			continue
		}
		for c := range t.Cores {
			list = append(list, unknownUntil(t, model.CPU(c), l.Range))
		}
	}
	slices.SortFunc(list, func(a, b model.Range) int { return cmp.Compare(a.From, b.From) })
	var all []model.Range
	for _, l := range list {
		l = l.Clip(r)
		switch n := len(all); {
		case l.Len() == 0:
		case n > 0 && l.From <= all[n-1].To:
			all[n-1].To = max(all[n-1].To, l.To)
		default:
			all = append(all, l)
		}
	}
	return all
}

// unknownUntil is a loss of a CPU together with the time after it in which nothing
// shows who has the CPU.
func unknownUntil(t *model.Trace, cpu model.CPU, l model.Range) model.Range {
	for s := range t.Slices(cpu, model.Range{From: max(0, l.To-1), To: l.To + 1}) {
		if s.Occupant == model.OccupantUnknown {
			l.To = max(l.To, s.To)
		}
	}
	return l
}

// LostOf is how many more of n things there may have been in the window r, of which
// a part was blind: as many as at twice the rate of the other time. All of what was
// seen counts as n again where there is no other time.
func LostOf(n int, blind, r model.Time) int {
	switch {
	case blind == 0:
		return 0
	case blind >= r:
		return n + 1
	}
	return 1 + int(2*float64(n)*float64(blind)/float64(r-blind))
}
