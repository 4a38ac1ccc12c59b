package findings

import (
	"fmt"

	"threadlens/model"
	"threadlens/model/measure"
)

// storm is how a thread yields.
type storm struct {
	back  []model.Time // how long until it had the CPU back, per yield
	spent model.Time   // from yield to yield, if they follow each other closely
	model.Range
}

// yielding is the pattern of a thread that yields all the time and gets the CPU
// again immediately.
func (l *ruleContext) yielding(ix model.ThreadIx) (f Finding, ok bool) {
	s := l.storm(ix)
	rate := quotient(len(s.back), s.spent) * 1e9
	if len(s.back) == 0 || s.spent < l.time("E12.storm") || rate < l.number("E12.yields") {
		return f, false
	}
	for range l.lost(len(s.back)) {
		s.back = append(s.back, l.Range.Len())
	}
	back := median(s.back)
	if back >= l.time("E12.ready") {
		return f, false
	}
	f = Finding{Severity: Warning, Range: s.Range, Threads: []model.ThreadIx{ix}, Cost: s.spent, Evidence: []Evidence{{ix, s.Range}}}
	f.Sentence = fmt.Sprintf("%s yielded its CPU %s times in %s, %.0f times per second, and got it back after a median of %s.",
		l.name(ix), measure.Count(int64(len(s.back))), measure.Duration(s.spent), rate, measure.Duration(back))
	f.Details = []Detail{
		{"Yields", measure.Count(int64(len(s.back))), fmt.Sprintf("%.0f per second", rate)},
		{"Cost", measure.Duration(s.spent), "in which the thread only yielded"},
	}
	f.Try = "Instead of yielding, block until the polled condition is met."
	return f, true
}

// storm collects the yields of a thread that follow each other closely: at the rate
// of E12.yields or faster.
func (l *ruleContext) storm(ix model.ThreadIx) (s storm) {
	closely := model.Time(1e9 / max(1, l.number("E12.yields")))
	given := l.time("E12.given")
	last, ran := model.Time(-1), model.Time(-1) // the last yield, and since when it has run
	for e := range l.t.Episodes(ix, l.Range) {
		if !e.Open && !e.Cut && !e.NoOut && l.yields(&e, ran, given) {
			if last >= 0 && e.Out-last <= closely && l.unbroken(ix, last, e.In) {
				if len(s.back) == 0 {
					s.From = last
				}
				s.To = e.In
				s.spent += e.Out - last
				s.back = append(s.back, e.In-e.Out)
			}
			last = e.Out
		}
		ran = e.In
	}
	return s
}

// yields reports whether a thread that has run since an instant gave up its CPU: the trace
// records it, or the thread left the CPU to one that had already been queued, sooner than
// the given time, long before any time slice was over. No scheduler does that by itself.
func (l *ruleContext) yields(e *model.Episode, since, given model.Time) bool {
	if e.Kind == model.EpisodeYield {
		return true
	}
	if e.Kind != model.EpisodePreempt || since < 0 || e.Out-since >= given || e.Displacer == model.NoThread {
		return false
	}
	s, ok := l.t.SegmentAt(e.Displacer, e.Out-1)
	return ok && s.State.Queued() && s.From <= since
}
