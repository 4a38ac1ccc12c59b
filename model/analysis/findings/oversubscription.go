package findings

import (
	"cmp"
	"fmt"
	"slices"

	"threadlens/model"
	"threadlens/model/analysis"
)

var oversubscriptionLimits = []Limit{
	{"E3.runnable", 115, "%", "runnable threads on average, of the CPUs"},
	{"E3.queued", 20, "%", "of the time in which threads wanted to run, spent preempted or ready"},
	{"E3.self", 70, "%", "of the time queued in which the target's own threads had the CPU, from which it is its own doing"},
	{"E3.lasting", 50, "%", "of the window in which more threads than that wanted to run: a burst is none"},
}

// oversubscription is E3: more threads of the target want to run than there are
// processors.
var oversubscription = Rule{
	ID: "E3", Name: "Oversubscription",
	Doc:   "more runnable threads than CPUs for most of the time, and much of the time in which they wanted to run spent queued",
	check: findOversubscription,
}

// demand is the time in which the target's threads wanted to run. What is hidden may
// be such time, or not.
type demand struct {
	run, preempted, ready, hidden model.Time
	cpus                          int
}

func (d *demand) queued() model.Time { return d.preempted + d.ready }

func (d *demand) part() float64 { return quotient(d.queued(), d.run+d.queued()) }

// least and most are the bounds of the part of the demand that was spent queued.
func (d *demand) least() float64 { return quotient(d.queued(), d.run+d.queued()+d.hidden) }

func (d *demand) most() float64 {
	return quotient(d.queued()+d.hidden, d.run+d.queued()+d.hidden)
}

// runnable is how many of the threads wanted to run on average.
func (d *demand) runnable(l *look) float64 { return quotient(d.run+d.queued(), l.Range.Len()) }

// tooMuch reports whether it is more than the CPUs have room for.
func (d *demand) tooMuch(l *look) bool {
	return d.cpus > 0 && d.runnable(l) > l.part("E3.runnable")*float64(d.cpus) && d.least() >= l.part("E3.queued")
}

// mayBeTooMuch reports whether it is, or may be as far as is known.
func (d *demand) mayBeTooMuch(l *look) bool {
	return d.cpus > 0 && d.runnable(l)+quotient(d.hidden, l.Range.Len()) > l.part("E3.runnable")*float64(d.cpus) && d.most() >= l.part("E3.queued")
}

func demandOf(l *look) *demand {
	s := l.sums()
	return &demand{s[model.Execution] + s[model.Interrupt], s[model.Preemption], s[model.Dispatch], l.allHidden, l.cpus()}
}

func findOversubscription(l *look) []Finding {
	d := demandOf(l)
	if !d.tooMuch(l) || quotient(analysis.RunnableOver(l.t, l.target, l.Range, int(l.part("E3.runnable")*float64(d.cpus))), l.Range.Len()) < l.part("E3.lasting") {
		return nil
	}
	f := Finding{
		Range: l.Range, Threads: byQueued(l), Cost: d.queued(),
		Sentence: fmt.Sprintf("%.2f runnable threads on %s (%s); %s of the demand for CPU was spent queued",
			d.runnable(l), processors(d.cpus), analysis.Percent(100*quotient(d.runnable(l), d.cpus), 0), analysis.Percent(100*d.part(), 1)),
		Details: []Detail{
			{"Ran", analysis.Duration(d.run), ""},
			{"Queued", analysis.Duration(d.queued()), "preempted " + analysis.Duration(d.preempted) + ", ready " + analysis.Duration(d.ready)},
		},
	}
	whoHadTheProcessors(l).say(l, &f)
	for _, ix := range f.Threads[:min(len(f.Threads), MaxEvidence)] {
		if e := longestInQueue(l, ix); e.Len() > 0 {
			f.Evidence = append(f.Evidence, e)
		}
	}
	return []Finding{f}
}

// longestInQueue is the longest stretch in a queue of a thread.
func longestInQueue(l *look, ix model.ThreadIx) Evidence {
	e := Evidence{Thread: ix}
	for _, s := range l.t.Queued(ix, l.Range) {
		if s.Len() > e.Len() {
			e.Range = s
		}
	}
	return e
}

// occupation is who had the processors for which the target's threads queued, in ns
// of their time in queues.
type occupation struct {
	own, others, stolen, idle, unknown model.Time
	mostOwn, mostOther                 analysis.Antagonist // the thread of each that had most
}

func (o *occupation) sum() model.Time { return o.own + o.others + o.stolen + o.idle + o.unknown }

func whoHadTheProcessors(l *look) *occupation {
	var o occupation
	o.mostOwn.Who, o.mostOther.Who = model.OccupantUnknown, model.OccupantUnknown
	for _, a := range analysis.Antagonists(l.t, l.target, l.Range) {
		d := a.Ready + a.Preempted
		ix, thread := a.Who.Thread()
		switch {
		case thread && l.Target.Has(l.t.Threads[ix].Proc):
			if o.own == 0 {
				o.mostOwn = a
			}
			o.own += d
		case thread:
			if o.others == 0 {
				o.mostOther = a
			}
			o.others += d
		case a.Who == model.OccupantIdle:
			o.idle += d
		case a.Who == model.OccupantStolen:
			o.stolen += d
		default:
			o.unknown += d
		}
	}
	return &o
}

// say puts into the finding whose doing the queue is: that of the target itself, or
// of others, with whom it shares the machine.
func (o *occupation) say(l *look, f *Finding) {
	all := o.sum()
	of := func(d model.Time) string { return analysis.Percent(100*quotient(d, all), 1) }
	switch {
	case quotient(o.own, all) >= l.part("E3.self"):
		f.Severity = Problem
		f.Sentence += fmt.Sprintf(", %s of that behind its own threads.", of(o.own))
		f.Try = "Run as many worker threads as there are CPUs, or fewer."
	case o.stolen > o.own+o.others:
		f.Severity = Warning
		f.Sentence += fmt.Sprintf(", %s of that while the host had the CPUs.", of(o.stolen))
		f.Try = "Give this virtual machine more of its host, or let others there do less: its own threads are not what holds it up."
	case o.others > o.own:
		f.Severity = Warning
		f.Sentence += fmt.Sprintf(", %s of that behind other processes.", of(o.others))
		f.Try = "See in the antagonists report which other processes had the CPUs; give them less to do, a lower priority, or other CPUs."
	default:
		f.Severity = Warning
		f.Sentence += fmt.Sprintf(": %s of that behind its own threads, %s behind other processes.", of(o.own), of(o.others))
		f.Try = "Run fewer worker threads, and see in the antagonists report which other processes had the CPUs."
	}
	for _, d := range []struct {
		title string
		time  model.Time
		most  analysis.Antagonist
	}{{"Own threads", o.own, o.mostOwn}, {"Other processes", o.others, o.mostOther}} {
		text := of(d.time) + " of the time queued they had the CPU"
		if ix, ok := d.most.Who.Thread(); ok {
			text += ", most of it " + analysis.ThreadName(l.t, ix)
		}
		f.Details = append(f.Details, Detail{d.title, analysis.Duration(d.time), text})
	}
	if o.stolen > 0 {
		f.Details = append(f.Details, Detail{model.StolenTitle, analysis.Duration(o.stolen), of(o.stolen) + " of the time queued the host had the CPU"})
	}
	if o.idle > 0 {
		f.Details = append(f.Details, Detail{"Idle", analysis.Duration(o.idle), of(o.idle) + " of the time queued the CPU was idle"})
	}
	if o.unknown > 0 {
		f.Details = append(f.Details, Detail{"Unknown", analysis.Duration(o.unknown), of(o.unknown) + " of the time queued the trace does not tell who had the CPU"})
	}
	f.Details = append(f.Details, interruptDetail(l))
}

// interruptDetail is how long interrupts had the processors: that is inside the
// times of those whom they interrupted.
func interruptDetail(l *look) Detail {
	if !l.t.Info.Has.Interrupts {
		return Detail{"Interrupts", "unknown", "they were not recorded"}
	}
	var sum model.Time
	for c := range l.t.Cores {
		d := l.t.CoreTime(model.CPU(c), l.Range)
		sum += d.ISR + d.DPC
	}
	return Detail{
		"Interrupts", analysis.Duration(sum),
		analysis.Percent(100*quotient(sum, l.Range.Len()*model.Time(l.cpus())), 1) + " of the CPUs' time, inside the times of those whom they interrupted",
	}
}

// byQueued are the target's threads that were queued, those first that were so
// longest.
func byQueued(l *look) []model.ThreadIx {
	queued := map[model.ThreadIx]model.Time{}
	var list []model.ThreadIx
	for _, ix := range l.target {
		s := l.t.Sums(ix, l.Range)
		if d := s[model.Preemption] + s[model.Dispatch]; d > 0 {
			queued[ix] = d
			list = append(list, ix)
		}
	}
	slices.SortStableFunc(list, func(a, b model.ThreadIx) int { return cmp.Compare(queued[b], queued[a]) })
	return list
}
