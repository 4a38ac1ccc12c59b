package measure

import (
	"fmt"
	"slices"

	"threadlens/model"
)

// Unnoticed are the codes of diagnostics about events that are missing without notice.
// Their cost is time in which states of threads are unknown.
var Unnoticed = []string{"broken-chain", "mismatch", "skew"}

// calmParts: missing events do not matter for the numbers of the target if they leave at
// most 1/calmParts of the time of its threads unknown.
const calmParts = 1000

// Missing is the cost to the target of events that are missing without notice.
type Missing struct {
	Switches      int64 // that do not fit the previous ones
	unknown, time model.Time
}

// MissingOf sums up the target's threads, or all if there is no target, in r.
func MissingOf(t *model.Trace, r model.Range) (m Missing) {
	for i := range t.Diagnostics {
		if slices.Contains(Unnoticed, t.Diagnostics[i].Code) {
			m.Switches = max(m.Switches, t.Diagnostics[i].Count)
		}
	}
	if m.Switches == 0 {
		return m
	}
	targets := t.Targets()
	for ix := range t.Threads {
		th := &t.Threads[ix]
		if !th.Idle && (len(targets) == 0 || slices.Contains(targets, th.Proc)) {
			m.unknown += t.LostThreadTime([]model.ThreadIx{model.ThreadIx(ix)}, r)
			m.time += th.Life.Overlap(r)
		}
	}
	return m
}

// Matters reports whether numbers of the target depend on what is missing.
func (m *Missing) Matters() bool { return m.unknown*calmParts > m.time }

// cost describes how much of the target's time is unknown.
func (m *Missing) cost() string {
	switch {
	case m.unknown == 0:
		return "none of the target's time is unknown"
	case m.Matters():
		return fmt.Sprintf("%.1f%% of the target's time is unknown", 100*Quotient(m.unknown, m.time))
	}
	return "less than 0.1% of the target's time is unknown"
}

// Text describes what is missing and its cost.
func (m *Missing) Text() string {
	what := Plural(m.Switches, "context switch does not match the thread states before it", "context switches do not match the thread states before them")
	if m.Matters() {
		return what + ": events are missing, and " + m.cost()
	}
	return what + ", but " + m.cost()
}

// Calm is a sentence about imperfections of a trace that do not affect the numbers
// of its target in r, "" for none: other problems are in Partial.
func Calm(t *model.Trace, r model.Range) string {
	m := MissingOf(t, r)
	for i := range t.Diagnostics {
		if d := &t.Diagnostics[i]; d.Code == model.CodeIdleSilent {
			if m.Matters() {
				return Sentence(d.Text)
			}
			return Sentence(d.Text + "; " + m.cost())
		}
	}
	if m.Switches == 0 || m.Matters() {
		return ""
	}
	return Sentence(m.Text())
}
