package query

import (
	"threadlens/app/session/naming"
	"threadlens/model"
	"threadlens/model/measure"
)

// CPU is a query for a CPU scheduling summary. It is a plain value, so that the summary can be made
// in the background.
type CPU struct {
	Trace   *model.Trace
	Window  model.Range
	Percent measure.Denominator
	Guest   measure.GuestFigures
	Targets []model.ProcIx // whose rows are open at first
	Terms   naming.Terms
	Group   CPUGroup
}

// CPUGroup is how the threads of a CPU scheduling summary are grouped.
type CPUGroup uint8

// Groups of the CPU scheduling summary.
const (
	GroupProcess  CPUGroup = iota // below their processes
	GroupFunction                 // there, below the functions with which they were started
	GroupThread                   // not grouped
	numCPUGroups
)

// String is the name of the group on screen.
func (g CPUGroup) String() string {
	return [...]string{"Process, thread", "Process, start function, thread", "Thread"}[g]
}

// Next is the group that comes after g, without functions where none is known.
func (g CPUGroup) Next(starts bool) CPUGroup {
	next := (g + 1) % numCPUGroups
	if next == GroupFunction && !starts {
		next++
	}
	return next
}
