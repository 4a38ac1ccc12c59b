package model

// CountLikely returns the trace with its Unclassified waits counted as what they
// probably were, where anything is likely. Gaps stay Unknown. Whatever shows times
// of the result has to say so: LikelyCounted is true of it. What must rest on
// attested time alone takes the trace that Attested returns.
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

// countLikely gives an Unclassified wait the category that is likely.
func countLikely(s *Segment) {
	if s.Category == Unclassified && s.Likely != UnknownCategory && s.Likely != Unclassified {
		s.Judge(s.Likely, s.Sub, s.Evidence, false)
	}
}

// LikelyCounted reports whether Unclassified waits are counted as what they probably
// were.
func (t *Trace) LikelyCounted() bool { return t.attested != nil }

// Attested returns the trace with nothing counted that is only likely: t itself, or
// what CountLikely was called of.
func (t *Trace) Attested() *Trace {
	if t.attested != nil {
		return t.attested
	}
	return t
}
