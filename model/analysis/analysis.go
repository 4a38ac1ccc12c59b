package analysis

import "threadlens/model"

// Analysis is one question that can be asked of any trace.
type Analysis struct {
	Name string // as the command line spells it
	Doc  string // one line: what the rows are and what they tell
	// Run answers it. It reads only its arguments and fails only when the
	// Scope makes no sense for the trace.
	Run func(t *model.Trace, s Scope) (*Table, error)
	// Topic is what it belongs to, where all are offered.
	Topic Topic
}

// Topic is a group of analyses.
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
	"Threads", "CPUs", "Waits", "Locks", "Code", "Spans of markers", "Disks", "Sampling and distributions", "Virtual machines", "The trace",
}

// Title is what people read.
func (t Topic) Title() string { return topicTitles[t] }

// prepared completes the scope before f sees it, and the table after.
func prepared(f func(*model.Trace, Scope, *Table) error) func(*model.Trace, Scope) (*Table, error) {
	return func(t *model.Trace, s Scope) (*Table, error) {
		s, err := s.In(t)
		if err != nil {
			return nil, err
		}
		table := &Table{Range: s.Range}
		if err := f(t, s, table); err != nil {
			return nil, err
		}
		table.Notes = append(table.Notes, Partial(t, s.Range)...)
		if table.Scope = s.Title(t); wholeMachine[table.Name] {
			table.Scope = "the machine"
		}
		return table, nil
	}
}
