package cut

import (
	"slices"

	"threadlens/model"
)

// Limits of what is remembered of a thread: what matters comes first, or last.
const (
	mostWakes  = 16
	mostCalls  = 32
	mostIssues = 1024
)

// thread is what is remembered of a thread.
type thread struct {
	running bool
	in, out kept // its last switch-in, and its switch-out after it
	stacked kept // its last one before with a stack, which names its start function
	// Where the clocks of CPUs differ, a thread may be switched in while it still runs elsewhere: its
	// switch-in there, and its late switch-out.
	lateIn, lateOut kept
	ousted          kept // the next switch on the CPU of in, if that does not take it off: events are missing

	wakes  []kept // since its last switch: of one that runs, only the latest
	moves  []kept // what else concerns it since its last switch
	calls  []kept // from the first that has not returned on
	exit   kept   // the last return of a call: the thread makes calls
	issues []kept // transfers under way
	sample kept   // its last sample
	fault  kept   // its last fault, if nothing came after it
	ran    kept   // its last account of execution
	bound  kept   // where it may run

	booked   bool // an account of execution came after the window
	done     bool // was switched in after the window, at doneAt
	doneAt   model.Time
	left     bool // and then out again
	returned bool // a call returned or was entered after the window
	seen     int  // wakes after the window
}

func (c *Cutter) thread(id model.TID) *thread {
	t := c.threads[id]
	if t == nil {
		t = &thread{}
		c.threads[id] = t
	}
	return t
}

// leaves notes a switch-out. An early wake stays: it may be the one that ends the wait.
func (t *thread) leaves(k kept) {
	t.running, t.out, t.moves = false, k, nil
}

// late reports whether a switch-out is from before the last switch-in, though it has a later time
// by the clock of another CPU.
func (t *thread) late(e *model.Event) bool {
	return t.running && t.in.event.CPU != e.CPU && e.Time-t.in.event.Time <= model.DefaultOptions().SkewWindow
}

// replaced notes that the switch in, which gave the thread its CPU, was followed by one there that
// takes another thread off it.
func (t *thread) replaced(in, next kept) {
	if t.running && t.in.seq == in.seq {
		t.ousted = next
	}
}

// arrives notes a switch-in.
func (t *thread) arrives(k kept) {
	if t.out.event.Stack != model.NoStack {
		t.stacked = t.out
	}
	t.lateIn, t.lateOut, t.ousted = kept{}, kept{}, kept{}
	if t.running {
		t.lateIn = t.in
	}
	t.running, t.in, t.out, t.wakes, t.moves, t.fault = true, k, kept{}, nil, nil, kept{}
}

// note remembers another event of the thread.
func (t *thread) note(k kept) {
	switch k.event.Kind {
	case model.KindWake:
		switch {
		case t.running:
			t.wakes = append(t.wakes[:0], k)
		case len(t.wakes) < mostWakes:
			t.wakes = append(t.wakes, k)
		}
	case model.KindBlocked:
		t.moves = append(t.moves, k)
		t.moves = t.moves[max(0, len(t.moves)-mostWakes):]
	case model.KindMigrate:
		t.migrate(k)
	case model.KindRan:
		t.ran = k
	case model.KindSample:
		t.sample = k
	case model.KindFault:
		t.fault = k
	case model.KindCallEnter:
		t.fault = kept{}
		t.enters(k)
	case model.KindCallExit:
		t.fault, t.exit = kept{}, k
		t.returns(k)
	case model.KindIssue:
		t.issues = append(t.issues, k)
		t.issues = t.issues[max(0, len(t.issues)-mostIssues):]
	case model.KindIO:
		t.issues = slices.DeleteFunc(t.issues, func(i kept) bool {
			return i.event.Time == k.event.End && i.event.Name == k.event.Name
		})
	}
}

func (t *thread) migrate(k kept) {
	if k.event.Flags&model.MigrateBound != 0 {
		t.bound = k
		return
	}
	t.moves = slices.DeleteFunc(t.moves, func(m kept) bool { return m.event.Kind == model.KindMigrate })
	t.moves = append(t.moves, k)
}

// returns notes the return of a call. Once all have returned, they are forgotten.
func (t *thread) returns(k kept) {
	n := len(t.calls)
	if n == 0 {
		return
	}
	if n == 1 {
		t.calls = t.calls[:0]
		return
	}
	t.calls = append(t.calls, k)
	t.calls = t.calls[max(0, len(t.calls)-mostCalls):]
}

// enters notes the entry of a call. One inside another that has returned matters no more.
func (t *thread) enters(k kept) {
	if n := len(t.calls); n > 2 && t.calls[n-1].event.Kind == model.KindCallExit && t.calls[n-2].event.Kind == model.KindCallEnter {
		t.calls = t.calls[:n-2]
	}
	t.calls = append(t.calls, k)
	t.calls = t.calls[max(0, len(t.calls)-mostCalls):]
}

// collect appends what shows the thread's state.
func (t *thread) collect(list []kept) []kept {
	for _, k := range []kept{t.in, t.out, t.lateIn, t.lateOut, t.ousted, t.stacked, t.sample, t.exit, t.fault, t.ran, t.bound} {
		if k.seq > 0 {
			list = append(list, k)
		}
	}
	for _, l := range [][]kept{t.wakes, t.moves, t.calls, t.issues} {
		list = append(list, l...)
	}
	return list
}
