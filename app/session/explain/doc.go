// Package explain says in words what the window shows of a trace: the text of cards, and of what
// stands beside a picture. It knows no session: what it says follows from the trace, from what it
// is asked about and from the names and the clock that it is written with (naming.Terms). The
// session asks it about what is selected (explaining.go there).
//
// About a segment, FactsOf tells what is known (segmentfacts.go, in lines of facts.go): the lock that a wait was for
// (lockfacts.go), the rule by which it has its category (rule.go), what those did for whom it
// waited (blocker.go), what the processor ran in whose queue it stood (meanwhile.go) and what was
// sampled (sampledfacts.go). CurrentStackOf (stack.go) and UnblockingStackOf (unblocking.go) are
// its stacks, or say why there are none and how to record them. A Hint (hints.go) says what a
// segment of its kind means, and what to try next.
//
// ThreadFactsOf (threadfacts.go) is about a thread, Followed (corefacts.go) about its way over the
// processors, ObjectFactsOf (objects.go) about markers, transfers, interrupts and what a
// processor ran. CostFacts (recordingcost.go) say what recording cost.
//
// Begin with facts.go and segmentfacts.go.
package explain
