package filter

import "threadlens/model"

// waitedFor reports whether a thread that the term names ended a wait of a thread, or sent
// the data that ended it, in the window.
func (t *term) waitedFor(p Place, ix model.ThreadIx) bool {
	named := map[model.ThreadIx]bool{}
	for _, by := range peersOf(p.Trace)[ix] {
		if t.isPeer(p, by) {
			named[by] = true
		}
	}
	if len(named) == 0 {
		return false
	}
	for s := range p.Trace.Segments(ix, p.Window) {
		if named[ender(&s)] {
			return true
		}
	}
	return false
}

// isPeer reports whether the term names a thread: by its names and id, and those of its
// process.
func (t *term) isPeer(p Place, ix model.ThreadIx) bool {
	th := &p.Trace.Threads[ix]
	proc := p.Trace.Process(ix)
	return t.num && (t.isThread(th) || t.inc < 0 && proc.Known && proc.PID == t.id) ||
		t.match(th.Name()) || p.Names[ix] != "" && t.match(p.Names[ix]) || t.match(proc.Title())
}

// ender is the thread that ended a wait, or sent the data that did; NoThread for none.
func ender(s *model.Segment) model.ThreadIx {
	if by := s.Unblocker(); by != model.NoThread {
		return by
	}
	return s.Sender()
}

// peersKey is the key under which a trace keeps what peersOf returns.
type peersKey struct{}

// peersOf are, for each thread, the threads that ended its waits. They are computed once.
func peersOf(t *model.Trace) [][]model.ThreadIx {
	if list, ok := t.Kept(peersKey{}).([][]model.ThreadIx); ok {
		return list
	}
	list, of := make([][]model.ThreadIx, len(t.Threads)), make([]model.ThreadIx, len(t.Threads))
	for i := range of {
		of[i] = model.NoThread
	}
	for i := range t.Threads {
		ix := model.ThreadIx(i)
		for s := range t.Segments(ix, t.Whole()) {
			if by := ender(&s); int(by) < len(of) && of[by] != ix {
				of[by] = ix
				list[ix] = append(list[ix], by)
			}
		}
	}
	t.Keep(peersKey{}, list)
	return list
}
