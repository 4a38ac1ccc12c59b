package findings

import "slices"

// serialized is E1: the work is done by one thread at a time, because there is only one,
// or because several take turns.
var serialized = Rule{
	ID: "E1", Name: "Serialized execution",
	Doc:    "one thread runs all the time while CPUs are free, or several threads or processes take turns, so that only about one of them is active at a time",
	rests:  onWakes,
	slow:   true,
	Report: "concurrency",
	limits: serializedLimits,
	check:  findSerialized,
}

var serializedLimits = slices.Concat(singleLimits, []Limit{
	{"E1.waits", 10, "", "minimum number of a thread's waits ended by other threads of its circle (threads that wait for each other): some are normal at startup and exit"},
	{"E1.again", 100, "us", "two waits for the same lock count as one if the first times out and the thread runs at most this long in between"},
	{"E1.share", 10, "%", "minimum active time of each thread of a circle (threads that wait for each other), as a share of that of the circle's busiest thread; there is no minimum if the threads' names differ only in numbers"},
	{"E1.mutual", 25, "%", "minimum share of a thread's wait time in which it waits for the threads that also wait for it"},
	{"E1.active", 1.6, "", "taking turns: while at least one thread of the circle is active (not waiting for another of them), at most this many are active on average"},
	{"E1.chance", 60, "%", "taking turns: while one thread of the circle is active, the mean number of other active threads is at most this share of the number expected if they were independent"},
	{"E1.queued", 60, "%", "in a circle, time queued for a CPU counts as active time only if it is at least this share of the threads' run time: less may come only from woken threads that preempt their wakers"},
	{"E1.busy", 50, "%", "minimum share of the window in which at least one thread of the circle is active (waits for work excluded): with little to do, taking turns is fine"},
	{"E1.turn", 50, "us", "minimum mean active time per turn: with less, most of the time is lost in switching between the threads (rule E14)"},
})

func findSerialized(l *ruleContext) []Finding {
	if list := l.takingTurns(); len(list) > 0 {
		return list
	}
	return findSingle(l)
}
