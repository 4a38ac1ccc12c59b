package measure

import (
	"sort"

	"threadlens/model"
)

// TicksOf counts lost ticks among the times of a clock interrupt of this
// period on one processor.
func TicksOf(at []model.Time, period model.Time) Ticks {
	k := Ticks{Period: period}
	for i := 1; i < len(at); i++ {
		k.add(at[i] - at[i-1])
	}
	return k
}

// OfCPU is In for one processor; nil when the trace tells nothing of it.
func (u *Usage) OfCPU(cpu model.CPU, edges []model.Time) []Use {
	i := sort.Search(len(u.cpus), func(i int) bool { return u.cpus[i] >= cpu })
	if i == len(u.cpus) || u.cpus[i] != cpu || len(edges) < 2 {
		return nil
	}
	before := u.before(i, edges)
	for k := range before[1:] {
		next := before[k+1]
		next.sub(&before[k])
		before[k] = next
	}
	return before[:len(before)-1]
}
