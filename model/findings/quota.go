package findings

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/report"
)

var quotaLimits = []Limit{
	{"E27.share", 2, "%", "minimum share of the window in which a quota keeps threads off the CPUs"},
	{"E27.much", 20, "%", "the finding is a problem, not only a warning, if a quota keeps threads off the CPUs for at least this share of the window"},
	{"E27.times", 3, "", "minimum number of periods in which the quota keeps threads off the CPUs: fewer may be a short burst, which the quota is meant to limit"},
}

// cpuQuota is E27: threads are runnable, and the quota of their control group keeps them
// off the CPUs, by the kernel's account.
var cpuQuota = Rule{
	ID: "E27", Name: "CPU quota",
	Doc: "a control group uses up its CPU quota for a period, and the kernel reports that the group's threads are " +
		"throttled until the next period",
	rests:  onQuotas,
	Report: "delays",
	limits: quotaLimits,
	check:  findQuotas,
}

// limited is the effect of a group's quota on the target in the window.
type limited struct {
	*model.Throttle
	met      []bool     // the stretches in which it kept a thread of the target off
	times    int        // their number
	wall     model.Time // their length, in the window
	threads  []ran      // how long each was kept off, the longest first
	evidence []Evidence // the longest stretch of each of the threads
}

func findQuotas(l *ruleContext) (list []Finding) {
	for i := range l.t.Throttles {
		q := limited{Throttle: &l.t.Throttles[i]}
		if !q.Attested {
			continue
		}
		q.met = make([]bool, len(q.Stretches))
		for _, ix := range l.target {
			if _, in := slices.BinarySearch(q.Procs, l.t.Threads[ix].Proc); in {
				q.take(l, ix)
			}
		}
		for k, s := range q.Stretches {
			if q.met[k] {
				q.times++
				q.wall += s.Overlap(l.Range)
			}
		}
		if quotient(q.wall, l.Range.Len()) >= l.part("E27.share") && q.times >= max(1, int(l.number("E27.times"))) {
			list = append(list, l.cpuQuota(&q))
		}
	}
	return list
}

// underQuota reports whether a quota kept the process of a thread off the CPUs, by the
// kernel's account.
func (l *ruleContext) underQuota(ix model.ThreadIx) bool {
	return slices.ContainsFunc(l.t.Throttles, func(q model.Throttle) bool {
		_, in := slices.BinarySearch(q.Procs, l.t.Threads[ix].Proc)
		return in && q.Attested
	})
}

// take adds a thread if the quota keeps it off the CPUs.
func (q *limited) take(l *ruleContext, ix model.ThreadIx) {
	var sum model.Time
	longest := Evidence{Thread: ix}
	i := 0
	for piece := range l.t.Throttled(ix, l.Range) {
		for ; i < len(q.Stretches) && q.Stretches[i].To <= piece.From; i++ {
		}
		for k := i; k < len(q.Stretches) && q.Stretches[k].From < piece.To; k++ {
			r := q.Stretches[k].Clip(piece)
			sum += r.Len()
			q.met[k] = true
			if r.Len() > longest.Len() {
				longest.Range = r
			}
		}
	}
	if sum > 0 {
		q.threads = append(q.threads, ran{ix, sum})
		q.evidence = append(q.evidence, longest)
	}
}

func (l *ruleContext) cpuQuota(q *limited) Finding {
	slices.SortStableFunc(q.threads, func(a, b ran) int { return cmp.Compare(b.time, a.time) })
	slices.SortStableFunc(q.evidence, func(a, b Evidence) int { return cmp.Compare(b.Len(), a.Len()) })
	f := Finding{
		Severity: Warning, Range: l.Range, Evidence: q.evidence[:min(len(q.evidence), MaxEvidence)],
		Try: "Raise the quota of the control group (cpu.max, CPUQuota, a container's CPU limit), or run fewer threads: more threads use it up sooner, and then all wait.",
	}
	share := quotient(q.wall, l.Range.Len())
	if share >= l.part("E27.much") {
		f.Severity = Problem
	}
	for _, r := range q.threads {
		f.Threads = append(f.Threads, r.ix)
		f.Cost += r.time
	}
	g := q.Group
	of := report.QuotaText(g)
	account := fmt.Sprintf("%d of %d", g.Last.Throttled-g.First.Throttled, g.Last.Periods-g.First.Periods)
	times := plural(q.times, "time", "times")
	used := times + " in the window"
	if l.Range == l.t.Held() {
		used = "in " + account + " periods"
	}
	who, are := l.processNames(q.threads)
	f.Sentence = fmt.Sprintf("%s %s limited by a CPU quota (%s), which was used up %s. For %s (%s) of the window, runnable threads were throttled.",
		who, are, of, used, measure.Duration(q.wall), measure.Percent(100*share, 1))
	f.Details = []Detail{
		{"CPU quota", of + " (CPU time per period)", "for the control group " + g.Path + ", over all CPUs"},
		{"Throttled", measure.Duration(f.Cost), fmt.Sprintf("in total for %s; throttled %s, each time until the next period",
			plural(len(q.threads), "thread", "threads"), times)},
		{"Kernel statistics", account + " periods throttled", fmt.Sprintf("from %s to %s; throttled for %s in total, summed over the run queues of the CPUs",
			measure.Instant(g.First.At, l.Range), measure.Instant(g.Last.At, l.Range), measure.Duration(g.Last.Time-g.First.Time))},
	}
	return f
}

// processNames are the processes of threads, in the order of these: "pigz and head",
// and the verb that goes with them.
func (l *ruleContext) processNames(threads []ran) (names, are string) {
	var list []string
	for _, r := range threads {
		if name := l.t.Process(r.ix).Title(); !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	if len(list) == 1 {
		return list[0], "is"
	}
	last := list[len(list)-1]
	if len(list) > MaxNamed {
		last = plural(len(list)-MaxNamed+1, "other", "others")
	}
	return strings.Join(list[:min(len(list), MaxNamed)-1], ", ") + " and " + last, "are"
}
