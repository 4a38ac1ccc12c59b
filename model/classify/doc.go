// Package classify says why threads waited, by the functions on their stacks
// (thread_model section 4).
//
// What it knows of functions is data: the files in the folder signatures, which
// read as they are written (their format is explained in parse.go), and a file of
// the user's in the same format. A [Table] is made of them; Table.Apply looks at
// every call stack of a trace once and returns the trace with the verdicts that
// follow, together with what else is known of a wait: how certain its category is,
// and which threads have nothing to do. [Of] returns for a trace that was classified
// which function a wait is in, by which rule, and which code of the program called
// it.
//
// Reading order: rule.go (what a rule is), parse.go (how it is written), table.go
// (all rules, found by the name of a function), normal.go (names as rules have
// them), match.go (which rules a frame matches), walk.go (from frames to
// stacks), apply.go (from stacks to waits), idle.go.
package classify
