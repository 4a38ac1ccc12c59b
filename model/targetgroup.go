package model

import (
	"cmp"
	"slices"
	"strings"
)

// TargetGroup is a candidate for what a trace is about: processes whose threads wait for
// each other, or a single process.
type TargetGroup struct {
	Procs []ProcIx // the one with most CPU time first
	Used  Time     // CPU time
}

// Two processes belong to one group if each ended at least groupWaits waits of the other,
// so that a single wait for a child or a signal does not join them, and the waits of one
// took at least 1/groupShare of the trace, so that a process that others query now and
// then does not join them.
const (
	groupWaits = 10
	groupShare = 10
)

// TargetGroups are the groups of the processes that ran, those with most CPU time first,
// without idle, the system and its housekeeping, the recorder and the threads of unknown
// processes. Empty in a trace without context switches.
func (t *Trace) TargetGroups() []TargetGroup {
	type key struct{}
	if kept, ok := t.Kept(key{}).([]TargetGroup); ok {
		return kept
	}
	used := make([]Time, len(t.Processes))
	for i := range t.Threads {
		s := t.Sums(ThreadIx(i), t.Whole())
		used[t.Threads[i].Proc] += s[Execution]
	}
	member := t.groupMembers()
	groups := map[ProcIx]*TargetGroup{}
	var list []*TargetGroup
	for i := range t.Processes {
		p := ProcIx(i)
		if used[p] == 0 || !t.mayBeTarget(p) {
			continue
		}
		g := groups[member.of(p)]
		if g == nil {
			g = &TargetGroup{}
			groups[member.of(p)] = g
			list = append(list, g)
		}
		g.Procs = append(g.Procs, p)
		g.Used += used[p]
	}
	slices.SortStableFunc(list, func(a, b *TargetGroup) int { return cmp.Compare(b.Used, a.Used) })
	ranked := make([]TargetGroup, len(list))
	for i, g := range list {
		slices.SortStableFunc(g.Procs, func(a, b ProcIx) int { return cmp.Compare(used[b], used[a]) })
		ranked[i] = *g
	}
	t.Keep(key{}, ranked)
	return ranked
}

// mayBeTarget reports whether a trace can be about a process that was not requested.
func (t *Trace) mayBeTarget(ix ProcIx) bool {
	p := &t.Processes[ix]
	return p.Known && !p.Recorder && p.Class != ClassSystem && p.Class != ClassIdle && !t.housekeeping(ix)
}

// kernelThreads are prefixes of the names of Linux kernel threads, whose parent may not
// be in a trace.
var kernelThreads = []string{
	"kworker/", "ksoftirqd/", "migration/", "rcu_", "rcuc/", "rcuog/", "rcuop/", "kswapd", "kcompactd", "khugepaged",
	"jbd2/", "irq/", "watchdog/", "cpuhp/", "idle_inject/", "kthreadd",
}

// kthreadd is the process that starts all Linux kernel threads.
const kthreadd = 2

// housekeeping reports whether a process is a thread of the Linux kernel.
func (t *Trace) housekeeping(ix ProcIx) bool {
	if t.Info.OS.Family != "linux" {
		return false
	}
	p := &t.Processes[ix]
	if parent := p.Parent; parent != NoProc && t.Processes[parent].PID == kthreadd && t.Processes[parent].Name == "kthreadd" {
		return true
	}
	return slices.ContainsFunc(kernelThreads, func(begin string) bool { return strings.HasPrefix(p.Name, begin) })
}

// unions puts processes into groups: each points to another one of its group, the first
// of a group to itself.
type unions []ProcIx

func (u unions) of(p ProcIx) ProcIx {
	for u[p] != p {
		u[p] = u[u[p]]
		p = u[p]
	}
	return p
}

// procPair is a process that waited and one that ended its waits.
type procPair struct{ waiter, ender ProcIx }

// waitsFor are the waits of one process that another one ended.
type waitsFor struct {
	count int
	time  Time
}

// groupMembers joins the processes that wait for each other.
func (t *Trace) groupMembers() unions {
	u := make(unions, len(t.Processes))
	may := make([]bool, len(t.Processes))
	for i := range u {
		u[i], may[i] = ProcIx(i), t.mayBeTarget(ProcIx(i))
	}
	waits := map[procPair]waitsFor{}
	for i := range t.Threads {
		own := t.Threads[i].Proc
		if !may[own] {
			continue
		}
		for s := range t.Segments(ThreadIx(i), t.Whole()) {
			by := s.Unblocker()
			if by == NoThread {
				by = s.Sender()
			}
			if s.State != Waiting || by == NoThread || t.Threads[by].Proc == own || !may[t.Threads[by].Proc] {
				continue
			}
			k := procPair{own, t.Threads[by].Proc}
			w := waits[k]
			waits[k] = waitsFor{w.count + 1, w.time + s.Len()}
		}
	}
	for k, w := range waits {
		if back := waits[procPair{k.ender, k.waiter}]; w.count >= groupWaits && back.count >= groupWaits && w.time >= t.End/groupShare {
			a, b := u.of(k.waiter), u.of(k.ender)
			u[max(a, b)] = min(a, b)
		}
	}
	return u
}
