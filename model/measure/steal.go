package measure

import (
	"strings"

	"threadlens/model"
)

// StolenOf is the time in r that was taken from each of some threads while it had a
// CPU, by thread.
func StolenOf(t *model.Trace, threads []model.ThreadIx, r model.Range) []model.Time {
	sums := make([]model.Time, len(threads))
	Each(len(threads), func() func(int) {
		return func(i int) { sums[i] = t.StolenTime(threads[i], r) }
	})
	return sums
}

// StolenIn is the time that was taken from all threads.
func StolenIn(t *model.Trace, r model.Range) (sum model.Time) {
	for cpu := range t.Cores {
		sum += t.CoreTime(model.CPU(cpu), r).Stolen
	}
	return sum
}

// StealSeries reports whether a counter is the share of the machine that its
// hypervisor took.
func StealSeries(s *model.CounterSeries) bool {
	return s.Scale == model.ScaleMachine && strings.HasSuffix(s.Name, "%steal")
}
