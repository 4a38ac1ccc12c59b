package findings

import "threadlens/model"

// Some threads show nothing about why a program is slow: the recorder, the system's own,
// and those that are parked until the program ends.

// bystander reports whether a thread is the recorder's, or the system's own: the
// program is not responsible for what it does.
func (l *ruleContext) bystander(ix model.ThreadIx) bool {
	p := l.t.Process(ix)
	return l.t.Threads[ix].Idle || p.Recorder || p.Class == model.ClassSystem || p.Class == model.ClassIdle
}

const (
	// parkedShare is the part of the window from which a wait is longer than
	// anything that a program does repeatedly in it.
	parkedShare = 0.5
	// parkedEnd is the greatest part of the window between the end of such a wait and the
	// end of the program: the program wakes its threads so that they end, and cleans up.
	parkedEnd = 0.05
)

// parked reports whether a wait of a thread, given unclipped, takes at least
// parkedShare of the window and ends with its program: the thread had nothing to
// do.
func (l *ruleContext) parked(ix model.ThreadIx, wait model.Range) bool {
	end := l.t.Process(ix).Life.To
	return quotient(wait.Clip(l.Range).Len(), l.Range.Len()) >= parkedShare &&
		quotient(end-wait.To, l.Range.Len()) <= parkedEnd
}
