package report

import (
	"cmp"
	"math"
	"slices"

	"threadlens/model"
	"threadlens/model/measure"
)

// classAmounts are the classes of utilization.
func classAmounts(s Side) []named {
	uses, err := measure.Utilization(s.Trace, s.Scope.Range, max(1, s.Scope.Range.Len()), s.Scope.Target)
	if err != nil || len(uses) == 0 {
		return nil
	}
	u := &uses[0]
	var list []named
	for _, c := range []struct {
		name string
		time model.Time
	}{
		{"this process", u.Target},
		{"other", u.Other},
		{"system", u.System},
		{"idle", u.Idle},
		{"ISR", u.ISR},
		{"DPC", u.DPC},
		{"unknown", u.Unknown},
		{"offline", u.Offline},
		{model.StolenWords, u.Stolen},
	} {
		if c.time == 0 && (c.name == "ISR" || c.name == "DPC") && !s.Trace.Info.Has.Interrupts {
			continue // not recorded
		}
		list = append(list, named{c.name, Amount{Time: c.time, Percent: 100 * measure.Quotient(c.time, u.Total())}})
	}
	return list
}

// groupAmounts sums up the CPU time of the threads shown by a name, the most first;
// the count is the number of threads. Threads that did not run are left out.
func groupAmounts(s Side, name func(model.ThreadIx) string) []named {
	index := map[string]int{}
	var list []named
	for _, ix := range s.Scope.Threads {
		sums := s.Trace.Sums(ix, s.Scope.Range)
		if sums[model.Execution] == 0 {
			continue
		}
		n := name(ix)
		i, ok := index[n]
		if !ok {
			i = len(list)
			index[n] = i
			list = append(list, named{name: n})
		}
		list[i].Time += sums[model.Execution]
		list[i].Count++
	}
	for i := range list {
		list[i].Percent = 100 * measure.Quotient(list[i].Time, s.Scope.Capacity(s.Trace))
	}
	slices.SortStableFunc(list, func(a, b named) int { return cmp.Compare(b.Time, a.Time) })
	return list
}

func processAmounts(s Side) []named {
	return groupAmounts(s, func(ix model.ThreadIx) string { return matchName(s.Trace.Process(ix)) })
}

// matchName is what processes are matched by: ids change from run to run.
func matchName(p *model.Process) string {
	if !p.Known || p.Name == "" {
		return "unknown process"
	}
	return p.Name
}

// threadAmounts match threads by process, name and start function, as far as
// they are known.
func threadAmounts(s Side) []named {
	return groupAmounts(s, func(ix model.ThreadIx) string {
		name := matchName(s.Trace.Process(ix)) + roleMark + cmp.Or(s.Trace.Threads[ix].Name(), "unnamed thread")
		if f := s.Starts[ix].Name(); f != "" {
			name += roleMark + f
		}
		return name
	})
}

// sliceFields are the fields of time slices by length.
const sliceFields = hasCount | hasPercent | changeOfPercent | absentIsZero

// sliceLengths are how long threads kept a CPU, in ns.
func sliceLengths(s Side) (values []float64) {
	for _, ix := range s.Scope.Threads {
		measure.EachSlice(s.Trace, ix, s.Scope.Range, func(r model.Range) { values = append(values, float64(r.Len())) })
	}
	return values
}

// pairSlices compares how long threads kept a CPU, by bin.
func pairSlices(a, b Side) []Comparison {
	sa, sb := sliceLengths(a), sliceLengths(b)
	counted := func(values []float64) map[float64]measure.Bin {
		bins := map[float64]measure.Bin{}
		for _, b := range measure.TimeBins(values) {
			bins[b.From] = b
		}
		return bins
	}
	ba, bb := counted(sa), counted(sb)
	var list []Comparison
	for _, bin := range measure.TimeBins(slices.Concat(sa, sb)) {
		list = append(list, Comparison{
			Section: sectionSlice, Name: binName(bin), Fields: sliceFields,
			A: binAmount(ba[bin.From], len(sa)), B: binAmount(bb[bin.From], len(sb)),
			InA: len(sa) > 0, InB: len(sb) > 0,
		})
	}
	return list
}

func binAmount(b measure.Bin, all int) Amount {
	return Amount{Count: int64(b.Count), Percent: 100 * measure.Quotient(model.Time(b.Count), model.Time(all))}
}

func binName(b measure.Bin) string {
	return measure.Duration(model.Time(b.From)) + " to " + measure.Duration(model.Time(math.Round(b.To)))
}

// delayAmounts are the percentiles of both forms of queue delay.
func delayAmounts(s Side) []named {
	ready, again := measure.Latencies(s.Trace, s.Scope.Threads, s.Scope.Range)
	var list []named
	for _, l := range []struct {
		name string
		measure.Latency
	}{{"ready to running", ready}, {"preempted to running", again}} {
		if l.N == 0 {
			continue
		}
		for _, p := range []struct {
			name string
			time model.Time
		}{{"mean", l.Mean}, {"p50", l.P50}, {"p90", l.P90}, {"p95", l.P95}, {"p99", l.P99}, {"p99.9", l.P99_9}, {"max", l.Max}} {
			list = append(list, named{l.name + ", " + p.name, Amount{Count: int64(l.N), Time: p.time}})
		}
	}
	return list
}

// spanAmounts are the mean and the longest of the spans that end in the window, by
// name. Spans with a missing end have no length.
func spanAmounts(s Side) []named {
	shown := measure.InSet(s.Trace, s.Scope.Threads)
	index := map[string]int{}
	var names []string
	var lengths [][]model.Time
	for _, m := range s.Trace.Spans.List {
		if m.Begin < 0 || m.End < 0 || m.To <= s.Scope.Range.From || m.To > s.Scope.Range.To {
			continue
		}
		if int(m.Thread) < len(shown) && !shown[m.Thread] {
			continue
		}
		name := s.Trace.String(s.Trace.Markers[m.Marker()].Name)
		i, ok := index[name]
		if !ok {
			i = len(names)
			index[name] = i
			names, lengths = append(names, name), append(lengths, nil)
		}
		lengths[i] = append(lengths[i], m.Len())
	}
	var list []named
	for i, name := range names {
		l, _ := measure.LatencyOf(lengths[i])
		for _, p := range []struct {
			name string
			time model.Time
		}{{"mean", l.Mean}, {"p95", l.P95}, {"max", l.Max}} {
			list = append(list, named{name + ", " + p.name, Amount{Count: int64(l.N), Time: p.time}})
		}
	}
	return list
}
