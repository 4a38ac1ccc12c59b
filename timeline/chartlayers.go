package timeline

import (
	"iter"

	"threadlens/model"
	"threadlens/timeline/paint"
)

// useColumns are the columns of the chart, which stay the same as long as the
// viewport does.
type useColumns struct {
	of      *Utilization
	view    Viewport
	times   []ClassTimes
	sampled []SampledTimes // empty if there are none

	part        *Utilization
	partView    Viewport
	partTimes   []ClassTimes
	sampledPart []SampledTimes
}

// fill computes the columns, unless they are up to date.
func (c *useColumns) fill(s *Scene) {
	if c.of != s.Utilization || c.view != s.View {
		c.of, c.view = s.Utilization, s.View
		c.times, c.sampled = c.of.Columns(s.View, c.times), c.sampled[:0]
		if c.of.Sampled != nil {
			c.sampled = s.sampledColumns(c.of, s.View, c.sampled)
		}
	}
	if part := s.Chart.Part; part != nil && (c.part != part || c.partView != s.View) {
		c.part, c.partView = part, s.View
		c.partTimes, c.sampledPart = part.Columns(s.View, c.partTimes), c.sampledPart[:0]
		if part.Sampled != nil && c.of.Sampled != nil {
			c.sampledPart = s.sampledColumns(part, s.View, c.sampledPart)
		}
	}
}

// columnUse is the use in a column: the layers of the chart.
type columnUse struct {
	times, part ClassTimes
	// The sampled use: the column's share of its bucket.
	sampled, sampledPart SampledTimes
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

// layer is a layer of the chart in a column: the part between two amounts of CPU
// time, counted from the floor.
type layer struct {
	class    paint.Class
	part     bool // the part that is drawn on the floor
	sampled  bool // unknown, but sampled
	from, to model.Time
}

// height is a time of a column as a height in pixels; all the time of the column
// has height full.
func (l layer) height(full int, all, t model.Time) int32 {
	if all == 0 {
		return 0
	}
	return int32((float64(t)*float64(full))/float64(all) + 0.5)
}

// layers yields the layers of a column from the floor up: the part, if there is one,
// the use, its sampled part, and the rest. Layers without time are included, so that
// all columns have the same ones.
func (s *Scene) layers(use *columnUse) iter.Seq[layer] {
	return func(yield func(layer) bool) {
		at := model.Time(0)
		add := func(c paint.Class, part, sampled bool, t model.Time) bool {
			l := layer{c, part, sampled, at, at + t}
			at = l.to
			return yield(l)
		}
		parted, sampling := s.Chart.Part != nil, s.Utilization.Sampled != nil
		if parted && !add(s.Chart.PartClass, true, false, use.part[paint.ClassTarget]) {
			return
		}
		if parted && sampling && !add(s.Chart.PartClass, true, true, use.sampledPart.Times[paint.ClassTarget]) {
			return
		}
		less := func(c paint.Class, t, part model.Time) model.Time {
			if parted && c == s.Chart.PartClass {
				return t - part
			}
			return t
		}
		for _, group := range []struct {
			from, to paint.Class
			sampled  bool
		}{{0, paint.ClassUnknown, false}, {0, paint.ClassUnknown, true}, {paint.ClassUnknown, paint.ClassIdle, false}, {paint.ClassIdle, paint.ClassOffline, true}, {paint.ClassIdle, paint.NumClasses, false}} {
			for c := group.from; c < group.to && (!group.sampled || sampling); c++ {
				t := less(c, use.times[c], use.part[paint.ClassTarget])
				if group.sampled {
					t = less(c, use.sampled.Times[c], use.sampledPart.Times[paint.ClassTarget])
				}
				if !add(c, false, group.sampled, t) {
					return
				}
			}
		}
	}
}
