package findings

import (
	"slices"

	"threadlens/model"
)

// asked names the rules that were applied and not unseen. A recording without data about
// control groups is not worth a sentence: most programs are in none with a quota. Nor is one
// without system calls: few programs repeat calls that fail.
func asked(t *model.Trace, o Options, unseen []Unseen) string {
	rules := slices.DeleteFunc(Rules(), func(r *Rule) bool {
		return !o.asks(r) || r.rests == onQuotas && len(t.Info.Surroundings) == 0 || r.rests == onCalls && !t.Info.Recorded.AllCalls ||
			slices.ContainsFunc(unseen, func(u Unseen) bool { return slices.Contains(u.Rules, r) })
	})
	if len(rules) == 0 {
		return "none"
	}
	return ruleNames(rules)
}
