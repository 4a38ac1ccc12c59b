package findings

import (
	"cmp"
	"fmt"
	"slices"

	"threadlens/model"
	"threadlens/model/analysis"
)

// takingTurns are the findings about threads that take turns.
func (l *look) takingTurns() []Finding {
	return l.turns.get(struct{}{}, func() []Finding { return findTurns(l) })
}

// findTurns makes a finding of each circle of threads that wait for one another of which
// about one at a time is active: not in such a wait. What it does then, to run or to
// sleep, is what the others wait for.
func findTurns(l *look) (list []Finding) {
	locks := analysis.LocksOf(l.t)
	all := make([][]model.ThreadIx, len(l.target))
	l.each(len(all), func(i int) { all[i] = l.wakersOf(l.target[i], locks) })
	if l.ctx.Err() != nil {
		return nil
	}
	wakers := map[model.ThreadIx][]model.ThreadIx{}
	var threads []model.ThreadIx
	for i, ix := range l.target {
		if len(all[i]) > 0 {
			wakers[ix], threads = all[i], append(threads, ix)
		}
	}
	for _, circle := range circlesOf(wakers, threads) {
		// Threads that do the same, and not those who give them the work.
		alike := false
		for _, same := range l.alike(circle) {
			if f, ok := l.takeTurns(same, locks); ok {
				list, alike = append(list, f), true
			}
		}
		if alike {
			continue
		}
		if f, ok := l.takeTurns(circle, locks); ok {
			list = append(list, f)
		}
	}
	return list
}

// wakersOf are the threads of the target that end waits of one, in order; none of one that
// waits too rarely.
func (l *look) wakersOf(ix model.ThreadIx, locks *analysis.Locks) (list []model.ThreadIx) {
	n, by := 0, map[model.ThreadIx]bool{}
	l.awaits(ix, locks, func(w awaited) {
		by[w.by] = true // NoThread is none of the target's
		n += bit(w.last)
	})
	if n < max(1, int(l.number("E1.waits"))) {
		return nil
	}
	for _, w := range l.target {
		if by[w] {
			list = append(list, w)
		}
	}
	return list
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// alike are the threads of a circle that have names that differ in a number only, in
// whatever process, where those are not all.
func (l *look) alike(circle []model.ThreadIx) (groups [][]model.ThreadIx) {
	at := map[string]int{}
	for _, ix := range circle {
		stem := model.Stem(l.t.Threads[ix].Name())
		k, ok := at[stem]
		if !ok {
			k = len(groups)
			at[stem] = k
			groups = append(groups, nil)
		}
		groups[k] = append(groups[k], ix)
	}
	return slices.DeleteFunc(groups, func(g []model.ThreadIx) bool { return len(g) < 2 || len(g) == len(circle) })
}

// isAlike reports whether the names of threads differ in a number at most.
func (l *look) isAlike(threads []model.ThreadIx) bool {
	name := func(ix model.ThreadIx) string { return model.Stem(l.t.Threads[ix].Name()) }
	return name(threads[0]) != "" && !slices.ContainsFunc(threads, func(ix model.ThreadIx) bool { return name(ix) != name(threads[0]) })
}

// member is what a thread of a circle does.
type member struct {
	ix       model.ThreadIx
	alive    model.Range
	sums     model.Sums // while it is active: not in mutual waits
	mutual   []awaited  // for others of the circle, see keepMutual
	waited   model.Time // in them
	timed    model.Time // of it, with a time limit
	waits    int        // whole ones
	active   model.Time
	wait     model.Time // in waits of any kind, as far as may be
	evidence Evidence
}

// busy is how long a thread is active and has what it needs for that.
func (u *member) busy() model.Time {
	return u.active - u.sums[model.Preemption] - u.sums[model.Dispatch]
}

// memberOf is what one thread of a circle does.
func (l *look) memberOf(ix model.ThreadIx, circle []model.ThreadIx, locks *analysis.Locks) member {
	u := member{ix: ix, alive: l.working(ix), evidence: Evidence{Thread: ix}}
	u.sums = l.t.Sums(ix, u.alive)
	d := u.sums
	u.wait = d.Total() - d[model.Execution] - d[model.Interrupt] - d[model.Preemption] - d[model.Dispatch]
	l.mutualOf(&u, circle, locks, func(w *awaited) {
		u.waited += w.Len()
		if w.sub == model.SubFutexTimeout {
			u.timed += w.Len()
		}
		u.sums[w.cat] -= w.Len()
		u.waits += bit(w.last)
		if w.Len() > u.evidence.Len() {
			u.evidence.Range = w.Range
		}
	})
	u.active = u.alive.Len() - u.waited
	l.limited(&u, locks)
	return u
}

// mutualOf yields the waits of a thread for others of its circle.
func (l *look) mutualOf(u *member, circle []model.ThreadIx, locks *analysis.Locks, yield func(*awaited)) {
	ours := wokenBy(circle)
	l.awaits(u.ix, locks, func(w awaited) {
		if w.From < u.alive.To && (isOf(circle, w.by) || w.by == model.NoThread && ours(w.lock)) {
			yield(&w)
		}
	})
}

// keepMutual keeps the mutual waits of a circle's threads: only where they are needed, since
// there may be millions.
func (l *look) keepMutual(list []member, locks *analysis.Locks) {
	circle := make([]model.ThreadIx, len(list))
	for i := range list {
		circle[i] = list[i].ix
	}
	l.each(len(list), func(i int) {
		u := &list[i]
		l.mutualOf(u, circle, locks, func(w *awaited) { u.mutual = append(u.mutual, *w) })
	})
}

// isOf reports whether a thread is one of a circle.
func isOf(circle []model.ThreadIx, ix model.ThreadIx) bool {
	_, ok := slices.BinarySearch(circle, ix)
	return ok
}

// wokenBy reports of locks whether threads of a circle wake those that wait for them.
func wokenBy(circle []model.ThreadIx) func(*analysis.LockUse) bool {
	known := map[*analysis.LockUse]bool{}
	return func(lock *analysis.LockUse) bool {
		ours, ok := known[lock]
		if !ok {
			ours = slices.ContainsFunc(lock.Wakes, func(w analysis.LockWake) bool { return isOf(circle, w.Thread) })
			known[lock] = ours
		}
		return ours
	}
}

// working is the part of the window in which a thread lives, up to a last wait that nothing
// ends but the trace, or the end of its program: it has done its work.
func (l *look) working(ix model.ThreadIx) model.Range {
	r := l.t.Threads[ix].Life.Clip(l.Range)
	if w, ok := analysis.LastWait(l.t, ix); ok && w.From > r.From {
		r.To = min(r.To, w.From)
	}
	middle := l.Range.From + l.Range.Len()/2 // no wait for half of the window misses it
	for s := range l.t.Segments(ix, model.Range{From: middle - 1, To: middle + 1}) {
		if s.State == model.Waiting && s.Overlap(r) > 0 && l.parked(ix, s.Range) {
			r.To = max(r.From, s.From)
		}
	}
	return r
}

// limited moves what a thread waits with a time limit for others, and in vain, from its
// sleep to its waits for work: nobody came. Where nobody ever wakes a thread, that is a
// sleep.
func (l *look) limited(u *member, locks *analysis.Locks) {
	if u.sums[model.Sleep] == 0 {
		return
	}
	var sum model.Time
	for s := range l.t.Segments(u.ix, u.alive) {
		if s.State != model.Waiting || s.Sub != model.SubFutexTimeout {
			continue
		}
		if lock, _, ok := locks.At(&s); !ok || len(lock.Wakes) > 0 {
			sum += s.Overlap(u.alive)
		}
	}
	sum -= u.timed
	u.sums[model.Sleep] -= sum
	u.sums[model.WaitForWork] += sum
}

// members are the turns of the threads of a circle that take part: others are left out
// until all do.
func (l *look) members(circle []model.ThreadIx, locks *analysis.Locks) (list []member) {
	like := l.isAlike(circle) // each would have the turn: of an unfair lock one has it most of the time
	for n := 0; n != len(circle); {
		n, list = len(circle), make([]member, len(circle))
		l.each(n, func(i int) { list[i] = l.memberOf(circle[i], circle, locks) })
		if l.ctx.Err() != nil {
			return nil
		}
		var most model.Time
		for i := range list {
			most = max(most, list[i].active)
		}
		list = slices.DeleteFunc(list, func(u member) bool {
			return u.waits < int(l.number("E1.waits")) || !like && quotient(u.busy()-l.unsure(u.ix), most) < l.part("E1.share") ||
				quotient(u.waited, u.wait) < l.part("E1.mutual")
		})
		circle = nil
		for i := range list {
			circle = append(circle, list[i].ix)
		}
	}
	return list
}

// unsure is how long a thread may have been in mutual waits that are not known to be
// such: what it did is hidden, or what ended a wait.
func (l *look) unsure(ix model.ThreadIx) model.Time {
	sum := l.hidden[ix]
	if len(l.blind) == 0 {
		return sum
	}
	var before model.Segment
	for s := range l.t.Segments(ix, l.Range) {
		if s.State == model.Waiting && s.Flags&model.LossOverlap != 0 {
			sum += s.Overlap(l.Range)
		} else if s.State == model.Unknown && before.State == model.Waiting {
			sum += before.Overlap(l.Range)
		}
		before = s
	}
	return sum
}

// activity is how a circle's threads are active together. Where they seldom queue for a CPU
// that is left out of it: who has given the turn away is displaced by who gets it.
type activity struct {
	any, sum    model.Time // at least one; of all together
	sums        model.Sums // what they do meanwhile
	hidden      model.Time // of it, together: what they did then is not known
	waited      model.Time // for one another, together
	waits       int
	independent float64 // how many would be active at once on average while any is, by chance
}

func (a *activity) atOnce() float64 { return quotient(a.sum, a.any) }

func (l *look) activityOf(list []member, locks *analysis.Locks) (a activity) {
	for i := range list {
		a.sums.Add(&list[i].sums)
		a.waited += list[i].waited
		a.waits += list[i].waits
		a.hidden += l.hidden[list[i].ix]
	}
	queued := a.sums[model.Preemption] + a.sums[model.Dispatch] + a.hidden // as far as may be
	leftOut := quotient(queued, a.sums[model.Execution]) < l.part("E1.queued")
	if leftOut {
		a.sums[model.Preemption], a.sums[model.Dispatch] = 0, 0
	}
	sum, none := 0.0, 1.0
	for i := range list {
		active := list[i].active
		if leftOut {
			active = list[i].busy()
		}
		a.sum += active
		part := quotient(active, l.Range.Len())
		sum, none = sum+part, none*(1-part)
	}
	a.independent = quotient(sum, 1-none)
	if quotient(a.sum, l.Range.Len()) > l.number("E1.active") {
		a.any = l.Range.Len() // at most: there are too many at once even so
		return a
	}
	l.keepMutual(list, locks)
	var changes []activeChange
	for i := range list {
		changes = l.appendChanges(changes, &list[i], leftOut)
	}
	slices.SortFunc(changes, func(x, y activeChange) int { return cmp.Compare(x.at, y.at) })
	n := 0
	for i, c := range changes {
		if n > 0 {
			a.any += c.at - changes[i-1].at
		}
		n += c.d
	}
	return a
}

// activeChange is an instant at which threads begin to be active, or end.
type activeChange struct {
	at model.Time
	d  int
}

// appendChanges appends when a thread is active: not in mutual waits and, where that is left
// out, not queued.
func (l *look) appendChanges(changes []activeChange, u *member, leftOut bool) []activeChange {
	changes = append(changes, activeChange{u.alive.From, 1}, activeChange{u.alive.To, -1})
	for _, w := range u.mutual {
		changes = append(changes, activeChange{w.From, -1}, activeChange{w.To, 1})
	}
	if leftOut {
		for _, q := range l.t.Queued(u.ix, u.alive) {
			changes = append(changes, activeChange{q.From, -1}, activeChange{q.To, 1})
		}
	}
	return changes
}

// takeTurns is the finding about the threads of a circle, if they take turns.
func (l *look) takeTurns(circle []model.ThreadIx, locks *analysis.Locks) (f Finding, ok bool) {
	list := l.members(circle, locks)
	if len(list) < 2 {
		return f, false
	}
	a := l.activityOf(list, locks)
	ran := a.sums[model.Execution] + a.sums[model.Interrupt]
	// What they wait for of others is the cause, or nothing: there is no work.
	idle := a.sums[model.Synchronization] + a.sums[model.WaitForWork] + a.sums[model.UIProcessing] + a.sums[model.Unclassified] + a.sums[model.UnknownCategory]
	switch {
	case a.any == 0, a.atOnce() > l.number("E1.active"), a.atOnce()-1 > l.part("E1.chance")*(a.independent-1):
	case quotient(a.any, l.Range.Len())*quotient(a.sum-idle, a.sum) < l.part("E1.busy"):
	case l.cpus() < 2 && ran > a.sum/2: // nothing could run beside it
	case a.any-a.hidden < model.Time(a.waits+l.lost(a.waits))*l.time("E1.turn"):
	default:
		return l.turnsOf(list, &a), true
	}
	return f, false
}

// turnsOf is the finding about threads that take turns.
func (l *look) turnsOf(list []member, a *activity) Finding {
	f := Finding{Pattern: "Taking turns", Severity: Problem, Range: l.Range, Cost: a.waited}
	slices.SortStableFunc(list, func(x, y member) int { return cmp.Compare(y.waited, x.waited) })
	for i := range list {
		f.Threads = append(f.Threads, list[i].ix)
		f.Evidence = append(f.Evidence, list[i].evidence)
	}
	slices.SortStableFunc(f.Evidence, func(x, y Evidence) int { return cmp.Compare(y.Len(), x.Len()) })
	doing := doingOf(a)
	where, details := l.means(list, a.waited)
	f.Sentence = fmt.Sprintf("%s take turns (%s): %.2f at a time are active%s. The one whose turn it is %s.",
		l.names(f.Threads), l.counted(f.Threads), a.atOnce(), where, doing.says)
	f.Details = append([]Detail{
		{"Active", fmt.Sprintf("%.2f", a.atOnce()), fmt.Sprintf("of %d on average while any is, which is %s of the window", len(list), share(a.any, l.Range.Len()))},
		{"For each other", analysis.Duration(a.waited), fmt.Sprintf("they waited together, in %s", plural(a.waits, "wait", "waits"))},
	}, details...)
	for _, d := range doing.parts {
		f.Details = append(f.Details, Detail{"Whose turn it is", share(d.time, a.sum), d.says})
	}
	f.Try = doing.try
	return f
}
