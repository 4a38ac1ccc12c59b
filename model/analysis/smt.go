package analysis

import (
	"cmp"
	"slices"

	"threadlens/model"
)

// smt tells how much of each thread's time on a processor the SMT siblings of that
// processor were busy too: time in which it had less than a whole core.
func smt(t *model.Trace, s Scope, table *Table) error {
	table.Name, table.Title = "smt", "Both siblings busy"
	table.Columns = []Column{
		{Name: "thread", Title: "Thread", Kind: KindThread},
		{Name: "run_ns", Title: "On a processor", Kind: KindDuration, Group: "time"},
		{Name: "both_busy_ns", Title: "Sibling busy", Kind: KindDuration, Group: "time"},
		{Name: "percent_both_busy", Title: "Share", Kind: KindPercent, Digits: 1},
	}
	table.Notes = []string{s.shown(t) + ". Times include interrupts.", topologyNote(t.Info)}
	if _, _, known := t.Info.Knows(); !known {
		return nil
	}
	perCPU := make([]map[model.ThreadIx]sharing, len(t.Cores))
	Each(len(t.Cores), func() func(int) {
		return func(i int) { perCPU[i] = sharedCore(t, model.CPU(i), s.Range) }
	})
	sums := make([]sharing, len(t.Threads))
	for _, m := range perCPU {
		for ix, o := range m {
			sums[ix].run += o.run
			sums[ix].both += o.both
		}
	}
	rows := slices.DeleteFunc(slices.Clone(s.Threads), func(ix model.ThreadIx) bool { return sums[ix].run == 0 })
	slices.SortStableFunc(rows, func(a, b model.ThreadIx) int { return cmp.Compare(sums[b].both, sums[a].both) })
	var total sharing
	for _, ix := range rows {
		table.Rows = append(table.Rows, append([]Value{thread(t, ix)}, sums[ix].cells()...))
		total.run += sums[ix].run
		total.both += sums[ix].both
	}
	table.Total = append([]Value{text("Total")}, total.cells()...)
	return nil
}

// sharing is time on a processor, and the part of it with a busy sibling.
type sharing struct{ run, both model.Time }

func (s *sharing) cells() []Value {
	return []Value{duration(s.run), duration(s.both), percent(s.both, s.run)}
}

// sharedCore is the sharing of the threads that ran on a processor in r.
func sharedCore(t *model.Trace, cpu model.CPU, r model.Range) map[model.ThreadIx]sharing {
	busy := siblingsBusy(t, cpu, r)
	sums := map[model.ThreadIx]sharing{}
	for s := range t.Slices(cpu, r) {
		ix, ok := s.Occupant.Thread()
		if !ok {
			continue
		}
		span := s.Clip(r)
		sum := sums[ix]
		sum.run += span.Len()
		for len(busy) > 0 && busy[0].To <= span.From {
			busy = busy[1:]
		}
		for _, b := range busy {
			if b.From >= span.To {
				break
			}
			sum.both += b.Overlap(span)
		}
		sums[ix] = sum
	}
	return sums
}

// siblingsBusy are the times in r in which any sibling of a processor ran a
// thread, in order, without overlap.
func siblingsBusy(t *model.Trace, cpu model.CPU, r model.Range) (busy []model.Range) {
	place := t.Info.Place(cpu)
	for c := range t.Cores {
		if other := model.CPU(c); other == cpu || !place.Siblings(t.Info.Place(other)) {
			continue
		}
		for s := range t.Slices(model.CPU(c), r) {
			if _, ok := s.Occupant.Thread(); ok {
				busy = append(busy, s.Clip(r))
			}
		}
	}
	slices.SortFunc(busy, func(a, b model.Range) int { return cmp.Compare(a.From, b.From) })
	merged := busy[:0]
	for _, b := range busy {
		if n := len(merged); n > 0 && merged[n-1].To >= b.From {
			merged[n-1].To = max(merged[n-1].To, b.To)
			continue
		}
		merged = append(merged, b)
	}
	return merged
}
