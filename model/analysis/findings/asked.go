package findings

import (
	"slices"
	"strings"

	"threadlens/model"
)

// asks reports whether a rule is asked.
func (o *Options) asks(r *Rule) bool {
	return (o.Only == nil || slices.Contains(o.Only, r.ID)) && !slices.Contains(o.Without, r.ID)
}

// Askable reports whether a trace holds what all rules rest on: states of threads, which
// only context switches show.
func Askable(t *model.Trace) bool { return t.SwitchCount() > 0 }

// NotAskable is what there is to say of other traces.
const NotAskable = "Findings need context switches, which the trace does not have"

// asked names the rules that are asked: "oversubscription (E3), ping-pong (E9)".
func asked(o Options) string {
	var names []string
	for _, r := range Rules() {
		if o.asks(r) {
			names = append(names, strings.ToLower(r.Name)+" ("+r.ID+")")
		}
	}
	if len(names) == 0 {
		return "no rule"
	}
	return strings.Join(names, ", ")
}
