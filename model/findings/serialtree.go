package findings

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/measure/blocking"
)

var serialTreeLimits = []Limit{
	{"E21.share", 20, "%", "minimum share of the lifetime of the target's processes in which only one of them runs while a CPU is idle"},
	{"E21.stretch", 50, "ms", "minimum length of an interval in which only one process runs: in a shorter interval, starting another process would take up too much of the time"},
	{"E21.alone", 90, "%", "only one process counts as running in an interval if all others of the target are inactive (no thread running, ready or preempted) for at least this share of the interval; the default is below 100 % because a parent may run briefly when a child ends"},
	{"E21.single", 90, "%", "no finding if one of the target's processes used at least this share of the target's CPU time: the other processes then hardly matter; for an exception, see E21.like"},
	{"E21.like", 3, "", "E21.single is ignored if at least this many processes have the name of the process with the most CPU time (itself included, its children not): processes of one name could share the work"},
	{"E21.named", 90, "%", "the finding names a process as the cause if it accounts for at least this share of the time in which only one process runs"},
}

// serialTree is E21: of the processes that a command started only one runs, and the
// others wait for it.
var serialTree = Rule{
	ID: "E21", Name: "Serial process tree",
	Doc:    "the target has several processes, but for long intervals only one of them runs at a time, although CPUs are idle",
	Report: "cpu",
	limits: serialTreeLimits,
	check:  findSerialTree,
}

// solo is how long one process ran alone while a CPU was idle, and when.
type solo struct {
	proc    model.ProcIx
	time    model.Time
	longest []model.Range // the stretches, the longest first
}

func findSerialTree(l *ruleContext) []Finding {
	life, busiest, like := l.tree()
	if l.t.Info.PerTask || l.cpus() < 2 || life.Len() == 0 || busiest >= l.part("E21.single") && float64(like) < l.number("E21.like") || !l.manyCPUs() {
		return nil
	}
	if quotient(l.idleTime(), life.Len()) < l.part("E21.share") {
		return nil // it cannot be more
	}
	list := l.solos()
	var all model.Time
	for i := range list {
		all += list[i].time
	}
	if all == 0 || quotient(all, life.Len()) < l.part("E21.share") {
		return nil
	}
	return []Finding{l.serialTree(list, all, life)}
}

// tree is when there were processes of the target in the window, the part of their CPU
// time that the busiest may have used, and how many processes that it did not start
// have its name.
func (l *ruleContext) tree() (life model.Range, busiest float64, like int) {
	used, first := map[model.ProcIx]model.Time{}, model.ProcIx(0)
	var all, most model.Time
	for _, ix := range l.target {
		th := &l.t.Threads[ix]
		r := th.Life.Clip(l.Range)
		if life.Len() == 0 {
			life = r
		}
		life = model.Range{From: min(life.From, r.From), To: max(life.To, r.To)}
		s := l.t.Sums(ix, l.Range)
		ran := s[model.Execution] + s[model.Interrupt]
		all += ran
		used[th.Proc] += ran
		if used[th.Proc] > most {
			first, most = th.Proc, used[th.Proc]
		}
	}
	for p := range used {
		if l.t.Processes[p].Name == l.t.Processes[first].Name && l.t.Processes[p].Parent != first {
			like++
		}
	}
	return life, quotient(most+l.hiddenRun, all+l.hiddenRun), like
}

// manyCPUs reports whether the target's threads ran on several CPUs: otherwise it may
// not be allowed to use the idle ones.
func (l *ruleContext) manyCPUs() bool {
	first := model.NoCPU
	for _, ix := range l.target {
		for run := range l.t.Runs(ix, l.Range) {
			if first == model.NoCPU {
				first = run.CPU
			}
			if run.CPU != first {
				return true
			}
		}
	}
	return false
}

// solos are the processes that ran alone while a CPU was idle, the longest first.
// Processes that exist all the time, such as servers, take turns for reasons other
// than that one must end before the next starts.
func (l *ruleContext) solos() (list []solo) {
	index := map[model.ProcIx]int{}
	for _, s := range blocking.Solos(l.t, l.target, l.Range, l.part("E21.alone"), l.time("E21.stretch")) {
		if life := l.t.Processes[s.Proc].Life; life.From <= l.Range.From && life.To >= l.Range.To {
			continue
		}
		if l.fileLocked(s.Range) {
			continue // that is left to E24
		}
		var idle model.Time
		for _, piece := range s.Pieces {
			if l.clear(piece.From, piece.To) {
				idle += blocking.IdleIn(l.t, piece)
			}
		}
		if idle == 0 {
			continue
		}
		i, ok := index[s.Proc]
		if !ok {
			i = len(list)
			index[s.Proc] = i
			list = append(list, solo{proc: s.Proc})
		}
		list[i].time += idle
		list[i].longest = append(list[i].longest, s.Range)
	}
	slices.SortStableFunc(list, func(a, b solo) int { return cmp.Compare(b.time, a.time) })
	for i := range list {
		slices.SortStableFunc(list[i].longest, func(a, b model.Range) int { return cmp.Compare(b.Len(), a.Len()) })
	}
	return list
}

// fileLocked reports whether a thread of the target waits for a file lock in the middle of a
// stretch: then that is why others do not run.
func (l *ruleContext) fileLocked(r model.Range) bool {
	return slices.ContainsFunc(l.target, func(ix model.ThreadIx) bool {
		s, ok := l.t.SegmentAt(ix, r.From+r.Len()/2)
		return ok && s.State == model.Waiting && s.Sub == model.SubFileLock
	})
}

// serialTree is the finding about processes that ran alone, for all of the time together.
func (l *ruleContext) serialTree(list []solo, all model.Time, life model.Range) Finding {
	f := Finding{
		Severity: Warning, Range: life, Cost: all,
		Try: "Split the work of the process that ran alone, or start other processes before it ends; in a build, start the longest step first.",
	}
	of := plural(len(l.processes()), "process", "processes")
	names := l.soloNames(list)
	if first := &list[0]; quotient(first.time, all) >= l.part("E21.named") {
		f.Cost = first.time
		f.Sentence = fmt.Sprintf("For %s of %s, %s was the only one of %s that ran, while a CPU was idle.",
			measure.Duration(first.time), measure.Duration(life.Len()), l.processName(first.proc), of)
	} else {
		f.Sentence = fmt.Sprintf("For %s of %s, only one of %s ran at a time while a CPU was idle; by name: %s.",
			measure.Duration(all), measure.Duration(life.Len()), of, strings.Join(names[:min(len(names), MaxNamed)], ", "))
	}
	f.Details = []Detail{
		{
			"Ran alone", measure.Duration(all),
			measure.Percent(100*quotient(all, life.Len()), 1) + " of " + measure.Duration(life.Len()) + ", by name: " + strings.Join(names, ", "),
		},
		{"Processes", measure.Count(int64(len(l.processes()))), "of the target in the window"},
	}
	for i := range list {
		for _, r := range list[i].longest {
			f.Evidence = append(f.Evidence, Evidence{l.busiestIn(list[i].proc, r), r})
		}
	}
	slices.SortStableFunc(f.Evidence, func(a, b Evidence) int { return cmp.Compare(b.Len(), a.Len()) })
	for _, e := range f.Evidence[:min(len(f.Evidence), MaxEvidence)] {
		if !slices.Contains(f.Threads, e.Thread) {
			f.Threads = append(f.Threads, e.Thread)
		}
	}
	return f
}

// soloNames are the processes that ran alone, by name, the longest first: "cc1 (3
// processes) 4.10 s".
func (l *ruleContext) soloNames(list []solo) (names []string) {
	type group struct {
		first model.ProcIx
		n     int
		time  model.Time
	}
	var groups []group
	for i := range list {
		name := l.t.Processes[list[i].proc].Name
		k := slices.IndexFunc(groups, func(g group) bool { return name != "" && l.t.Processes[g.first].Name == name })
		if k < 0 {
			k = len(groups)
			groups = append(groups, group{first: list[i].proc})
		}
		groups[k].n++
		groups[k].time += list[i].time
	}
	slices.SortStableFunc(groups, func(a, b group) int { return cmp.Compare(b.time, a.time) })
	for _, g := range groups {
		name := l.processName(g.first)
		if g.n > 1 {
			name = fmt.Sprintf("%s (%s)", l.t.Processes[g.first].Name, plural(g.n, "process", "processes"))
		}
		names = append(names, name+" "+measure.Duration(g.time))
	}
	return names
}

// processes are the processes of the target's threads being examined.
func (l *ruleContext) processes() map[model.ProcIx]bool {
	all := map[model.ProcIx]bool{}
	for _, ix := range l.target {
		all[l.t.Threads[ix].Proc] = true
	}
	return all
}

// busiestIn is the thread of a process that ran longest in r.
func (l *ruleContext) busiestIn(p model.ProcIx, r model.Range) model.ThreadIx {
	best, most := model.NoThread, model.Time(-1)
	for _, ix := range l.t.Processes[p].Threads {
		if s := l.t.Sums(ix, r); l.ours(ix) && s[model.Execution] > most {
			best, most = ix, s[model.Execution]
		}
	}
	return best
}
