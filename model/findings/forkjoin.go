package findings

import (
	"cmp"
	"fmt"
	"slices"

	"threadlens/model"
	"threadlens/model/measure"
)

var forkJoinLimits = []Limit{
	{"E15.alone", 20, "%", "minimum share of the time with any active thread in which only the main thread is active; the main thread is active while it runs, other threads also while they are queued"},
	{"E15.phases", 3, "", "minimum number of phases in which only the main thread runs, each between two parallel phases"},
	{"E15.together", 5, "%", "minimum share of the time with any active thread in which several threads are active: with less, there are only helper threads and no parallel phases; the main thread is active while it runs, other threads also while they are queued"},
	{"E15.length", 100, "us", "minimum length of a phase, in which either only the main thread runs or several threads run: a shorter interruption does not end a phase"},
}

// forkJoin is E15: the main thread works alone between parallel phases.
var forkJoin = Rule{
	ID: "E15", Name: "Fork-join with idle gaps",
	Doc:    "the main thread repeatedly runs alone between phases in which several threads run",
	Report: "concurrency",
	limits: forkJoinLimits,
	check:  findForkJoin,
}

func findForkJoin(l *ruleContext) []Finding {
	var best measure.ForkJoin
	main := model.NoThread
	cpus := l.cpus()
	if cpus < 2 || len(l.target) < 2 {
		return nil
	}
	phases := max(1, l.number("E15.phases"))
	for _, ix := range mainThreads(l) {
		f := measure.ForkJoinOf(l.t, l.target, ix, l.Range, l.time("E15.length"))
		f.Alone -= min(f.Alone, max(l.blindTime, l.hiddenRun)) // others may have run there
		f.Serial = slices.DeleteFunc(f.Serial, func(r model.Range) bool { return !l.clear(r.From, r.To) })
		f.Serial = f.Serial[min(len(f.Serial), len(l.blind)):]
		if f.Alone > best.Alone && float64(len(f.Serial)) >= phases {
			best, main = f, ix
		}
	}
	if main == model.NoThread || quotient(best.Alone, best.Active+l.hiddenRun) < l.part("E15.alone") {
		return nil
	}
	serial := quotient(best.One, best.Active)
	if 1-serial < l.part("E15.together") {
		return nil
	}
	speedUp := func(n int) float64 { return 1 / (serial + (1-serial)/float64(n)) }
	f := Finding{
		Severity: Warning, Threads: []model.ThreadIx{main}, Cost: best.Alone,
		Range: model.Range{From: best.Serial[0].From, To: best.Serial[len(best.Serial)-1].To},
		Sentence: fmt.Sprintf("%s ran alone for %s in total, between parallel phases (in %s intervals). %s of the work is serial, so %s can finish the work at most %.2f times as fast as one CPU.",
			measure.ThreadName(l.t, main), measure.Duration(best.Alone), measure.Count(int64(len(best.Serial))),
			measure.Percent(100*serial, 1), processors(cpus), speedUp(cpus)),
		Details: []Detail{
			{"Ran alone", measure.Duration(best.Alone), measure.Percent(100*quotient(best.Alone, best.Active), 1) + " of the time in which at least one thread was running or ready"},
			{"Serial share", measure.Percent(100*serial, 1), "of the time in which at least one thread was running or ready had exactly one such thread (the serial fraction in Amdahl's law)"},
			{"Speedup", fmt.Sprintf("%.2f", speedUp(cpus)), fmt.Sprintf("at most, with %s; %.2f with twice as many CPUs", processors(cpus), speedUp(2*cpus))},
		},
		Try: "Between the parallel phases, divide the main thread's work among threads too, or have the main thread prepare the next phase during the current one.",
	}
	slices.SortStableFunc(best.Serial, func(a, b model.Range) int { return cmp.Compare(b.Len(), a.Len()) })
	for _, r := range best.Serial {
		f.Evidence = append(f.Evidence, Evidence{main, r})
	}
	return []Finding{f}
}

// mainThreads are the main threads of the target's processes, if they ran long
// enough to have been alone for long: on Linux the one with the process's id,
// elsewhere the first.
func mainThreads(l *ruleContext) (list []model.ThreadIx) {
	sums := l.sums()
	all := sums[model.Execution] + sums[model.Interrupt]
	for _, p := range l.Target.Procs {
		threads := l.t.Processes[p].Threads
		if len(threads) < 2 {
			continue
		}
		main := threads[0]
		for _, ix := range threads {
			if uint32(l.t.Threads[ix].TID) == l.t.Processes[p].PID {
				main = ix
			}
		}
		s := l.t.Sums(main, l.Range)
		// What a runtime does while it stops the others is not a phase of the program
		// (E17).
		if used := s[model.Execution] + s[model.Interrupt]; slices.Contains(l.target, main) && !l.ofRuntime(main) &&
			quotient(used, all) >= l.part("E15.alone")/float64(max(1, l.cpus())) {
			list = append(list, main)
		}
	}
	return list
}
