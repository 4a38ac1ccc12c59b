package findings

import (
	"cmp"
	"fmt"
	"slices"

	"threadlens/model"
	"threadlens/model/analysis"
)

var pingPongLimits = []Limit{
	{"E14.turns", 100, "", "round trips of two threads that hand over to each other"},
	{"E14.share", 5, "%", "of the window that these round trips take"},
	{"E14.run", 50, "us", "that each runs at most before it hands over"},
	{"E14.trip", 500, "us", "that a round trip takes at most"},
}

// pingPong is E14: two threads hand over to each other again and again after little
// work each.
var pingPong = Rule{
	ID: "E14", Name: "Ping-pong",
	Doc:   "two threads take turns many times: each runs for a short time, wakes the other and waits for it",
	check: findPingPong,
}

// pair is two threads, the one with the lower index first.
type pair struct{ a, b model.ThreadIx }

func pairOf(a, b model.ThreadIx) pair { return pair{min(a, b), max(a, b)} }

// turn is a run that one thread of a pair got from the other.
type turn struct {
	woken         bool       // by a wake, not only by the CPU that became free
	at, wait, run model.Time // the switch-in, the time ready before, the run's length
	to            model.ThreadIx
	cpu           model.CPU
}

// findPingPong counts who hands over to whom before it looks closer at pairs that do
// so often enough.
func findPingPong(l *look) []Finding {
	least := int(l.number("E14.turns"))
	counts := map[pair]int{}
	for _, ix := range l.target {
		l.turns(ix, func(from model.ThreadIx, _ turn) { counts[pairOf(from, ix)]++ })
	}
	turns := map[pair][]turn{}
	for _, ix := range l.target {
		l.turns(ix, func(from model.ThreadIx, u turn) {
			if p := pairOf(from, ix); counts[p] >= least {
				turns[p] = append(turns[p], u)
			}
		})
	}
	var list []Finding
	for p, us := range turns {
		if f, ok := l.pingPong(p, us); ok {
			list = append(list, f)
		}
	}
	slices.SortFunc(list, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Threads[0], b.Threads[0]), cmp.Compare(a.Threads[1], b.Threads[1]))
	})
	return list
}

// turns yields the runs of a thread that another one of the target handed to it: by
// waking it or, on the same processor, by going off it after having taken it away.
func (l *look) turns(ix model.ThreadIx, yield func(from model.ThreadIx, u turn)) {
	from, u := model.NoThread, turn{to: ix}
	for e := range l.t.Episodes(ix, l.Range) {
		if from != model.NoThread && !e.NoOut {
			u.run = e.Out - u.at
			yield(from, u)
		}
		from = e.Unblocker
		u.at, u.wait, u.cpu, u.woken = e.In, e.Dispatch(), e.ToCPU, true
		if e.Kind == model.EpisodePreempt || e.Kind == model.EpisodeYield {
			from, u.wait, u.woken = e.Displacer, 0, false
		}
		if e.Open || e.Cut || !l.clear(e.Out, e.In) || from != model.NoThread && !l.ours(from) {
			from = model.NoThread
		}
	}
}

// pingPong looks at the turns of a pair. Those that go there and back, after runs
// that are short, count.
func (l *look) pingPong(p pair, us []turn) (f Finding, ok bool) {
	slices.SortStableFunc(us, func(a, b turn) int { return cmp.Compare(a.at, b.at) })
	short, longest := l.time("E14.run"), l.time("E14.trip")
	var trips, runs []model.Time
	var waited, took model.Time
	apart := 0
	for i := 0; i+2 < len(us); i++ {
		there, back, next := &us[i], &us[i+1], &us[i+2]
		if there.to == back.to || next.to != there.to || next.at-there.at > longest ||
			there.run >= short || back.run >= short || !there.woken && !back.woken {
			continue
		}
		trips = append(trips, next.at-there.at)
		runs = append(runs, there.run, back.run)
		waited += there.wait + back.wait
		took += next.at - there.at
		if there.cpu != back.cpu {
			apart++
		}
		i++ // the next round trip begins where this one ends
	}
	if len(trips) < max(1, int(l.number("E14.turns"))) || quotient(took, l.Range.Len()) < l.part("E14.share") {
		return f, false
	}
	a, b := us[0].to, p.a
	if a == p.a {
		b = p.b
	}
	f = Finding{
		Severity: Info, Range: model.Range{From: us[0].at, To: us[len(us)-1].at + us[len(us)-1].run},
		Threads: []model.ThreadIx{a, b}, Cost: waited,
		Try: "Hand over more work at once, in batches; or let one of the two do both halves.",
	}
	where := "on one CPU"
	if 2*apart >= len(trips) {
		f.Severity, where = Warning, "on different CPUs"
	}
	trip, run := median(trips), median(runs)
	f.Sentence = fmt.Sprintf("%s and %s handed over to each other and back %s times %s, a round trip every %s, after running for %s.",
		l.name(a), l.name(b), analysis.Count(int64(len(trips))), where, analysis.Duration(trip), analysis.Duration(run))
	f.Details = []Detail{
		{"Round trip", analysis.Duration(trip), "the median"},
		{"Run", analysis.Duration(run), "the median of both, between two hand-overs"},
		{"Cost", analysis.Duration(waited), "from being woken to running"},
	}
	for _, ix := range f.Threads {
		f.Evidence = append(f.Evidence, Evidence{ix, f.Range})
	}
	return f, true
}

// median is the value in the middle of a sample, which it sorts.
func median(list []model.Time) model.Time {
	slices.Sort(list)
	return list[len(list)/2]
}
