package model

// servesTried is the number of segments that are looked at to see that a thread serves windows.
const servesTried = 1 << 14

// servesKey is the key under which what ServesWindows reports of a thread is kept.
type servesKey struct{ ix ThreadIx }

// ServesWindows reports whether a thread was seen to wait for window messages: the thread of a user
// interface.
func (t *Trace) ServesWindows(ix ThreadIx) bool {
	if t.Info.OS.Family != "windows" {
		return false
	}
	if known, ok := t.Kept(servesKey{ix}).(bool); ok {
		return known
	}
	serves := false
	for i := range min(t.Threads[ix].Len(), servesTried) {
		if s := t.Segment(ix, i); s.WaitsForMessages() {
			serves = true
			break
		}
	}
	t.Keep(servesKey{ix}, serves)
	return serves
}

// WaitsForMessages reports whether the segment is a wait for window messages, or may be one.
func (s *Segment) WaitsForMessages() bool {
	return s.State == Waiting && (s.Category == UIProcessing || s.Sub == SubMessageWait)
}
