package model

// NoDisplacer is the reason why no thread is known to have taken the CPU from a
// preempted one.
type NoDisplacer uint8

// Why no thread is known to have taken a CPU.
const (
	// DisplacedUnseen: the switch that took the thread off its CPU was lost, or does not
	// name the incoming thread.
	DisplacedUnseen NoDisplacer = iota
	// DisplacedByIdle: the CPU went idle, although the thread was runnable.
	DisplacedByIdle
	// DisplacedByHost: the thread was not switched; the accounting shows that something
	// outside of the trace had the CPU.
	DisplacedByHost
	// DisplacedBefore: it was off its CPU before the trace began.
	DisplacedBefore
)

var noDisplacerWords = [...]string{
	"unknown: the CPU's next thread was not recorded", "nobody: the CPU went idle", StolenTitle, "unknown: preempted before the trace began",
}

// String is the answer to "displaced by".
func (n NoDisplacer) String() string { return noDisplacerWords[n] }

// NoDisplacer is the reason why no thread is known to have displaced a preempted one.
func (t *Trace) NoDisplacer(s *Segment) NoDisplacer {
	switch {
	case s.Sub == SubStolen:
		return DisplacedByHost
	case s.Sub == SubToIdle:
		return DisplacedByIdle
	case s.Flags&OpenStart != 0:
		return DisplacedBefore
	}
	if int(s.CPU) < len(t.Cores) {
		if slice, ok := t.SliceAt(s.CPU, s.From); ok && slice.Occupant == OccupantIdle {
			return DisplacedByIdle
		}
	}
	return DisplacedUnseen
}
