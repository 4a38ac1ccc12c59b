package measure

import (
	"cmp"
	"slices"

	"threadlens/model"
)

// Occupancy is how long one occupant had a CPU.
type Occupancy struct {
	Occupant model.Occupant
	Time     model.Time
	At       model.Time // when it first had the CPU
}

// Occupants are the occupants of the CPUs in whose run queues a thread was in r, the longest first;
// their times add up to the time in the run queues of known CPUs. The walk ends after limit slices:
// then complete is false.
func Occupants(t *model.Trace, ix model.ThreadIx, r model.Range, limit int) (list []Occupancy, complete bool) {
	var others [model.OccupantIdle - model.OccupantStolen + 1]int
	threads := make([]int, len(t.Threads)) // places in the list, counted from 1
	walked := 0
	for q, piece := range t.RunQueues(ix, r) {
		if int(q.CPU) >= len(t.Cores) {
			continue
		}
		for slice := range t.Slices(q.CPU, piece) {
			if walked++; walked > limit {
				return nil, false
			}
			var at *int
			if who, ok := slice.Occupant.Thread(); ok {
				at = &threads[who]
			} else {
				at = &others[model.OccupantIdle-slice.Occupant]
			}
			if *at == 0 {
				list = append(list, Occupancy{Occupant: slice.Occupant, At: slice.From})
				*at = len(list)
			}
			list[*at-1].Time += slice.Overlap(piece)
		}
	}
	slices.SortStableFunc(list, func(a, b Occupancy) int { return cmp.Compare(b.Time, a.Time) })
	return list, true
}
