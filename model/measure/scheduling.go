package measure

import "threadlens/model"

// AddScheduling adds the counts of another thread.
func AddScheduling(c, o *model.Scheduling) {
	c.In += o.In
	c.Known += o.Known
	c.Cross += o.Cross
	c.ToSibling += o.ToSibling
	c.CrossSocket += o.CrossSocket
	c.CrossNode += o.CrossNode
	c.Voluntary += o.Voluntary
	c.Involuntary += o.Involuntary
	c.Yields += o.Yields
	c.Lost = c.Lost || o.Lost
}
