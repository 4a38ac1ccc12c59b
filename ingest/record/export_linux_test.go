package record

// Generated is a watcher that a test feeds instead of the kernel. It knows the events of this
// system.
type Generated struct {
	w      watcher
	Switch uint64 // the id of the switch event on CPU 0
}

// NewGenerated makes one whose clock begins at from, ns.
func NewGenerated(o WatchOptions, from int64) (*Generated, error) {
	g := &Generated{w: watcher{o: &o, cuts: make(chan *Cut, 1), from: from, visited: 1 << 62}}
	g.w.s.o = &Options{Ring: DefaultRing, Program: programName}
	defer g.w.s.close()
	described, err := g.w.s.openEvents()
	if err != nil {
		return nil, err
	}
	g.w.whole = file{events: g.w.s.events, features: described}
	switches := g.w.s.that(switchPoint)
	g.w.base = newCarried(switches)
	g.w.before = g.w.base.clone()
	g.Switch = switches[0].ids[0]
	return g, nil
}

// Pass takes what a pass found at an instant, and returns the cut that is due, nil without one.
func (g *Generated) Pass(at int64, data []byte) *Cut {
	g.w.take(at, data)
	select {
	case c := <-g.w.cuts:
		return c
	default:
		return nil
	}
}

// Kept is how many bytes are kept, and Tasks how many threads are known.
func (g *Generated) Kept() int64 { return g.w.size }

// Tasks is how many threads are known.
func (g *Generated) Tasks() int { return len(g.w.before.tasks) + len(g.w.base.tasks) }

// Save is that of Watcher.
func (g *Generated) Save(path string) error { return g.w.save(path) }
