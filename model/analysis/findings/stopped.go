package findings

import (
	"fmt"

	"threadlens/model"
	"threadlens/model/analysis"
)

var stopLimits = []Limit{
	{"E17.part", 80, "%", "of the threads that have run shortly before, which stop together"},
	{"E17.within", 1, "ms", "within which they do, and are woken"},
	{"E17.stop", 1, "ms", "that they stand at least"},
	{"E17.before", 10, "ms", "that counts as shortly before"},
	{"E17.threads", 3, "", "threads that stop at least"},
	{"E17.times", 3, "", "times that this happens"},
}

// stopTheWorld is E17: all threads stop together until one lets them go on, as
// garbage collectors do.
var stopTheWorld = Rule{
	ID: "E17", Name: "Stop the world",
	Doc:   "again and again most threads leave their processors together, and one thread wakes them all later",
	check: findStops,
}

func findStops(l *look) []Finding {
	all := map[model.ThreadIx]*gathering{}
	l.wakeups(func(list []wakeup) {
		together(list, l.time("E17.within"), func(ws []wakeup) {
			if r, ok := l.stop(ws); ok {
				var cost model.Time
				for i := range ws {
					cost += ws[i].ready - ws[i].out
				}
				gather(all, ws, r, cost)
			}
		})
	})
	var list []Finding
	for _, g := range gatherings(all, int(l.number("E17.times"))) {
		f := g.finding(Warning)
		f.Sentence = fmt.Sprintf("Up to %d threads stopped together %s times until %s woke them, for %s of their time.",
			g.most, analysis.Count(int64(g.times)), l.name(g.by), analysis.Duration(g.cost))
		f.Details = []Detail{{"Woken by", l.name(g.by), "each time"}, {"Cost", analysis.Duration(g.cost), "of the threads' time was standing"}}
		f.Try = "If this is a garbage collector: allocate less, or choose a concurrent collector; else look at what the waking thread did meanwhile."
		list = append(list, f)
	}
	return list
}

// stop is the time during which all of some threads, which one thread woke, stood.
func (l *look) stop(ws []wakeup) (r model.Range, ok bool) {
	threads := threadsOf(ws)
	if len(threads) < int(l.number("E17.threads")) {
		return r, false
	}
	first, last := ws[0].out, ws[0].out
	for i := range ws {
		first, last = min(first, ws[i].out), max(last, ws[i].out)
		if ws[i].ready-ws[i].out < l.time("E17.stop") {
			return r, false
		}
	}
	if last-first > l.time("E17.within") {
		return r, false
	}
	before := model.Range{From: first - l.time("E17.before"), To: first}
	active := 0
	for _, ix := range l.target {
		if s := l.t.Sums(ix, before); ix != ws[0].by && s[model.Execution] > 0 {
			active++
		}
	}
	return model.Range{From: first, To: ws[len(ws)-1].ready}, quotient(len(threads), active) >= l.part("E17.part")
}
