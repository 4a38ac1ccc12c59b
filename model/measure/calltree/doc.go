// Package calltree sums up call stacks as trees: where threads ran, where they stood while
// they did not run, and from where others ended their waits.
//
// callquery.go says which tree is asked for, callpieces.go cuts times into pieces that have a
// stack, calltree.go adds them up, callinstances.go lists the pieces of a node.
package calltree
