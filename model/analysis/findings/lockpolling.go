package findings

import (
	"cmp"
	"fmt"
	"slices"

	"threadlens/model"
	"threadlens/model/analysis"
)

var lockPollingLimits = []Limit{
	{"E26.tries", 5, "", "sleeps in a row, below which that another thread stops working during the last of them says little"},
	{"E26.all", 20, "", "sleeps in all such rows of a thread, below which nothing is said"},
	{"E26.sleep", 250, "ms", "of such a sleep: who looks seldom does not wait for a lock; that of SQLite sleeps for 100 ms at most"},
	{"E26.run", 1000, "us", "that the thread runs between two sleeps: a look takes less, also in an interpreter, and where interrupts take a part of it"},
	{"E26.share", 20, "%", "of the thread's life that it sleeps like this, below which that hardly matters to it"},
	{"E26.works", 90, "%", "of such a row that another thread works, or waits for a disk"},
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
	for i := range rows {
		if l.findWorker(ix, &rows[i]); rows[i].by == model.NoThread {
			t.other += rows[i].Len()
			continue
		}
		t.rows = append(t.rows, rows[i])
		t.tries += rows[i].tries
		t.slept += rows[i].Len()
		ended = ended || rows[i].ended
	}
	// That it ends once as another thread happens to wait may be chance.
	return t, (len(t.rows) > 1 || ended) && float64(t.tries) >= l.number("E26.all") &&
		quotient(t.slept, t.slept+t.other) >= l.part("E26.follows")
}

// sleepRows are the rows of short sleeps of a thread.
func (l *ruleContext) sleepRows(ix model.ThreadIx) (list []row) {
	var now row
	in, run := model.Time(-1), model.Time(0)
	mostRun, mostSleep := l.time("E26.run"), l.time("E26.sleep")
	end := func(goesOn bool) { // on with something else
		if goesOn && now.tries >= max(2, int(l.number("E26.tries"))) {
			list = append(list, now)
		}
		now = row{by: model.NoThread}
	}
	end(false)
	for e := range l.t.Episodes(ix, l.Range) {
		if e.Cut || e.NoOut || !l.clear(e.Out, e.In) {
			end(false)
			in, run = e.In, 0
			continue
		}
		run += e.Out - in
		short := in >= 0 && run <= mostRun
		in = e.In
		if !waits(&e) {
			continue
		}
		run = 0
		if !short {
			end(true)
		}
		switch nap := asleep(&e) && e.Sub == model.SubSleep && e.Wait() <= mostSleep; {
		case !nap:
			end(true)
		case now.tries == 0:
			now = row{Range: model.Range{From: e.Out, To: e.Ready}, tries: 1, last: e.Out, by: model.NoThread}
		default:
			now.tries++
			now.last, now.To = e.Out, e.Ready
		}
	}
	till := min(l.t.Threads[ix].Life.To, l.Range.To)
	end(till-in+run > mostRun && l.clear(in, till))
	return list
}

// waits reports whether a thread waits in an episode, and could not have run on.
func waits(e *model.Episode) bool {
	return e.Kind != model.EpisodePreempt && e.Kind != model.EpisodeYield
}

// findWorker finds the thread of the target that worked all through a row of sleeps and
// stopped during the last of them.
func (l *ruleContext) findWorker(ix model.ThreadIx, r *row) {
	for _, other := range l.target {
		if other == ix {
			continue
		}
		life := l.t.Threads[other].Life
		alive := r.Clip(life)
		s := l.t.Sums(other, alive)
		works := s[model.Execution] + s[model.Interrupt] + s[model.Preemption] + s[model.Dispatch] + s[model.IO] + s[model.MemoryManagement]
		if quotient(works, r.Len()) < l.part("E26.works") || life.From > r.From {
			continue
		}
		stops := life.To
		for s := range l.t.Segments(other, model.Range{From: r.From, To: r.To + 1}) {
			if s.State == model.Waiting && s.Category != model.IO && s.Category != model.MemoryManagement || s.State == model.Unknown {
				stops = s.From
				break
			}
		}
		if r.last <= stops && stops <= r.To {
			r.by, r.ended = other, stops == life.To
			return
		}
	}
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
			l.name(t.ix), analysis.Count(int64(t.tries)), analysis.Duration(t.slept), share(t.slept, life), l.nameList(others))
		f.Details = []Detail{
			{"Sleeps", analysis.Count(int64(t.tries)), fmt.Sprintf("in %s, of %s on average", plural(len(t.rows), "row", "rows"), analysis.Duration(t.slept/model.Time(t.tries)))},
			{"Works", l.name(others[0]), "meanwhile for " + analysis.Duration(worked[others[0]])},
		}
		f.Threads = append(f.Threads, others...)
		f.Try = "Wait for what the other thread has, with a lock that blocks or a condition, instead of sleeping between tries; and let it be held for less time."
		list = append(list, f)
	}
	return list
}
