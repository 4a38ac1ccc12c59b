package timeline

import (
	"threadlens/model"
)

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
