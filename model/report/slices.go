package report

import (
	"fmt"
	"slices"

	"threadlens/model"
	"threadlens/model/measure"
)

// SliceEnd is why a thread left its CPU.
type SliceEnd uint8

// Ends of slices.
const (
	EndWait      SliceEnd = iota // it waits, or has exited
	EndDisplaced                 // a thread of higher priority took over
	EndQuantum                   // its time slice was over: one of no higher priority took over
	EndOther                     // it yielded, or the trace does not show it
	NumSliceEnds
)

// EndOf is how a run ended. If the system itself names the end of the quantum or a
// higher priority, that counts; if only priorities are known, a thread of no higher
// one took over at the end of the quantum if the run was at least a tick long.
func EndOf(r *model.Run, tick model.Time) SliceEnd {
	switch {
	case r.Next == model.Waiting || r.Next == model.Ready || r.Next == model.Dead:
		return EndWait
	case r.Next != model.Preempted:
		return EndOther
	}
	switch r.Sub {
	case model.SubHigherPriority:
		return EndDisplaced
	case model.SubQuantumEnd:
		return EndQuantum
	case model.SubNotHigher, model.SubSliceEnd:
		if r.Len() >= tick {
			return EndQuantum
		}
	}
	return EndOther
}

// SliceBin counts the slices in a range of lengths.
type SliceBin struct {
	model.Range // of lengths, ns
	N           int64
	Time        model.Time // of all of them
	Ends        [NumSliceEnds]int64
}

// QuantumTicks are the usual lengths of a quantum in ticks of the clock, at which a
// chart of slices has lines: those of a desktop system, and of a server.
var QuantumTicks = [...]model.Time{1, 2, 6, 12}

// sliceBins are the empty bins: from 1, 2 or 5 times a power of ten of microseconds
// to the next, split at the quanta.
func sliceBins(tick model.Time) []SliceBin {
	edges := []model.Time{0}
	for d := model.Time(1_000); d < 1e10; d *= 10 {
		edges = append(edges, d, 2*d, 5*d)
	}
	for _, k := range QuantumTicks {
		edges = append(edges, k*tick)
	}
	slices.Sort(edges)
	edges = append(slices.Compact(edges), model.Forever)
	bins := make([]SliceBin, len(edges)-1)
	for i := range bins {
		bins[i].Range = model.Range{From: edges[i], To: edges[i+1]}
	}
	return bins
}

// SlicesOf counts, by length, the slices of threads that end in r, from switch-in
// to switch-out: those on one CPU, or with AllCPUs on any. Slices whose ends the
// trace does not both show are left out.
func SlicesOf(t *model.Trace, threads []model.ThreadIx, cpu model.CPU, r model.Range, tick model.Time) []SliceBin {
	var parts [][]SliceBin
	measure.Each(len(threads), func() func(int) {
		bins := sliceBins(tick)
		parts = append(parts, bins)
		return func(i int) {
			for run := range t.Runs(threads[i], r) {
				if cpu == model.AllCPUs || cpu == run.CPU {
					binOf(bins, run.Len()).add(&run, tick)
				}
			}
		}
	})
	sum := sliceBins(tick)
	for _, part := range parts {
		for i := range part {
			sum[i].N += part[i].N
			sum[i].Time += part[i].Time
			for e, n := range part[i].Ends {
				sum[i].Ends[e] += n
			}
		}
	}
	return sum
}

// binOf is the bin of a length.
func binOf(bins []SliceBin, d model.Time) *SliceBin {
	lo, hi := 0, len(bins)-1
	for lo < hi {
		if mid := (lo + hi) / 2; d < bins[mid].To {
			hi = mid
		} else {
			lo = mid + 1
		}
	}
	return &bins[lo]
}

func (b *SliceBin) add(run *model.Run, tick model.Time) {
	b.N++
	b.Time += run.Len()
	b.Ends[EndOf(run, tick)]++
}

// sliceTable is the table of SlicesOf.
func sliceTable(t *model.Trace, s measure.Scope, table *Table) error {
	table.Name, table.Title = "slices", "Time-slice lengths"
	table.Columns = []Column{
		{Name: "from_ns", Title: "From", Kind: KindDuration},
		{Name: "to_ns", Title: "To", Kind: KindDuration},
		{Name: "ticks", Title: "Ticks", Kind: KindText, Minor: true},
		{Name: "count", Title: "Slices", Kind: KindCount},
		{Name: "percent", Title: "Share", Kind: KindPercent, Digits: 1},
		{Name: "time_ns", Title: "Time", Kind: KindDuration},
		{Name: "waited", Title: "Waited", Kind: KindCount},
		{Name: "displaced", Title: "Higher priority", Kind: KindCount},
		{Name: "quantum", Title: "Quantum end", Kind: KindCount},
		{Name: "other", Title: "Other", Kind: KindCount},
	}
	c := s.Clock()
	bins := SlicesOf(t, s.Threads, model.AllCPUs, s.Range, c.Tick)
	var all SliceBin
	for i := range bins {
		all.N += bins[i].N
		all.Time += bins[i].Time
		for e, n := range bins[i].Ends {
			all.Ends[e] += n
		}
	}
	first := slices.IndexFunc(bins, func(b SliceBin) bool { return b.N > 0 })
	if first >= 0 {
		last := len(bins) - 1
		for bins[last].N == 0 {
			last--
		}
		for i := first; i <= last; i++ {
			table.Rows = append(table.Rows, bins[i].row(all.N, c.Tick))
		}
	}
	table.Total = all.row(all.N, 0)
	table.Total[0], table.Total[1] = text("Total"), Value{}
	table.Notes = []string{
		s.Shown(t) + ". A time slice is from a switch-in to the next switch-out. Its whole length counts in the window in " +
			"which it ends.",
		fmt.Sprintf("A tick is %s. Higher priority: preempted by a thread of higher priority. Quantum end: the system recorded a quantum end, or the time slice lasted at least one tick and a thread of the same or a lower priority ran next. Other: such a thread ran next, but the time slice was shorter; or the thread yielded; or the reason is unknown. Waited: the thread waited or exited.", measure.AllDigits(c.Tick)),
		"Slices: " + measure.Rate{Count: all.N, Window: s.Range.Len()}.String() + ".",
	}
	return nil
}

func (b *SliceBin) row(of int64, tick model.Time) []Value {
	to := duration(b.To)
	if b.To == model.Forever {
		to = Value{}
	}
	mark := ""
	for _, k := range QuantumTicks {
		if b.From == k*tick && tick > 0 {
			mark = "from " + measure.Plural(k, "tick", "ticks")
		}
	}
	return []Value{
		duration(b.From), to, text(mark), count(b.N), percent(model.Time(b.N), model.Time(of)), duration(b.Time),
		count(b.Ends[EndWait]), count(b.Ends[EndDisplaced]), count(b.Ends[EndQuantum]), count(b.Ends[EndOther]),
	}
}
