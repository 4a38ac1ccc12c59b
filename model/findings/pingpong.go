package findings

import (
	"cmp"
	"fmt"
	"slices"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/measure/blocking"
)

var pingPongLimits = []Limit{
	{"E14.turns", 100, "", "minimum number of round trips of the work among the same threads"},
	{"E14.share", 5, "%", "minimum share of the window taken by round trips of the same threads"},
	{"E14.run", 50, "us", "the time that a thread runs before it wakes the next one must be shorter than this, in the median and on average: otherwise, the threads do real work"},
	{"E14.trip", 500, "us", "maximum median length of a round trip of the work between two threads; proportionally more for a ring of more threads"},
}

// pingPong is E14: threads repeatedly hand over to each other after little work
// each.
var pingPong = Rule{
	ID: "E14", Name: "Ping-pong",
	Doc:    "two threads, or a ring of threads, take turns many times: each runs briefly, wakes the next one and waits",
	slow:   true,
	Report: "peers",
	limits: pingPongLimits,
	check:  findPingPong,
}

// pair is two threads, the one with the lower index first.
type pair struct{ a, b model.ThreadIx }

func pairOf(a, b model.ThreadIx) pair { return pair{min(a, b), max(a, b)} }

// turn is a run that one thread got from another one.
type turn struct {
	from, to  model.ThreadIx
	given     model.Time // when from gave it
	at, till  model.Time // from the switch-in until the thread waits, or is displaced by one of the target
	wait, run model.Time // the time ready before it, and the time run in it
	next      int32      // the first turn given during this run, 0 for none
	cpu       model.CPU
	woken     bool // by a wake, not only by freeing the CPU
	vague     bool // nothing attests what it waited for before
	follows   bool // it is the next turn of another one
}

// round is the sum of the round trips of the same threads.
type round struct {
	threads      []model.ThreadIx // each hands over to the next
	trips, runs  []model.Time
	rings        int
	took, waited model.Time
	apart        int // number of trips on several CPUs
	model.Range
}

// maxRing is the maximum number of threads in a ring that is followed.
const maxRing = 16

// ring are threads each of which hands over to the next, starting with the lowest index.
type ring struct {
	n       int
	threads [maxRing]model.ThreadIx
}

// findPingPong follows the turns, each to the one that was given in it, until a thread
// has its turn again: that is a round trip. Rounds that share a thread make one finding.
func findPingPong(l *ruleContext) []Finding {
	all := l.linkedTurns()
	rounds := map[ring]*round{}
	for _, i := range all.order {
		if !all.at(i).follows {
			all.follow(i, rounds)
		}
	}
	var list []*round
	for _, r := range rounds {
		if len(r.trips) >= max(1, int(l.number("E14.turns"))) && max(median(r.runs), mean(r.runs)) < l.time("E14.run") &&
			median(r.trips) <= l.time("E14.trip")*model.Time(len(r.threads))/2 {
			list = append(list, r)
		}
	}
	slices.SortFunc(list, func(a, b *round) int {
		return cmp.Or(cmp.Compare(len(b.trips), len(a.trips)), slices.Compare(a.threads, b.threads))
	})
	var findings []Finding
	for _, r := range joined(list) {
		if quotient(r.took, l.Range.Len()) >= l.part("E14.share") {
			findings = append(findings, l.pingPong(r))
		}
	}
	return findings
}

// turnList are turns, numbered from 1, thread by thread. They are never moved: there may be millions.
type turnList struct {
	chunks [][]turn
	order  []int32 // their numbers, by when they were given
}

// turnsChunk is how many turns are allocated together.
const turnsChunk = 1 << 12

func (t *turnList) add(u turn) {
	n := len(t.chunks)
	if n == 0 || len(t.chunks[n-1]) == turnsChunk {
		t.chunks = append(t.chunks, make([]turn, 0, turnsChunk))
		n++
	}
	t.chunks[n-1] = append(t.chunks[n-1], u)
}

// len is the number of turns.
func (t *turnList) len() int {
	if n := len(t.chunks); n > 0 {
		return (n-1)*turnsChunk + len(t.chunks[n-1])
	}
	return 0
}

// at is turn i, 1 … len.
func (t *turnList) at(i int32) *turn { return &t.chunks[(i-1)/turnsChunk][(i-1)%turnsChunk] }

// sort sets the order.
func (t *turnList) sort() {
	list := make([]moment, t.len())
	for k := range list {
		i := int32(k) + 1
		list[k] = moment{t.at(i).given, i}
	}
	t.order = make([]int32, len(list))
	for k, m := range inTime(list) {
		t.order[k] = m.i
	}
}

// linkedTurns are the turns in the window that threads of the target gave each other,
// linked to the turns that follow.
func (l *ruleContext) linkedTurns() *turnList {
	all := &turnList{}
	locks := blocking.LocksOf(l.t)
	for _, ix := range l.target {
		if l.ofRuntime(ix) {
			continue // how a collector shares its work is not the program's business
		}
		l.handOvers(ix, locks, all.add)
	}
	all.sort()
	last := make([]int32, len(l.t.Threads)) // the turn that each thread got last, 0 for none
	for _, i := range all.order {
		u := all.at(i)
		if k := last[u.from]; k > 0 {
			if before := all.at(k); before.next == 0 && before.at <= u.given && u.given <= before.till {
				before.next, u.follows = i, true
			}
		}
		last[u.to] = i
	}
	return all
}

// handOvers yields the runs of a thread that another one of the target handed to it: by
// waking it or, on the same CPU, by leaving it after having taken it away. Threads of
// other programs that take the CPU in between do not end a turn. A thread that releases
// a mutex does not hand over work: that is E2.
func (l *ruleContext) handOvers(ix model.ThreadIx, locks *blocking.Locks, yield func(turn)) {
	u := turn{from: model.NoThread, to: ix}
	since := model.Time(0) // it runs
	for e := range l.t.Episodes(ix, l.Range) {
		displaced := e.Kind == model.EpisodePreempt || e.Kind == model.EpisodeYield
		known := !e.Open && !e.Cut && l.clear(e.Out, e.In)
		if u.from != model.NoThread && !e.NoOut {
			u.run += e.Out - since
			u.till = e.Out
			if displaced && known && !l.ours(e.Displacer) {
				since = e.In
				continue
			}
			yield(u)
		}
		u = turn{from: e.Unblocker, to: ix, given: e.Ready, at: e.In, wait: e.Dispatch(), cpu: e.ToCPU, woken: true, vague: e.Category == model.Unclassified}
		if displaced {
			u.from, u.given, u.wait, u.woken = e.Displacer, e.In, 0, false
		}
		if since = e.In; !known || !l.ours(u.from) || !displaced && forMutex(locks, ix, e.Out) {
			u.from = model.NoThread
		}
	}
}

// forMutex reports whether the wait of a thread that starts at an instant is for a mutex.
func forMutex(locks *blocking.Locks, ix model.ThreadIx, out model.Time) bool {
	lock, _, called := locks.Of(ix, out)
	return called && (lock.Owned || lock.Mutex)
}

// follow counts the round trips starting with each turn from the given one on.
func (t *turnList) follow(i int32, rounds map[ring]*round) {
	var path []*turn
	for i > 0 {
		u := t.at(i)
		i = u.next
		k := slices.IndexFunc(path, func(p *turn) bool { return p.to == u.to })
		if k >= 0 {
			addTrip(rounds, path[k:], u)
			path = path[:0]
		}
		if len(path) == maxRing {
			path = path[1:]
		}
		path = append(path, u)
	}
}

// addTrip counts the turns of a round trip, up to the one with which the next starts. A
// trip of more than two threads may be the order in which they get a lock, if nothing
// attests what they wait for.
func addTrip(rounds map[ring]*round, path []*turn, next *turn) {
	n, woken, apart, vague := len(path), 0, false, false
	for _, u := range path {
		if u.woken {
			woken++
		}
		apart, vague = apart || u.cpu != path[0].cpu, vague || u.vague
	}
	if n < 2 || 2*woken < n || n > 2 && vague {
		return
	}
	// The thread with the lowest index first, so that all trips of a ring have one key.
	first := 0
	for i, u := range path {
		if u.to < path[first].to {
			first = i
		}
	}
	key := ring{n: n}
	for i := range path {
		key.threads[i] = path[(first+i)%n].to
	}
	r := rounds[key]
	if r == nil {
		r = &round{threads: slices.Clone(key.threads[:n]), rings: 1, Range: model.Range{From: path[0].at, To: next.at}}
		rounds[key] = r
	}
	r.trips = append(r.trips, next.at-path[0].at)
	r.took += next.at - path[0].at
	r.From, r.To = min(r.From, path[0].at), max(r.To, next.at)
	for _, u := range path {
		r.runs = append(r.runs, u.run)
		r.waited += u.wait
	}
	if apart {
		r.apart++
	}
}

// joined joins the rounds that share a thread, in the order of the list.
func joined(list []*round) []*round {
	var out []*round
	for _, r := range list {
		rest := out[:0:0]
		for _, o := range out {
			if !slices.ContainsFunc(o.threads, func(ix model.ThreadIx) bool { return slices.Contains(r.threads, ix) }) {
				rest = append(rest, o)
				continue
			}
			r = o.with(r)
		}
		out = append(rest, r)
	}
	return out
}

// with is both rounds added up.
func (r *round) with(o *round) *round {
	sum := *r
	sum.threads = slices.Clone(r.threads)
	for _, ix := range o.threads {
		if !slices.Contains(sum.threads, ix) {
			sum.threads = append(sum.threads, ix)
		}
	}
	sum.trips, sum.runs = slices.Concat(r.trips, o.trips), slices.Concat(r.runs, o.runs)
	sum.rings, sum.apart = r.rings+o.rings, r.apart+o.apart
	sum.took, sum.waited = r.took+o.took, r.waited+o.waited
	sum.From, sum.To = min(r.From, o.From), max(r.To, o.To)
	return &sum
}

// pingPong is the finding about some threads.
func (l *ruleContext) pingPong(r *round) Finding {
	f := Finding{
		Severity: Info, Range: r.Range, Threads: r.threads, Cost: r.waited,
		Try: "Hand over more work at a time, in batches, or have one of the two threads do both parts of the work.",
	}
	where := "on one CPU"
	if 2*r.apart >= len(r.trips) {
		f.Severity, where = Warning, "on different CPUs"
	}
	how := "handed work to each other"
	if r.rings == 1 && len(r.threads) > 2 {
		how = "handed work around in a ring"
	}
	if len(r.threads) > 2 {
		f.Try = "Hand over more work at a time, in batches, or have one thread do several of the steps."
	}
	trip, run := r.took/model.Time(len(r.trips)), median(r.runs)
	f.Sentence = fmt.Sprintf("%s %s: %s of %s %s, with %s of work before each hand-over.",
		l.nameList(r.threads), how, plural(len(r.trips), "round trip", "round trips"), measure.Duration(trip), where, measure.Duration(run))
	f.Details = []Detail{
		{"Round trip", measure.Duration(trip), "mean; the median is " + measure.Duration(median(r.trips))},
		{"Run time", measure.Duration(run), "median run time between two hand-overs"},
		{"Total", measure.Duration(r.took), "in round trips"},
		{"Cost", measure.Duration(r.waited), "total wake-up latency"},
	}
	for _, ix := range r.threads {
		f.Evidence = append(f.Evidence, Evidence{ix, f.Range})
	}
	return f
}
