package findings

import (
	"fmt"
	"slices"

	"threadlens/model"
	"threadlens/model/measure"
)

var crowdedLimits = []Limit{
	{"E18.queued", 50, "%", "minimum share of a thread's CPU demand (run time plus queued time) spent queued, however short each delay"},
	{"E18.together", 500, "ms", "minimum total queued time of a thread whose individual delays are short"},
	{"E18.others", 80, "%", "minimum share of the queued time in which threads of other programs run: with less, the target's own threads, a quota or the host are part of the cause"},
	{"E18.idle", 20, "%", "maximum total idle time of all CPUs in the window, as a share of the thread's queued time: with more, affinity or the scheduler is the cause"},
}

// crowdedOut are all the stretches in which a thread is queued, if that is most of its demand
// for CPU, and threads of other programs have the CPUs during it.
func (l *ruleContext) crowdedOut(ix model.ThreadIx) (s starved, ok bool) {
	s.ix = ix
	sums := l.t.Sums(ix, l.Range)
	queued := l.queued(ix, l.Range)
	ran := sums[model.Execution] + sums[model.Interrupt]
	if l.t.Info.PerTask || queued < l.time("E18.together") || quotient(queued, queued+ran+l.hidden[ix]) < l.part("E18.queued") {
		return s, false
	}
	var idle model.Time
	for cpu := range l.t.Cores {
		c := l.t.CoreTime(model.CPU(cpu), l.Range)
		idle += c.Idle + c.Unknown
	}
	if quotient(idle, queued) > l.part("E18.idle") {
		return s, false
	}
	s.collect(l, 0)
	_, others := l.otherPrograms(s.who(l.t).by)
	others -= l.t.ThrottledTime(ix, l.Range) // they have them because of a quota
	return s, others > 0 && quotient(others, queued+l.hidden[ix]) >= l.part("E18.others")
}

// otherPrograms are the threads of other programs, by how long they ran, the longest first, and for
// how long all of them ran.
func (l *ruleContext) otherPrograms(by map[model.ThreadIx]model.Time) (list []ran, sum model.Time) {
	list = slices.DeleteFunc(byTime(by), func(r ran) bool { return l.ours(r.ix) })
	for _, r := range list {
		sum += r.time
	}
	return list, sum
}

// crowded is the finding about a thread that is crowded out by other programs.
func (l *ruleContext) crowded(s *starved) Finding {
	who, others := l.otherPrograms(s.who(l.t).by)
	meanwhile := fmt.Sprintf("%s ran for %s of the queued time", urgentName(l.t, who[0].ix), share(who[0].time, s.total))
	if len(who) > 1 {
		meanwhile = fmt.Sprintf("threads of other programs ran for %s of the queued time; the one that ran longest was %s (%s)",
			share(others, s.total), urgentName(l.t, who[0].ix), share(who[0].time, s.total))
	}
	sums := l.t.Sums(s.ix, l.Range)
	f := Finding{
		Pattern: "Crowded out by other programs", Severity: Warning, Range: l.Range, Threads: []model.ThreadIx{s.ix}, Cost: s.total,
		Sentence: fmt.Sprintf("%s was queued for %s of the time in which it needed a CPU (%s in total); %s.", urgentName(l.t, s.ix),
			share(s.total, s.total+sums[model.Execution]+sums[model.Interrupt]), measure.Duration(s.total), meanwhile),
		Details: []Detail{
			{"Queued", measure.Duration(s.total), plural(len(s.stretches), "time", "times")},
			{"Threads that had the CPU", "", ranLongest(l.t, who)},
		},
		Try: "Stop the other programs' threads that used the CPUs, move them to other CPUs, or give this program a higher priority.",
	}
	for _, r := range who[:min(len(who), MaxNamed)] {
		f.Threads = append(f.Threads, r.ix)
	}
	for _, r := range s.stretches {
		f.Evidence = append(f.Evidence, Evidence{s.ix, r})
	}
	return f
}
