package measure

import (
	"sort"

	"threadlens/model"
)

// Blind are the stretches of r, in order and not touching, in which at least one
// CPU is blind: from where its events were lost until its occupant is known again.
// What threads did or did not do in them is not attested.
func Blind(t *model.Trace, r model.Range) []model.Range {
	i := sort.Search(len(t.Blind), func(i int) bool { return t.Blind[i].To > r.From })
	var all []model.Range
	for ; i < len(t.Blind) && t.Blind[i].From < r.To; i++ {
		if l := t.Blind[i].Clip(r); l.Len() > 0 {
			all = append(all, l)
		}
	}
	return all
}

// LostOf is how many more than the n observed things there may have been in window
// r, part of which was blind: as many as at twice the rate of the rest of the
// window; n if all of it was blind.
func LostOf(n int, blind, r model.Time) int {
	switch {
	case blind == 0:
		return 0
	case blind >= r:
		return n + 1
	}
	return 1 + int(2*float64(n)*float64(blind)/float64(r-blind))
}
