package findings

import (
	"cmp"
	"fmt"
	"slices"

	"threadlens/model"
	"threadlens/model/measure"
)

var lockPollingLimits = []Limit{
	{"E26.tries", 5, "", "minimum number of sleeps in a series of attempts to get a lock: with fewer, it may be chance that another thread stops working during the last sleep"},
	{"E26.all", 20, "", "minimum number of a thread's sleeps while it polls a lock, in all series of sleeps together"},
	{"E26.sleep", 250, "ms", "maximum length of a sleep between two checks of a lock: a thread that checks less often does not wait for a lock (SQLite sleeps at most 100 ms)"},
	{"E26.run", 1000, "us", "maximum run time between two sleeps of a thread that polls a lock: a check of the lock takes less, even in an interpreter and with interrupts"},
	{"E26.long", 5, "ms", "a check of the lock that takes longer than E26.run, but at most this long, does not end the series of sleeps; E26.pauses limits the number of such checks"},
	{"E26.share", 20, "%", "minimum share of the thread's lifetime spent in sleeps between attempts to get a lock"},
	{"E26.works", 90, "%", "during a series of sleeps between attempts to get a lock, another thread must work or wait for a disk for at least this share of the time"},
	{"E26.pauses", 10, "", "minimum number of sleeps in a series per interruption (a pause in the other thread's work, or a check of the lock that takes longer than E26.run): with fewer sleeps, a pause may coincide with the last sleep by chance"},
	{"E26.pause", 1, "%", "maximum total length of the pauses of the other thread (the possible lock owner) during a series of sleeps, as a share of the length of the series: with more, the other thread counts as stopped"},
	{"E26.follows", 80, "%", "minimum share of a polling thread's sleeps, by time, in series that end when another thread stops working: a smaller share may be coincidence"},
}

// lockPolling is E26: a thread sleeps and checks again until another one has done
// its work: the other one has what the thread tries to get.
var lockPolling = Rule{
	ID: "E26", Name: "Polling a lock",
	Doc:    "a thread repeatedly sleeps and tries again, probably to get a lock, while another thread works; when the other thread stops working, the first one continues",
	rests:  onReasons,
	Report: "waits",
	limits: lockPollingLimits,
	check:  findLockPolling,
}

// row is consecutive sleeps of a thread with only a check between them, after which it
// continued with something else.
type row struct {
	model.Range
	tries int
	last  model.Time     // start of the last sleep
	by    model.ThreadIx // the thread that worked in the meantime and then stopped, NoThread for none
	ended bool           // it stopped because its life was over
	// open is set if what follows may be one more check, though a long one: the next row
	// may then be a continuation of this one.
	open bool
}

// trier is a thread that sleeps and tries again.
type trier struct {
	ix           model.ThreadIx
	rows         []row // that are explained by the work of another thread
	tries        int   // in those
	slept, other model.Time
}

// triersKey is the key of the result of triers.
type triersKey struct{}

// triers are the target's threads that poll what other threads have.
func (l *ruleContext) triers() []trier {
	return once(l, triersKey{}, func() (list []trier) {
		for _, ix := range l.target {
			if t, ok := l.trier(ix); ok {
				list = append(list, t)
			}
		}
		return list
	})
}

// withoutTriers removes threads that poll what others have from a list.
func (l *ruleContext) withoutTriers(list []model.ThreadIx) []model.ThreadIx {
	triers := l.triers()
	if len(triers) == 0 {
		return list
	}
	return slices.DeleteFunc(slices.Clone(list), func(ix model.ThreadIx) bool {
		return slices.ContainsFunc(triers, func(t trier) bool { return t.ix == ix })
	})
}

// trier reports whether a thread polls what others have.
func (l *ruleContext) trier(ix model.ThreadIx) (t trier, ok bool) {
	t.ix = ix
	if l.t.Sums(ix, l.Range)[model.Sleep] == 0 {
		return t, false // without checking each wait
	}
	rows := l.sleepRows(ix)
	var all model.Time
	for i := range rows {
		all += rows[i].Len()
	}
	if quotient(all, l.t.Threads[ix].Life.Clip(l.Range).Len()) < l.part("E26.share") {
		return t, false
	}
	ended := false
	for len(rows) > 0 {
		r, n := l.explained(ix, rows)
		rows = rows[n:]
		switch {
		case !l.manyTries(&r):
		case r.by == model.NoThread:
			t.other += r.Len()
		default:
			t.rows = append(t.rows, r)
			t.tries += r.tries
			t.slept += r.Len()
			ended = ended || r.ended
		}
	}
	// If it ends only once as another thread waits, that may be chance.
	return t, (len(t.rows) > 1 || ended) && float64(t.tries) >= l.number("E26.all") &&
		quotient(t.slept, t.slept+t.other) >= l.part("E26.follows")
}

// maxLong is the maximum number of long checks within a row.
const maxLong = 4

// explained is the first row, joined with as many of the following ones, n in all, as needed
// until it ends when another thread stops working; the first one alone if that never happens.
func (l *ruleContext) explained(ix model.ThreadIx, rows []row) (r row, n int) {
	r = rows[0]
	for n = 1; ; n++ {
		if l.often(n-1, &r) {
			l.findWorker(ix, &r)
		}
		if r.by != model.NoThread {
			return r, n
		}
		if !r.open || n == len(rows) || n > maxLong {
			return rows[0], 1
		}
		r.join(&rows[n])
	}
}

// join adds the next row.
func (r *row) join(next *row) {
	r.To, r.tries, r.last, r.open = next.To, r.tries+next.tries, next.last, next.open
}

// often reports whether a row has many sleeps for each of n exceptions.
func (l *ruleContext) often(n int, r *row) bool {
	return float64(n)*l.number("E26.pauses") <= float64(r.tries)
}

// manyTries reports whether a row is long enough to be meaningful.
func (l *ruleContext) manyTries(r *row) bool { return r.tries >= max(2, int(l.number("E26.tries"))) }

// sleepRows are the rows of short sleeps of a thread. Time in which nothing is known about it,
// or about a CPU, counts as a check.
func (l *ruleContext) sleepRows(ix model.ThreadIx) (list []row) {
	var now row
	var in, run model.Time
	mostRun, mostSleep, long := l.time("E26.run"), l.time("E26.sleep"), l.time("E26.long")
	end := func(look model.Time, known bool) {
		if now.open = look <= long; now.tries > 0 && (known || now.open) {
			list = append(list, now)
		}
		now.tries = 0
	}
	for e := range l.t.Episodes(ix, l.Range) {
		ran := model.Range{From: in, To: e.Out}
		run += ran.Len()
		in = e.In
		if !waits(&e) {
			continue
		}
		if run > mostRun {
			end(run, l.attested(ix, ran))
		}
		sleep, unknown := l.sleepOf(&e)
		run = unknown
		switch {
		case e.NoOut:
		case sleep.Len() == 0 || sleep.Len() > mostSleep:
			end(e.In-e.Out, true)
		case now.tries == 0:
			now = row{Range: sleep, tries: 1, last: e.Out, by: model.NoThread}
		default:
			now.tries++
			now.last, now.To = e.Out, sleep.To
		}
		if e.NoOut || unknown > long {
			now.tries = 0 // it is unknown whether, and when, it continued
		}
	}
	till := min(l.t.Threads[ix].Life.To, l.Range.To)
	if run += till - in; run > mostRun && l.clear(in, till) {
		end(run, true)
	}
	return list
}

// sleepOf is the sleep that an episode is, as far as it is attested, and for how long it is
// unknown what the thread did in it. It is empty for other waits.
func (l *ruleContext) sleepOf(e *model.Episode) (sleep model.Range, unknown model.Time) {
	whole := model.Range{From: e.Out, To: e.In}
	unknown = l.t.BlindTime(whole)
	switch {
	case e.Sub != model.SubSleep:
	case asleep(e):
		sleep = model.Range{From: e.Out, To: e.Ready}
	case e.Cut && e.Category == model.Sleep && e.First <= e.Last:
		if first := l.t.Segment(e.Thread, e.First); first.State == model.Waiting {
			sleep = first.Clip(whole)
			unknown = max(unknown, e.In-sleep.To)
		}
	}
	return sleep, unknown
}

// waits reports whether a thread waits in an episode, rather than being displaced.
func waits(e *model.Episode) bool {
	return e.Kind != model.EpisodePreempt && e.Kind != model.EpisodeYield
}

// findWorker finds the thread of the target that worked throughout a row of sleeps, except
// for moments, and stopped during the last of them.
func (l *ruleContext) findWorker(ix model.ThreadIx, r *row) {
	if !l.manyTries(r) {
		return
	}
	for _, other := range l.target {
		if other == ix {
			continue
		}
		life := l.t.Threads[other].Life
		s := l.t.Sums(other, r.Clip(life))
		works := s[model.Execution] + s[model.Interrupt] + s[model.Preemption] + s[model.Dispatch] + s[model.IO] + s[model.MemoryManagement]
		if quotient(works, r.Len()) < l.part("E26.works") || life.From > r.From {
			continue
		}
		if stops := l.stopIn(other, r); r.last <= stops && stops <= r.To {
			r.by, r.ended = other, stops == life.To
			return
		}
	}
}

// stopIn is when a thread that otherwise works throughout a row stops, apart from short
// moments; unknown time counts as such a moment. It is the end of its life if it does not stop.
func (l *ruleContext) stopIn(ix model.ThreadIx, r *row) model.Time {
	moments, idle := 0, model.Time(0)
	for s := range l.t.Segments(ix, model.Range{From: r.From, To: r.To + 1}) {
		if s.State != model.Unknown && (s.State != model.Waiting || s.Category == model.IO || s.Category == model.MemoryManagement) {
			continue
		}
		moments++
		idle += s.Len()
		switch {
		case s.State == model.Waiting && s.From >= r.last:
			return s.From
		case !l.often(moments, r), float64(idle) > l.part("E26.pause")*float64(r.Len()):
			return r.From
		}
	}
	return l.t.Threads[ix].Life.To
}

func findLockPolling(l *ruleContext) (list []Finding) {
	for _, t := range l.triers() {
		worked := map[model.ThreadIx]model.Time{}
		var others []model.ThreadIx
		f := Finding{Severity: Warning, Range: t.rows[0].Range, Threads: []model.ThreadIx{t.ix}, Cost: t.slept}
		for _, r := range t.rows {
			if worked[r.by] == 0 {
				others = append(others, r.by)
			}
			worked[r.by] += r.Len()
			f.Range.To = r.To
			f.Evidence = append(f.Evidence, Evidence{t.ix, r.Range})
		}
		slices.SortStableFunc(others, func(a, b model.ThreadIx) int { return cmp.Compare(worked[b], worked[a]) })
		slices.SortStableFunc(f.Evidence, func(a, b Evidence) int { return cmp.Compare(b.Len(), a.Len()) })
		life := l.t.Threads[t.ix].Life.Clip(l.Range).Len()
		f.Sentence = fmt.Sprintf("%s slept %s times between attempts (probably to get a lock), for %s in total (%s of its lifetime). Meanwhile, %s worked; the sleeping thread continued when that work stopped.",
			l.name(t.ix), measure.Count(int64(t.tries)), measure.Duration(t.slept), share(t.slept, life), l.nameList(others))
		f.Details = []Detail{
			{"Sleeps", measure.Count(int64(t.tries)), fmt.Sprintf("in %s; mean length of a sleep %s", plural(len(t.rows), "series", "series"), measure.Duration(t.slept/model.Time(t.tries)))},
			{"Other thread", l.name(others[0]), "worked meanwhile for " + measure.Duration(worked[others[0]])},
		}
		f.Threads = append(f.Threads, others...)
		f.Try = "Wait for the other thread with a blocking lock or a condition variable instead of sleeping between tries, and hold the lock for a shorter time."
		list = append(list, f)
	}
	return list
}
