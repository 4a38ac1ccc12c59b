package keep

import (
	"maps"
	"slices"

	"threadlens/model"
	"threadlens/model/findings"
)

// Suppressions are the suppressed rules: for all threads, or for some, by their keys.
type Suppressions struct {
	Rules   []string            `json:"rules,omitempty"`
	Threads map[string][]string `json:"threads,omitempty"` // by rule
}

// Empty reports whether nothing is suppressed.
func (s Suppressions) Empty() bool { return len(s.Rules) == 0 && len(s.Threads) == 0 }

// len is the number of entries in s, which may be nil.
func (s *Suppressions) len() int {
	if s == nil {
		return 0
	}
	n := len(s.Rules)
	for _, list := range s.Threads {
		n += len(list) + 1
	}
	return n
}

// Clone is a copy that shares nothing.
func (s Suppressions) Clone() Suppressions {
	c := Suppressions{Rules: slices.Clone(s.Rules), Threads: maps.Clone(s.Threads)}
	for rule, list := range c.Threads {
		c.Threads[rule] = slices.Clone(list)
	}
	return c
}

// Equal reports whether both are the same.
func (s Suppressions) Equal(o Suppressions) bool {
	return slices.Equal(s.Rules, o.Rules) && maps.EqualFunc(s.Threads, o.Threads, slices.Equal)
}

// Hides reports whether a finding is suppressed: its rule is, for all threads or for all of the
// finding's.
func (s Suppressions) Hides(t *model.Trace, f *findings.Finding) bool {
	if slices.Contains(s.Rules, f.Rule.ID) {
		return true
	}
	of := s.Threads[f.Rule.ID]
	return len(f.Threads) > 0 && !slices.ContainsFunc(f.Threads, func(ix model.ThreadIx) bool {
		return !slices.Contains(of, t.Threads[ix].Key())
	})
}

// ThreadKeys name threads in files.
func ThreadKeys(t *model.Trace, list []model.ThreadIx) []string {
	var keys []string
	for _, ix := range list {
		keys = append(keys, t.Threads[ix].Key())
	}
	return keys
}
