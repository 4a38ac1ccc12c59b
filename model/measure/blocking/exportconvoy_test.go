package blocking

// Holds reports whether it is a convoy, with so many arrivals.
func (c Convoy) Holds(arrived int) bool {
	c.arrived = arrived
	return c.holds()
}
