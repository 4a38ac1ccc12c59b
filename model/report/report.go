package report

import (
	"threadlens/model"
	"threadlens/model/measure"
)

// Report is one question that can be answered for any trace.
type Report struct {
	Name string // its name on the command line
	Doc  string // one line: what the rows are and what they show
	// Run answers it. It reads only its arguments and fails only if the Scope makes
	// no sense for the trace.
	Run func(t *model.Trace, s measure.Scope) (*Table, error)
	// Topic is the group in which it is offered.
	Topic Topic
}

// Topic is a group of reports.
type Topic uint8

// Topics, in the order in which they are offered.
const (
	OfThreads Topic = iota
	OfCPUs
	OfWaits
	OfLocks
	OfCode
	OfSpans
	OfDisks
	OfSampling
	OfGuests
	OfTrace
)

var topicTitles = [...]string{
	"Threads", "CPUs", "Waits", "Locks", "Code", "Marker spans", "Disks", "Sampling and distributions", "Virtual machines", "The trace",
}

// Title is the heading for people.
func (t Topic) Title() string { return topicTitles[t] }

// prepared completes the scope before f runs, and the table afterwards.
func prepared(f func(*model.Trace, measure.Scope, *Table) error) func(*model.Trace, measure.Scope) (*Table, error) {
	return func(t *model.Trace, s measure.Scope) (*Table, error) {
		s, err := s.In(t)
		if err != nil {
			return nil, err
		}
		table := &Table{Range: s.Range}
		if err := f(t, s, table); err != nil {
			return nil, err
		}
		table.Trace = t
		if lossy(t, s) {
			table.bound()
		}
		if table.None == "" && table.IsEmpty() {
			table.None = whyNone(t, table.Name, s.Range)
		}
		table.Notes = append(table.Notes, measure.Partial(t, s.Range)...)
		if table.Scope = s.Title(t); wholeMachine[table.Name] {
			table.Scope = "the machine"
		}
		return table, nil
	}
}

// lossy reports whether lost events affect the subject of a scope.
func lossy(t *model.Trace, s measure.Scope) bool {
	return t.LossIn(model.AllCPUs, s.Range) || t.Touched(s.Threads, s.Range)
}

// machineReports are the reports that cover the machine unless threads are
// requested: its CPUs, its disks and its processes. All others cover the target's
// threads.
var machineReports = map[string]bool{
	"cores": true, "utilization": true, "queue": true, "steal": true, "smt": true, "vcpus": true,
	"host": true, "disk": true, "disks": true, "migrations": true, "health": true, "symbols": true,
	"cpu": true, "monitor": true, "vm": true, "counters": true, "interrupts": true,
}

// wholeMachine are those for which no threads can be chosen.
var wholeMachine = map[string]bool{
	"cores": true, "utilization": true, "host": true, "counters": true, "health": true, "symbols": true, "disks": true,
	"interrupts": true,
}

// OfMachine reports whether the report covers the machine rather than the target
// unless threads are requested.
func (a Report) OfMachine() bool { return machineReports[a.Name] }

// OnlyMachine reports whether the report does not depend on which threads are chosen.
func (a Report) OnlyMachine() bool { return wholeMachine[a.Name] }
