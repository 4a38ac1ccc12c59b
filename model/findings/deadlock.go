package findings

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/measure/blocking"
)

var deadlockLimits = []Limit{
	{"E20.wait", 100, "ms", "minimum length of each deadlocked thread's wait for a lock; the wait must last until the trace or the thread ends"},
	{"E20.others", 10, "%", "while all threads of the possible deadlock wait: maximum share of the time for which another thread of the process is busy (anything except sleeping or waiting for threads); a busier thread may hold one of the locks"},
}

// deadlock is E20: threads wait for each other's locks and will do so forever.
var deadlock = Rule{
	ID: "E20", Name: "Deadlock",
	Doc:    "one of three cases: (1) threads wait for each other's locks until the trace or the threads end; (2) threads wait until then for different locks with unknown owners, and no other thread of the process is active; (3) all threads of a process wait for each other until a signal ends the process",
	rests:  onReasons,
	Report: "wait-chains",
	limits: deadlockLimits,
	check:  findDeadlock,
}

// stuck is a thread that waits for a lock until the trace ends, or until the thread is
// ended: no thread released the lock.
type stuck struct {
	ix    model.ThreadIx
	wait  model.Range
	lock  *blocking.LockUse
	owner model.ThreadIx // NoThread if unknown
	mutex bool           // it is a lock that only its owner releases
	ended bool           // by a signal
}

func findDeadlock(l *ruleContext) (list []Finding) {
	byProcess := map[model.ProcIx][]stuck{}
	locks := blocking.LocksOf(l.t)
	for _, ix := range l.target {
		if s, ok := l.stuck(ix, locks); ok {
			proc := l.t.Threads[ix].Proc
			byProcess[proc] = append(byProcess[proc], s)
		}
	}
	for _, proc := range l.Target.Procs {
		threads := byProcess[proc]
		if len(threads) < 2 {
			continue
		}
		if cycle := cycleOf(threads); len(cycle) > 0 {
			list = append(list, l.deadlock(cycle, true))
		} else if mutual := l.waitForEachOther(proc, threads); len(mutual) > 0 {
			list = append(list, l.deadlock(mutual, false))
		} else if l.hang(proc, threads) {
			list = append(list, l.deadlock(threads, false))
		}
	}
	return list
}

// stuck is the wait of a thread for a lock that lasted to the end, if there is one
// in the window that is long enough.
func (l *ruleContext) stuck(ix model.ThreadIx, locks *blocking.Locks) (stuck, bool) {
	w, ok := blocking.LastWait(l.t, ix)
	if !ok || w.Category != model.Synchronization || w.Clip(l.Range).Len() < l.time("E20.wait") || !l.attested(ix, w.Range) {
		return stuck{}, false
	}
	lock, k, called := locks.At(&w)
	if !called || !lock.Waits[k].Open {
		return stuck{}, false // it was given the lock, and ended soon
	}
	s := stuck{ix: ix, wait: w.Range, lock: lock, owner: model.NoThread, mutex: lock.Mutex, ended: w.Ctx == model.CtxSignal}
	if h, ok := lock.Owner(w.To - 1); ok && h.Confidence >= blocking.Medium && h.Thread != ix {
		s.owner = h.Thread
	}
	return s, true
}

// cycleOf are threads each of which waits for a lock of the next one, the last for
// a lock of the first.
func cycleOf(threads []stuck) []stuck {
	at := map[model.ThreadIx]int{}
	for i := range threads {
		at[threads[i].ix] = i
	}
	for i := range threads {
		var chain []stuck
		for k, ok := i, true; ok && len(chain) <= len(threads); k, ok = at[threads[k].owner] {
			if len(chain) > 0 && k == i {
				return chain
			}
			chain = append(chain, threads[k])
		}
	}
	return nil
}

// waitForEachOther are the threads of a process that wait for different locks until
// the end, while no other thread of the process does anything: the owner of a lock
// that was free when it was taken is not recorded, but it is one of these.
func (l *ruleContext) waitForEachOther(proc model.ProcIx, threads []stuck) []stuck {
	threads = slices.DeleteFunc(slices.Clone(threads), func(s stuck) bool { return !s.mutex })
	if len(threads) < 2 || !slices.ContainsFunc(threads, func(s stuck) bool { return s.lock != threads[0].lock }) {
		return nil
	}
	all := threads[0].wait
	for _, s := range threads {
		all = model.Range{From: max(all.From, s.wait.From), To: min(all.To, s.wait.To)}
	}
	if all.Len() < l.time("E20.wait") {
		return nil
	}
	for _, ix := range l.t.Processes[proc].Threads { // including these, which wait all the time
		s := l.t.Sums(ix, all)
		passive := s[model.Sleep] + s[model.Synchronization]
		if float64(s.Total()-passive) > l.part("E20.others")*float64(all.Len()) {
			return nil
		}
	}
	return threads
}

// hang reports whether all threads of a process wait, without a time limit, for different
// words that only its own threads can change, until a signal ends it: whatever these words
// are, none of the threads can continue.
func (l *ruleContext) hang(proc model.ProcIx, threads []stuck) bool {
	all, ended, apart := threads[0].wait, false, false
	for _, s := range threads {
		if s.lock.Kind != model.LockFutex {
			return false
		}
		all = model.Range{From: max(all.From, s.wait.From), To: min(all.To, s.wait.To)}
		ended, apart = ended || s.ended, apart || s.lock != threads[0].lock
	}
	for _, ix := range l.t.Processes[proc].Threads { // the time from which no other thread is alive
		if !slices.ContainsFunc(threads, func(s stuck) bool { return s.ix == ix }) {
			all.From = max(all.From, l.t.Threads[ix].Life.To)
		}
	}
	return ended && apart && all.Len() >= l.time("E20.wait")
}

// deadlock is the finding about threads that wait for each other.
func (l *ruleContext) deadlock(threads []stuck, certain bool) Finding {
	f := Finding{Severity: Problem, Range: threads[0].wait, Try: "Acquire these locks in the same order everywhere, or acquire all of them together."}
	var names, pieces []string
	for _, s := range threads {
		f.Range = model.Range{From: min(f.Range.From, s.wait.From), To: max(f.Range.To, s.wait.To)}
		f.Cost += s.wait.Clip(l.Range).Len()
		f.Threads = append(f.Threads, s.ix)
		f.Evidence = append(f.Evidence, Evidence{s.ix, s.wait})
		names = append(names, l.name(s.ix))
		text := l.name(s.ix) + " waits for " + s.lock.LockTitle()
		if s.owner != model.NoThread {
			text += " held by " + l.name(s.owner)
		}
		pieces = append(pieces, text)
	}
	slices.SortStableFunc(f.Evidence, func(a, b Evidence) int { return cmp.Compare(b.Len(), a.Len()) })
	shown := pieces[:min(len(pieces), MaxNamed)]
	f.Sentence = fmt.Sprintf("Deadlock: %s. Each of these waits lasted until its thread or the trace ended.", strings.Join(shown, ", "))
	if !certain {
		f.Severity = Warning
		f.Sentence = fmt.Sprintf("Probably a deadlock: %s. Each of these waits lasted until its thread or the trace ended, and meanwhile no other thread of the process was active.", strings.Join(shown, ", "))
		f.Details = append(f.Details, Detail{"Lock owners", "unknown", "acquiring a free lock makes no system call that the trace could show"})
	}
	f.Details = append(f.Details,
		Detail{"Threads", fmt.Sprint(len(threads)), strings.Join(names, ", ")},
		Detail{"Cost", measure.Duration(f.Cost), "total time of the threads' waits"})
	return f
}
