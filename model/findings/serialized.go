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
	{"E1.waits", 10, "", "minimum number of waits of a thread that others of its circle (threads that wait for each other) end: a few are normal at startup and exit"},
	{"E1.again", 100, "us", "two waits for the same lock count as one if the first times out and the thread runs for at most this long in between"},
	{"E1.share", 10, "%", "a thread of a circle whose name differs from those of the others counts only if its active time is at least this share of the " +
		"busiest thread's: with less, it only helps"},
	{"E1.mutual", 25, "%", "minimum share of a thread's wait time in which it waits for other threads of the circle (threads that wait for each other)"},
	{"E1.active", 1.6, "", "maximum mean number of active threads of a circle (threads that wait for each other) while at least one is active"},
	{"E1.chance", 60, "%", "maximum mean number of threads active in addition to another one, relative to the number expected of threads that are independent of each other"},
	{"E1.queued", 60, "%", "the time that the threads of the circle are queued does not count as active if it is less than this share of their run time: " +
		"the thread that gets its turn may just preempt the one that passed it on"},
	{"E1.busy", 50, "%", "minimum share of the window in which a thread of the circle (threads that wait for each other) is active and waits neither for " +
		"work nor for other threads: with little to do, taking turns is fine"},
	{"E1.turn", 50, "us", "minimum mean time for which a thread is active per turn: with less, switching between the threads costs the time (rule E14)"},
})

func findSerialized(l *ruleContext) []Finding {
	if list := l.takingTurns(); len(list) > 0 {
		return list
	}
	return findSingle(l)
}
