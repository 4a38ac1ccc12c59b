package profiles

import (
	"threadlens/model"
	"threadlens/model/measure/calltree"
)

// Stacks are call trees to write, and the threads whose lives they sum up.
type Stacks struct {
	Trace   *model.Trace
	Kind    calltree.TreeKind
	Range   model.Range
	Trees   []calltree.CallTree
	Threads []model.ThreadIx
	// Mine keeps only frames of the program and those that it calls immediately.
	Mine bool
}
