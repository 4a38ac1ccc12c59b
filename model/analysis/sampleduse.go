package analysis

import (
	"sort"

	"threadlens/model"
)

// leastPeriods is how many sample periods a bucket of sampled use needs: with fewer
// the interval is as wide as what it is of.
const leastPeriods = 10

// LeastBucket is the shortest bucket of sampled CPU use: ten periods. It is 0 where
// there is no use to show: without samples on CPUs without context switches, or
// where their period is no time.
func (s *Sampled) LeastBucket() model.Time {
	if !s.Any() {
		return 0
	}
	return leastPeriods * s.Period
}

// sampledUse sums up samples by time and class for the utilization of CPUs without
// context switches, in CPUs in use.
type sampledUse struct {
	t     *model.Trace
	whole *Sampled
	// times of the samples by class, in order; only the first three classes.
	times [useIdle][]model.Time
}

func newSampledUse(t *model.Trace, s Scope) *sampledUse {
	u := &sampledUse{t: t, whole: SampledOf(t, s.Range)}
	if u.whole.LeastBucket() == 0 {
		return u
	}
	class := classesOf(t, s.Target)
	for ix, of := range u.whole.index.of {
		c := class[t.Threads[ix].Proc]
		u.times[c] = append(u.times[c], of.times...)
	}
	for _, list := range u.times {
		sort.Slice(list, func(i, j int) bool { return list[i] < list[j] })
	}
	return u
}

var sampledUseColumns = [...]struct{ name, title string }{
	{"sampled_target", "Sampled, this process"},
	{"sampled_other", "Sampled, other"},
	{"sampled_system", "Sampled, system"},
	{"sampled_low", "95% from"},
	{"sampled_high", "95% to"},
	{"sampled_interrupts", "Sampled, interrupts"},
	{"sampled_idle", "Sampled, idle"},
}

// useInterrupts is the place of the interrupts in sampledUseColumns, before idle.
const useInterrupts = useIdle + 2

func (u *sampledUse) columns() []Column {
	var cols []Column
	for _, c := range sampledUseColumns {
		cols = append(cols, Column{Name: c.name + "_cores", Title: c.title, Kind: KindCores, Digits: 3, Sparse: true})
	}
	return cols
}

// bucket is the length of buckets that is at least want and long enough for sampled
// use.
func (u *sampledUse) bucket(want model.Time) model.Time {
	if least := u.whole.LeastBucket(); want < least {
		return roundUp(least)
	}
	return want
}

// cells are the sampled use of a bucket with the interval of its sum, empty where it
// is too short, as the last one may be.
func (u *sampledUse) cells(span model.Range) []Value {
	cells := make([]Value, len(sampledUseColumns))
	if least := u.whole.LeastBucket(); least == 0 || span.Len() < least {
		return cells
	}
	s := SampledOf(u.t, span)
	for i, times := range u.times {
		used := model.Time(within(times, span)) * s.Period
		cells[i] = atLeast(cores(used, span.Len()), s.Lost && used > 0)
	}
	e := s.OfAll()
	cells[useIdle], cells[useIdle+1] = cores(e.Low, span.Len()), cores(e.High, span.Len())
	if u.whole.Idle+u.whole.Interrupts > 0 {
		for i, n := range []int64{s.Interrupts, s.Idle} {
			used := model.Time(n) * s.Period
			cells[int(useInterrupts)+i] = atLeast(cores(used, span.Len()), s.Lost && used > 0)
		}
	}
	return cells
}

func (u *sampledUse) notes(bucket model.Time) []string {
	if !u.whole.Any() {
		return nil
	}
	notes := []string{u.whole.Sentence()}
	switch least := u.whole.LeastBucket(); {
	case least == 0:
		notes = append(notes, "What was sampled by a count of events shows no utilization.")
	case bucket < least:
		notes = append(notes, "Sampled use needs buckets of at least ten periods, "+Duration(least)+".")
	default:
		notes = append(notes, "Sampled columns are CPUs in use on those CPUs, with the interval of what threads used; the rest of their time is idle or unknown.")
	}
	return notes
}

// roundUp is the next of 1, 2 or 5 times a power of ten.
func roundUp(t model.Time) model.Time {
	for b := model.Time(1); ; b *= 10 {
		for _, m := range []model.Time{1, 2, 5} {
			if t <= b*m || b > 1e17 {
				return b * m
			}
		}
	}
}
