package model

// Delays are run-queue delays in both forms: dispatch latencies, from being made
// ready to running, and redispatch latencies, from losing the CPU to having it
// again.
type Delays struct {
	Ready, Preempted []Time
	// The longest of each, the first of several; empty if there are none.
	LongestReady, LongestPreempted Range
}

// Delays appends to d the delays of all episodes of a thread that end in r, zeros
// included. Ready times that are not known, or that a loss may have cut, are left
// out. The result is that of a walk over Episodes, several times faster.
func (t *Trace) Delays(ix ThreadIx, r Range, d *Delays) {
	w := t.schedWalk(ix, r, *d, true)
	*d = w.Delays
}

// lengthen replaces r by the other range if that is longer.
func (r *Range) lengthen(from, to Time) {
	if to-from > r.Len() {
		*r = Range{from, to}
	}
}
