package model

// Delays are CPU queue times, in both forms: the dispatch latencies, from being
// made ready to running, and the redispatch latencies, from losing the CPU to
// having it again.
type Delays struct {
	Ready, Preempted []Time
	// The longest of each, the first of several; empty where all are.
	LongestReady, LongestPreempted Range
}

// Delays appends to d the delays of all episodes of a thread that end in r, zeros
// included. Ready times that are not known, or that a loss may have cut, are left
// out (thread_model 6.8). It says the same as a walk over Episodes, several times
// faster.
func (t *Trace) Delays(ix ThreadIx, r Range, d *Delays) {
	w := t.schedWalk(ix, r, *d, true)
	*d = w.Delays
}

// lengthen makes r the longer of itself and another range.
func (r *Range) lengthen(from, to Time) {
	if to-from > r.Len() {
		*r = Range{from, to}
	}
}
