package findings

import (
	"slices"

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

// asked names the rules that are asked and not unseen. That a recording says nothing of
// control groups is not worth a sentence: most programs are in none with a quota.
func asked(t *model.Trace, o Options, unseen []Unseen) string {
	rules := slices.DeleteFunc(Rules(), func(r *Rule) bool {
		return !o.asks(r) || r.rests == onQuotas && len(t.Info.Surroundings) == 0 || slices.ContainsFunc(unseen, func(u Unseen) bool { return slices.Contains(u.Rules, r) })
	})
	if len(rules) == 0 {
		return "no rule"
	}
	return ruleNames(rules)
}
