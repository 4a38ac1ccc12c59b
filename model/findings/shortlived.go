package findings

import (
	"cmp"
	"fmt"
	"slices"

	"threadlens/model"
	"threadlens/model/measure"
)

var shortLivedLimits = []Limit{
	{"E28.count", 100, "", "minimum number of processes that one process starts and that also end in the window"},
	{"E28.life", 10, "ms", "maximum median lifetime of the processes that one process starts: creating, loading and ending a process takes about a millisecond; the default is ten times that"},
	{"E28.share", 50, "%", "minimum share of the window in which at least one of the short-lived processes exists"},
	{"E28.together", 120, "%", "maximum sum of the short-lived processes' lifetimes, as a percentage of the time in which any of them exists: with more, too many of them overlap"},
}

// shortLived is E28: a program starts a new process for each piece of its work.
var shortLived = Rule{
	ID: "E28", Name: "Short-lived processes",
	Doc:    "one process starts many others, one after the other, each of which lives hardly longer than it takes to create and end a process",
	Report: "cpu",
	limits: shortLivedLimits,
	check:  findShortLived,
}

// brood are the processes that one process started and that ended, all in the window, in
// order of start.
type brood struct {
	parent model.ProcIx
	list   []model.ProcIx
	covers model.Time // time in which at least one of them existed
	lives  model.Time // total
	median model.Time
}

func findShortLived(l *ruleContext) (list []Finding) {
	for _, b := range l.broods() {
		if float64(len(b.list)) >= l.number("E28.count") && b.median <= l.time("E28.life") &&
			quotient(b.covers-l.blindTime, l.Range.Len()) >= l.part("E28.share") && quotient(b.lives, b.covers) <= l.part("E28.together") {
			list = append(list, l.shortLived(&b))
		}
	}
	return list
}

// broods are those of the target's processes, in their order.
func (l *ruleContext) broods() (all []brood) {
	index := map[model.ProcIx]int{}
	for _, p := range l.Target.Procs {
		parent, main := l.t.Processes[p].Parent, l.mainOf(p)
		if parent == model.NoProc || main == model.NoThread {
			continue
		}
		th := &l.t.Threads[main]
		if life := l.t.Processes[p].Life; !th.Started || !th.Ended || life.Clip(l.Range) != life {
			continue
		}
		i, ok := index[parent]
		if !ok {
			i = len(all)
			index[parent] = i
			all = append(all, brood{parent: parent})
		}
		all[i].list = append(all[i].list, p)
	}
	for i := range all {
		all[i].measure(l)
	}
	return all
}

// measure finds how long the processes live.
func (b *brood) measure(l *ruleContext) {
	life := func(p model.ProcIx) model.Range { return l.t.Processes[p].Life }
	slices.SortStableFunc(b.list, func(x, y model.ProcIx) int { return cmp.Compare(life(x).From, life(y).From) })
	lengths, end := make([]model.Time, 0, len(b.list)), l.Range.From
	for _, p := range b.list {
		r := life(p)
		lengths = append(lengths, r.Len())
		b.lives += r.Len()
		b.covers += max(0, r.To-max(r.From, end))
		end = max(end, r.To)
	}
	for range l.lost(len(b.list)) { // they may have lived for long
		lengths = append(lengths, l.Range.Len())
	}
	b.median = median(lengths)
}

// mainOf is the first thread of a process that is being examined, NoThread if there is
// none.
func (l *ruleContext) mainOf(p model.ProcIx) model.ThreadIx {
	for _, ix := range l.t.Processes[p].Threads {
		if l.ours(ix) {
			return ix
		}
	}
	return model.NoThread
}

func (l *ruleContext) shortLived(b *brood) Finding {
	parent := l.mainOf(b.parent)
	f := Finding{
		Severity: Warning, Cost: b.covers,
		Range: model.Range{From: l.t.Processes[b.list[0]].Life.From, To: l.t.Processes[b.list[len(b.list)-1]].Life.To},
		Try:   "Do not start a process for each piece of work: give one process many pieces (xargs), or do the work in the program itself. In a shell, use builtins, or one call of awk for all pieces; elsewhere, use library functions.",
	}
	if parent != model.NoThread {
		f.Threads = append(f.Threads, parent)
	}
	f.Sentence = fmt.Sprintf("%s started %s processes one after the other, most often %s. The median lifetime of the processes was %s; for %s of "+
		"the window, at least one of these processes existed.",
		l.processName(b.parent), measure.Count(int64(len(b.list))), l.commonName(b.list), measure.Duration(b.median), share(b.covers, l.Range.Len()))
	var loading, ending model.Time
	for _, p := range b.list {
		th := &l.t.Threads[l.mainOf(p)]
		for _, n := range th.Names {
			if n.Exec {
				loading += n.From - th.Life.From
				break
			}
		}
		if th.Exited {
			ending += th.Life.To - th.ExitAt
		}
	}
	f.Details = []Detail{
		{"Processes", measure.Count(int64(len(b.list))), fmt.Sprintf("%.0f per second", 1e9*quotient(len(b.list), l.Range.Len()))},
		{"Lifetimes", measure.Duration(b.lives), "sum of the processes' lifetimes; at least one of the processes existed for " + measure.Duration(b.covers) + " of the time window"},
		{"Startup", measure.Duration(loading), "of the processes' lifetimes, from the start of each process until it executed its own program (exec)"},
		{"Exit", measure.Duration(ending), "of the processes' lifetimes, while the processes were exiting"},
	}
	longest := slices.Clone(b.list)
	slices.SortStableFunc(longest, func(x, y model.ProcIx) int {
		return cmp.Compare(l.t.Processes[y].Life.Len(), l.t.Processes[x].Life.Len())
	})
	for _, p := range longest[:min(len(longest), MaxEvidence)] {
		f.Threads = append(f.Threads, l.mainOf(p))
		f.Evidence = append(f.Evidence, Evidence{l.mainOf(p), l.t.Processes[p].Life})
	}
	return f
}

// commonName is the name that most of some processes have.
func (l *ruleContext) commonName(list []model.ProcIx) (name string) {
	counts := map[string]int{}
	for _, p := range list {
		n := l.t.Processes[p].Name
		if counts[n]++; counts[n] > counts[name] {
			name = n
		}
	}
	return cmp.Or(name, "unnamed ones")
}
