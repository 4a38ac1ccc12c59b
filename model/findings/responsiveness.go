package findings

import (
	"fmt"

	"threadlens/model"
	"threadlens/model/measure"
)

var responsivenessLimits = []Limit{
	{"E16.stretch", 100, "ms", "minimum time for which a thread with a GUI window does not wait for window messages"},
	{"E16.problem", 1000, "ms", "the finding is a problem, not only a warning, if a thread with a GUI window does not wait for window messages for at least this long"},
}

// unresponsive is E16: a thread that serves windows does not return to its messages.
var unresponsive = Rule{
	ID: "E16", Name: "Unresponsive UI thread",
	Doc:    "for a long time, a thread that handles GUI windows does not wait for window messages, so its windows may not respond",
	Report: "waits",
	limits: responsivenessLimits,
	check:  findUnresponsive,
}

// findUnresponsive makes one finding of a thread. Threads that serve windows are
// known from their waits for messages; before the first of these nothing is
// reported. A wait that was perhaps for messages ends a stretch, in whatever
// category it counts: no stretch rests on what is only likely.
func findUnresponsive(l *ruleContext) []Finding {
	var list []Finding
	for _, ix := range l.target {
		var f Finding
		from := model.Time(-1)
		for s := range l.t.Segments(ix, l.Range) {
			if !s.WaitsForMessages() {
				continue
			}
			if from >= 0 {
				l.away(&f, ix, model.Range{From: from, To: s.From})
			}
			from = s.To
		}
		if from >= 0 {
			l.away(&f, ix, model.Range{From: from, To: l.t.Threads[ix].Life.Clip(l.Range).To})
		}
		if len(f.Evidence) > 0 {
			l.unresponsive(&f, ix)
			list = append(list, f)
		}
	}
	return list
}

// away takes a stretch without a wait for messages, the longest first.
func (l *ruleContext) away(f *Finding, ix model.ThreadIx, r model.Range) {
	if r.Len() < max(1, l.time("E16.stretch")) || !l.attested(ix, r) {
		return
	}
	f.Cost += r.Len()
	f.Evidence = append(f.Evidence, Evidence{ix, r})
	if last := len(f.Evidence) - 1; r.Len() > f.Evidence[0].Len() {
		f.Evidence[0], f.Evidence[last] = f.Evidence[last], f.Evidence[0]
	}
}

func (l *ruleContext) unresponsive(f *Finding, ix model.ThreadIx) {
	worst := f.Evidence[0].Range
	f.Severity, f.Range, f.Threads = Warning, worst, []model.ThreadIx{ix}
	if worst.Len() >= l.time("E16.problem") {
		f.Severity = Problem
	}
	sums := l.t.Sums(ix, worst)
	most := mostOf(&sums)
	for c := range sums {
		if sums[c] > 0 {
			f.Details = append(f.Details, Detail{model.Category(c).Title(), measure.Duration(sums[c]), share(sums[c], worst.Len())})
		}
	}
	f.Sentence = fmt.Sprintf("%s did not wait for window messages for %s, so its windows may not have responded; %s of that time was %s.",
		l.name(ix), measure.Duration(worst.Len()), share(sums[most], worst.Len()), most.Title()+likely(l.t, ix, worst, most))
	if most == model.Unclassified && l.t.NoWakeEvents {
		l.alsoRan(f, ix, worst)
	}
	f.Details = append(f.Details, Detail{"Cost", measure.Duration(f.Cost), "in " + plural(len(f.Evidence), "such interval", "such intervals")})
	switch most {
	case model.Execution:
		f.Try = "Move long work to another thread, which posts a message when the work is done."
	case model.Preemption, model.Dispatch:
		f.Try = "The thread had work but no CPU: run fewer busy threads, or give it a higher priority."
	default:
		f.Try = "Do not wait in this thread: move work that has to wait to another thread, which posts a message when the work is done."
	}
}

// alsoRan names the thread of the process that ran longest in a stretch of which the trace cannot
// show the cause, if it ran for most of it: a place to look at, not a cause.
func (l *ruleContext) alsoRan(f *Finding, ix model.ThreadIx, r model.Range) {
	if ran := measure.RanMeanwhile(l.t, ix, r); len(ran) > 0 && 2*ran[0].Time > r.Len() {
		f.Sentence += fmt.Sprintf(" Meanwhile, %s of the same process ran for %s.", l.name(ran[0].Thread), measure.Duration(ran[0].Time))
	}
}

// likely is the end of a sentence about time in a category: what most of it probably was, if it is
// unclassified; "" if that is not known.
func likely(t *model.Trace, ix model.ThreadIx, r model.Range, c model.Category) string {
	if c != model.Unclassified {
		return ""
	}
	var sums model.Sums
	for s := range t.Segments(ix, r) {
		if s.Category == c {
			sums[s.Likely] += s.Overlap(r)
		}
	}
	most := mostOf(&sums)
	if sums[most] == 0 || most == model.UnknownCategory || most == model.Unclassified {
		return ""
	}
	return ", likely " + most.Title()
}

// mostOf is the category with the most time, the first of equals.
func mostOf(sums *model.Sums) model.Category {
	most := model.Execution
	for c := range sums {
		if sums[c] > sums[most] {
			most = model.Category(c)
		}
	}
	return most
}
