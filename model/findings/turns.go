package findings

import (
	"cmp"
	"fmt"
	"slices"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/measure/blocking"
)

// turnsKey is the key of the result of takingTurns.
type turnsKey struct{}

// takingTurns are the findings about threads that take turns.
func (l *ruleContext) takingTurns() []Finding {
	return once(l, turnsKey{}, func() []Finding { return findTurns(l) })
}

// findTurns makes a finding of each circle of threads that wait for one another if about
// one at a time is active, that is not in such a wait. What that one does, whether it
// runs or sleeps, is what the others wait for.
func findTurns(l *ruleContext) (list []Finding) {
	c := turnFinder{ruleContext: l, locks: blocking.LocksOf(l.t), waiters: make([]waiter, len(l.target))}
	l.each(len(l.target), func(i int) { c.waiters[i] = c.waiterOf(l.target[i]) })
	if l.ctx.Err() != nil {
		return nil
	}
	wakers := map[model.ThreadIx][]model.ThreadIx{}
	var threads []model.ThreadIx
	for i := range c.waiters {
		if w := &c.waiters[i]; len(w.wakers) > 0 {
			wakers[w.ix], threads = w.wakers, append(threads, w.ix)
		}
	}
	for _, circle := range circlesOf(wakers, threads) {
		// Threads that do the same, not those that give them the work.
		alike := false
		for _, same := range l.alike(circle) {
			if f, ok := c.takeTurns(same); ok {
				list, alike = append(list, f), true
			}
		}
		if alike {
			continue
		}
		if f, ok := c.takeTurns(circle); ok {
			list = append(list, f)
		}
	}
	return list
}

// alike are the threads of a circle whose names differ only in a number, in whatever
// process, if those are not all.
func (l *ruleContext) alike(circle []model.ThreadIx) (groups [][]model.ThreadIx) {
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
func (l *ruleContext) isAlike(threads []model.ThreadIx) bool {
	name := func(ix model.ThreadIx) string { return model.Stem(l.t.Threads[ix].Name()) }
	return name(threads[0]) != "" && !slices.ContainsFunc(threads, func(ix model.ThreadIx) bool { return name(ix) != name(threads[0]) })
}

// activity is how a circle's threads are active together. If they rarely queue for a CPU,
// queueing is left out: a thread that has given the turn away is displaced by the one that
// gets it.
type activity struct {
	any, sum    model.Time // time in which at least one is active; total of all
	sums        model.Sums // what they do in that time
	hidden      model.Time // total time in which it is unknown what they did
	waited      model.Time // total time waited for one another
	waits       int
	independent float64 // the average number of threads active simultaneously while any is, by chance
}

func (a *activity) atOnce() float64 { return quotient(a.sum, a.any) }

func (c *turnFinder) activityOf(list []member) (a activity) {
	leftOut := a.add(c, list)
	if !leftOut {
		c.keepMutual(list)
		c.each(len(list), func(i int) { c.leaveOutVain(&list[i]) })
		a = activity{}
		leftOut = a.add(c, list)
	}
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
		part := quotient(active, c.Range.Len())
		sum, none = sum+part, none*(1-part)
	}
	a.independent = quotient(sum, 1-none)
	if quotient(a.sum, c.Range.Len()) > c.number("E1.active") {
		a.any = c.Range.Len() // at most: even so, too many are active simultaneously
		return a
	}
	if list[0].mutual == nil {
		c.keepMutual(list)
	}
	n := 2 * len(list)
	for i := range list {
		n += 2 * (len(list[i].mutual) + len(list[i].vain))
	}
	changes := make([]moment, 0, n) // by which the number of active threads changes
	for i := range list {
		changes = c.appendChanges(changes, &list[i], leftOut)
	}
	changes = inTime(changes)
	active := int32(0)
	for i, m := range changes {
		if active > 0 {
			a.any += m.at - changes[i-1].at
		}
		active += m.i
	}
	return a
}

// add adds up what threads do. It reports whether they rarely queue for a CPU.
func (a *activity) add(c *turnFinder, list []member) bool {
	for i := range list {
		a.sums.Add(&list[i].sums)
		a.waited += list[i].waited
		a.waits += list[i].waits
		a.hidden += c.hidden[list[i].ix]
	}
	queued := a.sums[model.Preemption] + a.sums[model.Dispatch] + a.hidden // at most
	return quotient(queued, a.sums[model.Execution]) < c.part("E1.queued")
}

// leaveOutVain leaves out of a thread's activity the times between two mutual waits in
// which it queues for a CPU and, once it has one, finds within a moment that it is not its
// turn. Another CPU would not help.
func (c *turnFinder) leaveOutVain(u *member) {
	again := c.time("E1.again")
	for k := 1; k < len(u.mutual); k++ {
		between := model.Range{From: u.mutual[k-1].To, To: u.mutual[k].From}
		did := c.t.Sums(u.ix, between)
		ran, queued := did[model.Execution]+did[model.Interrupt], did[model.Preemption]+did[model.Dispatch]
		if queued > 0 && ran < again && ran+queued == between.Len() {
			u.vain = append(u.vain, between)
			u.active -= between.Len()
			for _, c := range []model.Category{model.Execution, model.Interrupt, model.Preemption, model.Dispatch} {
				u.sums[c] -= did[c]
			}
		}
	}
}

// appendChanges appends when a thread becomes active, 1, and ceases to be, -1: not in
// mutual waits, not in vain and, if that is left out, not queued.
func (l *ruleContext) appendChanges(changes []moment, u *member, leftOut bool) []moment {
	changes = append(changes, moment{u.alive.From, 1}, moment{u.alive.To, -1})
	for _, w := range u.mutual {
		changes = append(changes, moment{w.From, -1}, moment{w.To, 1})
	}
	for _, r := range u.vain {
		changes = append(changes, moment{r.From, -1}, moment{r.To, 1})
	}
	if leftOut {
		vain := u.vain
		for _, q := range l.t.Queued(u.ix, u.alive) {
			for len(vain) > 0 && vain[0].To <= q.From {
				vain = vain[1:]
			}
			if len(vain) > 0 && vain[0].From <= q.From {
				continue // it is left out already
			}
			changes = append(changes, moment{q.From, -1}, moment{q.To, 1})
		}
	}
	return changes
}

// takeTurns is the finding about the threads of a circle, if they take turns.
func (c *turnFinder) takeTurns(circle []model.ThreadIx) (f Finding, ok bool) {
	list := c.members(circle)
	if len(list) < 2 || c.tooMany(list) {
		return f, false
	}
	a := c.activityOf(list)
	ran := a.sums[model.Execution] + a.sums[model.Interrupt]
	// Waits for other threads are the cause, or there is no work.
	idle := a.sums[model.Synchronization] + a.sums[model.WaitForWork] + a.sums[model.UIProcessing] + a.sums[model.Unclassified] + a.sums[model.UnknownCategory]
	switch {
	case a.any == 0, a.atOnce() > c.number("E1.active"), a.atOnce()-1 > c.part("E1.chance")*(a.independent-1):
	case quotient(a.any, c.Range.Len())*quotient(a.sum-idle, a.sum) < c.part("E1.busy"):
	case c.cpus() < 2 && ran > a.sum/2: // nothing else could run
	case a.any-a.hidden < model.Time(a.waits+c.lost(a.waits))*c.time("E1.turn"):
	default:
		return c.turnsOf(list, &a), true
	}
	return f, false
}

// tooMany reports whether threads wait for each other so often that a turn is too short even
// if one of them is active all the time: then their activity need not be computed.
func (c *turnFinder) tooMany(list []member) bool {
	waits := 0
	for i := range list {
		waits += list[i].waits
	}
	return c.Range.Len() < model.Time(waits+c.lost(waits))*c.time("E1.turn")
}

// turnsOf is the finding about threads that take turns.
func (l *ruleContext) turnsOf(list []member, a *activity) Finding {
	f := Finding{Pattern: "Taking turns", Severity: Problem, Range: l.Range, Cost: a.waited}
	slices.SortStableFunc(list, func(x, y member) int { return cmp.Compare(y.waited, x.waited) })
	for i := range list {
		f.Threads = append(f.Threads, list[i].ix)
		f.Evidence = append(f.Evidence, list[i].evidence)
	}
	slices.SortStableFunc(f.Evidence, func(x, y Evidence) int { return cmp.Compare(y.Len(), x.Len()) })
	doing := doingOf(a)
	where, details := l.means(list, a.waited)
	f.Sentence = fmt.Sprintf("%s take turns (%s): on average %.2f are active at a time%s. The active thread %s.",
		l.names(f.Threads), l.counted(f.Threads), a.atOnce(), where, doing.says)
	f.Details = append([]Detail{
		{"Active", fmt.Sprintf("%.2f", a.atOnce()), fmt.Sprintf("of %d threads on average, counting only the time in which at least one is "+
			"active (%s of the window)", len(list), share(a.any, l.Range.Len()))},
		{"Mutual waits", measure.Duration(a.waited), fmt.Sprintf("total of %s", plural(a.waits, "wait", "waits"))},
	}, details...)
	for _, d := range doing.parts {
		f.Details = append(f.Details, Detail{"Active thread", share(d.time, a.sum), d.says})
	}
	f.Try = doing.try
	return f
}
