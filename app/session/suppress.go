package session

import (
	"slices"

	"threadlens/app/session/keep"
	"threadlens/model"
	"threadlens/model/findings"
	"threadlens/model/measure"
)

// Limits are the thresholds of findings.
func (s *choices) Limits() findings.Limits { return s.found.limits }

// SetLimits sets the thresholds of findings.
func (s *choices) SetLimits(l findings.Limits) {
	s.found.limits = l
	s.tell(ChangedFindings)
}

// Suppressed are the suppressed findings.
func (s *choices) Suppressed() keep.Suppressions { return s.found.suppressed.Clone() }

// ShowsSuppressed reports whether suppressed findings are shown too.
func (s *choices) ShowsSuppressed() bool { return s.found.all }

// ShowSuppressed shows suppressed findings too, or hides them.
func (s *choices) ShowSuppressed(show bool) {
	if s.found.all != show {
		s.found.all = show
		s.tell(ChangedFindings)
	}
}

// SuppressRule suppresses a rule.
func (s *choices) SuppressRule(id string) Outcome {
	now := s.Suppressed()
	if !slices.Contains(now.Rules, id) {
		now.Rules = append(now.Rules, id)
	}
	return s.suppress(now, "Rule "+id+" is suppressed")
}

// SuppressFor suppresses the findings of a rule about some threads.
func (s *choices) SuppressFor(id string, threads []model.ThreadIx) Outcome {
	if s.trace == nil {
		return Outcome{}
	}
	now := s.Suppressed()
	if now.Threads == nil {
		now.Threads = map[string][]string{}
	}
	for _, key := range keep.ThreadKeys(s.trace, threads) {
		if !slices.Contains(now.Threads[id], key) {
			now.Threads[id] = append(now.Threads[id], key)
		}
	}
	return s.suppress(now, "Rule "+id+" is suppressed for "+measure.Plural(len(threads), "thread", "threads"))
}

// ClearSuppressed removes all suppressions.
func (s *choices) ClearSuppressed() Outcome {
	return s.suppress(keep.Suppressions{}, "No findings are suppressed")
}

// Tell removes whatever suppresses a finding.
func (s *choices) Tell(f *findings.Finding) Outcome {
	if s.trace == nil {
		return Outcome{}
	}
	now, id := s.Suppressed(), f.Rule.ID
	now.Rules = slices.DeleteFunc(now.Rules, func(rule string) bool { return rule == id })
	keys := keep.ThreadKeys(s.trace, f.Threads)
	rest := slices.DeleteFunc(now.Threads[id], func(key string) bool { return slices.Contains(keys, key) })
	if delete(now.Threads, id); len(rest) > 0 {
		now.Threads[id] = rest
	}
	return s.suppress(now, "Findings of rule "+id+" are shown again")
}

// suppress changes what is suppressed. Its outcome reports that, and can undo it.
func (s *choices) suppress(now keep.Suppressions, text string) Outcome {
	before := s.found.suppressed
	if s.trace == nil || now.Equal(before) {
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

func (s *choices) setSuppressed(now keep.Suppressions) {
	s.found.suppressed = now
	s.tell(ChangedFindings)
}

// restoreSuppressed restores the suppressions from when the trace was left.
func (s *choices) restoreSuppressed(v *keep.Suppressions) {
	now := keep.Suppressions{}
	if v != nil {
		now = v.Clone()
	}
	if !now.Equal(s.found.suppressed) {
		s.setSuppressed(now)
	}
}
