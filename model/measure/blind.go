package measure

import (
	"sort"

	"threadlens/model"
)

// Blind are the stretches of r, in order and apart, in which at least one CPU is
// blind: from where its events were lost until it is known again who has it. What
// threads did meanwhile, and what they did not do, is attested by nothing.
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
