package findings

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"threadlens/model"
	"threadlens/model/analysis"
)

var stopLimits = []Limit{
	{"E17.part", 80, "%", "of the threads that have run shortly before, which stop together"},
	{"E17.within", 1, "ms", "within which they are woken together"},
	{"E17.arrive", 10, "ms", "within which they stop: each does so where it is safe for it"},
	{"E17.stop", 1, "ms", "that a thread is stopped at least"},
	{"E17.before", 10, "ms", "that counts as shortly before"},
	{"E17.threads", 3, "", "threads that stop at least"},
	{"E17.times", 3, "", "times that this happens"},
	{"E17.share", 1, "%", "of the window in which all managed threads are stopped, by the runtime's own events: less is not worth a word"},
}

// stopTheWorld is E17: a runtime stops all threads, as garbage collectors do.
var stopTheWorld = Rule{
	ID: "E17", Name: "Stop the world",
	Doc: "a runtime stops the program's threads again and again: its own events say so, " +
		"or one of its threads, known by name, wakes most threads together after a while",
	check: findStops,
}

// runtimeNames are parts of the names of threads by which runtimes stop the others:
// of Java, .NET, and others whose collectors have threads of their own.
var runtimeNames = []string{
	"vm thread", "gc thread", "g1 ", "gc task", "gang worker", "parallel gc", "concgc", "zgc", "shenandoah", ".net gc", ".net server gc",
	".net tiered", "gc-thread", "gcthread", "garbage collector", "gc worker",
}

// ofRuntime reports whether a thread is one by which a runtime stops the others.
func (l *look) ofRuntime(ix model.ThreadIx) bool {
	name := strings.ToLower(l.t.Threads[ix].Name())
	return slices.ContainsFunc(runtimeNames, func(part string) bool { return strings.Contains(name, part) })
}

func findStops(l *look) []Finding {
	list := l.stopsByEvents()
	all := map[model.ThreadIx]*gathering{}
	l.wakeups(func(list []wakeup) {
		together(list, l.time("E17.within"), func(ws []wakeup) {
			// Short waits are for the lock under which the runtime lets the threads go.
			ws = slices.DeleteFunc(slices.Clone(ws), func(w wakeup) bool { return w.ready-w.out < l.time("E17.stop") })
			if r, ok := l.stop(ws); ok {
				var cost model.Time
				for i := range ws {
					cost += ws[i].ready - ws[i].out
				}
				gather(all, ws, r, cost)
			}
		})
	})
	for _, g := range gatherings(all, int(l.number("E17.times"))) {
		f := g.finding(Warning)
		f.Sentence = fmt.Sprintf("%s stopped up to %s %s times, for %s of their time.",
			l.name(g.by), plural(g.most, "thread", "threads"), analysis.Count(int64(g.times)), analysis.Duration(g.cost))
		f.Details = []Detail{
			{"Woken by", l.name(g.by), "each time: its name is that of a thread of a runtime"},
			{"Cost", analysis.Duration(g.cost), "of the threads' time was spent stopped"},
		}
		f.Try = stopTry
		list = append(list, f)
	}
	return list
}

const stopTry = "If this is a garbage collector: allocate less, give it more memory, or choose a concurrent collector."

// stop is the time during which all of some threads, which a runtime's thread woke,
// were stopped.
func (l *look) stop(ws []wakeup) (r model.Range, ok bool) {
	threads := threadsOf(ws)
	if len(threads) < max(1, int(l.number("E17.threads"))) || !l.ofRuntime(ws[0].by) {
		return r, false
	}
	first, last := ws[0].out, ws[0].out
	for i := range ws {
		first, last = min(first, ws[i].out), max(last, ws[i].out)
	}
	before := model.Range{From: first - l.time("E17.before"), To: first}
	if last-first > l.time("E17.arrive") || !l.clear(before.From, ws[len(ws)-1].ready) {
		return r, false
	}
	active := 0
	for _, ix := range l.target {
		if s := l.t.Sums(ix, before); ix != ws[0].by && s[model.Execution] > 0 {
			active++
		}
	}
	return model.Range{From: first, To: ws[len(ws)-1].ready}, quotient(len(threads), active) >= l.part("E17.part")
}

// stopsByEvents makes a finding of each process of which the runtime's own events
// say that it stopped all managed threads often enough.
func (l *look) stopsByEvents() (list []Finding) {
	type stops struct {
		by     model.ThreadIx
		ranges []model.Range
	}
	open, all := map[model.ProcIx]model.Time{}, map[model.ProcIx]*stops{}
	for i := range l.t.Markers {
		m := &l.t.Markers[i]
		if m.Thread == model.NoThread || !l.ours(m.Thread) {
			continue
		}
		proc := l.t.Threads[m.Thread].Proc
		switch {
		case l.t.String(m.Name) != model.RuntimeStop:
		case m.Kind == model.MarkBegin:
			open[proc] = m.Time
		case m.Kind == model.MarkEnd:
			from, begun := open[proc]
			delete(open, proc)
			if r := (model.Range{From: from, To: m.Time}).Clip(l.Range); begun && r.Len() >= l.time("E17.stop") && l.clear(r.From, r.To) {
				if all[proc] == nil {
					all[proc] = &stops{by: m.Thread}
				}
				all[proc].ranges = append(all[proc].ranges, r)
			}
		}
	}
	for _, proc := range l.Target.Procs {
		s := all[proc]
		if s == nil || float64(len(s.ranges)) < l.number("E17.times") {
			continue
		}
		if f := l.stopped(s.by, s.ranges); quotient(f.Cost, l.Range.Len()) >= l.part("E17.share") {
			list = append(list, f)
		}
	}
	return list
}

func (l *look) stopped(by model.ThreadIx, ranges []model.Range) Finding {
	f := Finding{
		Severity: Warning, Threads: []model.ThreadIx{by}, Try: stopTry,
		Range: model.Range{From: ranges[0].From, To: ranges[len(ranges)-1].To},
	}
	slices.SortStableFunc(ranges, func(a, b model.Range) int { return cmp.Compare(b.Len(), a.Len()) })
	for _, r := range ranges {
		f.Cost += r.Len()
		f.Evidence = append(f.Evidence, Evidence{by, r})
	}
	f.Sentence = fmt.Sprintf("The runtime stopped all managed threads %s times, for %s together (%s of the window), up to %s at a time.",
		analysis.Count(int64(len(ranges))), analysis.Duration(f.Cost), share(f.Cost, l.Range.Len()), analysis.Duration(ranges[0].Len()))
	f.Details = []Detail{
		{"Stops", analysis.Count(int64(len(ranges))), "by the runtime's own events"},
		{"Cost", analysis.Duration(f.Cost), "in which no managed thread could run"},
	}
	return f
}
