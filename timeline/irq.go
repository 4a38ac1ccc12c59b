package timeline

import (
	"sort"

	"threadlens/model"
)

// interrupts are the times a processor spent in interrupts, nested ones merged,
// in order.
type interrupts []model.Range

func newInterrupts(t *model.Trace, cpu model.CPU) interrupts {
	var list interrupts
	for i := range t.Interrupts(cpu, t.Whole()) {
		if n := len(list); n > 0 && i.From <= list[n-1].To {
			list[n-1].To = max(list[n-1].To, i.To)
		} else {
			list = append(list, i.Range)
		}
	}
	return list
}

// from is the index of the first interrupt that ends after t, searched onwards
// from hint, which is usually right or nearly so.
func (l interrupts) from(t model.Time, hint int) int {
	if hint > 0 && l[hint-1].To > t {
		hint = 0
	}
	step := 1
	for hint+step <= len(l) && l[hint+step-1].To <= t {
		hint += step
		step *= 2
	}
	n := min(step, len(l)-hint)
	return hint + sort.Search(n, func(i int) bool { return l[hint+i].To > t })
}
