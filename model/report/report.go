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
	// covers is what it covers unless threads are requested.
	covers coverage
}

// entry is a report as List has it.
type entry struct {
	name, doc string
	fill      func(*model.Trace, measure.Scope, *Table) error
	topic     Topic
	covers    coverage
	// needs are the kinds of events without which it has no rows, the most general first.
	needs []needs
}

func (e *entry) report() Report {
	return Report{Name: e.name, Doc: e.doc, Run: prepared(e.fill, e.covers, e.needs), Topic: e.topic, covers: e.covers}
}

// coverage is what a report covers.
type coverage uint8

const (
	// targetThreads are the threads of the target, unless others are requested.
	targetThreads coverage = iota
	// machineFirst is the machine (its CPUs, disks and processes), unless threads are requested.
	machineFirst
	// machineOnly is the machine; no threads can be chosen.
	machineOnly
)

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
func prepared(f func(*model.Trace, measure.Scope, *Table) error, covers coverage, needed []needs) func(*model.Trace, measure.Scope) (*Table, error) {
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
			table.None = whyNone(t, needed, s.Range)
		}
		table.Notes = append(table.Notes, measure.Partial(t, s.Range)...)
		if table.Scope = s.Title(t); covers == machineOnly {
			table.Scope = "the machine"
		}
		return table, nil
	}
}

// lossy reports whether lost events affect the subject of a scope.
func lossy(t *model.Trace, s measure.Scope) bool {
	return t.LossIn(model.AllCPUs, s.Range) || t.Touched(s.Threads, s.Range)
}

// OfMachine reports whether the report covers the machine rather than the target
// unless threads are requested.
func (a Report) OfMachine() bool { return a.covers != targetThreads }

// OnlyMachine reports whether the report does not depend on which threads are chosen.
func (a Report) OnlyMachine() bool { return a.covers == machineOnly }
