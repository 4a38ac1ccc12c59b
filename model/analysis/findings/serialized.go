package findings

import (
	"cmp"
	"fmt"
	"slices"

	"threadlens/model"
	"threadlens/model/analysis"
)

var serializedLimits = []Limit{
	{"E1.parallelism", 1.2, "", "threads running at once on average while any ran, below which they run one at a time"},
	{"E1.queued", 100 * analysis.QueuedLimit, "%", "of the time in which threads wanted to run, spent preempted or ready, above which the CPUs limit them"},
	{"E1.antiratio", 60, "%", "of the window in which any thread ran"},
	{"E1.chance", 60, "%", "of the threads beyond one that would run at once by chance, up to which they are kept from it"},
	{"E1.share", 10, "%", "of the CPU time of the busiest thread, from which another one shares the work"},
	{"E1.single", 90, "%", "of the CPU time of all threads, from which one is said to do all of it"},
	{"E1.cause", 50, "%", "of the time in which those threads did not run, from which a kind of waiting is the cause"},
}

// serialized is E1: several threads do the work, but one at a time.
var serialized = Rule{
	ID: "E1", Name: "Serialized execution",
	Doc:   "several threads share the work, but hardly ever does more than one of them run, though CPUs were free",
	check: findSerialized,
}

func findSerialized(l *look) []Finding {
	c := analysis.ConcurrencyOf(l.t, l.target, l.Range)
	c.CPUs = l.cpus()
	if c.CPUs < 2 || c.Active() == 0 || c.Antiratio() < l.part("E1.antiratio") ||
		quotient(c.Running()+l.hiddenRun, c.Active()) >= l.number("E1.parallelism") || demandOf(l).most() > l.part("E1.queued") {
		return nil
	}
	used := map[model.ThreadIx]model.Time{}
	var list []model.ThreadIx
	var all model.Time
	for _, ix := range l.target {
		s := l.t.Sums(ix, l.Range)
		if used[ix] = s[model.Execution] + s[model.Interrupt]; used[ix] > 0 {
			list = append(list, ix)
			all += used[ix]
		}
	}
	slices.SortStableFunc(list, func(a, b model.ThreadIx) int { return cmp.Compare(used[b], used[a]) })
	most := list[0]
	if quotient(used[most], all+l.hiddenRun) >= l.part("E1.single") {
		return []Finding{singleThreaded(l, &c, most, quotient(used[most], all))}
	}
	few := slices.IndexFunc(list, func(ix model.ThreadIx) bool { return quotient(used[ix], used[most]+l.hiddenRun) < l.part("E1.share") })
	if few >= 0 {
		list = list[:few]
	}
	if len(list) < 2 || l.byChance(&c, used) {
		return nil
	}
	return serializedBy(l, &c, list)
}

// byChance reports whether threads that know nothing of each other would run, or be
// queued, at once as seldom as these do: then nothing keeps them from it.
func (l *look) byChance(c *analysis.Concurrency, used map[model.ThreadIx]model.Time) bool {
	sum, none := 0.0, 1.0 // how many run on average; the chance that none does
	for _, ix := range l.target {
		part := quotient(used[ix], l.Range.Len())
		sum += part
		none *= 1 - part
	}
	d := demandOf(l)
	wanted := quotient(c.Running()+l.hiddenRun+d.queued(), c.Active())
	return wanted-1 > l.part("E1.chance")*(quotient(sum, 1-none)-1)
}

// singleThreaded is what is said where one thread does all the work.
func singleThreaded(l *look, c *analysis.Concurrency, ix model.ThreadIx, part float64) Finding {
	f := Finding{
		Severity: Info, Range: l.Range, Threads: []model.ThreadIx{ix},
		Sentence: fmt.Sprintf("Single-threaded: %s did %s of the work; it ran in %s of the window, on one of %s at a time.",
			analysis.ThreadName(l.t, ix), analysis.Percent(100*part, 1), analysis.Percent(100*c.Antiratio(), 1), processors(c.CPUs)),
		Details: concurrencyDetails(c),
		Try:     "Where the work can be divided, give parts of it to further threads; the other CPUs had room for them.",
	}
	if e, ok := longest(l, ix, model.Execution); ok {
		f.Evidence = []Evidence{e}
	}
	return f
}

func concurrencyDetails(c *analysis.Concurrency) []Detail {
	return []Detail{
		{"At once", fmt.Sprintf("%.2f", c.Parallelism()), fmt.Sprintf("threads on average while any ran, on %s", processors(c.CPUs))},
		{"Any ran", analysis.Percent(100*c.Antiratio(), 1), "of the window: " + analysis.Duration(c.Active())},
	}
}

// cause is a kind of waiting that keeps threads from running at once.
type cause struct {
	name, sentence, try string
	severity            Severity
	categories          []model.Category
}

// causes are those that E1 tells apart, beside the locks of the threads among
// themselves.
var causes = []cause{
	{"Asleep", "mostly they slept", "Let the threads wait for work instead of sleeping.", Warning, []model.Category{model.Sleep}},
	{"I/O", "mostly they waited for I/O", "Issue I/O ahead or asynchronously, so that threads work meanwhile.", Warning, []model.Category{model.IO}},
	{
		"Synchronization", "mostly they waited for something other than each other", "Look in the unblocking stacks at what ends these waits.",
		Warning,
		[]model.Category{model.Synchronization},
	},
	{
		"For work", "mostly they waited for work or events", "Look in the unblocking stacks at who gives out the work, and let it give out more at a time.",
		Warning,
		[]model.Category{model.WaitForWork},
	},
	{
		"Memory", "mostly they waited for memory", "See in the blocking stacks what touches memory that is not there, and let it be there before.",
		Warning,
		[]model.Category{model.MemoryManagement},
	},
}

// byLocks is the cause that part 2 of the measures calls serialized by locks.
var byLocks = cause{
	"For each other", "mostly they waited for each other", "Hold locks for less time, split them, or give each thread data of its own.",
	Problem,
	nil,
}

// unknownCause is that of waits of which the trace tells too little.
var unknownCause = cause{
	"", "nothing in the trace tells why", "Record stacks and system calls to see what the threads waited for.",
	Warning,
	[]model.Category{model.Execution},
}

// serializedBy is the finding about threads that share the work, with what kept
// them from running at once.
func serializedBy(l *look, c *analysis.Concurrency, list []model.ThreadIx) []Finding {
	var sums model.Sums
	for _, ix := range list {
		s := l.t.Sums(ix, l.Range)
		sums.Add(&s)
	}
	idle := sums.Total() - sums[model.Execution] - sums[model.Interrupt] - sums[model.UnknownCategory]
	mutual, evidence := waitsForEachOther(l, list)
	best, cost := unknownCause, model.Time(0)
	if mutual > 0 && quotient(mutual, idle) >= l.part("E1.cause") {
		best, cost = byLocks, mutual
	} else {
		evidence = nil
		for _, k := range causes {
			var sum model.Time
			for _, category := range k.categories {
				sum += sums[category]
			}
			if sum > 0 && quotient(sum, idle) >= l.part("E1.cause") {
				best, cost = k, sum
			}
		}
	}
	for _, ix := range list {
		for _, category := range best.categories {
			if e, ok := longest(l, ix, category); ok {
				evidence = append(evidence, e)
			}
		}
	}
	slices.SortStableFunc(evidence, func(a, b Evidence) int { return cmp.Compare(b.Len(), a.Len()) })
	f := Finding{
		Severity: best.severity, Range: l.Range, Threads: list, Cost: cost, Evidence: evidence, Try: best.try, Details: concurrencyDetails(c),
		Sentence: fmt.Sprintf("%s share the work, but %.2f ran at once while any did, on %s; %s.",
			plural(len(list), "thread", "threads"), c.Parallelism(), processors(c.CPUs), best.sentence),
	}
	f.Details = append(f.Details, Detail{"Did not run", analysis.Duration(idle), "together, as far as known"})
	if best.name != "" {
		f.Details = append(f.Details, Detail{best.name, analysis.Duration(cost), analysis.Percent(100*quotient(cost, idle), 1) + " of that"})
	}
	return []Finding{f}
}

// waitsForEachOther is how long threads waited for synchronization until another
// of them ended the wait, and the longest such wait of each.
func waitsForEachOther(l *look, list []model.ThreadIx) (sum model.Time, evidence []Evidence) {
	among := make([]bool, len(l.t.Threads))
	for _, ix := range list {
		among[ix] = true
	}
	for _, ix := range list {
		if l.ctx.Err() != nil {
			return sum, evidence
		}
		if l.t.Sums(ix, l.Range)[model.Synchronization] == 0 {
			continue
		}
		e := Evidence{Thread: ix}
		for s := range l.t.Segments(ix, l.Range) {
			by := s.Unblocker()
			if s.State != model.Waiting || s.Category != model.Synchronization || by == model.NoThread || !among[by] {
				continue
			}
			r := s.Clip(l.Range)
			sum += r.Len()
			if r.Len() > e.Len() {
				e.Range = r
			}
		}
		if e.Len() > 0 {
			evidence = append(evidence, e)
		}
	}
	return sum, evidence
}
