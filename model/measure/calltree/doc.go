// Package calltree sums up call stacks as trees: where threads ran, where they were while
// they did not run, and from where others ended their waits.
//
// callquery.go describes the tree that is requested, callpieces.go divides time into pieces
// with a stack, calltree.go adds them up, callinstances.go lists the pieces of a node. life.go follows
// one thread through all that it did.
package calltree
