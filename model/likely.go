package model

// CountLikely returns the trace with each Unclassified wait counted as what it
// probably was, if anything. Gaps stay Unknown. Views of the result must say so:
// LikelyCounted is true for it. Anything that must rest on attested time alone uses
// the trace that Attested returns.
func (t *Trace) CountLikely() *Trace {
	if t.LikelyCounted() {
		return t
	}
	c := t.Amended(func(ThreadIx) func(*Segment) { return countLikely })
	if c == t {
		c = t.shallow()
	}
	c.attested = t
	return c
}

// countLikely gives an Unclassified wait its likely category.
func countLikely(s *Segment) {
	if s.Category == Unclassified && s.Likely != UnknownCategory && s.Likely != Unclassified {
		s.Judge(s.Likely, s.Sub, s.Evidence, false)
	}
}

// LikelyCounted reports whether Unclassified waits are counted by their likely
// category.
func (t *Trace) LikelyCounted() bool { return t.attested != nil }

// Attested returns the trace without likely categories counted: t itself, or the
// trace that CountLikely was called on.
func (t *Trace) Attested() *Trace {
	if t.attested != nil {
		return t.attested
	}
	return t
}
