package findings

import (
	"slices"
	"strings"

	"threadlens/model"
	"threadlens/model/analysis"
)

// A rule that finds nothing says something only where the recording could have shown
// it: without what it rests on, its silence is no answer.

// rest is what a rule rests on that not every recording shows.
type rest uint8

const (
	onStates  rest = iota // the states of threads alone
	onReasons             // what threads waited for
	onSamples             // what threads executed
)

// mostUnclassified is the part of the waiting time that may be Unclassified before the
// rules that rest on reasons are no answer any more.
const mostUnclassified = 0.5

// Unseen are rules that look for what a recording cannot show.
type Unseen struct {
	Rules []*Rule
	Why   string // in whole sentences, with what to record
}

// String says it in sentences.
func (u *Unseen) String() string {
	return "Cannot be seen in this recording: " + ruleNames(u.Rules) + ". " + u.Why
}

// UnseenIn are the rules that the options ask for and of which nothing was found, because
// the trace does not show what they rest on. It fails with a window that meets nothing of
// the trace.
func UnseenIn(t *model.Trace, o Options, found []Finding) (list []Unseen, err error) {
	t = t.Attested()
	s, err := o.Scope.In(t)
	if err != nil || !Askable(t) {
		return nil, err
	}
	add := func(on rest, why string) {
		rules := slices.DeleteFunc(Rules(), func(r *Rule) bool {
			return r.rests != on || !o.asks(r) || slices.ContainsFunc(found, func(f Finding) bool { return f.Rule == r })
		})
		if len(rules) > 0 {
			list = append(list, Unseen{rules, why})
		}
	}
	var sums model.Sums
	for _, ix := range s.Threads {
		if slices.Contains(s.Target.Procs, t.Threads[ix].Proc) {
			of := t.Sums(ix, s.Range)
			sums.Add(&of)
		}
	}
	if analysis.UnclassifiedPart(&sums) > mostUnclassified {
		add(onReasons, analysis.UnclassifiedNote(t, &sums))
	}
	if !t.Info.Has.Samples {
		add(onSamples, "There are no samples; “threadlens record” takes some by default.")
	}
	return list, nil
}

// ruleNames names rules: "oversubscription (E3), ping-pong (E14)".
func ruleNames(rules []*Rule) string {
	names := make([]string, len(rules))
	for i, r := range rules {
		names[i] = strings.ToLower(r.Name) + " (" + r.ID + ")"
	}
	return strings.Join(names, ", ")
}
