package findings

import "threadlens/model"

// moment is an instant and its event: a number, or by how much it changes a count.
type moment struct {
	at model.Time // not negative
	i  int32
}

// inTime sorts moments by their instants; simultaneous ones stay in order. There may be
// millions: a radix sort by a few bits of the instant at a time, the lowest first, is
// several times faster than sorting by comparison.
func inTime(list []moment) []moment {
	const bits = 11
	var all model.Time
	for i := range list {
		all |= list[i].at
	}
	to := make([]moment, len(list))
	for shift := 0; all>>shift > 0; shift += bits {
		digit := func(m *moment) int { return int(m.at>>shift) & (1<<bits - 1) }
		var place [1 << bits]int
		for i := range list {
			place[digit(&list[i])]++
		}
		sum := 0
		for d := range place {
			sum, place[d] = sum+place[d], sum
		}
		for i := range list {
			d := digit(&list[i])
			to[place[d]] = list[i]
			place[d]++
		}
		list, to = to, list
	}
	return list
}
