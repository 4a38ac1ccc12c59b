package report

import (
	"cmp"
	"math/bits"
	"slices"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/measure/runqueue"
)

// antagonists lists what ran while the threads shown were queued: the occupants of
// the CPUs for which they queued. Each queued thread counts, so that the times add
// up to the threads' queue time. Time in which the CPU was idle means that the
// scheduler, or a thread's affinity, kept a thread waiting for nothing.
func antagonists(t *model.Trace, s measure.Scope, table *Table) error {
	table.Name, table.Title = "antagonists", "Who ran while threads were ready or preempted"
	table.Columns = []Column{
		{Name: "thread", Title: "Thread", Kind: KindThread},
		{Name: "who", Title: "Process", Kind: KindText},
		{Name: "who_pid", Title: "PID", Kind: KindID},
		{Name: "ready_ns", Title: "While ready", Kind: KindDuration, Group: "time"},
		{Name: "preempted_ns", Title: "While preempted", Kind: KindDuration, Group: "time"},
		{Name: "total_ns", Title: "Total", Kind: KindDuration, Group: "time"},
		{Name: "percent", Title: "Share", Kind: KindPercent, Digits: 1},
	}
	sums, unknown := whoRan(t, s.Threads, s.Range)
	total := unknown
	for _, q := range sums {
		total.add(q)
	}
	partial := lossy(t, s)
	for _, who := range byQueueTime(sums) {
		ix, name, process := antagonist(t, who)
		row := append([]Value{thread(t, ix), name, process}, sums[who].cells(total)...)
		if partial {
			boundAll(row[3:6])
		}
		table.Rows = append(table.Rows, row)
	}
	if unknown != (queueTime{}) {
		table.Rows = append(table.Rows, append([]Value{{}, text("Unknown (not known for which CPU the thread queued)"), {}}, unknown.cells(total)...))
	}
	table.Total = append([]Value{text("Total"), {}, {}}, total.cells(total)...)
	if partial {
		boundAll(table.Total[3:6])
	}
	table.Notes = []string{s.Shown(t) + ". Time is counted once for each queued thread: the times add up to the ready and preempted time of the threads. " +
		"The time of an interrupt counts as time of the thread, or the idle CPU, that it interrupted."}
	return nil
}

// Antagonist is an occupant of the CPUs for which threads queued.
type Antagonist struct {
	Who model.Occupant
	// Ready and Preempted are how long it had them while threads were ready or
	// preempted, ns; each queued thread counts.
	Ready, Preempted model.Time
}

// Antagonists are the occupants of the CPUs for which the threads queued in r, the
// longest first. Time in unknown queues is that of OccupantUnknown.
func Antagonists(t *model.Trace, threads []model.ThreadIx, r model.Range) []Antagonist {
	sums, unknown := whoRan(t, threads, r.Clip(t.Whole()))
	if unknown != (queueTime{}) {
		unknown.add(sums[model.OccupantUnknown])
		sums[model.OccupantUnknown] = unknown
	}
	list := make([]Antagonist, 0, len(sums))
	for _, who := range byQueueTime(sums) {
		list = append(list, Antagonist{who, sums[who].ready, sums[who].preempted})
	}
	return list
}

// queueTime is time in a queue: after a wait, and after a preemption.
type queueTime struct{ ready, preempted model.Time }

func (q *queueTime) add(o queueTime) {
	q.ready += o.ready
	q.preempted += o.preempted
}

func (q queueTime) sum() model.Time { return q.ready + q.preempted }

func (q queueTime) cells(of queueTime) []Value {
	return []Value{duration(q.ready), duration(q.preempted), duration(q.sum()), percent(q.sum(), of.sum())}
}

// byQueueTime are the occupants, those that ran longest first.
func byQueueTime(sums map[model.Occupant]queueTime) []model.Occupant {
	list := make([]model.Occupant, 0, len(sums))
	for who := range sums {
		list = append(list, who)
	}
	slices.SortFunc(list, func(a, b model.Occupant) int {
		return cmp.Or(cmp.Compare(sums[b].sum(), sums[a].sum()), cmp.Compare(a, b))
	})
	return list
}

// antagonist is the name of an occupant in a row: its thread, or a word, and its
// process.
func antagonist(t *model.Trace, who model.Occupant) (ix model.ThreadIx, name, process Value) {
	if ix, ok := who.Thread(); ok {
		return ix, processName(t.Process(ix)), pid(t.Process(ix))
	}
	word := "Unknown"
	switch who {
	case model.OccupantIdle:
		word = "Idle"
	case model.OccupantOffline:
		word = "Offline"
	case model.OccupantStolen:
		word = model.StolenTitle
	}
	return model.NoThread, text(word), Value{}
}

// Kinds of changes.
const (
	queueReady = iota
	queuePreempted
)

// whoRan sums up the occupants of the CPUs for which the threads queued in r, and
// the time in unknown queues.
func whoRan(t *model.Trace, list []model.ThreadIx, r model.Range) (sums map[model.Occupant]queueTime, unknown queueTime) {
	w := runqueue.QueueSweep{Trace: t, Threads: list}
	pieces := w.Cut(r)
	var parts []*antagonistSums
	measure.Each(len(pieces), func() func(int) {
		part := &antagonistSums{QueueSweep: &w, queues: make([]measure.SweepPiece, len(t.Cores)), threads: make([]queueTime, len(t.Threads))}
		parts = append(parts, part)
		return func(i int) { part.do(pieces[i]) }
	})
	sums = map[model.Occupant]queueTime{}
	add := func(who model.Occupant, q queueTime) {
		if q != (queueTime{}) {
			sum := sums[who]
			sum.add(q)
			sums[who] = sum
		}
	}
	for _, part := range parts {
		for ix, q := range part.threads {
			add(model.Occupant(ix), q)
		}
		for i, q := range part.others {
			add(model.OccupantIdle-model.Occupant(i), q)
		}
		unknown.add(part.unknown)
	}
	return sums, unknown
}

// antagonistSums are the sums of a worker, piece by piece of the window.
type antagonistSums struct {
	*runqueue.QueueSweep
	queues  []measure.SweepPiece // by CPU
	spare   []uint64
	sorter  measure.BucketSort
	threads []queueTime
	others  [model.OccupantIdle - model.OccupantStolen + 1]queueTime // by distance from OccupantIdle
	unknown queueTime                                                // in an unknown queue
}

// of is the sum for an occupant.
func (a *antagonistSums) of(who model.Occupant) *queueTime {
	if ix, ok := who.Thread(); ok {
		return &a.threads[ix]
	}
	return &a.others[model.OccupantIdle-who]
}

func (a *antagonistSums) do(r model.Range) {
	for c := range a.queues {
		a.queues[c] = measure.SweepPiece{Range: r, Changes: a.queues[c].Changes[:0]}
	}
	for _, ix := range a.QueueSweep.Threads {
		for q, s := range a.Trace.RunQueues(ix, r) {
			kind := queueReady
			if q.State == model.Preempted {
				kind = queuePreempted
			}
			switch {
			case int(q.CPU) < len(a.queues):
				a.queues[q.CPU].Span(kind, s)
			case kind == queueReady:
				a.unknown.ready += s.Len()
			default:
				a.unknown.preempted += s.Len()
			}
		}
	}
	for c := range a.queues {
		if p := &a.queues[c]; len(p.Changes) > 0 || p.Base != [measure.Kinds]int{} {
			a.occupants(model.CPU(c), p)
		}
	}
}

// occupants adds the occupants of a CPU while threads queued for it.
func (a *antagonistSums) occupants(cpu model.CPU, p *measure.SweepPiece) {
	p.Changes, a.spare = a.sorter.Sort(p.Changes, a.spare, measure.KindBits+bits.Len64(uint64(p.Len())))
	now, n, k := p.From, p.Base, 0
	for s := range a.Trace.Slices(cpu, p.Range) {
		end := min(s.To, p.To)
		sum := a.of(s.Occupant)
		for now < end {
			next := end
			if k < len(p.Changes) {
				next = min(end, p.From+model.Time(p.Changes[k]>>measure.KindBits))
			}
			sum.ready += (next - now) * model.Time(n[queueReady])
			sum.preempted += (next - now) * model.Time(n[queuePreempted])
			for now = next; k < len(p.Changes) && p.From+model.Time(p.Changes[k]>>measure.KindBits) == now; k++ {
				n[p.Changes[k]>>1&1] += 1 - 2*int(p.Changes[k]&1)
			}
		}
	}
}
