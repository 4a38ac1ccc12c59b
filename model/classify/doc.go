// Package classify finds why threads waited, from the functions on their stacks.
//
// What it knows about functions is data: the files in the folder signatures (their
// format is explained in parse.go), and a file of the user's in the same format. A
// [Table] is made of them; Table.Apply looks at every call stack of a trace once and
// returns the trace with the verdicts that follow, together with what else is known
// of a wait: how certain its category is, and which threads have nothing to do. For
// a classified trace, [Of] returns which function a wait is in, by which rule, and
// which code of the program called it.
//
// Reading order: rule.go (what a rule is), parse.go (how it is written), table.go
// (all rules, found by the name of a function), load.go (from which files),
// normal.go (names as rules have them), match.go (which rules a frame matches),
// walk.go (from frames to stacks), verdicts.go (what is kept with the trace),
// apply.go (from stacks to waits), idle.go.
package classify
