package findings

import (
	"cmp"
	"slices"

	"threadlens/model"
)

// wakeup is a wait of a thread of the target that another thread ended, and what
// came after it.
type wakeup struct {
	out, ready, in model.Time
	next           model.Time // when it next waited for the same kind of thing, or left its CPU for good, 0 if not seen
	ran            model.Time // until then
	hops           int        // other waits and preemptions on the way
	thread, by     model.ThreadIx
	stack          model.StackID
	sub            model.Sub
	again          bool // it then waited for the same kind of thing as before
	vague          bool // nothing attests what it waited for, or what came after
}

// wakeupsAtOnce is about how many context switches are examined at a time: a long
// trace has more waits than memory should hold.
const wakeupsAtOnce = 1 << 17

// wakeups yields the wakeups in the window by waker, then in order, piece by piece of
// the window: wakeups on both sides of a boundary are not seen together.
func (l *ruleContext) wakeups(yield func([]wakeup)) {
	n := 1 + model.Time(l.t.SwitchCount())*l.Range.Len()/max(1, l.t.End)/wakeupsAtOnce
	var list, sorted []wakeup
	for k := range n {
		piece := model.Range{From: l.Range.From + l.Range.Len()/n*k, To: l.Range.From + l.Range.Len()/n*(k+1)}
		if k == n-1 {
			piece.To = l.Range.To
		}
		list = list[:0]
		for _, ix := range l.target {
			list = l.addWakeups(list, ix, piece)
		}
		if l.ctx.Err() != nil {
			return
		}
		sorted = byWaker(sorted[:0], list)
		yield(sorted)
	}
}

// byWaker appends wakeups, which are given thread by thread and in order, by waker, then by
// time. Their indexes are sorted, since wakeups are large.
func byWaker(sorted, list []wakeup) []wakeup {
	moments := make([]moment, len(list))
	for i := range list {
		moments[i] = moment{list[i].ready, int32(i)}
	}
	moments = inTime(moments)
	for k := range moments {
		moments[k].at = model.Time(list[moments[k].i].by)
	}
	for _, m := range inTime(moments) {
		sorted = append(sorted, list[m.i])
	}
	return sorted
}

func (l *ruleContext) addWakeups(list []wakeup, ix model.ThreadIx, r model.Range) []wakeup {
	var open []int // of list: those whose continuation is followed
	since := model.Time(0)
	for e := range l.t.Episodes(ix, r) {
		for _, i := range open {
			l.follow(&list[i], &e, since)
		}
		open = slices.DeleteFunc(open, func(i int) bool { return list[i].again || list[i].hops > maxHerdHops })
		since = e.In
		if e.Cut || e.NoOut || e.Kind != model.EpisodeWait || e.Open || e.Unblocker == model.NoThread || e.Flags&(model.OpenStart|model.WakeMissing) != 0 {
			continue
		}
		open = append(open, len(list))
		list = append(list, wakeup{
			out: e.Out, ready: e.Ready, in: e.In, thread: ix, by: e.Unblocker, stack: e.Stack, sub: e.Sub,
			vague: e.Stack == model.NoStack && e.Category == model.Unclassified,
		})
	}
	return list
}

// follow adds to a wakeup that its thread, which had its CPU since an instant, left it.
func (l *ruleContext) follow(w *wakeup, e *model.Episode, since model.Time) {
	w.next, w.ran = e.Out, w.ran+e.Out-since
	w.vague = w.vague || !l.clear(w.out, e.Out)
	w.again = !e.Cut && e.Kind == model.EpisodeWait && e.Sub == w.sub && e.Stack == w.stack
	w.hops++
}

// maxHerdHops is how many waits for something else, such as the lock of a
// condition, and preemptions are followed until a thread waits for the same again.
const maxHerdHops = 2

// together yields the runs of wakeups by one thread that lie within a time.
func together(list []wakeup, within model.Time, yield func([]wakeup)) {
	for len(list) > 0 {
		n := 1
		for n < len(list) && list[n].by == list[0].by && list[n].ready-list[0].ready <= within {
			n++
		}
		yield(list[:n])
		list = list[n:]
	}
}

// threadsOf are the threads of wakeups, without repetition.
func threadsOf(list []wakeup) (threads []model.ThreadIx) {
	for i := range list {
		if !slices.Contains(threads, list[i].thread) {
			threads = append(threads, list[i].thread)
		}
	}
	return threads
}

// gathering is what one waker did repeatedly.
type gathering struct {
	by      model.ThreadIx
	threads []model.ThreadIx
	times   int
	most    int // greatest number of threads at a time
	model.Range
	cost     model.Time
	evidence []Evidence
}

// gather notes another wake by a waker of some threads.
func gather(all map[model.ThreadIx]*gathering, ws []wakeup, r model.Range, cost model.Time) {
	g := all[ws[0].by]
	if g == nil {
		g = &gathering{by: ws[0].by, Range: r}
		all[g.by] = g
	}
	threads := threadsOf(ws)
	g.times++
	g.cost += cost
	g.most = max(g.most, len(threads))
	g.From, g.To = min(g.From, r.From), max(g.To, r.To)
	for _, ix := range threads {
		if !slices.Contains(g.threads, ix) {
			g.threads = append(g.threads, ix)
		}
	}
	g.evidence = append(g.evidence, Evidence{ws[0].thread, r})
}

// gatherings are those that happened often enough, in the order of their wakers.
func gatherings(all map[model.ThreadIx]*gathering, least int) []*gathering {
	var list []*gathering
	for _, g := range all {
		if g.times >= least {
			list = append(list, g)
		}
	}
	slices.SortFunc(list, func(a, b *gathering) int { return cmp.Compare(a.by, b.by) })
	return list
}

// finding is what all findings about gatherings have in common.
func (g *gathering) finding(s Severity) Finding {
	return Finding{Severity: s, Range: g.Range, Threads: append([]model.ThreadIx{g.by}, g.threads...), Cost: g.cost, Evidence: g.evidence}
}
