package findings

import (
	"cmp"
	"fmt"
	"slices"

	"threadlens/model"
	"threadlens/model/measure"
)

// bound are threads of the target that may use only some of the CPUs.
type bound struct {
	cpus    []model.CPU
	threads []ran // how long each was queued, the longest first
	queued  model.Time
	occupants
}

// boundIn finds the threads that queue in some stretches, which are in order and do not
// touch, because their affinity keeps them off the CPUs that are idle then.
func (l *ruleContext) boundIn(list []model.Range) (b bound, ok bool) {
	var groups []*bound
	var all model.Time
	for _, ix := range l.target {
		pieces := l.queuedIn(ix, list)
		var sum model.Time
		for _, p := range pieces {
			sum += p.Len()
		}
		cpus := l.allowed(ix)
		if all += sum; sum == 0 || cpus == nil {
			continue
		}
		i := slices.IndexFunc(groups, func(g *bound) bool { return slices.Equal(g.cpus, cpus) })
		if i < 0 {
			i = len(groups)
			groups = append(groups, &bound{cpus: cpus})
		}
		g := groups[i]
		g.threads = append(g.threads, ran{ix, sum})
		g.queued += sum
		for _, p := range pieces {
			g.add(l.t, p)
		}
	}
	for _, g := range groups {
		if g.queued > b.queued {
			b = *g
		}
	}
	slices.SortStableFunc(b.threads, func(x, y ran) int { return cmp.Compare(y.time, x.time) })
	part := l.part("E11.bound")
	return b, b.queued > 0 && quotient(b.queued, all) >= part && l.busyIn(b.cpus, list) >= part
}

// allowed are the CPUs that a thread may use, if that is known for its process, they are
// not all CPUs, and the thread did not run on others; otherwise nil.
func (l *ruleContext) allowed(ix model.ThreadIx) []model.CPU {
	cpus := l.t.AllowedCPUs(l.t.Threads[ix].Proc)
	if len(cpus) == 0 || len(cpus) >= len(l.t.Cores) {
		return nil
	}
	for run := range l.t.Runs(ix, l.Range) {
		if !slices.Contains(cpus, run.CPU) {
			return nil // it has its own affinity
		}
	}
	return cpus
}

// busyIn is at least the part of some stretches in which none of some CPUs is idle.
func (l *ruleContext) busyIn(cpus []model.CPU, list []model.Range) float64 {
	var busy, all model.Time
	for _, r := range list {
		left := r.Len()
		for _, c := range cpus {
			left -= l.t.CoreTime(c, r).Idle
		}
		busy += max(0, left)
		all += r.Len()
	}
	return quotient(busy, all)
}

// affinity is the finding about threads that queue in some stretches, a part of the window,
// for the CPUs that they may use, while others are idle.
func (l *ruleContext) affinity(b *bound, list []model.Range, part float64) Finding {
	f := Finding{
		Pattern: "CPU affinity", Severity: Warning, Range: l.Range, Cost: b.queued,
		Try: "Allow the program to use the other CPUs: check what sets its affinity (taskset, a cpuset, CPUAffinity= of a service, the program itself)",
	}
	if part >= l.part("E11.much") {
		f.Severity = Problem
	}
	for _, r := range b.threads {
		f.Threads = append(f.Threads, r.ix)
	}
	others := l.otherCPUs(b.cpus)
	together := ""
	if len(f.Threads) > 1 {
		together = " in total"
	}
	f.Sentence = fmt.Sprintf("CPU affinity limits %s to %s. Time queued there although %s idled: %s%s (during %s of the window)",
		l.names(f.Threads), cpuNames(b.cpus), cpuNames(others), measure.Duration(b.queued), together, measure.Percent(100*part, 1))
	var own model.Time
	for ix, d := range b.by {
		if l.ours(ix) {
			own += d
		}
	}
	allowed, who := "the allowed CPUs", byTime(b.by)
	if len(b.cpus) == 1 {
		allowed = "the allowed CPU"
	}
	switch {
	case 2*own >= b.sum:
		f.Sentence += fmt.Sprintf("; %s used %s for %s of the queued time.", l.ownThreads(), allowed, share(own, b.sum))
		f.Try += "; or run only as many busy threads as there are CPUs the program may use."
	case len(who) > 0:
		f.Sentence += fmt.Sprintf("; %s used %s for %s of the queued time.", urgentName(l.t, who[0].ix), allowed, share(who[0].time, b.sum))
		f.Threads = append(f.Threads, who[0].ix)
		f.Try += "; or move the other threads away from " + cpuNames(b.cpus) + "."
	default:
		f.Sentence, f.Try = f.Sentence+".", f.Try+"."
	}
	f.Details = []Detail{
		{"Queued", measure.Duration(b.queued), "in " + plural(len(list), "interval", "intervals") + ", longest " + measure.Duration(list[0].Len())},
		{"Threads that had the CPU", "", b.instead(l.t)},
		l.affinityDetail(f.Threads[:len(b.threads)]),
	}
	for _, r := range b.threads[:min(len(b.threads), MaxEvidence)] {
		f.Evidence = append(f.Evidence, longestInQueue(l, r.ix))
	}
	return f
}

// otherCPUs are the known CPUs that are not in a list and were idle at some time in the
// window.
func (l *ruleContext) otherCPUs(list []model.CPU) (others []model.CPU) {
	for c := range l.t.Cores {
		if l.t.Cores[c].Known && !slices.Contains(list, model.CPU(c)) && l.t.CoreTime(model.CPU(c), l.Range).Idle > 0 {
			others = append(others, model.CPU(c))
		}
	}
	return others
}

// cpuNames names CPUs, "CPU 1" or "CPUs 0 and 1", or counts them.
func cpuNames(list []model.CPU) string {
	switch len(list) {
	case 1:
		return fmt.Sprintf("CPU %d", list[0])
	case 2:
		return fmt.Sprintf("CPUs %d and %d", list[0], list[1])
	}
	return processors(len(list))
}

// affinityDetail is the CPUs that threads may use, as far as known: those of their processes,
// whose other threads may be bound to some of them.
func (l *ruleContext) affinityDetail(threads []model.ThreadIx) Detail {
	var all []model.CPU
	for i, ix := range threads {
		cpus := l.t.AllowedCPUs(l.t.Threads[ix].Proc)
		if len(cpus) == 0 || i > 0 && !slices.Equal(cpus, all) {
			return Detail{"CPU affinity", "unknown", "the trace does not record which CPUs the threads may use"}
		}
		all = cpus
	}
	return Detail{"CPU affinity", cpuNames(all), "allowed for the threads' processes when their affinity was recorded"}
}
