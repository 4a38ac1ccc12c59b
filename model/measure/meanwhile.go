package measure

import (
	"cmp"
	"slices"

	"threadlens/model"
)

// Ran is how long a thread ran.
type Ran struct {
	Thread model.ThreadIx
	Time   model.Time
}

// RanMeanwhile are the other threads of a thread's process that ran in r, the longest first. Of a
// wait of which the trace does not show what ended it, one of them may have. None if the process is
// unknown.
func RanMeanwhile(t *model.Trace, ix model.ThreadIx, r model.Range) (list []Ran) {
	p := t.Process(ix)
	if !p.Known {
		return nil
	}
	for _, other := range p.Threads {
		if sums := t.Sums(other, r); sums[model.Execution] > 0 && other != ix {
			list = append(list, Ran{other, sums[model.Execution]})
		}
	}
	slices.SortStableFunc(list, func(a, b Ran) int { return cmp.Compare(b.Time, a.Time) })
	return list
}
