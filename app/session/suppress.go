package session

import (
	"maps"
	"slices"

	"threadlens/model"
	"threadlens/model/analysis/findings"
)

// findState is what a session knows of findings.
type findState struct {
	limits     findings.Limits // of the user, not of the trace
	suppressed Suppressions
	all        bool // suppressed findings are shown too

	answered bool                    // findings were looked for since the trace was opened
	relevant []model.ThreadIx        // those of the first finding of the last answer
	named    map[model.ThreadIx]bool // by any finding so far
}

// Suppressions are the rules that are not to be told: of nobody, or of some
// threads, by their keys.
type Suppressions struct {
	Rules   []string            `json:"rules,omitempty"`
	Threads map[string][]string `json:"threads,omitempty"` // by rule
}

// Empty reports whether nothing is suppressed.
func (s Suppressions) Empty() bool { return len(s.Rules) == 0 && len(s.Threads) == 0 }

// len is the number of things that s names; there may be no s.
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

func (s Suppressions) clone() Suppressions {
	c := Suppressions{Rules: slices.Clone(s.Rules), Threads: maps.Clone(s.Threads)}
	for rule, list := range c.Threads {
		c.Threads[rule] = slices.Clone(list)
	}
	return c
}

func (s Suppressions) equal(o Suppressions) bool {
	return slices.Equal(s.Rules, o.Rules) && maps.EqualFunc(s.Threads, o.Threads, slices.Equal)
}

// hides reports whether a finding is suppressed: its rule is, or is so for all of
// its threads.
func (s Suppressions) hides(t *model.Trace, f *findings.Finding) bool {
	if slices.Contains(s.Rules, f.Rule.ID) {
		return true
	}
	of := s.Threads[f.Rule.ID]
	return len(f.Threads) > 0 && !slices.ContainsFunc(f.Threads, func(ix model.ThreadIx) bool {
		return !slices.Contains(of, t.Threads[ix].Key())
	})
}

// Limits are the thresholds of findings.
func (s *Session) Limits() findings.Limits { return s.found.limits }

// SetLimits sets the thresholds of findings.
func (s *Session) SetLimits(l findings.Limits) {
	s.found.limits = l
	s.tell(ChangedFindings)
}

// Suppressed are the findings that are not told.
func (s *Session) Suppressed() Suppressions { return s.found.suppressed.clone() }

// ShowsSuppressed reports whether suppressed findings are shown too.
func (s *Session) ShowsSuppressed() bool { return s.found.all }

// ShowSuppressed shows suppressed findings too, or no longer.
func (s *Session) ShowSuppressed(show bool) {
	if s.found.all != show {
		s.found.all = show
		s.tell(ChangedFindings)
	}
}

// SuppressRule has a rule no longer told.
func (s *Session) SuppressRule(id string) Outcome {
	now := s.Suppressed()
	if !slices.Contains(now.Rules, id) {
		now.Rules = append(now.Rules, id)
	}
	return s.suppress(now, "Rule "+id+" is suppressed")
}

// SuppressFor suppresses the findings of a rule about some threads.
func (s *Session) SuppressFor(id string, threads []model.ThreadIx) Outcome {
	if s.trace == nil {
		return Outcome{}
	}
	now := s.Suppressed()
	if now.Threads == nil {
		now.Threads = map[string][]string{}
	}
	for _, key := range threadKeys(s.trace, threads) {
		if !slices.Contains(now.Threads[id], key) {
			now.Threads[id] = append(now.Threads[id], key)
		}
	}
	return s.suppress(now, "Rule "+id+" is suppressed for "+count(len(threads), "thread"))
}

// ClearSuppressed has everything told again.
func (s *Session) ClearSuppressed() Outcome {
	return s.suppress(Suppressions{}, "No finding is suppressed any more")
}

// Tell takes back whatever suppresses a finding.
func (s *Session) Tell(f *findings.Finding) Outcome {
	if s.trace == nil {
		return Outcome{}
	}
	now, id := s.Suppressed(), f.Rule.ID
	now.Rules = slices.DeleteFunc(now.Rules, func(rule string) bool { return rule == id })
	keys := threadKeys(s.trace, f.Threads)
	rest := slices.DeleteFunc(now.Threads[id], func(key string) bool { return slices.Contains(keys, key) })
	if delete(now.Threads, id); len(rest) > 0 {
		now.Threads[id] = rest
	}
	return s.suppress(now, "Findings of rule "+id+" are shown again")
}

// suppress changes what is suppressed. Its outcome says so, and takes it back.
func (s *Session) suppress(now Suppressions, text string) Outcome {
	before := s.found.suppressed
	if s.trace == nil || now.equal(before) {
		return Outcome{}
	}
	t := s.trace
	s.setSuppressed(now)
	return Outcome{Text: text, Way: "Undo", Run: func() {
		if s.trace == t {
			s.setSuppressed(before)
		}
	}}
}

func (s *Session) setSuppressed(now Suppressions) {
	s.found.suppressed = now
	s.tell(ChangedFindings)
}

// restoreSuppressed suppresses what was suppressed when the trace was left.
func (s *Session) restoreSuppressed(v *Suppressions) {
	now := Suppressions{}
	if v != nil {
		now = v.clone()
	}
	if !now.equal(s.found.suppressed) {
		s.setSuppressed(now)
	}
}
