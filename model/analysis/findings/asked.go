package findings

import (
	"slices"
	"strings"
)

// asks reports whether a rule is asked.
func (o *Options) asks(r *Rule) bool {
	return (o.Only == nil || slices.Contains(o.Only, r.ID)) && !slices.Contains(o.Without, r.ID)
}

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
