package report

import (
	"context"
	"fmt"
	"math"

	"threadlens/model"
	"threadlens/model/measure"
)

// Interval is the CPU time of some threads in a reporting interval of a sampling
// tool, exact and by the ticks of its clock.
type Interval struct {
	model.Range
	Exact model.Time
	Hits  int64 // ticks at which one of the threads was running, on all CPUs
	Ticks int64 // ticks of the interval, counted on every CPU
}

// Intervals divides a window into intervals, the last of which may be shorter, and
// measures the threads in each, as Emulate does in phase 0. It fails if the length
// is not positive or there would be more than a million intervals.
func Intervals(ctx context.Context, t *model.Trace, threads []model.ThreadIx, r model.Range, length model.Time, c measure.Clock) ([]Interval, error) {
	r = r.Clip(t.Whole())
	if length <= 0 || r.Len()/length >= measure.MaxBuckets {
		return nil, fmt.Errorf("intervals of %s divide %s into more than %s rows; use longer intervals or a shorter time window",
			measure.Duration(length), measure.Duration(r.Len()), measure.Count(measure.MaxBuckets))
	}
	list := make([]Interval, (r.Len()+length-1)/length)
	for i := range list {
		span := model.Range{From: r.From + model.Time(i)*length}
		span.To = min(r.To, span.From+length)
		list[i] = Interval{Range: span, Ticks: c.Ticks(span)}
	}
	selected := measure.InSet(t, threads)
	m := measure.Meter{Ctx: ctx}
	var parts [][]intervalSum
	measure.Each(len(t.Cores), func() func(int) {
		part := make([]intervalSum, len(list))
		parts = append(parts, part)
		return func(cpu int) {
			w := intervalWalk{Clock: c, r: r, length: length, sums: part}
			w.core(t, model.CPU(cpu), selected, &m)
		}
	})
	for _, part := range parts {
		for i := range part {
			list[i].Exact += part[i].exact
			list[i].Hits += part[i].hits
		}
	}
	return list, ctx.Err()
}

type intervalSum struct {
	exact model.Time
	hits  int64
}

type intervalWalk struct {
	measure.Clock
	r      model.Range
	length model.Time
	sums   []intervalSum
}

// core adds what the selected threads used of a CPU.
func (w *intervalWalk) core(t *model.Trace, cpu model.CPU, selected []bool, m *measure.Meter) {
	i, end := 0, w.r.From+w.length // of the current interval
	steps := 0
	for s := range t.Slices(cpu, w.r) {
		if steps++; steps%measure.MeterEvery == 0 && !m.Step(0) {
			return
		}
		ix, ok := s.Occupant.Thread()
		if !ok || int(ix) >= len(selected) || !selected[ix] {
			continue
		}
		r := s.Clip(w.r)
		if r.From >= end {
			i = int((r.From - w.r.From) / w.length)
			end = w.r.From + model.Time(i+1)*w.length
		}
		for ; r.To > end; i, end = i+1, end+w.length {
			w.add(i, model.Range{From: r.From, To: end})
			r.From = end
		}
		w.add(i, r)
	}
}

func (w *intervalWalk) add(i int, r model.Range) {
	w.sums[i].exact += r.Len()
	w.sums[i].hits += w.Ticks(r)
}

// Sampled is the CPU time by the ticks of the interval, ns: their share of its
// ticks, multiplied by its length.
func (v *Interval) Sampled() model.Time {
	return model.Time(math.Round(measure.SampledTime(v.Hits, v.Ticks, v.Len())))
}

// Bounds are the ends of the 95 % interval of the sampled share of the machine, 0 to
// 1, for a number of CPUs; TooFew reports whether it is too wide, or the samples too
// few, to be trusted.
func (v *Interval) Bounds(cpus int) (low, high float64) {
	return measure.Wilson(float64(v.Hits), float64(v.Ticks)*float64(cpus))
}

// TooFew reports whether the interval has too few samples for its share of the
// machine to be trusted.
func (v *Interval) TooFew(cpus int) bool {
	n := v.Ticks * int64(cpus)
	return measure.TooFew(float64(v.Hits)/float64(max(1, n)), n)
}

// Extremes summarizes a series of shares of one CPU, 100 being one CPU, as tools
// report them.
type Extremes struct {
	N          int
	Mean, Max  float64
	Limit      float64 // 100 for each CPU
	Impossible int     // values above the limit
}

// ExtremesOf summarizes the values of a machine with the given number of CPUs.
func ExtremesOf(values []float64, cpus int) Extremes {
	x := Extremes{N: len(values), Limit: 100 * float64(cpus)}
	const rounding = 1e-9
	for _, v := range values {
		x.Mean += v / float64(len(values))
		x.Max = max(x.Max, v)
		if v > x.Limit*(1+rounding) {
			x.Impossible++
		}
	}
	return x
}

// String gives average and maximum, and what is impossible.
func (x Extremes) String() string {
	s := fmt.Sprintf("average %.1f%%, maximum %.1f%% of one CPU", x.Mean, x.Max)
	if x.Impossible > 0 {
		s += fmt.Sprintf("; %s above %.0f%%, which is impossible", measure.Plural(x.Impossible, "value", "values"), x.Limit)
	}
	return s
}

// intervals is the table of Intervals.
func intervals(t *model.Trace, s measure.Scope, table *Table) error {
	table.Name, table.Title = "intervals", "Exact and sampled CPU use by interval"
	table.Columns = []Column{
		{Name: "from_ns", Title: "From", Kind: KindInstant},
		{Name: "exact_ns", Title: "Exact", Kind: KindDuration, Group: "time", Bound: true},
		{Name: "sampled_ns", Title: "Sampled", Kind: KindDuration, Group: "time"},
		shareColumn(s.Percent, "exact", "Exact"), shareColumn(s.Percent, "sampled", "Sampled"),
		shareColumn(s.Percent, "interval_low", "95% CI from"), shareColumn(s.Percent, "interval_high", "95% CI to"),
		{Name: "ticks", Title: "Ticks", Kind: KindCount},
		{Name: "reading", Title: "Sampling accuracy", Kind: KindText},
	}
	c := s.Clock()
	length := s.Bucket
	if length == 0 {
		length = defaultInterval(s.Range.Len(), c)
	}
	list, err := Intervals(context.Background(), t, s.Threads, s.Range, length, c)
	if err != nil {
		return err
	}
	cpus := measure.KnownCores(t)
	var exact, sampled []float64
	few := 0
	for i := range list {
		v := &list[i]
		if v.TooFew(cpus) {
			few++
		}
		table.Rows = append(table.Rows, v.row(shareOf{s.Percent, v.Len(), cpus}))
		if v.Len() == length { // no tool reports a shorter one
			exact = append(exact, 100*measure.Quotient(v.Exact, length))
			sampled = append(sampled, 100*measure.Quotient(v.Sampled(), length))
		}
	}
	table.Notes = []string{
		s.Shown(t) + ", intervals of " + measure.Duration(length) + ", " + c.String() + ".",
	}
	if len(exact) > 0 {
		table.Notes = append(table.Notes,
			"Exact: "+ExtremesOf(exact, cpus).String()+".",
			"Sampled: "+ExtremesOf(sampled, cpus).String()+".")
	}
	if few > 0 {
		table.Notes = append(table.Notes, fmt.Sprintf("Too few samples in %s of %s: fewer than %s ticks on all CPUs together, or a confidence interval wider than 10 percentage points. Use longer intervals (--bucket).",
			measure.Count(int64(few)), measure.Plural(len(list), "interval", "intervals"), measure.Count(measure.LeastSamples)))
	}
	return nil
}

func (v *Interval) row(d shareOf) []Value {
	low, high := v.Bounds(d.cpus)
	exact := d.cell(float64(v.Exact))
	used := []Value{duration(v.Sampled()), exact, d.cell(float64(v.Sampled())), d.cell(low * d.capacity()), d.cell(high * d.capacity())}
	reading := ""
	switch {
	case v.Ticks == 0:
		used, reading = []Value{{}, exact, {}, {}, {}}, "no clock tick in the interval"
	case v.TooFew(d.cpus):
		reading = "too few samples"
	}
	row := append([]Value{instant(v.From), duration(v.Exact)}, used...)
	return append(row, count(v.Ticks), text(reading))
}

// defaultInterval is the shortest of 1, 2 or 5 times a power of ten that contains
// six ticks and gives at most a hundred rows.
func defaultInterval(window model.Time, c measure.Clock) model.Time {
	length := measure.DefaultBucket(window)
	for length < 6*c.Tick {
		length = measure.DefaultBucket(length*100 + 1)
	}
	return length
}
