package report

import (
	"math"
	"slices"

	"threadlens/model"
	"threadlens/model/measure"
)

// CounterFit is a counter next to what the trace shows, on one scale: percent of
// the CPUs of its subject.
type CounterFit struct {
	Samples int     // inside the window
	Mean    float64 // of the values as in the file
	Max     float64

	// Known is false for counters that are not a share of CPU time: the fields
	// below are then zero.
	Known bool
	Share float64 // mean; of the same samples as Exact if that is known

	// HasExact is false if the trace does not show the counter's subject. The exact
	// and the sampled share cover the samples that are entirely inside the trace,
	// and during which the trace shows everything that the subject did; so does
	// Difference, the counter's mean less the exact one. Largest is the largest
	// difference of a sample.
	HasExact            bool
	Exact, Sampled      float64
	HasSampled          bool
	Difference, Largest float64
}

// FitCounter compares a counter with the trace over r.
func FitCounter(t *model.Trace, s *model.CounterSeries, r model.Range) CounterFit {
	var f CounterFit
	u, exact := measure.ExactOf(t, s)
	var busy, time, weighted, shares, sampled float64
	var ticked model.Time
	for _, p := range s.In(r) {
		if f.Samples++; f.Samples == 1 || p.Value > f.Max {
			f.Max = p.Value
		}
		f.Mean += p.Value
		share, known := measure.CounterShare(s, p, measure.KnownCores(t))
		if !known {
			continue
		}
		f.Known = true
		shares += share
		if !exact || p.Len() == 0 || p.From < 0 || p.To > t.End || u.Unknown(p.Range) {
			continue
		}
		f.HasExact = true
		if share, ok := u.Sampled(p.Range); ok {
			n := measure.TicksIn(p.Range)
			sampled, ticked = sampled+share*float64(n), ticked+n
		}
		is := u.Share(p.Range)
		if d := share - is; math.Abs(d) > math.Abs(f.Largest) {
			f.Largest = d
		}
		time += float64(p.Len())
		busy += is * float64(p.Len())
		weighted += share * float64(p.Len())
	}
	n := float64(max(f.Samples, 1))
	f.Mean, f.Share = f.Mean/n, shares/n
	if f.HasExact {
		f.Exact = busy / time
		f.Share = weighted / time
		f.Difference = f.Share - f.Exact
	}
	if ticked > 0 {
		f.Sampled, f.HasSampled = sampled/float64(ticked), true
	}
	return f
}

// counters shows the counters that other tools sampled next to what the trace
// shows: one row per counter, all shares on one scale.
func counters(t *model.Trace, s measure.Scope, table *Table) error {
	table.Name, table.Title = "counters", "Counters of other tools"
	table.Columns = counterColumns(s.Percent)
	cpus := measure.KnownCores(t)
	notes := slices.Clone(s.Counters.Notes)
	for i := range s.Counters.Series {
		c := &s.Counters.Series[i]
		fit := FitCounter(t, c, s.Range)
		wrong := measure.ImpossibleValues(c, cpus)
		table.Rows = append(table.Rows, counterRow(t, s, c, &fit, len(wrong)))
		notes = append(notes, measure.ImpossibleNotes(c, wrong, s.Range)...)
	}
	if len(s.Counters.Series) == 0 {
		table.None = measure.NoCounters
		return nil
	}
	table.Notes = append([]string{
		s.Percent.Note(cpus),
		"Reported CPU use: that of the counter. Difference: the reported minus the exact CPU use, in percentage points or in CPUs. Sampled: the CPU use that a tool would have shown if it had checked 64 times per second which thread was running on each CPU.",
		"Best-fit time offset: if it is added to the counter's times, the counter matches the exact CPU use best. Fit residual: the mean difference from the exact CPU use that then remains.",
	}, notes...)
	return nil
}

func counterColumns(p measure.Denominator) []Column {
	share := func(name, title string) Column {
		c := Column{Name: name + "_percent", Title: title, Kind: KindPercent, Digits: 2}
		if p == measure.PercentCores {
			c.Name, c.Kind = name+"_cores", KindCores
		}
		return c
	}
	difference := func(name, title string) Column {
		return Column{Name: name, Title: title, Kind: KindNumber, Digits: 2}
	}
	return []Column{
		{Name: "counter", Title: "Counter", Kind: KindText},
		{Name: "samples", Title: "Samples", Kind: KindCount},
		{Name: "gaps", Title: "Data gaps", Kind: KindCount, Sparse: true},
		{Name: "mean", Title: "Mean", Kind: KindNumber, Digits: 2},
		{Name: "max", Title: "Max", Kind: KindNumber, Digits: 2},
		share("counter", "Reported CPU use"),
		share("exact", "Exact"),
		share("sampled", "Sampled"),
		difference("difference", "Difference"),
		difference("largest_difference", "Largest diff."),
		{Name: "best_offset_ns", Title: "Best-fit time offset", Kind: KindInstant, Sparse: true},
		difference("offset_difference", "Fit residual"),
		{Name: "impossible", Title: "Impossible values", Kind: KindCount, Sparse: true},
	}
}

func counterRow(t *model.Trace, s measure.Scope, c *model.CounterSeries, f *CounterFit, wrong int) []Value {
	cpus := measure.CounterCPUs(c, measure.KnownCores(t))
	share := func(v float64, known bool) Value {
		if !known {
			return Value{}
		}
		kind := KindPercent
		if s.Percent == measure.PercentCores {
			kind = KindCores
		}
		return Value{Kind: kind, Float: s.Percent.In(v, cpus)}
	}
	number := func(v float64, known bool) Value {
		if !known {
			return Value{}
		}
		return Value{Kind: KindNumber, Float: v}
	}
	points := func(v float64, known bool) Value { return number(s.Percent.In(v, cpus), known) }
	row := []Value{
		text(c.Name), count(f.Samples), count(c.Gaps),
		number(f.Mean, f.Samples > 0), number(f.Max, f.Samples > 0),
		share(f.Share, f.Known), share(f.Exact, f.HasExact), share(f.Sampled, f.HasSampled),
		points(f.Difference, f.HasExact), points(f.Largest, f.HasExact),
		{},
		{},
		count(wrong),
	}
	if best, ok := measure.BestOffset(t, c); ok {
		row[10], row[11] = instant(best.By), points(best.Mean, true)
	}
	return row
}
