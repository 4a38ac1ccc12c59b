// Package explain describes in words what the window shows of a trace: the text of cards, and of
// notes next to a picture. It does not use the session: the text follows from the trace, the
// object, and the names and the clock to use (naming.Terms). The session calls it for the selection
// (explaining.go there).
//
// For a segment, FactsOf returns what is known (segmentfacts.go, in lines of facts.go): the lock that a wait was for
// (lockfacts.go), the rule for its category (rule.go), what the threads that it waited for did (blocker.go), what
// ran on the CPU on whose run queue it was (meanwhile.go) and what was sampled (sampledfacts.go). CurrentStackOf
// (stack.go) and UnblockingStackOf (unblocking.go) are its stacks, or explain why there are none and how to record
// them. RanMeanwhile (bystanders.go) names who ran during a wait whose end is not known. A Hint (hints.go) explains what a segment of its kind means, and what to try next.
//
// ThreadFactsOf (threadfacts.go) is about a thread, Followed (corefacts.go) about its moves between
// CPUs, ObjectFactsOf (objects.go) about markers, transfers, interrupts and what a CPU ran.
// CostFacts (recordingcost.go) are about the cost of recording.
//
// Begin with facts.go and segmentfacts.go.
package explain
