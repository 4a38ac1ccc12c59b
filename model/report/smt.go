package report

import (
	"cmp"
	"slices"

	"threadlens/model"
	"threadlens/model/measure"
)

// smt shows for how much of each thread's time on a CPU the SMT siblings of that
// CPU were busy too: time in which it had less than a whole core.
func smt(t *model.Trace, s measure.Scope, table *Table) error {
	table.Name, table.Title = "smt", "Both SMT siblings busy"
	table.Columns = []Column{
		{Name: "thread", Title: "Thread", Kind: KindThread},
		{Name: "run_ns", Title: "On CPU", Kind: KindDuration, Group: "time", Bound: true},
		{Name: "both_busy_ns", Title: "SMT sibling busy", Kind: KindDuration, Group: "time"},
		{Name: "both_busy_percent", Title: "Share", Kind: KindPercent, Digits: 1},
	}
	table.Notes = []string{s.Shown(t) + ". Times include interrupts.", measure.TopologyNote(t.Info)}
	if _, _, known := t.Info.Knows(); !known {
		table.None = "the trace does not show which CPUs share a core"
		return nil
	}
	perCPU := make([]map[model.ThreadIx]sharing, len(t.Cores))
	measure.Each(len(t.Cores), func() func(int) {
		return func(i int) { perCPU[i] = sharedCore(t, model.CPU(i), s.Range) }
	})
	sums := make([]sharing, len(t.Threads))
	for _, m := range perCPU {
		for ix, o := range m {
			sums[ix].run += o.run
			sums[ix].both += o.both
			sums[ix].open = sums[ix].open || o.open
		}
	}
	rows := slices.DeleteFunc(slices.Clone(s.Threads), func(ix model.ThreadIx) bool { return sums[ix].run == 0 })
	slices.SortStableFunc(rows, func(a, b model.ThreadIx) int { return cmp.Compare(sums[b].both, sums[a].both) })
	var total sharing
	for _, ix := range rows {
		table.Rows = append(table.Rows, append([]Value{thread(t, ix)}, sums[ix].cells()...))
		total.run += sums[ix].run
		total.both += sums[ix].both
		total.open = total.open || sums[ix].open
	}
	table.Total = append([]Value{text("Total")}, total.cells()...)
	if table.zero("both_busy_ns") {
		table.None = "no thread ran while an SMT sibling of its CPU was busy"
		if !t.Info.AnySiblings() {
			table.None = "no two CPUs are known to share a core"
		}
	}
	return nil
}

// sharing is time on a CPU, and the part of it with a busy sibling, which is a lower
// bound if it is unknown what a sibling did in it.
type sharing struct {
	run, both model.Time
	open      bool
}

func (s *sharing) cells() []Value {
	return []Value{duration(s.run), atLeast(duration(s.both), s.open), atLeast(percent(s.both, s.run), s.open)}
}

// sharedCore is the sharing of the threads that ran on a CPU in r.
func sharedCore(t *model.Trace, cpu model.CPU, r model.Range) map[model.ThreadIx]sharing {
	busy, unknown := siblingsBusy(t, cpu, r)
	sums := map[model.ThreadIx]sharing{}
	for s := range t.Slices(cpu, r) {
		ix, ok := s.Occupant.Thread()
		if !ok {
			continue
		}
		span := s.Clip(r)
		sum := sums[ix]
		sum.run += span.Len()
		var open model.Time
		busy = overlap(busy, span, &sum.both)
		unknown = overlap(unknown, span, &open)
		sum.open = sum.open || open > 0
		sums[ix] = sum
	}
	return sums
}

// overlap adds to sum how much of span is covered by some ranges, which are in order
// and do not touch, and drops those before it.
func overlap(list []model.Range, span model.Range, sum *model.Time) []model.Range {
	for len(list) > 0 && list[0].To <= span.From {
		list = list[1:]
	}
	for _, b := range list {
		if b.From >= span.To {
			break
		}
		*sum += b.Overlap(span)
	}
	return list
}

// siblingsBusy are the times in r in which any sibling of a CPU ran a thread, and those
// in which it is unknown what one did, in order, each without overlap.
func siblingsBusy(t *model.Trace, cpu model.CPU, r model.Range) (busy, unknown []model.Range) {
	place := t.Info.Place(cpu)
	for c := range t.Cores {
		if other := model.CPU(c); other == cpu || !place.Siblings(t.Info.Place(other)) {
			continue
		}
		for s := range t.Slices(model.CPU(c), r) {
			if _, ok := s.Occupant.Thread(); ok {
				busy = append(busy, s.Clip(r))
			} else if s.Occupant == model.OccupantUnknown {
				unknown = append(unknown, s.Clip(r))
			}
		}
	}
	return united(busy), united(unknown)
}

// united are ranges in order, with those that touch or overlap joined.
func united(list []model.Range) []model.Range {
	slices.SortFunc(list, func(a, b model.Range) int { return cmp.Compare(a.From, b.From) })
	one := list[:0]
	for _, b := range list {
		if n := len(one); n > 0 && one[n-1].To >= b.From {
			one[n-1].To = max(one[n-1].To, b.To)
			continue
		}
		one = append(one, b)
	}
	return one
}
