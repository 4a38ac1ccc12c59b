package findings

import (
	"cmp"
	"fmt"
	"slices"

	"threadlens/model"
	"threadlens/model/measure"
)

var oversubscriptionLimits = []Limit{
	{"E3.runnable", 115, "%", "the mean number of runnable threads (running, ready or preempted), as a percentage of the number of CPUs, must be above this"},
	{"E3.queued", 20, "%", "minimum share of queued time (preempted or ready) in the CPU demand of the target's threads (run time plus queued time)"},
	{"E3.self", 50, "%", "minimum share of the queued time in which the target's own threads run: with less, other programs, a quota or the host are the cause"},
	{"E3.problem", 70, "%", "the finding is a problem, not only a warning, if the target's own threads run for at least this share of the queued time"},
	{"E3.lasting", 50, "%", "minimum share of the window in which more threads are runnable than E3.runnable allows: a shorter burst does not count"},
}

// oversubscription is E3: more threads of the target are runnable than there are
// CPUs.
var oversubscription = Rule{
	ID: "E3", Name: "Oversubscription",
	Doc:    "for most of the time, more threads are runnable than there are CPUs; the threads are queued for much of the time in which they need a CPU, mostly behind threads of the same program",
	slow:   true,
	Report: "queue",
	limits: oversubscriptionLimits,
	check:  findOversubscription,
}

// demand is the time in which the target's threads were running or runnable. Hidden
// time may or may not belong to it.
type demand struct {
	run, preempted, ready, hidden model.Time
	cpus                          int
}

func (d *demand) queued() model.Time { return d.preempted + d.ready }

func (d *demand) part() float64 { return quotient(d.queued(), d.run+d.queued()) }

// least and most are bounds of the part of the demand that was spent queued.
func (d *demand) least() float64 { return quotient(d.queued(), d.run+d.queued()+d.hidden) }

func (d *demand) most() float64 {
	return quotient(d.queued()+d.hidden, d.run+d.queued()+d.hidden)
}

// runnable is how many of the threads were runnable on average.
func (d *demand) runnable(l *ruleContext) float64 { return quotient(d.run+d.queued(), l.Range.Len()) }

// tooMuch reports whether the demand exceeds the CPUs.
func (d *demand) tooMuch(l *ruleContext) bool {
	return d.cpus > 0 && d.runnable(l) > l.part("E3.runnable")*float64(d.cpus) && d.least() >= l.part("E3.queued")
}

// mayBeTooMuch reports whether the demand exceeds the CPUs, or may do so as far as
// is known.
func (d *demand) mayBeTooMuch(l *ruleContext) bool {
	return d.cpus > 0 && d.runnable(l)+quotient(d.hidden, l.Range.Len()) > l.part("E3.runnable")*float64(d.cpus) && d.most() >= l.part("E3.queued")
}

func demandOf(l *ruleContext) *demand {
	s := l.sums()
	return &demand{s[model.Execution] + s[model.Interrupt], s[model.Preemption], s[model.Dispatch], l.allHidden, l.cpus()}
}

func findOversubscription(l *ruleContext) []Finding {
	d := demandOf(l)
	if !d.tooMuch(l) || !l.lasting(d) {
		return nil
	}
	o := l.whoHadTheCPUs()
	if o.behindNobody() || quotient(o.own, o.sum()) < l.part("E3.self") {
		return nil
	}
	f := Finding{
		Severity: Warning, Range: l.Range, Threads: byQueued(l), Cost: d.queued(),
		Sentence: fmt.Sprintf("On average, %.2f threads ran or queued on %s (%s). The threads were queued for %s of the time in which they needed a CPU; for %s of the queued time, they were behind %s.",
			d.runnable(l), processors(d.cpus), measure.Percent(100*quotient(d.runnable(l), d.cpus), 0), measure.Percent(100*d.part(), 1), share(o.own, o.sum()), l.ownThreads()),
		Details: []Detail{
			{"Run time", measure.Duration(d.run), ""},
			{"Queued", measure.Duration(d.queued()), "preempted " + measure.Duration(d.preempted) + ", ready " + measure.Duration(d.ready)},
		},
		Try: "Run fewer worker threads. The antagonists report shows who else used the CPUs.",
	}
	if quotient(o.own, o.sum()) >= l.part("E3.problem") {
		f.Severity = Problem
		f.Try = "Run at most as many worker threads as there are CPUs."
	}
	f.Details = append(append(f.Details, o.details(l.t)...), interruptDetail(l))
	for _, ix := range f.Threads[:min(len(f.Threads), MaxEvidence)] {
		if e := longestInQueue(l, ix); e.Len() > 0 {
			f.Evidence = append(f.Evidence, e)
		}
	}
	return []Finding{f}
}

// lasting reports whether the demand is too high for long enough. A high average alone proves
// that: then the time is not counted.
func (l *ruleContext) lasting(d *demand) bool {
	most := int(l.part("E3.runnable") * float64(d.cpus))
	least := quotient(d.runnable(l)-float64(most), float64(len(l.target)-most)) // if all threads are runnable for that part, and most the rest of the time
	if len(l.target) > most && least >= l.part("E3.lasting") {
		return true
	}
	return quotient(measure.RunnableOver(l.t, l.target, l.Range, most), l.Range.Len()) >= l.part("E3.lasting")
}

// longestInQueue is the longest stretch of a thread in a queue.
func longestInQueue(l *ruleContext, ix model.ThreadIx) Evidence {
	e := Evidence{Thread: ix}
	for _, s := range l.t.Queued(ix, l.Range) {
		if s.Len() > e.Len() {
			e.Range = s
		}
	}
	return e
}

// interruptDetail is how long interrupts had the CPUs: that is included in the
// times of the interrupted threads.
func interruptDetail(l *ruleContext) Detail {
	if !l.t.Info.Has.Interrupts {
		return Detail{"Interrupts", "unknown", "not recorded"}
	}
	var sum model.Time
	for c := range l.t.Cores {
		d := l.t.CoreTime(model.CPU(c), l.Range)
		sum += d.ISR + d.DPC
	}
	return Detail{
		"Interrupts", measure.Duration(sum),
		measure.Percent(100*quotient(sum, l.Range.Len()*model.Time(l.cpus())), 1) + " of the CPU time, included in the times of the interrupted threads",
	}
}

// byQueued are the target's threads that were queued, the longest first.
func byQueued(l *ruleContext) []model.ThreadIx {
	queued := map[model.ThreadIx]model.Time{}
	var list []model.ThreadIx
	for _, ix := range l.target {
		if d := l.queued(ix, l.Range); d > 0 {
			queued[ix] = d
			list = append(list, ix)
		}
	}
	slices.SortStableFunc(list, func(a, b model.ThreadIx) int { return cmp.Compare(queued[b], queued[a]) })
	return list
}
