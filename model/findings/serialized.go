package findings

import "slices"

// serialized is E1: the work is done by one thread at a time, because there is only one,
// or because several take turns.
var serialized = Rule{
	ID: "E1", Name: "Serialized execution",
	Doc: "one thread runs all the time while CPUs are free; or threads or processes wait for one another in a circle, " +
		"so that about one of them at a time does anything",
	rests:  onWakes,
	slow:   true,
	Report: "concurrency",
	limits: serializedLimits,
	check:  findSerialized,
}

var serializedLimits = slices.Concat(singleLimits, []Limit{
	{"E1.waits", 10, "", "waits of each thread that others of the circle end: fewer are how a program begins and ends"},
	{"E1.again", 100, "us", "that a thread runs at most between a wait for a lock that timed out and the next one for it: they are one wait"},
	{"E1.share", 10, "%", "of the time that the busiest one is active, below which one of another name only helps"},
	{"E1.mutual", 25, "%", "of the time that a thread waits, that it waits for others of the circle: else it has a life of its own"},
	{"E1.active", 1.6, "", "threads active on average while any is: more is no taking turns"},
	{"E1.chance", 60, "%", "of the threads beyond one that would be active at once by chance, up to which they are kept from it"},
	{"E1.queued", 60, "%", "of the time that they run, that they queue for a CPU: less follows from the turns, as who gets one displaces who gave it"},
	{"E1.busy", 50, "%", "of the window in which they are active and wait neither for work nor for other threads: who has little to do may take turns"},
	{"E1.turn", 50, "us", "of a turn on average, below which the hand-overs are what takes the time (E14)"},
})

func findSerialized(l *ruleContext) []Finding {
	if list := l.takingTurns(); len(list) > 0 {
		return list
	}
	return findSingle(l)
}
