package main

import (
	"fmt"
	"maps"
	"slices"

	"threadlens/model"
)

// monotonic is the clock of the logs.
const monotonic = "CLOCK_MONOTONIC"

// recorded is a recording of a program together with its log.
type recorded struct {
	*model.Trace
	log *programLog
	// threads are the incarnations of each thread id.
	threads map[model.TID][]model.ThreadIx
	// own are the processes of the program and its children.
	own []model.ProcIx
}

// align puts a trace and a log on one clock.
func align(t *model.Trace, log *programLog) (*recorded, error) {
	if c := t.Info.Clock.Name; c != monotonic {
		return nil, fmt.Errorf("%s has times of %s, not of %s", t.Info.File, c, monotonic)
	}
	r := &recorded{Trace: t, log: log, threads: map[model.TID][]model.ThreadIx{}}
	for i := range t.Threads {
		if th := &t.Threads[i]; !th.Idle {
			r.threads[th.TID] = append(r.threads[th.TID], model.ThreadIx(i))
		}
	}
	r.own = r.processes()
	if len(r.own) == 0 {
		return nil, fmt.Errorf("%s does not show process %d", t.Info.File, log.PID)
	}
	return r, nil
}

// processes are those of the program and its children: they log waits.
func (r *recorded) processes() []model.ProcIx {
	ours := map[model.ProcIx]bool{}
	for i := range r.log.Waits {
		w := &r.log.Waits[i]
		if th := r.thread(w.TID, r.at(w.From)); th != model.NoThread {
			ours[r.Threads[th].Proc] = true
		}
	}
	for i := range r.Processes {
		if r.Processes[i].PID == r.log.PID {
			ours[model.ProcIx(i)] = true
		}
	}
	return slices.Sorted(maps.Keys(ours))
}

// at is an instant of the log in the trace. What never ended ends with the trace.
func (r *recorded) at(clock int64) model.Time {
	if clock == forever {
		return r.End
	}
	return model.Time(clock - r.Info.Clock.StartNS)
}

// span is a time of the log in the trace.
func (r *recorded) span(from, to int64) model.Range {
	return model.Range{From: r.at(from), To: r.at(to)}
}

// thread is the thread with an id at an instant, NoThread where the trace knows none.
func (r *recorded) thread(id model.TID, at model.Time) model.ThreadIx {
	for _, ix := range r.threads[id] {
		if r.Threads[ix].Life.Contains(at) {
			return ix
		}
	}
	return model.NoThread
}

// tid is the id of a thread, 0 for none.
func (r *recorded) tid(ix model.ThreadIx) model.TID {
	if ix == model.NoThread {
		return 0
	}
	return r.Threads[ix].TID
}

// kernels reports whether a thread is a kernel thread.
func (r *recorded) kernels(ix model.ThreadIx) bool {
	return ix != model.NoThread && r.Process(ix).Class == model.ClassSystem
}
