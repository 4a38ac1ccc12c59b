package findings

import (
	"cmp"
	"fmt"
	"iter"
	"slices"

	"threadlens/model"
	"threadlens/model/measure"
)

var failingLimits = []Limit{
	{"E29.row", 10, "", "minimum number of times in a row that one system call fails with the same error, without a wait or a success in between; one failure is normal, as when a thread reads until no data is left"},
	{"E29.calls", 1000, "", "minimum number of a thread's failing calls, in all series together: a loader or an interpreter tries several hundred paths at startup"},
	{"E29.window", 5, "%", "minimum share of the window for which a thread runs in calls that fail: a thread that runs less in them and sleeps in between is polling (rule E8)"},
	{"E29.share", 10, "%", "minimum share of a process's CPU time that its threads spend in calls that fail"},
}

// failingCalls is E29: a thread makes a call again as soon as it has failed. Where it sleeps
// between, it polls: E8 and E26 say that.
var failingCalls = Rule{
	ID: "E29", Name: "Calls that fail",
	Doc: "a thread repeats a system call that fails each time, without a wait in between, and spends much of its " +
		"process's CPU time in these calls; this rule needs recorded system calls (“threadlens record --with " +
		"syscalls”)",
	rests:  onCalls,
	Report: "syscalls",
	limits: failingLimits,
	check:  findFailing,
}

// failure is a call by its name and the error that it returned.
type failure struct {
	name model.StringID
	err  uint16
}

// tries are calls in a row that failed alike.
type tries struct {
	model.Range
	failure
	calls int
	ran   model.Time // in these calls
}

// failing is a thread that makes a call again and again that fails.
type failing struct {
	failure
	ix    model.ThreadIx
	rows  []tries // in order
	calls int
	ran   model.Time
}

// failingKey is the key of what failing finds.
type failingKey struct{}

// failing are the threads of the target of which that is said, those of a process and a failure
// together, each list with the one first that spends most time so.
func (l *ruleContext) failing() [][]failing {
	return once(l, failingKey{}, func() (found [][]failing) {
		ixs := l.withoutTriers(l.target)
		of := make([][]failing, len(ixs))
		l.each(len(ixs), func(i int) { of[i] = l.failuresOf(ixs[i]) })
		all := slices.Concat(of...)
		slices.SortStableFunc(all, func(a, b failing) int { return cmp.Compare(b.ran, a.ran) })
		for len(all) > 0 {
			first := all[0]
			proc := l.t.Threads[first.ix].Proc
			alike := func(f failing) bool { return f.failure == first.failure && l.t.Threads[f.ix].Proc == proc }
			group := slices.DeleteFunc(slices.Clone(all), func(f failing) bool { return !alike(f) })
			all = slices.DeleteFunc(all, alike)
			if quotient(ranIn(group), l.mostRan(proc)) >= l.part("E29.share") {
				found = append(found, group)
			}
		}
		return found
	})
}

func ranIn(group []failing) (sum model.Time) {
	for i := range group {
		sum += group[i].ran
	}
	return sum
}

// mostRan is how long the threads of a process may have run.
func (l *ruleContext) mostRan(proc model.ProcIx) (sum model.Time) {
	for _, ix := range l.t.Processes[proc].Threads {
		s := l.t.Sums(ix, l.Range)
		sum += s[model.Execution] + s[model.Interrupt] + l.hiddenOf(ix)
	}
	return sum
}

// failuresOf are the calls that a thread makes so often in vain that it matters.
func (l *ruleContext) failuresOf(ix model.ThreadIx) (list []failing) {
	if !l.t.Calls(ix) || l.t.Info.OS.Family == "windows" { // where statuses are no errors of this kind
		return nil
	}
	index := map[failure]int{}
	for stretch := range l.withoutWaits(ix) {
		for _, r := range l.triesIn(ix, stretch) {
			if float64(r.calls) < l.number("E29.row") {
				continue
			}
			i, ok := index[r.failure]
			if !ok {
				i = len(list)
				index[r.failure] = i
				list = append(list, failing{failure: r.failure, ix: ix})
			}
			f := &list[i]
			f.rows = append(f.rows, r)
			f.calls += r.calls
			f.ran += r.ran
		}
	}
	return slices.DeleteFunc(list, func(f failing) bool {
		return float64(f.calls) < l.number("E29.calls") || quotient(f.ran, l.Range.Len()) < l.part("E29.window")
	})
}

// withoutWaits yields the stretches of a thread between its waits, of which it is known what it
// did: there it was at work, or had no CPU.
func (l *ruleContext) withoutWaits(ix model.ThreadIx) iter.Seq[model.Range] {
	return func(yield func(model.Range) bool) {
		var stretch model.Range
		for s := range l.t.Segments(ix, l.Range) {
			r := s.Clip(l.Range)
			if s.State != model.Waiting && s.State != model.Unknown {
				if stretch.Len() == 0 {
					stretch.From = r.From
				}
				stretch.To = r.To
				continue
			}
			if stretch.Len() > 0 && !yield(stretch) {
				return
			}
			stretch = model.Range{}
		}
		if stretch.Len() > 0 {
			yield(stretch)
		}
	}
}

// triesIn are the rows, also of one call, in a stretch without a wait, by their ends.
func (l *ruleContext) triesIn(ix model.ThreadIx, stretch model.Range) (list []tries) {
	last := map[model.StringID]int{} // the row of the calls of a name, if the last one failed
	for c := range l.t.SystemCalls(ix, stretch) {
		i, ok := last[c.Name]
		f := failure{c.Name, c.Error}
		switch {
		case f.err == 0 || c.NoEntry || c.NoReturn || c.Clip(stretch) != c.Range || l.t.String(f.name) == "":
			delete(last, f.name)
			continue
		case !ok || list[i].failure != f:
			i = len(list)
			last[f.name] = i
			list = append(list, tries{Range: c.Range, failure: f})
		}
		r := &list[i]
		r.To = c.To
		r.calls++
		for s := range l.t.Segments(ix, c.Range) {
			if s.State == model.Running {
				r.ran += s.Overlap(c.Range)
			}
		}
	}
	return list
}

// triesInVain reports whether a finding about a thread that spins has its cause in calls that
// fail: for most of that time the thread makes such calls. E29 says so.
func (l *ruleContext) triesInVain(f Finding) bool {
	var all, tried model.Time
	for _, e := range f.Evidence {
		all += e.Len()
	}
	for _, one := range slices.Concat(l.failing()...) {
		if one.ix != f.Threads[0] {
			continue
		}
		for _, e := range f.Evidence {
			i, _ := slices.BinarySearchFunc(one.rows, e.From, func(r tries, at model.Time) int { return cmp.Compare(r.To, at) })
			for ; i < len(one.rows) && one.rows[i].From < e.To; i++ {
				tried += one.rows[i].Overlap(e.Range)
			}
		}
	}
	return 2*tried > all
}

// failingOf is the finding about the calls that a thread makes in vain, alone; that of the call
// which costs most.
func (l *ruleContext) failingOf(ix model.ThreadIx) (f Finding) {
	for _, one := range slices.Concat(l.failing()...) {
		if one.ix == ix && one.ran > f.Cost {
			f = l.failingCalls([]failing{one})
		}
	}
	return f
}

func findFailing(l *ruleContext) (list []Finding) {
	for _, group := range l.failing() {
		list = append(list, l.failingCalls(group))
	}
	return list
}

// failingCalls is the finding about threads that make a call in vain.
func (l *ruleContext) failingCalls(group []failing) Finding {
	worst := group[0]
	proc := l.t.Threads[worst.ix].Proc
	f := Finding{Severity: Warning, Cost: ranIn(group), Range: worst.rows[0].Range, Try: tryInstead(worst.err)}
	calls, most, bound := 0, 0, ""
	var rows []Evidence
	for _, one := range group {
		f.Threads = append(f.Threads, one.ix)
		calls += one.calls
		if l.hidden[one.ix] > 0 || l.callsLeftOut() {
			bound = "≥ "
		}
		for _, r := range one.rows {
			most = max(most, r.calls)
			rows = append(rows, Evidence{one.ix, r.Range})
			f.Range = model.Range{From: min(f.Range.From, r.From), To: max(f.Range.To, r.To)}
		}
	}
	slices.SortStableFunc(rows, func(a, b Evidence) int { return cmp.Compare(b.Len(), a.Len()) })
	f.Evidence = rows
	cost, part := bound+measure.Duration(f.Cost), bound+share(f.Cost, l.mostRan(proc))
	f.Sentence = fmt.Sprintf("%s called %s %s without success and repeated the call immediately after each %s: this took %s, %s of the "+
		"process's CPU time.",
		l.nameList(f.Threads), l.t.String(worst.name), bound+plural(calls, "time", "times"), errorName(worst.err), cost, part)
	f.Details = []Detail{
		{"Failed calls", bound + measure.Count(int64(calls)), fmt.Sprintf("in %s of up to %s calls, without a wait or "+
			"a success in between", plural(len(rows), "series", "series"), measure.Count(int64(most)))},
		{"CPU time per call", measure.Duration(f.Cost / model.Time(calls)), "mean CPU time"},
		{"Cost", cost, "CPU time in the failed calls, without the work between them"},
	}
	return f
}

// callsLeftOut reports whether the trace holds only a part of the calls that were recorded.
func (l *ruleContext) callsLeftOut() bool {
	return slices.ContainsFunc(l.t.Diagnostics, func(d model.Diagnostic) bool { return d.Code == model.CallsLeftOut })
}

// Errors that say what to do instead (asm-generic/errno-base.h, errno.h).
const (
	errNotThere    = 2
	errInterrupted = 4
	errAgain       = 11
	errTimedOut    = 110
)

// errorNames are the errors that calls usually fail with.
var errorNames = map[uint16]string{
	1: "EPERM", errNotThere: "ENOENT", errInterrupted: "EINTR", 5: "EIO", 9: "EBADF", 10: "ECHILD", errAgain: "EAGAIN", 12: "ENOMEM", 13: "EACCES", 16: "EBUSY",
	17: "EEXIST", 20: "ENOTDIR", 22: "EINVAL", 25: "ENOTTY", 28: "ENOSPC", 32: "EPIPE", 38: "ENOSYS",
	95: "EOPNOTSUPP", 104: "ECONNRESET", 105: "ENOBUFS", 107: "ENOTCONN", errTimedOut: "ETIMEDOUT", 111: "ECONNREFUSED", 114: "EALREADY", 115: "EINPROGRESS",
}

// errorName is an error as programs name it.
func errorName(err uint16) string { return cmp.Or(errorNames[err], fmt.Sprintf("error %d", err)) }

// tryInstead is what may help against calls that fail with an error.
func tryInstead(err uint16) string {
	switch err {
	case errAgain:
		return "Wait until the call can succeed before repeating it: use poll or epoll, a futex, or a blocking call."
	case errNotThere:
		return "Remember which names do not exist instead of looking them up again, or search fewer paths."
	case errInterrupted:
		return "Find out what sends the signals that interrupt the call, and send fewer, or install their handlers with SA_RESTART."
	case errTimedOut:
		return "Specify a timeout in the future: the one specified has already expired when the call starts."
	}
	return "Do not repeat a call that fails: fix the cause first, or report the error."
}
