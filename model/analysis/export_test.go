package analysis

// QueuePeaks is for the tests of this package.
var QueuePeaks = queuePeaks

// Holds reports whether it is a convoy, with so many arrivals.
func (c Convoy) Holds(arrived int) bool {
	c.arrived = arrived
	return c.holds()
}
