package timeline

import "threadlens/model"

// hitSegments bounds the segments of a column that Hit examines.
const hitSegments = 256

// candidates chooses among the things in a column: the one that starts in it, or
// the longest inside if there are several.
type candidates struct {
	column        model.Range
	begun, all    Object
	starts, n     int
	longest, most model.Time
}

// add adds a thing; it returns false when there are enough.
func (c *candidates) add(o Object, r model.Range) bool {
	d := max(r.Overlap(c.column), 1)
	if r.From >= c.column.From {
		c.starts++
		if d > c.longest {
			c.longest, c.begun = d, o
		}
	}
	if d > c.most {
		c.most, c.all = d, o
	}
	c.n++
	return c.n < hitSegments
}

func (c *candidates) best() (Object, bool) {
	o := c.all
	if c.starts == 1 {
		o = c.begun
	}
	o.Others = c.n - 1
	return o, c.n > 0
}

// nearby searches the column of the point and, if it is empty, the adjacent ones: a summary's
// bucket belongs to the column of its middle, and may reach into the next.
func (f *finder) nearby(look func(column model.Range) (Object, bool)) Object {
	for _, d := range []int{0, -1, 1} {
		if o, ok := look(f.View.Column(f.x + d)); ok {
			return o
		}
	}
	return Object{}
}
