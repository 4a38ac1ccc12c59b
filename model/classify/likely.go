package classify

import "threadlens/model"

// CountLikely is Trace.CountLikely of a trace that a table may have classified: Of
// the result is what it was.
func CountLikely(t *model.Trace) *model.Trace {
	c := t.CountLikely()
	if v := Of(t); v != nil {
		c.Keep(verdictsKey{}, v)
	}
	return c
}
