package timeline

import (
	"iter"

	"threadlens/model"
)

// layer is a layer of the chart in a column: what lies between two amounts of
// processor time, counted from the floor.
type layer struct {
	class    Class
	part     bool // the part that stands on the floor
	from, to model.Time
}

// height is a time of a column as a height in pixels, of which all the time of
// the column has full.
func (l layer) height(full int, all, t model.Time) int32 {
	if all == 0 {
		return 0
	}
	return int32((float64(t)*float64(full))/float64(all) + 0.5)
}

// layers yields the layers of a column from the floor up; part are the times of
// the part, nil without one. Layers without time are among them, so that columns
// have the same ones.
func (s *Scene) layers(times, part *ClassTimes) iter.Seq[layer] {
	return func(yield func(layer) bool) {
		at := model.Time(0)
		if part != nil {
			at = part[ClassTarget]
			if !yield(layer{s.Chart.PartClass, true, 0, at}) {
				return
			}
		}
		for c, t := range times {
			l := layer{class: Class(c), from: at, to: at + t}
			if part != nil && l.class == s.Chart.PartClass {
				l.to -= part[ClassTarget]
			}
			if at = l.to; !yield(l) {
				return
			}
		}
	}
}

// useColumns are the columns of the chart, which stay the same as long as the
// viewport does.
type useColumns struct {
	of    *Utilization
	view  Viewport
	times []ClassTimes

	part      *Utilization
	partView  Viewport
	partTimes []ClassTimes
}

// fill computes the columns, unless they are there.
func (c *useColumns) fill(s *Scene) {
	if c.of != s.Utilization || c.view != s.View {
		c.of, c.view = s.Utilization, s.View
		c.times = c.of.Columns(s.View, c.times)
	}
	if part := s.Chart.Part; part != nil && (c.part != part || c.partView != s.View) {
		c.part, c.partView = part, s.View
		c.partTimes = part.Columns(s.View, c.partTimes)
	}
}

// at are the layers of column x.
func (c *useColumns) at(s *Scene, x int) iter.Seq[layer] {
	if s.Chart.Part == nil {
		return s.layers(&c.times[x], nil)
	}
	return s.layers(&c.times[x], &c.partTimes[x])
}
