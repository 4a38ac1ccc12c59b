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
