package blocking

// Holds reports whether it is a convoy, with the given number of arrivals.
func (c Convoy) Holds(arrived int) bool {
	c.arrived = arrived
	return c.holds()
}
