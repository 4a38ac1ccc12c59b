package findings

import (
	"cmp"
	"slices"

	"threadlens/model"
)

// Severity is how bad a finding is.
type Severity uint8

// Severities. A problem costs time now, a warning may do so or does so in part,
// information is worth knowing.
const (
	Info Severity = iota
	Warning
	Problem
)

var severityNames = [...]string{"info", "warning", "problem"}

// String is the severity's name on the command line and in data output.
func (s Severity) String() string { return severityNames[min(int(s), len(severityNames)-1)] }

// ParseSeverity reads what String writes.
func ParseSeverity(name string) (Severity, bool) {
	i := slices.Index(severityNames[:], name)
	return Severity(max(i, 0)), i >= 0
}

// Finding is a pattern that was found.
type Finding struct {
	Rule *Rule
	// Pattern is what was found; "" stands for the name of the rule.
	Pattern  string
	Severity Severity
	// Range is the time in which it shows, inside the window: the view zooms to it.
	Range model.Range
	// Threads are the threads that it is about, the most affected first.
	Threads []model.ThreadIx
	// Cost is the thread or CPU time that it takes, ns; 0 if the pattern costs no
	// time, or an unknown one.
	Cost model.Time
	// Sentence describes with numbers what the trace shows.
	Sentence string
	// Details are the numbers, one per line.
	Details []Detail
	// Evidence are the pieces of the timeline that show it, at most MaxEvidence,
	// the most significant first.
	Evidence []Evidence
	// Try is what may help.
	Try string
}

// Name is what was found, in a few words.
func (f *Finding) Name() string { return cmp.Or(f.Pattern, f.Rule.Name) }

// Detail is a line about a finding: "Holder", "6920", "preempted 97.8 ms: 4664
// 54.0 ms".
type Detail struct{ Title, Value, Text string }

// Evidence is a segment or a stretch of a thread that shows a pattern.
type Evidence struct {
	Thread model.ThreadIx
	model.Range
}

// MaxEvidence is how many pieces a finding keeps.
const MaxEvidence = 16

// maxFindings is how many findings of one rule are kept: the first ones in the order
// of Find.
const maxFindings = 8

// worst sorts findings by severity, then cost.
func worst(list []Finding) {
	slices.SortStableFunc(list, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(b.Severity, a.Severity), cmp.Compare(b.Cost, a.Cost))
	})
}
