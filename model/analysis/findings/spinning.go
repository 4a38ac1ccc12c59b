package findings

import (
	"fmt"
	"slices"
	"strings"

	"threadlens/model"
	"threadlens/model/analysis"
)

var spinLimits = []Limit{
	{"E12.stretch", 10, "ms", "that a thread spins at least"},
	{"E12.run", 90, "%", "of this time that it runs"},
	{"E12.samples", 80, "%", "of its samples meanwhile that are of functions that spin"},
	{"E12.yields", 1000, "1/s", "times that a thread yields"},
	{"E12.ready", 10, "us", "after which it runs again, in the median"},
}

// spinning is E12: a thread runs without doing anything but waiting. What spins in a
// function of the program's own is known by no name, and is not found.
var spinning = Rule{
	ID: "E12", Name: "Busy waiting",
	Doc:   "samples of a running thread are nearly all of functions that spin, or it yields all the time",
	check: findSpinning,
}

// spinNames are parts of the names of functions that wait by running.
var spinNames = []string{
	"spin", "sched_yield", "switchtothread", "yieldprocessor", "cpu_relax", "procyield", "osyield", "ntyieldexecution", "thread_yield",
}

func findSpinning(l *look) []Finding {
	stretches := map[model.ThreadIx][]model.Range{}
	for ix, list := range l.samples() {
		stretches[ix] = l.spins(ix, list)
	}
	var found []Finding
	for _, ix := range l.target {
		if f, ok := l.spinning(ix, stretches[ix]); ok {
			found = append(found, f)
		}
		if f, ok := l.yielding(ix); ok {
			found = append(found, f)
		}
	}
	slices.SortStableFunc(found, func(a, b Finding) int { return int(min(1, max(-1, b.Cost-a.Cost))) })
	return found[:min(len(found), maxFindings)]
}

// spinSample is a sample and whether it is of a function that spins.
type spinSample struct {
	at   model.Time
	spin bool
}

// samples are those in the window of the target's threads, by thread.
func (l *look) samples() map[model.ThreadIx][]spinSample {
	known := map[model.StackID]bool{}
	all := map[model.ThreadIx][]spinSample{}
	for i := range l.t.Samples {
		s := &l.t.Samples[i]
		if !l.Range.Contains(s.Time) || s.Stack == model.NoStack || !l.ours(s.Thread) {
			continue
		}
		spin, ok := known[s.Stack]
		if !ok {
			_, leaf := l.t.Tables.Stacks.Node(s.Stack)
			name := strings.ToLower(l.t.String(leaf.Name))
			spin = slices.ContainsFunc(spinNames, func(part string) bool { return strings.Contains(name, part) })
			known[s.Stack] = spin
		}
		all[s.Thread] = append(all[s.Thread], spinSample{s.Time, spin})
	}
	return all
}

// spins are the stretches between samples of a thread, which are in order, in which
// it spins: from one of a function that spins to another.
func (l *look) spins(ix model.ThreadIx, list []spinSample) (found []model.Range) {
	for i := 0; i < len(list); i++ {
		if !list[i].spin {
			continue
		}
		end, n := i, 0
		for k := i; k < len(list) && float64(n+1) >= l.part("E12.samples")*float64(k-i+1); k++ {
			if list[k].spin {
				n, end = n+1, k
			}
		}
		r := model.Range{From: list[i].at, To: list[end].at}
		s := l.t.Sums(ix, r)
		if r.Len() >= l.time("E12.stretch") && float64(s[model.Execution]+s[model.Interrupt]) >= l.part("E12.run")*float64(r.Len()) {
			found = append(found, r)
		}
		i = end
	}
	return found
}

func (l *look) spinning(ix model.ThreadIx, stretches []model.Range) (f Finding, ok bool) {
	if len(stretches) == 0 {
		return f, false
	}
	f = Finding{Severity: Warning, Threads: []model.ThreadIx{ix}, Range: model.Range{From: stretches[0].From, To: stretches[len(stretches)-1].To}}
	worst := stretches[0]
	for _, r := range stretches {
		f.Cost += r.Len()
		f.Evidence = append(f.Evidence, Evidence{ix, r})
		if r.Len() > worst.Len() {
			worst = r
		}
	}
	f.Sentence = fmt.Sprintf("%s ran in functions that only spin for %s, up to %s at a stretch.", l.name(ix), analysis.Duration(f.Cost), analysis.Duration(worst.Len()))
	f.Details = []Detail{{"Cost", analysis.Duration(f.Cost), "of processor time in " + plural(len(stretches), "stretch", "stretches")}}
	f.Try = "Spin for a short time only, then wait for who will be done."
	return f, true
}

// yielding is a thread that yields all the time and is given the processor again at
// once.
func (l *look) yielding(ix model.ThreadIx) (f Finding, ok bool) {
	var back []model.Time
	var r model.Range
	for e := range l.t.Episodes(ix, l.Range) {
		if e.Kind != model.EpisodeYield || e.Open {
			continue
		}
		if len(back) == 0 {
			r.From = e.Out
		}
		r.To = e.In
		back = append(back, e.Dispatch())
	}
	rate := quotient(len(back), l.t.Threads[ix].Life.Overlap(l.Range)) * 1e9
	if len(back) == 0 || rate < l.number("E12.yields") || median(back) >= l.time("E12.ready") {
		return f, false
	}
	f = Finding{Severity: Warning, Range: r, Threads: []model.ThreadIx{ix}, Evidence: []Evidence{{ix, r}}}
	f.Sentence = fmt.Sprintf("%s yielded its processor %s times, %.0f times a second, and had it back after %s.",
		l.name(ix), analysis.Count(int64(len(back))), rate, analysis.Duration(median(back)))
	f.Details = []Detail{{"Yields", analysis.Count(int64(len(back))), fmt.Sprintf("%.0f a second", rate)}}
	f.Try = "Wait for what the thread polls for instead of yielding."
	return f, true
}
