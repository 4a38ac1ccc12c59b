package findings

import (
	"cmp"
	"slices"

	"threadlens/model"
	"threadlens/model/measure"
)

// bareWaits is the waiting of threads that mostly wait for the same kind of thing.
type bareWaits struct {
	threads []model.ThreadIx              // the one that waits longest first
	by      map[model.ThreadIx]model.Time // how long each waits
	times   int                           // number of waits
	unwoken int                           // of these, waits without a recorded wake
	waited  model.Time                    // total time
	alive   model.Time                    // total length of their lives
	longest model.Segment                 // of the waits
	measure.IOOverlap
	counts func(*model.Segment) bool
}

// waiters finds the target's threads that spend at least a part of their lives in the waits that
// count, all in some categories. Time for which it is unknown what a thread did counts as not
// waiting.
func (l *ruleContext) waiters(part float64, in []model.Category, counts func(*model.Segment) bool) *bareWaits {
	b := &bareWaits{by: map[model.ThreadIx]model.Time{}, counts: counts}
	for _, ix := range l.target {
		life := l.t.Threads[ix].Life.Clip(l.Range).Len()
		if most := l.sumOf(ix, in); most == 0 || quotient(most, life) < part {
			continue // without checking each wait
		}
		var waited model.Time
		times, unwoken, longest := 0, 0, model.Segment{}
		for s := range l.t.Segments(ix, l.Range) {
			if s.State != model.Waiting || !counts(&s) {
				continue
			}
			times++
			if s.Flags&model.WakeMissing != 0 {
				unwoken++
			}
			waited += s.Clip(l.Range).Len()
			if s.Clip(l.Range).Len() > longest.Clip(l.Range).Len() {
				longest = s
			}
		}
		if waited == 0 || quotient(waited, life) < part {
			continue
		}
		b.by[ix] = waited
		b.threads = append(b.threads, ix)
		b.times, b.unwoken, b.waited, b.alive = b.times+times, b.unwoken+unwoken, b.waited+waited, b.alive+life
		if longest.Clip(l.Range).Len() > b.longest.Clip(l.Range).Len() {
			b.longest = longest
		}
	}
	slices.SortStableFunc(b.threads, func(x, y model.ThreadIx) int { return cmp.Compare(b.by[y], b.by[x]) })
	return b
}

// sumOf is the time in the window that a thread spends in some categories.
func (l *ruleContext) sumOf(ix model.ThreadIx, in []model.Category) (sum model.Time) {
	of := l.t.Sums(ix, l.Range)
	for _, c := range in {
		sum += of[c]
	}
	return sum
}

// overlap finds what else the target does while they wait. It reports whether they
// wait for at least a part of the window while none of it runs.
func (b *bareWaits) overlap(l *ruleContext, cost float64) bool {
	if b.waited == 0 || quotient(b.waited, l.Range.Len()) < cost {
		return false
	}
	b.IOOverlap = measure.IOOverlapOf(l.t, l.target, l.Range, b.has)
	return quotient(b.idle()-l.blindTime, l.Range.Len()) >= cost
}

// has reports whether a wait is one of them.
func (b *bareWaits) has(s *model.Segment) bool { return b.by[s.Thread] > 0 && b.counts(s) }

// idle is how long they wait while no thread of the target runs.
func (b *bareWaits) idle() model.Time { return b.Any - b.Working }

// working is the largest part of their waiting in which the target may have run.
func (b *bareWaits) working(l *ruleContext) float64 {
	return quotient(b.Working+l.blindTime, b.Any+l.blindTime)
}

// meanwhile describes what else the target does while they wait.
func (b *bareWaits) meanwhile() string {
	if b.Working == 0 {
		return "no thread of the program ran during that time"
	}
	return "a thread of the program ran for " + share(b.Working, b.Any) + " of that time"
}

// together is "in total" for several threads; lives names whose lifetimes the waits are a part of.
func (b *bareWaits) together() (together, lives string) {
	if len(b.threads) > 1 {
		return " in total", "their lifetimes"
	}
	return "", "its lifetime"
}

// shortWait is the mean wait below which it matters when its thread is next seen to run.
const shortWait = model.Time(1e6)

// upTo is "up to " if many short waits ended unseen: their threads were found to run only
// at their next events, some microseconds later.
func (b *bareWaits) upTo() string {
	if quotient(b.unwoken, b.times) > mostUnwoken && b.waited < shortWait*model.Time(b.times) {
		return "up to "
	}
	return ""
}

// evidence are the longest waits of the threads, the longest first.
func (b *bareWaits) evidence(l *ruleContext) (list []Evidence) {
	for _, ix := range b.threads[:min(len(b.threads), MaxEvidence)] {
		var e Evidence
		for s := range l.t.Segments(ix, l.Range) {
			if r := s.Clip(l.Range); s.State == model.Waiting && r.Len() > e.Len() && b.counts(&s) {
				e = Evidence{ix, r}
			}
		}
		list = append(list, e)
	}
	slices.SortStableFunc(list, func(x, y Evidence) int { return cmp.Compare(y.Len(), x.Len()) })
	return list
}

// details are the numbers that all these findings have.
func (b *bareWaits) details() []Detail {
	return []Detail{
		{"Waited", measure.Duration(b.waited), share(b.waited, b.alive) + " of the waiting threads' lifetimes"},
		{"Wall time", measure.Duration(b.Any), "with at least one thread waiting; meanwhile, a thread of the program ran for " + measure.Duration(b.Working)},
	}
}
