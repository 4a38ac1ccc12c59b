package perfdata

import "threadlens/model"

// thread is what the decoder remembers of a thread id.
type thread struct {
	name    model.StringID
	pid     uint32
	known   bool // pid is known
	forked  bool // a FORK record came, the tracepoint has yet to come
	exited  bool // its end was announced
	yielded bool // it is inside sched_yield
	// inside is the system call that it is in, according to events of calls.
	inside model.StringID
	// call is the index in allFacts of the stack with which it was seen to leave its CPU in a
	// system call, until it is known to have continued; otherwise 0.
	call uint16
	// ender is what ended its wait since then.
	ender ender
	// raced is what ended, at racedAt, a wait whose start has not been seen yet.
	raced ender
	// connected is set until it learns how its attempt to connect ended.
	connected connection
	racedAt   model.Time
}

const threadPage = 1 << 10

// threadTable holds threads by id, in pages, so that finding one costs two loads and stray ids cost
// little.
type threadTable struct{ pages [][]thread }

// get returns the entry of a thread id; nil for impossible ids.
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
