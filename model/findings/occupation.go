package findings

import (
	"cmp"
	"slices"
	"strings"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/report"
)

// occupation is which threads had the CPUs for which the target's threads queued, in
// ns of their time in queues.
type occupation struct {
	own, others, stolen, idle, unknown model.Time
	mostOwn, mostOther                 report.Antagonist // the thread of each kind that had most
}

func (o *occupation) sum() model.Time { return o.own + o.others + o.stolen + o.idle + o.unknown }

// behindNobody reports whether most of the time in queues was spent while the CPU idled:
// then something such as a quota prevents the threads from running, not other threads.
func (o *occupation) behindNobody() bool { return 2*o.idle > o.sum() }

// occupationKey is the key of the result of whoHadTheCPUs.
type occupationKey struct{}

// whoHadTheCPUs is computed once.
func (l *ruleContext) whoHadTheCPUs() *occupation {
	return once(l, occupationKey{}, func() *occupation {
		o := occupation{mostOwn: report.Antagonist{Who: model.OccupantUnknown}, mostOther: report.Antagonist{Who: model.OccupantUnknown}}
		for _, a := range report.Antagonists(l.t, l.target, l.Range) {
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
	})
}

// details are lines about the occupants of the CPUs.
func (o *occupation) details(t *model.Trace) []Detail {
	of := func(d model.Time) string { return share(d, o.sum()) + " of the queued time" }
	var list []Detail
	for _, d := range []struct {
		title string
		time  model.Time
		most  report.Antagonist
	}{{"Target threads", o.own, o.mostOwn}, {"Other processes", o.others, o.mostOther}} {
		text := "ran for " + of(d.time)
		if ix, ok := d.most.Who.Thread(); ok {
			text += ", mostly " + urgentName(t, ix)
		}
		list = append(list, Detail{d.title, measure.Duration(d.time), text})
	}
	if o.stolen > 0 {
		list = append(list, Detail{model.StolenTitle, measure.Duration(o.stolen), "the host used the CPU for " + of(o.stolen)})
	}
	if o.idle > 0 {
		list = append(list, Detail{"Idle", measure.Duration(o.idle), "the CPU was idle for " + of(o.idle)})
	}
	if o.unknown > 0 {
		list = append(list, Detail{"Unknown", measure.Duration(o.unknown), "it is unknown who used the CPU for " + of(o.unknown)})
	}
	return list
}

// occupants are the occupants of the CPUs for which some threads queued in stretches of
// time.
type occupants struct {
	by        map[model.ThreadIx]model.Time
	idle, sum model.Time // the time when the CPU was idle, and the total
}

// add adds a stretch in which one thread was queued.
func (o *occupants) add(t *model.Trace, p queuedPiece) {
	o.sum += p.Len()
	if int(p.cpu) >= len(t.Cores) {
		return
	}
	if o.by == nil {
		o.by = map[model.ThreadIx]model.Time{}
	}
	last, time := model.NoThread, model.Time(0) // not in the map yet: a CPU often continues with the same thread
	for s := range t.Slices(p.cpu, p.Range) {
		ix, ok := s.Occupant.Thread()
		switch {
		case ok && ix == last:
			time += s.Overlap(p.Range)
		case ok:
			o.keep(last, time)
			last, time = ix, s.Overlap(p.Range)
		case s.Occupant == model.OccupantIdle:
			o.idle += s.Overlap(p.Range)
		}
	}
	o.keep(last, time)
}

// keep adds the time of a thread.
func (o *occupants) keep(ix model.ThreadIx, d model.Time) {
	if ix != model.NoThread {
		o.by[ix] += d
	}
}

// behindNobody is as for an occupation.
func (o *occupants) behindNobody() bool { return 2*o.idle > o.sum }

// instead names the threads that ran, the longest first.
func (o *occupants) instead(t *model.Trace) string { return ranLongest(t, byTime(o.by)) }

// ranLongest names the first of the threads that ran.
func ranLongest(t *model.Trace, who []ran) string {
	var names []string
	for _, r := range who[:min(len(who), MaxNamed)] {
		names = append(names, urgentName(t, r.ix)+" "+measure.Duration(r.time))
	}
	return strings.Join(names, ", ")
}

// ran is a thread and how long it ran.
type ran struct {
	ix   model.ThreadIx
	time model.Time
}

// byTime are threads by how long they ran, the longest first.
func byTime(sums map[model.ThreadIx]model.Time) []ran {
	list := make([]ran, 0, len(sums))
	for ix, d := range sums {
		list = append(list, ran{ix, d})
	}
	slices.SortFunc(list, func(a, b ran) int { return cmp.Or(cmp.Compare(b.time, a.time), cmp.Compare(a.ix, b.ix)) })
	return list
}
