package findings

import "threadlens/model"

// Some threads tell nothing about why a program is slow: the recorder, the system's own,
// and those that are parked until the program ends.

// bystander reports whether a thread is the recorder's, or the system's own: what it
// does is not the program's doing.
func (l *ruleContext) bystander(ix model.ThreadIx) bool {
	p := l.t.Process(ix)
	return l.t.Threads[ix].Idle || p.Recorder || p.Class == model.ClassSystem || p.Class == model.ClassIdle
}

const (
	// parkedShare is the part of the window from which on a wait is longer than all
	// that a program does again and again in it.
	parkedShare = 0.5
	// parkedEnd is which part of the window lies at most between the end of such a wait and
	// that of the program: it wakes its threads for their end, and cleans up.
	parkedEnd = 0.05
)

// parked reports whether a wait of a thread, which is not clipped, is longer than
// everything else and ends with its program: the thread had nothing to do.
func (l *ruleContext) parked(ix model.ThreadIx, wait model.Range) bool {
	end := l.t.Process(ix).Life.To
	return quotient(wait.Clip(l.Range).Len(), l.Range.Len()) >= parkedShare &&
		quotient(end-wait.To, l.Range.Len()) <= parkedEnd
}
