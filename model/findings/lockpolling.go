package findings

import (
	"cmp"
	"fmt"
	"slices"

	"threadlens/model"
	"threadlens/model/measure"
)

var lockPollingLimits = []Limit{
	{"E26.tries", 5, "", "sleeps in a row, below which that another thread stops working during the last of them says little"},
	{"E26.all", 20, "", "sleeps in all such rows of a thread, below which nothing is said"},
	{"E26.sleep", 250, "ms", "of such a sleep: who looks seldom does not wait for a lock; that of SQLite sleeps for 100 ms at most"},
	{"E26.run", 1000, "us", "that the thread runs between two sleeps: a look takes less, also in an interpreter, and where interrupts take a part of it"},
	{"E26.long", 5, "ms", "that a single look takes longer where the thread is displaced, or that it is not known what it does: a row may go on behind it"},
	{"E26.share", 20, "%", "of the thread's life that it sleeps like this, below which that hardly matters to it"},
	{"E26.works", 90, "%", "of such a row that another thread works, or waits for a disk"},
	{"E26.pauses", 10, "", "of such sleeps, at least, for each long look, and for each moment in which that thread does not work: with more of them one falls into the last sleep by chance"},
	{"E26.pause", 1, "%", "of such a row that these moments take together: longer ones are a stop"},
	{"E26.follows", 80, "%", "of such rows, in time, that end as another thread has stopped working, below which that is chance"},
}

// lockPolling is E26: a thread sleeps and looks again until another one has done its
// work: that other one has what the thread tries to get.
var lockPolling = Rule{
	ID: "E26", Name: "Polling a lock",
	Doc:    "a thread sleeps and tries again, many times, while another one works, and goes on as that one stops",
	rests:  onReasons,
	Report: "waits",
	limits: lockPollingLimits,
	check:  findLockPolling,
}

// row is sleeps of a thread in a row with only a look between them, after which it went
// on with something else.
type row struct {
	model.Range
	tries int
	last  model.Time     // the last sleep begins
	by    model.ThreadIx // who worked meanwhile and then stopped, NoThread for nobody
	ended bool           // with that its life was over
	// open is set where what follows may be one more look, if a long one: the next row then
	// may be the rest of this one.
	open bool
}

// trier is a thread that sleeps and tries again.
type trier struct {
	ix           model.ThreadIx
	rows         []row // that somebody's work explains
	tries        int   // in those
	slept, other model.Time
}

// triersKey is the key of what triers finds.
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

// withoutTriers leaves threads that poll what others have out of a list.
func (l *ruleContext) withoutTriers(list []model.ThreadIx) []model.ThreadIx {
	triers := l.triers()
	if len(triers) == 0 {
		return list
	}
	return slices.DeleteFunc(slices.Clone(list), func(ix model.ThreadIx) bool {
		return slices.ContainsFunc(triers, func(t trier) bool { return t.ix == ix })
	})
}

// trier tells whether a thread polls what others have.
func (l *ruleContext) trier(ix model.ThreadIx) (t trier, ok bool) {
	t.ix = ix
	if l.t.Sums(ix, l.Range)[model.Sleep] == 0 {
		return t, false // without a look at each wait
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
	// That it ends once as another thread happens to wait may be chance.
	return t, (len(t.rows) > 1 || ended) && float64(t.tries) >= l.number("E26.all") &&
		quotient(t.slept, t.slept+t.other) >= l.part("E26.follows")
}

// maxLong is over how many long looks a row goes on.
const maxLong = 4

// explained is the first row, with as many of those behind it, n in all, as it takes until it
// ends as another thread stops working; where none does, the first one alone.
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

// join adds the row that follows.
func (r *row) join(next *row) {
	r.To, r.tries, r.last, r.open = next.To, r.tries+next.tries, next.last, next.open
}

// often reports whether a row has many sleeps for each of n exceptions.
func (l *ruleContext) often(n int, r *row) bool {
	return float64(n)*l.number("E26.pauses") <= float64(r.tries)
}

// manyTries reports whether a row is long enough to say something.
func (l *ruleContext) manyTries(r *row) bool { return r.tries >= max(2, int(l.number("E26.tries"))) }

// sleepRows are the rows of short sleeps of a thread. What it did while nothing is known of it,
// or of a CPU, counts as a look.
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
			now.tries = 0 // it is not known whether, and when, it went on
		}
	}
	till := min(l.t.Threads[ix].Life.To, l.Range.To)
	if run += till - in; run > mostRun && l.clear(in, till) {
		end(run, true)
	}
	return list
}

// sleepOf is the sleep that an episode is, as far as it is attested, and for how long it is not
// known what the thread did meanwhile. It is empty for another wait.
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

// waits reports whether a thread waits in an episode, and could not have run on.
func waits(e *model.Episode) bool {
	return e.Kind != model.EpisodePreempt && e.Kind != model.EpisodeYield
}

// findWorker finds the thread of the target that worked all through a row of sleeps, but for
// moments, and stopped during the last of them.
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

// stopIn is when a thread that works stops in a row, but for a moment now and then; what is not
// known of it is taken for such a moment. It is the end of its life where it does not stop.
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
		f.Sentence = fmt.Sprintf("%s slept and tried again %s times, for %s (%s of its life), while %s worked, and went on as that stopped.",
			l.name(t.ix), measure.Count(int64(t.tries)), measure.Duration(t.slept), share(t.slept, life), l.nameList(others))
		f.Details = []Detail{
			{"Sleeps", measure.Count(int64(t.tries)), fmt.Sprintf("in %s, of %s on average", plural(len(t.rows), "row", "rows"), measure.Duration(t.slept/model.Time(t.tries)))},
			{"Works", l.name(others[0]), "meanwhile for " + measure.Duration(worked[others[0]])},
		}
		f.Threads = append(f.Threads, others...)
		f.Try = "Wait for what the other thread has, with a lock that blocks or a condition, instead of sleeping between tries; and let it be held for less time."
		list = append(list, f)
	}
	return list
}
