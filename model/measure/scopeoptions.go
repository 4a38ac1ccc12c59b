package measure

import "threadlens/model"

// DefaultNoise is the share of a tree, in percent, below which its nodes are left
// out by default.
const DefaultNoise = 2

// TreeChoice is what is shown of call trees. The zero TreeChoice is the default.
type TreeChoice struct {
	// Noise is the share of its tree in percent below which a node is left out; 0
	// stands for DefaultNoise, and less than 0 leaves none out.
	Noise float64
	// Mine keeps only frames of the program and those that it calls immediately.
	Mine bool
}

// Least is the share below which nodes are left out.
func (c *TreeChoice) Least() float64 {
	if c.Noise == 0 {
		return DefaultNoise
	}
	return max(c.Noise, 0)
}

// CounterInput is what the user adds to a trace from other tools.
type CounterInput struct {
	// Series have times of the trace.
	Series []model.CounterSeries
	// Notes describe how they were aligned with the trace.
	Notes []string
}

// GuestFigures are what the user states about the virtual machine that was traced,
// in percent of all its CPUs.
type GuestFigures struct {
	Host    float64 // its use as the host saw it
	Guest   float64 // its use by its own counters
	HasHost bool
	// HasGuest is false if the guest's total is to be taken from the trace.
	HasGuest bool
}
