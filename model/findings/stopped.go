package findings

import (
	"cmp"
	"fmt"
	"slices"

	"threadlens/model"
	"threadlens/model/measure"
)

var stopLimits = []Limit{
	{"E17.active", 50, "%", "a wait ended by a thread of the language runtime counts as a stop of the program only if threads of the runtime were running, ready or preempted for at least this share of the wait"},
	{"E17.stop", 1, "ms", "minimum length of a stop of the program's threads, as reported by the language runtime's own events"},
	{"E17.times", 3, "", "minimum number of times that the language runtime stops the program's threads"},
	{"E17.share", 5, "%", "minimum share of the window in which the language runtime stops the program's threads: a garbage collector normally costs less"},
	{"E17.problem", 20, "%", "the finding is a problem, not only a warning, if the language runtime stops the program's threads for at least this share of the window"},
}

// stopTheWorld is E17: a runtime stops all threads, as garbage collectors do.
var stopTheWorld = Rule{
	ID: "E17", Name: "Stop the world",
	Doc:    "a language runtime repeatedly stops the program's threads: its own events show this, or the program's threads wait, with none running, until a thread of the runtime (recognized by its name) wakes them",
	Report: "waits",
	limits: stopLimits,
	check:  findStops,
}

func findStops(l *ruleContext) (list []Finding) {
	for _, proc := range l.Target.Procs {
		ranges, by := l.stopsByEvents(proc)
		if len(ranges) == 0 {
			ranges, by = l.stopsByNames(proc)
		}
		if len(ranges) == 0 || float64(len(ranges)) < l.number("E17.times") {
			continue
		}
		if f := l.stopped(proc, by, ranges); quotient(f.Cost, l.Range.Len()) >= l.part("E17.share") {
			list = append(list, f)
		}
	}
	return list
}

// stop is a pause of a program: the threads are stopped in it for a time.
type stop struct {
	model.Range
	time model.Time
}

// stopsByNames are the pauses of a process in which its threads wait until a thread of
// the runtime wakes them, and none of them runs; and the threads of the runtime, in
// descending order of running time.
func (l *ruleContext) stopsByNames(proc model.ProcIx) (stops []stop, by []model.ThreadIx) {
	var runtime, threads []model.ThreadIx
	for _, ix := range l.target {
		switch {
		case l.t.Threads[ix].Proc != proc:
		case l.ofRuntime(ix):
			runtime = append(runtime, ix)
		case !l.named(ix, serviceNames):
			threads = append(threads, ix)
		}
	}
	if len(runtime) == 0 {
		return nil, nil
	}
	var changes []stopChange
	for _, ix := range threads {
		if l.ctx.Err() != nil {
			return nil, nil
		}
		changes = append(changes, l.stopsOf(ix, runtime)...)
	}
	slices.SortFunc(runtime, func(a, b model.ThreadIx) int { return cmp.Or(cmp.Compare(l.ran(b), l.ran(a)), cmp.Compare(a, b)) })
	runtime = slices.DeleteFunc(runtime, func(ix model.ThreadIx) bool { return l.ran(ix) == 0 })
	return pauses(changes), runtime
}

// ran is how long a thread ran in the window.
func (l *ruleContext) ran(ix model.ThreadIx) model.Time {
	s := l.t.Sums(ix, l.Range)
	return s[model.Execution] + s[model.Interrupt]
}

// stopChange is an instant at which a thread starts or ceases to be stopped, or to run.
type stopChange struct {
	at           model.Time
	stopped, run int
}

// stopsOf are the waits of a thread that a thread of the runtime ended, during which such
// threads were at work, and the times in which it ran, or may have; nothing for a thread
// that is not stopped often enough: it does not belong to the program, or is idle.
func (l *ruleContext) stopsOf(ix model.ThreadIx, runtime []model.ThreadIx) (changes []stopChange) {
	times := 0
	for s := range l.t.Segments(ix, l.Range) {
		r := s.Clip(l.Range)
		switch {
		case s.State == model.Running || s.State == model.Unknown && s.Sub != model.SubNotSeen:
			changes = append(changes, stopChange{r.From, 0, 1}, stopChange{r.To, 0, -1})
		case s.State == model.Waiting && slices.Contains(runtime, s.Unblocker()) && l.clear(r.From, r.To) && !l.parked(ix, s.Range) && l.atWork(runtime, r):
			times++
			changes = append(changes, stopChange{r.From, 1, 0}, stopChange{r.To, -1, 0})
		}
	}
	if float64(times) < l.number("E17.times") {
		return nil
	}
	return changes
}

// atWork reports whether threads of the runtime ran, or were runnable, for most of a wait.
func (l *ruleContext) atWork(runtime []model.ThreadIx, r model.Range) bool {
	var sum model.Time
	for _, ix := range runtime {
		s := l.t.Sums(ix, r)
		sum += s[model.Execution] + s[model.Interrupt] + s[model.Preemption] + s[model.Dispatch]
	}
	return quotient(sum, r.Len()) >= l.part("E17.active")
}

// pauses are the stretches in which any thread is stopped, with the time of each in which
// none runs; those without such time are left out.
func pauses(changes []stopChange) (list []stop) {
	slices.SortFunc(changes, func(a, b stopChange) int { return cmp.Compare(a.at, b.at) })
	stopped, running := 0, 0
	var now stop
	for i, c := range changes {
		if stopped > 0 && running == 0 {
			now.time += c.at - changes[i-1].at
		}
		before := stopped
		stopped, running = stopped+c.stopped, running+c.run
		switch {
		case before == 0 && stopped > 0 && c.at > now.To: // adjacent ones are joined
			now = stop{Range: model.Range{From: c.at}}
		case before > 0 && stopped == 0:
			if now.To = c.at; now.time > 0 && (len(list) == 0 || list[len(list)-1].From != now.From) {
				list = append(list, now)
			} else if now.time > 0 {
				list[len(list)-1] = now
			}
		}
	}
	return list
}

const stopTry = "If a garbage collector stops the threads, allocate less, give it more memory, or use a concurrent collector."

// stopsByEvents are the times in which a process's runtime stopped all managed threads, by
// its own events, and the thread that recorded these.
func (l *ruleContext) stopsByEvents(proc model.ProcIx) (stops []stop, by []model.ThreadIx) {
	var from model.Time
	begun := false
	for i := range l.t.Markers {
		m := &l.t.Markers[i]
		if m.Thread == model.NoThread || l.t.Threads[m.Thread].Proc != proc || !l.ours(m.Thread) || l.t.String(m.Name) != model.RuntimeStop {
			continue
		}
		switch m.Kind {
		case model.MarkBegin:
			from, begun = m.Time, true
		case model.MarkEnd:
			if r := (model.Range{From: from, To: m.Time}).Clip(l.Range); begun && r.Len() >= l.time("E17.stop") && l.clear(r.From, r.To) {
				stops = append(stops, stop{r, r.Len()})
				by = []model.ThreadIx{m.Thread}
			}
			begun = false
		}
	}
	return stops, by
}

// stopped is the finding about the pauses of a process.
func (l *ruleContext) stopped(proc model.ProcIx, by []model.ThreadIx, stops []stop) Finding {
	f := Finding{
		Severity: Warning, Threads: by, Try: stopTry,
		Range: model.Range{From: stops[0].From, To: stops[len(stops)-1].To},
	}
	slices.SortStableFunc(stops, func(a, b stop) int { return cmp.Compare(b.time, a.time) })
	for _, s := range stops {
		f.Cost += s.time
		f.Evidence = append(f.Evidence, Evidence{by[0], s.Range})
	}
	if quotient(f.Cost, l.Range.Len()) >= l.part("E17.problem") {
		f.Severity = Problem
	}
	who := l.names(by)
	for _, c := range collectors {
		if slices.ContainsFunc(l.t.Processes[proc].Threads, func(ix model.ThreadIx) bool { return l.named(ix, []string{c.part}) }) {
			who = c.name + " (" + who + ")"
		}
	}
	f.Sentence = fmt.Sprintf("%s stopped %s for %s of %s (%s), in %s of up to %s.",
		who, measure.ProcessName(&l.t.Processes[proc]), measure.Duration(f.Cost), measure.Duration(l.Range.Len()),
		share(f.Cost, l.Range.Len()), plural(len(stops), "pause", "pauses"), measure.Duration(stops[0].time))
	f.Details = []Detail{
		{"Pauses", measure.Count(int64(len(stops))), "in which no thread of the program ran except those of the runtime"},
		{"Cost", measure.Duration(f.Cost), share(f.Cost, l.Range.Len()) + " of the time window"},
	}
	return f
}
