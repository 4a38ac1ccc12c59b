package findings

import (
	"cmp"
	"fmt"
	"slices"

	"threadlens/model"
	"threadlens/model/measure"
)

var starvationLimits = []Limit{
	{"E18.stretch", 100, "ms", "minimum uninterrupted time that a thread is ready or preempted"},
	{"E18.p99", 20, "ms", "minimum 99th percentile of a thread's run-queue delays; this percentile must also be far above their median (E18.factor)"},
	{"E18.factor", 10, "", "minimum ratio of the 99th percentile of a thread's run-queue delays to their median"},
	{"E18.delays", 100, "", "minimum number of run-queue delays that a thread needs before their 99th percentile counts"},
	{"E18.mutual", 40, "%", "the finding says that two threads take turns if each runs in at least this share of the other's queued time"},
}

// starvation is E18: a thread is runnable for long and does not get a CPU.
var starvation = Rule{
	ID: "E18", Name: "Starvation",
	Doc:    "a thread is ready or preempted for a long time, or occasionally for far longer than usual, or is queued behind threads of other programs for most of the time in which it needs a CPU",
	Report: "antagonists",
	limits: slices.Concat(starvationLimits, crowdedLimits),
	check:  findStarvation,
}

// starved is a thread and its stretches in the run queue that are long, the longest
// first.
type starved struct {
	ix        model.ThreadIx
	stretches []model.Range
	total     model.Time
	occupied  occupants // see who
}

// who is the occupants of the CPUs in the meantime, computed once.
func (s *starved) who(t *model.Trace) *occupants {
	if s.occupied.sum == 0 {
		for _, r := range s.stretches {
			for q, piece := range t.RunQueues(s.ix, r) {
				s.occupied.add(t, queuedPiece{piece, q.CPU})
			}
		}
	}
	return &s.occupied
}

// collect takes the thread's stretches of at least the given length.
func (s *starved) collect(l *ruleContext, least model.Time) {
	for q, r := range l.t.Queued(s.ix, l.Range) {
		if r.Len() >= least && q.Sub != model.SubStolen {
			s.stretches = append(s.stretches, r)
			s.total += r.Len()
		}
	}
	slices.SortFunc(s.stretches, func(a, b model.Range) int {
		return cmp.Or(cmp.Compare(b.Len(), a.Len()), cmp.Compare(a.From, b.From))
	})
}

func findStarvation(l *ruleContext) []Finding {
	var list, pieces []starved
	crowded := demandOf(l).mayBeTooMuch(l) // if all threads queue, some are late now and then: that is E3
	for _, ix := range l.target {
		s := starved{ix: ix}
		least := l.time("E18.stretch")
		if !crowded && l.farTooLong(ix) {
			least = min(least, l.time("E18.p99"))
		}
		if l.queued(ix, l.Range) < least {
			continue
		}
		s.collect(l, least)
		if len(s.stretches) == 0 {
			if s, ok := l.crowdedOut(ix); ok {
				pieces = append(pieces, s)
			}
			continue
		}
		if 2*l.idleAtMost(&s) > s.total && s.who(l.t).behindNobody() {
			continue
		}
		list = append(list, s)
	}
	slices.SortStableFunc(list, func(a, b starved) int { return cmp.Compare(b.total, a.total) })
	var findings []Finding
	for i := range list[:min(len(list), maxFindings)] {
		findings = append(findings, l.starvation(&list[i], list))
	}
	for i := range pieces {
		findings = append(findings, l.crowded(&pieces[i]))
	}
	return findings
}

// idleAtMost is how long the CPUs for which a thread was queued may have idled, interrupts
// included: faster to compute than their occupants.
func (l *ruleContext) idleAtMost(s *starved) (sum model.Time) {
	for _, r := range s.stretches {
		for q, piece := range l.t.RunQueues(s.ix, r) {
			if int(q.CPU) < len(l.t.Cores) {
				c := l.t.CoreTime(q.CPU, piece)
				sum += c.Idle + c.ISR + c.DPC
			}
		}
	}
	return sum
}

// queued is how long a thread was in queues in r.
func (l *ruleContext) queued(ix model.ThreadIx, r model.Range) model.Time {
	s := l.t.Sums(ix, r)
	return s[model.Preemption] + s[model.Dispatch]
}

// farTooLong reports whether one in a hundred queue delays of a thread is long, and
// much longer than most.
func (l *ruleContext) farTooLong(ix model.ThreadIx) bool {
	long := l.time("E18.p99")
	if l.queued(ix, model.Range{To: l.Range.To}) < long {
		return false // without walking the delays
	}
	var d model.Delays
	l.t.Delays(ix, l.Range, &d)
	all := slices.Concat(d.Ready, d.Preempted)
	if len(all) < max(1, int(l.number("E18.delays"))) {
		return false
	}
	// Lost ones may have been short or long.
	lost := l.lost(len(all))
	n := len(all) + lost
	i, k := (n*99+99)/100-1-lost, (n+1)/2-1
	if i < 0 || k >= len(all) {
		return false
	}
	short := 0
	for _, d := range all {
		short += bit(d < long)
	}
	if short > i {
		return false // without sorting
	}
	slices.Sort(all)
	p99, p50 := all[i], all[k]
	return p99 >= long && float64(p99) >= l.number("E18.factor")*float64(p50)
}

func (l *ruleContext) starvation(s *starved, all []starved) Finding {
	worst := s.stretches[0]
	f := Finding{
		Severity: Warning, Range: worst, Threads: []model.ThreadIx{s.ix}, Cost: s.total,
		Try: "Run fewer busy threads, or change priorities or affinities. The antagonists report shows who used the CPU.",
	}
	for _, r := range s.stretches {
		f.Evidence = append(f.Evidence, Evidence{s.ix, r})
	}
	f.Sentence = fmt.Sprintf("%s was runnable but had no CPU for up to %s at a time", urgentName(l.t, s.ix), measure.Duration(worst.Len()))
	by := s.who(l.t).by
	who := byTime(by)
	if len(who) > 0 {
		while := "that time"
		if n := len(s.stretches); n > 1 {
			while = fmt.Sprintf("the %s in %s such intervals", measure.Duration(s.total), measure.Count(int64(n)))
		}
		f.Sentence += fmt.Sprintf("; %s ran for %s of %s", urgentName(l.t, who[0].ix), measure.Percent(100*quotient(who[0].time, s.total), 1), while)
	}
	f.Sentence += "."
	f.Details = []Detail{{"Queued", measure.Duration(s.total), "in " + plural(len(s.stretches), "long interval", "long intervals")}}
	for _, r := range who[:min(len(who), MaxNamed)] {
		f.Threads = append(f.Threads, r.ix)
	}
	if len(who) > 0 {
		f.Details = append(f.Details, Detail{"Threads that had the CPU", "", ranLongest(l.t, who)})
	}
	mutual := l.part("E18.mutual")
	for i := range all {
		o := &all[i]
		if o.ix != s.ix && float64(by[o.ix]) >= mutual*float64(s.total) && float64(o.who(l.t).by[s.ix]) >= mutual*float64(o.total) {
			f.Details = append(f.Details, Detail{"Takes turns with", l.name(o.ix), "each ran for much of the time that the other was queued"})
		}
	}
	return f
}
