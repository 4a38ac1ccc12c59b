package timeline

import (
	"threadlens/model"
	"threadlens/timeline/paint"
)

// SampledUse is the use of the CPUs that record no context switches, as far as samples
// show it. Package measure counts the samples; this package draws the use.
type SampledUse struct {
	// CPUs is the number of CPUs about which nothing else is ever known: those that are
	// not among the Processors of a Utilization.
	CPUs int
	// Least is the shortest stretch of time with enough samples.
	Least model.Time
	// In returns the use of a stretch of time.
	In func(r model.Range) SampledTimes
}

// SampledTimes is sampled CPU time by class; Low and High bound, with 95 %
// confidence, what threads used.
type SampledTimes struct {
	Times     ClassTimes
	Low, High model.Time
}

// Used is the sampled use of threads.
func (s *SampledTimes) Used() model.Time {
	return s.Times[paint.ClassTarget] + s.Times[paint.ClassOther] + s.Times[paint.ClassSystem]
}

// All is the number of CPUs that the chart covers: the known ones and the sampled ones.
func (u *Utilization) All() int {
	if u.Sampled == nil {
		return u.Processors
	}
	return u.Processors + u.Sampled.CPUs
}

// Split is the use in r: the known part, and the sampled part of the time that would
// otherwise be unknown.
func (u *Utilization) Split(r model.Range) (exact ClassTimes, sampled SampledTimes) {
	exact = u.In(r)
	if u.Sampled == nil {
		return exact, sampled
	}
	r = r.Clip(u.trace.Whole())
	if r.Len() >= u.Sampled.Least {
		sampled = u.Sampled.In(r)
	}
	u.fit(&exact, &sampled, r.Len())
	return exact, sampled
}

// fit subtracts the sampled use from the unknown time, in a stretch of that length.
// Samples may stand for more than there is, because of rounding and lost time.
func (u *Utilization) fit(exact *ClassTimes, sampled *SampledTimes, length model.Time) {
	exact[paint.ClassUnknown] += length * model.Time(u.Sampled.CPUs)
	if sum := sampled.Times.Total(); sum > exact[paint.ClassUnknown] {
		share := float64(exact[paint.ClassUnknown]) / float64(sum)
		for c, t := range sampled.Times {
			sampled.Times[c] = model.Time(float64(t) * share)
		}
	}
	exact[paint.ClassUnknown] -= sampled.Times.Total()
}

// sampledColumn is the least width of a bucket of sampled use, dp.
const sampledColumn = 6

// sampledBucket is the length of the buckets of sampled use in v: long enough for
// enough samples, and wide enough to be visible.
func (s *Scene) sampledBucket(v Viewport) model.Time {
	wide := max(1, s.Metrics.Px(sampledColumn))
	want := max(s.Utilization.Sampled.Least, v.Len()*model.Time(wide)/model.Time(v.Width), 1)
	for b := model.Time(1); ; b *= 10 {
		for _, m := range []model.Time{1, 2, 5} {
			if want <= b*m || b > 1e17 {
				return b * m
			}
		}
	}
}

// UseBucket is the stretch of time whose use the chart of the CPU use shows at an
// instant: a column or, if there is sampled use, its bucket.
func (s *Scene) UseBucket(at model.Time) model.Range {
	whole := s.Trace.Whole()
	if s.Utilization == nil || s.Utilization.Sampled == nil {
		return s.View.Column(s.View.X(at)).Clip(whole)
	}
	b := s.sampledBucket(s.View)
	from := at / b * b
	return model.Range{From: from, To: from + b}.Clip(whole)
}

// columnUse is the use in a column: the layers of the chart.
type columnUse struct {
	times, part ClassTimes
	// The sampled use: the column's share of its bucket.
	sampled, sampledPart SampledTimes
}

// sampledColumns gives each column its share of the sampled use of its bucket.
func (s *Scene) sampledColumns(u *Utilization, v Viewport, to []SampledTimes) []SampledTimes {
	to = append(to[:0], make([]SampledTimes, v.Width)...)
	whole, bucket := s.Trace.Whole(), s.sampledBucket(v)
	last, times := model.Range{}, SampledTimes{}
	for x := range to {
		column := v.Column(x).Clip(whole)
		if column.Len() == 0 {
			continue
		}
		middle := column.From + column.Len()/2
		from := middle / bucket * bucket
		if r := (model.Range{From: from, To: from + bucket}).Clip(whole); r != last {
			if last, times = r, (SampledTimes{}); r.Len() >= u.Sampled.Least {
				times = u.Sampled.In(r)
			}
		}
		to[x] = times.scaled(column.Len(), last.Len())
	}
	return to
}

// scaled is s multiplied by part / all.
func (s SampledTimes) scaled(part, all model.Time) SampledTimes {
	if part == all || all == 0 {
		return s
	}
	k := float64(part) / float64(all)
	for c, t := range s.Times {
		s.Times[c] = model.Time(float64(t) * k)
	}
	s.Low, s.High = model.Time(float64(s.Low)*k), model.Time(float64(s.High)*k)
	return s
}

// useOf is the use that the chart shows in column x.
func (c *useColumns) useOf(s *Scene, x int) (use columnUse) {
	use.times = c.times[x]
	if s.Chart.Part != nil {
		use.part = c.partTimes[x]
	}
	if s.Utilization.Sampled == nil {
		return use
	}
	use.sampled = c.sampled[x]
	s.Utilization.fit(&use.times, &use.sampled, s.View.Column(x).Clip(s.Trace.Whole()).Len())
	if len(c.sampledPart) > 0 {
		use.sampledPart = c.sampledPart[x]
		room := use.sampled.Times[s.Chart.PartClass]
		use.sampledPart.Times[paint.ClassTarget] = min(use.sampledPart.Times[paint.ClassTarget], room)
	}
	return use
}

// useAt is the use that the chart shows in one column.
func (s *Scene) useAt(column model.Range) columnUse {
	u := s.Utilization
	one := useColumns{times: []ClassTimes{u.In(column)}}
	bucket := func(of *Utilization) []SampledTimes {
		if u.Sampled == nil || of.Sampled == nil {
			return nil
		}
		r, times := s.UseBucket(column.From+column.Len()/2), SampledTimes{}
		if r.Len() >= of.Sampled.Least {
			times = of.Sampled.In(r)
		}
		return []SampledTimes{times.scaled(column.Clip(s.Trace.Whole()).Len(), r.Len())}
	}
	one.sampled = bucket(u)
	if part := s.Chart.Part; part != nil {
		one.partTimes, one.sampledPart = []ClassTimes{part.In(column)}, bucket(part)
	}
	at := *s
	at.View = Viewport{Range: column, Width: 1}
	return one.useOf(&at, 0)
}

// sampledWord is the note after a figure on whether it was sampled.
func sampledWord(exact, sampled model.Time) string {
	switch {
	case sampled == 0:
		return ""
	case exact == 0:
		return ", sampled"
	}
	return ", partly sampled"
}
