package classify

import "threadlens/model"

// Shares of a thread's waits from which it is taken to have nothing to do: of its
// waiting time in one place where threads are given work, and of its waits in one
// call that waits for input.
const (
	dispatchPercent = 95
	pollPercent     = 80
)

// worker is where a thread waits for work.
type worker struct {
	stack model.StackID // NoStack for none
	polls bool
}

// worker examines all waits of a thread.
func (v *Verdicts) worker(ix model.ThreadIx) (w worker) {
	t := v.trace
	th := &t.Threads[ix]
	stacks := v.stacks != nil && th.HasStacks()
	if !stacks && !t.Info.Has.Calls {
		return w
	}
	places := map[model.StackID]model.Time{} // where work is given out
	var waited model.Time
	waits, polls := 0, 0
	for s := range t.Segments(ix, th.Life) {
		if s.State != model.Waiting {
			continue
		}
		waits++
		waited += s.Len()
		if s.Sub == model.SubPoll || s.Sub == model.SubPollTimeout {
			polls++
		}
		if stacks {
			if b := v.stacks[s.Stack]; b.rule > 0 && v.table.rules[b.rule-1].Dispatch {
				places[s.Stack] += s.Len()
			}
		}
	}
	for stack, d := range places {
		if 100*d >= dispatchPercent*waited {
			w.stack = stack // no other place can have as much
		}
	}
	w.polls = 100*polls >= pollPercent*waits
	return w
}

// mark flags a wait for work.
func (w worker) mark(s *model.Segment) {
	if w.stack != model.NoStack && s.Stack == w.stack || w.polls && s.Sub == model.SubPoll {
		s.Flags |= model.IdleWorker
	}
}
