package perfdata

import "threadlens/model"

// thread is what the decoder remembers of a thread id.
type thread struct {
	name    model.StringID
	pid     uint32
	known   bool // pid is
	forked  bool // a FORK record came, the tracepoint has yet to
	exited  bool // its end was announced
	yielded bool // it is inside sched_yield
	// inside is the system call that it is in, as events of calls say.
	inside model.StringID
	// call is the number in allFacts of the stack with which it was seen to leave its
	// processor in a system call, while it is not known to have gone on; else 0.
	call uint16
	// ender is what ended its wait since then.
	ender ender
	// raced is what ended, at racedAt, a wait that it was not yet seen to begin.
	raced ender
	// connected is set while it is to be told how its attempt to connect has ended.
	connected connection
	racedAt   model.Time
}

const threadPage = 1 << 10

// threadTable holds threads by id, in pages, so that finding one costs two
// loads and ids out of nowhere cost little.
type threadTable struct{ pages [][]thread }

// get returns the entry of a thread id; nil for ids that cannot be.
func (t *threadTable) get(id model.TID) *thread {
	if id == model.IdleTID || id >= maxTID {
		return nil
	}
	p := int(id / threadPage)
	if p >= len(t.pages) {
		t.pages = append(t.pages, make([][]thread, p+1-len(t.pages))...)
	}
	if t.pages[p] == nil {
		t.pages[p] = make([]thread, threadPage)
	}
	return &t.pages[p][id%threadPage]
}
