package findings

import "slices"

// serialized is E1: the work is done by one thread at a time, because there is only one,
// or because several take turns.
var serialized = Rule{
	ID: "E1", Name: "Serialized execution",
	Doc: "one thread runs all the time while CPUs are free; or threads or processes wait for each other in a circle, " +
		"so that only about one of them is active at a time",
	rests:  onWakes,
	slow:   true,
	Report: "concurrency",
	limits: serializedLimits,
	check:  findSerialized,
}

var serializedLimits = slices.Concat(singleLimits, []Limit{
	{"E1.waits", 10, "", "minimum number of each thread's waits that other threads of the circle end: a few are normal at startup and exit"},
	{"E1.again", 100, "us", "maximum run time between a wait for a lock, ended by a timeout, and the next wait for that lock, for both to " +
		"count as one wait"},
	{"E1.share", 10, "%", "minimum active time of each thread, relative to the busiest, if the threads' names differ: with less, a thread only helps"},
	{"E1.mutual", 25, "%", "minimum share of a thread's wait time spent waiting for others of the circle"},
	{"E1.active", 1.6, "", "maximum mean number of active threads while any is active"},
	{"E1.chance", 60, "%", "maximum mean number of active threads beyond one, relative to the number expected by chance"},
	{"E1.queued", 60, "%", "queued time, relative to run time, below which the queued time is ignored: a thread that gets its turn " +
		"displaces the thread that gave it the turn"},
	{"E1.busy", 50, "%", "minimum share of the window in which the threads of the circle are active and wait neither for work nor for " +
		"other threads: with little to do, taking turns is fine"},
	{"E1.turn", 50, "us", "minimum mean length of a turn: with shorter turns, it is the hand-overs that cost time (E14)"},
})

func findSerialized(l *ruleContext) []Finding {
	if list := l.takingTurns(); len(list) > 0 {
		return list
	}
	return findSingle(l)
}
