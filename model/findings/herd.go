package findings

import (
	"fmt"
	"slices"

	"threadlens/model"
	"threadlens/model/measure"
)

var herdLimits = []Limit{
	{"E13.threads", 4, "", "minimum number of threads that one thread wakes together"},
	{"E13.within", 200, "us", "threads count as woken together if the time from the first to the last wake-up is at most this"},
	{"E13.back", 75, "%", "of the threads woken together: minimum share that wait for the same thing again"},
	{"E13.soon", 1, "ms", "maximum time from the wake-up of a thread until it waits again"},
	{"E13.run", 100, "us", "a woken thread counts as having found nothing to do only if it runs for less than this before it waits again"},
	{"E13.times", 3, "", "minimum number of times in the window that one thread wakes several others together (at least E13.threads)"},
}

// herd is E13: many threads are woken for something that only few of them can get. When a
// runtime wakes the threads of its garbage collector, they share the work.
var herd = Rule{
	ID: "E13", Name: "Thundering herd",
	Doc:    "one thread wakes many others together, and most of them find nothing to do and wait for the same thing again",
	rests:  onReasons,
	slow:   true,
	Report: "waits",
	limits: herdLimits,
	check:  findHerd,
}

func findHerd(l *ruleContext) []Finding {
	all := map[model.ThreadIx]*gathering{}
	threads, within, soon, run := int(l.number("E13.threads")), l.time("E13.within"), l.time("E13.soon"), l.time("E13.run")
	l.wakeups(func(list []wakeup) {
		together(list, within, func(ws []wakeup) {
			if len(ws) < threads || len(threadsOf(ws)) < threads {
				return
			}
			var ran model.Time
			back := 0
			for i := range ws {
				w := &ws[i]
				if w.again && !w.vague && w.sub == ws[0].sub && w.stack == ws[0].stack && w.next-w.ready <= soon && w.ran < run {
					back++
					ran += w.ran
				}
			}
			if quotient(back, len(ws)) >= l.part("E13.back") && l.atOnce(ws, threads) {
				gather(all, ws, model.Range{From: ws[0].ready, To: max(ws[len(ws)-1].next, ws[0].ready)}, ran)
			}
		})
	})
	var list []Finding
	for _, g := range gatherings(all, int(l.number("E13.times"))) {
		if l.ofRuntime(g.by) || l.inTurns(g) {
			continue
		}
		f := g.finding(Warning)
		f.Sentence = fmt.Sprintf("%s woke several threads at once (up to %d), %s times; most of the woken threads soon waited for the same thing again and ran in between for only %s in total.",
			l.name(g.by), g.most, measure.Count(int64(g.times)), measure.Duration(g.cost))
		f.Details = []Detail{{"Cost", measure.Duration(g.cost), "CPU time of threads that found nothing to do, without the cost of context switches"}}
		f.Try = "Wake one thread per piece of work: signal instead of broadcasting, or use exclusive waits (EPOLLEXCLUSIVE)."
		list = append(list, f)
	}
	return list
}

// atOnce reports whether a thread makes the given number of wakeups in a row without waiting
// in between itself: a thread that hands over a lock and queues for it again wakes others one
// by one.
func (l *ruleContext) atOnce(ws []wakeup, threads int) bool {
	n := 1
	for i := 1; i < len(ws) && n < threads; i++ {
		if n++; !l.runnable(ws[i].by, model.Range{From: ws[i-1].ready, To: ws[i].ready}) {
			n = 1
		}
	}
	return n >= threads
}

// runnable reports whether a thread is known to be running or runnable throughout a range.
func (l *ruleContext) runnable(ix model.ThreadIx, r model.Range) bool {
	sums := l.t.Sums(ix, r)
	return sums[model.Execution]+sums[model.Interrupt]+sums[model.Preemption]+sums[model.Dispatch] == r.Len()
}

// inTurns reports whether most of some threads, and the one that wakes them, are among those
// that take turns: that each wakes all others that wait for the turn is a part of that.
func (l *ruleContext) inTurns(g *gathering) bool {
	return slices.ContainsFunc(l.takingTurns(), func(f Finding) bool {
		n := 0
		for _, ix := range g.threads {
			n += bit(slices.Contains(f.Threads, ix))
		}
		return slices.Contains(f.Threads, g.by) && quotient(n, len(g.threads)) >= l.part("E13.back")
	})
}
