package model

import "strings"

// State is what a thread is doing at an instant.
type State uint8

// States. Dead has no segments: it only ends a life.
const (
	Unknown State = iota
	Running
	Ready
	Preempted
	Waiting
	Dead
)

var stateNames = [...]string{"Unknown", "Running", "Ready", "Preempted", "Waiting", "Dead"}

// String is the name of the state in data output.
func (s State) String() string { return name(stateNames[:], int(s)) }

// Queued reports whether a thread in state s is in a run queue, ready or preempted.
func (s State) Queued() bool { return s == Ready || s == Preempted }

// SegmentFlags qualify a segment.
type SegmentFlags uint16

// Segment flags, in the order in which they are printed.
const (
	Inferred      SegmentFlags = 1 << iota // no event directly attests the segment
	OpenEnd                                // cut by the end of the trace
	OpenStart                              // began before the trace
	WakeMissing                            // left a wait without a wake being seen
	RaceWake                               // woken before the switch-out
	LossOverlap                            // a loss window intersects it
	Skew                                   // bounded by clock skew
	LostEnd                                // its end was not recorded
	Exiting                                // contains the Exit event
	LowConfidence                          // category from weak evidence
	IdleWorker                             // a pool thread with nothing to do
	Sent                                   // ended by data that the thread running there sent, through the machine's own network
)

var flagNames = [...]string{
	"Inferred", "OpenEnd", "OpenStart", "WakeMissing", "RaceWake", "LossOverlap",
	"Skew", "LostEnd", "Exiting", "LowConfidence", "IdleWorker", "Sent",
}

// String joins the names of the set flags with "+", or is "-" for none.
func (f SegmentFlags) String() string {
	s := ""
	for i, n := range flagNames {
		if f&(1<<i) == 0 {
			continue
		}
		if s != "" {
			s += "+"
		}
		s += n
	}
	if s == "" {
		return "-"
	}
	return s
}

var ctxNames = [...]string{"-", "Thread", "Isr", "Dpc", "Timer", "NetRx", "BlockDone", "Ipi", "Idle", "Unknown", "Exit", "Signal"}

// String is the name of the context in data output, "-" for none.
func (c Context) String() string { return name(ctxNames[:], int(c)) }

var ctxTitles = [...]string{
	"nothing recorded", "a thread", "an interrupt", "a DPC or softirq", "a timer", "a received network packet",
	"a completed disk transfer", "an interrupt from another CPU", "the idle thread", "an unknown source",
	"the exit of the thread's process", "a signal",
}

// Title is what ended a wait, for people: "a timer".
func (c Context) Title() string { return name(ctxTitles[:], int(c)) }

var levelNames = [...]string{"none", "dpc", "isr", "nmi"}

// String is the name of the level in the text format.
func (l Level) String() string { return name(levelNames[:], int(l)) }

var outNames = [...]string{"wait", "preempt", "yield", "dead"}

// String is the name of the disposition in the text format.
func (o Out) String() string { return name(outNames[:], int(o)) }

var wakeNames = [...]string{"ready", "waking", "wakeup", "new"}

// String is the name of the wake kind in the text format.
func (w WakeKind) String() string { return name(wakeNames[:], int(w)) }

var markNames = [...]string{"flag", "begin", "end", "step"}

// String is the name of the marker role in the text format.
func (m MarkKind) String() string { return name(markNames[:], int(m)) }

// lookup finds s among names; ok is false if it is not one of them.
func lookup(names []string, s string) (i int, ok bool) {
	for i, n := range names {
		if n == s {
			return i, true
		}
	}
	return 0, false
}

func name(names []string, i int) string {
	if i < len(names) {
		return names[i]
	}
	return "?"
}

// ParseContext reads a context name in any case.
func ParseContext(s string) (Context, bool) {
	for i, n := range ctxNames {
		if i > 0 && strings.EqualFold(n, s) {
			return Context(i), true
		}
	}
	return CtxNone, false
}

// ParseLevel reads an interrupt level name.
func ParseLevel(s string) (Level, bool) {
	i, ok := lookup(levelNames[:], s)
	return Level(i), ok && i > 0
}

// ParseOut reads a disposition name.
func ParseOut(s string) (Out, bool) {
	i, ok := lookup(outNames[:], s)
	return Out(i), ok
}

// ParseWakeKind reads a wake kind name.
func ParseWakeKind(s string) (WakeKind, bool) {
	i, ok := lookup(wakeNames[:], s)
	return WakeKind(i), ok
}

// ParseMarkKind reads a marker role name.
func ParseMarkKind(s string) (MarkKind, bool) {
	i, ok := lookup(markNames[:], s)
	return MarkKind(i), ok
}
