package classify

import "threadlens/model"

// CountLikely is Trace.CountLikely for a trace that a table may have classified: Of
// is the same for the result.
func CountLikely(t *model.Trace) *model.Trace {
	c := t.CountLikely()
	if v := Of(t); v != nil {
		c.Keep(verdictsKey{}, v)
	}
	return c
}
