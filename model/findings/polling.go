package findings

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"threadlens/model"
	"threadlens/model/measure"
)

var pollingLimits = []Limit{
	{"E8.sleeps", 20, "", "minimum number of sleeps of a thread in the window"},
	{"E8.variation", 20, "%", "maximum standard deviation of the time between a thread's wake-ups, as a share of the mean time"},
	{"E8.run", 200, "us", "maximum median run time between two sleeps: a check for work takes less"},
	{"E8.share", 5, "%", "maximum run time of a polling thread, as a share of its lifetime"},
	{"E8.nothing", 90, "%", "minimum share of a thread's wake-ups after which it wakes no other thread, reads and writes nothing, and writes no marker to the trace"},
	{"E8.beside", 90, "%", "no finding if another thread of the process is running, ready or preempted for at least this share of the window: the sleeping thread may read what that thread writes to memory, and memory accesses are not recorded"},
}

// sleepPolling is E8: a thread repeatedly wakes, finds nothing to do, and sleeps.
var sleepPolling = Rule{
	ID: "E8", Name: "Sleep polling",
	Doc:    "a thread sleeps and wakes up at a steady pace, runs briefly, and hardly ever finds anything to do",
	rests:  onReasons,
	Report: "waits",
	limits: pollingLimits,
	check:  findPolling,
}

// poller is a thread that sleeps at a steady pace.
type poller struct {
	ix      model.ThreadIx
	naps    []nap
	period  model.Time // the mean from wake to wake
	run     model.Time // the median between two sleeps
	cpu     model.Time
	nothing float64 // share of the wakes after which nothing was done
}

// nap is a sleep and what followed it.
type nap struct {
	model.Range            // the sleep
	until       model.Time // the start of the next one
	run         model.Time // between the two
	did         bool       // it did something, or may have
	unsure      bool       // a CPU was blind since the previous sleep
}

// findPolling makes one finding of all pollers of a process, except threads of runtimes,
// which the user cannot rewrite.
func findPolling(l *ruleContext) []Finding {
	var list []*poller
	busy := l.busyThreads()
	for _, ix := range l.withoutTriers(l.target) {
		if other, ok := busy[l.t.Threads[ix].Proc]; ok && other != ix || l.ofRuntime(ix) || l.named(ix, serviceNames) {
			continue
		}
		if p := l.poller(ix); p != nil {
			list = append(list, p)
		}
	}
	l.whatTheyDid(list)
	byProcess := map[model.ProcIx][]*poller{}
	for _, p := range list {
		if p.nothing >= l.part("E8.nothing") {
			byProcess[l.t.Threads[p.ix].Proc] = append(byProcess[l.t.Threads[p.ix].Proc], p)
		}
	}
	var findings []Finding
	for _, proc := range l.Target.Procs {
		if ps := byProcess[proc]; len(ps) > 0 {
			findings = append(findings, l.polling(ps))
		}
	}
	return findings
}

// busyThreads are, by process, threads that may run whenever they can.
func (l *ruleContext) busyThreads() map[model.ProcIx]model.ThreadIx {
	busy := map[model.ProcIx]model.ThreadIx{}
	for _, ix := range l.target {
		s := l.t.Sums(ix, l.Range)
		if quotient(s[model.Execution]+s[model.Interrupt]+s[model.Preemption]+s[model.Dispatch]+l.hidden[ix], l.Range.Len()) >= l.part("E8.beside") {
			busy[l.t.Threads[ix].Proc] = ix
		}
	}
	return busy
}

// poller is the poller of a thread that sleeps at a steady pace and runs little,
// otherwise nil.
func (l *ruleContext) poller(ix model.ThreadIx) *poller {
	if l.t.Sums(ix, l.Range)[model.Sleep] == 0 {
		return nil // without checking each wait
	}
	p := &poller{ix: ix, naps: l.naps(ix)}
	if len(p.naps) < max(3, int(l.number("E8.sleeps"))) {
		return nil
	}
	p.naps = p.naps[:len(p.naps)-1] // it is unknown what followed the last one
	var variation float64
	p.period, variation = pace(p.naps)
	runs := make([]model.Time, len(p.naps), len(p.naps)+l.lost(len(p.naps)))
	for i := range runs {
		runs[i] = p.naps[i].run
	}
	for range l.lost(len(p.naps)) {
		runs = append(runs, l.Range.Len())
	}
	p.run = median(runs)
	s := l.t.Sums(ix, l.Range)
	p.cpu = s[model.Execution] + s[model.Interrupt]
	if variation > l.part("E8.variation") || p.run > l.time("E8.run") ||
		float64(p.cpu+l.hidden[ix]) > l.part("E8.share")*float64(s.Total()) {
		return nil
	}
	return p
}

// naps are the sleeps of a thread and what followed each.
func (l *ruleContext) naps(ix model.ThreadIx) (list []nap) {
	from := model.Time(-1) // start of the current run
	for e := range l.t.Episodes(ix, l.Range) {
		if n := len(list); n > 0 && from >= 0 && !e.NoOut {
			last := &list[n-1]
			last.run += e.Out - from
			last.until = e.Out
			last.did = last.did || e.Category == model.IO || !l.clear(last.To, e.Out)
		}
		if from = e.In; e.NoIn {
			from = -1
		}
		if asleep(&e) {
			n := nap{Range: model.Range{From: e.Out, To: e.Ready}, until: e.In}
			n.unsure = len(list) > 0 && !l.clear(list[len(list)-1].To, e.Ready)
			list = append(list, n)
		}
	}
	return list
}

// asleep reports whether an episode is a timed sleep that ended when its time was up. A
// wait ended by a timer is no proof, while a call to sleep is, even without its wake:
// some kernels record no wakes by the timers of idle CPUs.
func asleep(e *model.Episode) bool {
	unseen := e.Flags&model.WakeMissing != 0 && e.Flags&model.LossOverlap != 0
	return e.Kind == model.EpisodeWait && !e.Open && !e.Cut && !e.NoOut && e.Flags&model.OpenStart == 0 && !unseen &&
		e.Unblocker == model.NoThread && e.Category == model.Sleep
}

// pace is the mean time from wake to wake, and its standard deviation as a part of
// that.
func pace(naps []nap) (mean model.Time, variation float64) {
	n := float64(len(naps) - 1)
	m := float64(naps[len(naps)-1].To-naps[0].To) / n
	var squares float64
	for i := 1; i < len(naps); i++ {
		d := float64(naps[i].To-naps[i-1].To) - m
		if naps[i].unsure { // there may have been wakes in between
			d = max(m, d)
		}
		squares += d * d
	}
	return model.Time(m), quotient(math.Sqrt(squares/n), m)
}

// whatTheyDid notes after which wakes the threads did something: they woke others,
// transferred data, or wrote a marker.
func (l *ruleContext) whatTheyDid(list []*poller) {
	of := map[model.ThreadIx]*poller{}
	for _, p := range list {
		of[p.ix] = p
	}
	if len(of) == 0 {
		return
	}
	for i := range l.t.Threads {
		for e := range l.t.Episodes(model.ThreadIx(i), l.Range) {
			of[e.Unblocker].did(e.Ready)
		}
	}
	for i := range l.t.IOs {
		of[l.t.IOs[i].Thread].did(l.t.IOs[i].From)
	}
	for i := range l.t.Markers {
		of[l.t.Markers[i].Thread].did(l.t.Markers[i].Time)
	}
	for _, p := range list {
		nothing := 0
		for _, n := range p.naps {
			if !n.did {
				nothing++
			}
		}
		p.nothing = quotient(nothing, len(p.naps)+l.lost(len(p.naps)))
	}
}

// did notes that the thread did something at an instant.
func (p *poller) did(at model.Time) {
	if p == nil {
		return
	}
	i, found := slices.BinarySearchFunc(p.naps, at, func(n nap, at model.Time) int { return cmp.Compare(n.To, at) })
	if !found {
		i--
	}
	if i >= 0 && at <= p.naps[i].until {
		p.naps[i].did = true
	}
}

func (l *ruleContext) polling(ps []*poller) Finding {
	slices.SortStableFunc(ps, func(a, b *poller) int { return cmp.Compare(b.cpu, a.cpu) })
	f := Finding{Severity: Info, Range: l.Range, Try: "Instead of sleeping, wait for the event, condition variable or descriptor that the thread checks, with the sleep time as the timeout."}
	wakes := 0
	for _, p := range ps {
		f.Threads = append(f.Threads, p.ix)
		f.Cost += p.cpu
		wakes += len(p.naps) + 1
		f.Evidence = append(f.Evidence, Evidence{p.ix, model.Range{From: p.naps[0].From, To: p.naps[len(p.naps)-1].until}})
	}
	worst := ps[0]
	runs := "runs for " + measure.Duration(worst.run)
	if worst.run == 0 { // it was only seen to sleep again, and did nothing before
		runs = "runs for a moment"
	}
	f.Sentence = fmt.Sprintf("%s wakes up every %s, %s and sleeps again; after %s of the wake-ups, it wakes no other thread, and reads and writes nothing.",
		l.name(worst.ix), measure.Duration(worst.period), runs, measure.Percent(100*worst.nothing, 1))
	rate := quotient(wakes, l.Range.Len()) * 1e9
	f.Details = []Detail{
		{"Period", measure.Duration(worst.period), "mean time between wake-ups"},
		{"Threads", fmt.Sprint(len(ps)), fmt.Sprintf("of this process repeatedly sleep and check for work, with %.1f wake-ups per second in total", rate)},
		{"Cost", measure.Duration(f.Cost), "CPU time of the polling threads"},
	}
	return f
}
