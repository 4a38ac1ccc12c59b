package heat

import (
	"slices"

	"threadlens/model"
)

// Kind is what is counted.
type Kind uint8

// Kinds, with the reports that list what they count.
const (
	Ready Kind = iota // from being made ready to running
	Waits
	Holds // of locks
	Spans // of markers
)

// Names are the names of the kinds, by kind: those of their reports.
var Names = [...]string{"ready", "waits", "holds", "spans"}

// KindOf is the kind of a name.
func KindOf(name string) (Kind, bool) {
	i := slices.Index(Names[:], name)
	return Kind(max(i, 0)), i >= 0
}

// LeftOut counts pieces that ended in a window, or did not end before the trace did, and
// whose length is unknown: at best they have a lower bound, which belongs in no cell.
type LeftOut struct {
	Lost    int // lost events may have cut it
	Edge    int // started before the trace, or not over at its end
	Unwoken int // no wake was recorded
	Bounded int // the lock was taken without a call, at a time known only within bounds
}

// All is their sum.
func (l *LeftOut) All() int { return l.Lost + l.Edge + l.Unwoken + l.Bounded }

func (l *LeftOut) add(o *LeftOut) {
	l.Lost, l.Edge, l.Unwoken, l.Bounded = l.Lost+o.Lost, l.Edge+o.Edge, l.Unwoken+o.Unwoken, l.Bounded+o.Bounded
}

// episode counts an episode of unknown length, if it is of the kind.
func (l *LeftOut) episode(k Kind, e *model.EpisodeTimes) {
	switch lost := e.Cut || e.Flags&model.LossOverlap != 0; {
	case e.Kind != model.EpisodeWait && (k == Waits || e.Kind != model.EpisodeNew):
	case lost || k == Waits && e.NoOut:
		l.Lost++
	case k == Waits:
		l.Edge++
	default:
		l.Unwoken++
	}
}
