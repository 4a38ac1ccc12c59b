package analysis

import (
	"cmp"
	"fmt"
	"slices"

	"threadlens/model"
)

// antagonists tells who ran while the threads shown stood in a queue (thread_model
// 6.11): the occupants of the processors for which they queued. Each thread in a
// queue counts, so that the times add up to the threads' queue time. Time in which
// the processor idled means that the scheduler, or a thread's affinity, kept a
// thread waiting for nothing.
func antagonists(t *model.Trace, s Scope, table *Table) error {
	table.Name, table.Title = "antagonists", "Who ran while threads were ready"
	table.Columns = []Column{
		{Name: "thread", Title: "Thread", Kind: KindThread},
		{Name: "who", Title: "Who", Kind: KindText},
		{Name: "pid", Title: "PID", Kind: KindCount},
		{Name: "ready_ns", Title: "While ready", Kind: KindDuration, Group: "time"},
		{Name: "preempted_ns", Title: "While preempted", Kind: KindDuration, Group: "time"},
		{Name: "total_ns", Title: "Total", Kind: KindDuration, Group: "time"},
		{Name: "percent", Title: "Share", Kind: KindPercent, Digits: 1},
	}
	if s.Range.Len() > longestPiece {
		return fmt.Errorf("a window of %s is too long to be walked at once", Duration(s.Range.Len()))
	}
	a := gatherQueues(t, s.Threads, s.Range)
	perCPU := make([]map[model.Occupant]queueTime, len(t.Cores))
	each(len(t.Cores), func() func(int) {
		return func(i int) { perCPU[i] = a.occupants(t, model.CPU(i)) }
	})
	sums := map[model.Occupant]queueTime{}
	total := a.unknown
	for _, m := range perCPU {
		for who, q := range m {
			sum := sums[who]
			sum.add(q)
			sums[who] = sum
			total.add(q)
		}
	}
	for _, who := range byQueueTime(sums) {
		ix, name, process := antagonist(t, who)
		table.Rows = append(table.Rows, append([]Value{thread(t, ix), name, process}, sums[who].cells(total)...))
	}
	if a.unknown != (queueTime{}) {
		table.Rows = append(table.Rows, append([]Value{{}, text("Queue not known"), {}}, a.unknown.cells(total)...))
	}
	table.Total = append([]Value{text("Total"), {}, {}}, total.cells(total)...)
	table.Notes = []string{s.shown(t) + ". Each thread in a queue counts: the times add up to their time ready and preempted. " +
		"Interrupts are inside the time of whom they interrupted."}
	return nil
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

// byQueueTime are the occupants, those who ran longest first.
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

// antagonist is how a row names an occupant: its thread, or a word, and its
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
	}
	return model.NoThread, text(word), Value{}
}

// queues are the changes of the queues of all processors in a window.
type queues struct {
	r       model.Range
	changes []piece   // by processor
	unknown queueTime // in a queue that is not known
}

// Kinds of changes.
const (
	queueReady = iota
	queuePreempted
)

// gatherQueues walks over the threads once.
func gatherQueues(t *model.Trace, list []model.ThreadIx, r model.Range) *queues {
	q := &queues{r: r, changes: make([]piece, len(t.Cores))}
	for c := range q.changes {
		q.changes[c].Range = r
	}
	for _, ix := range list {
		for seg := range t.Segments(ix, r) {
			if !seg.State.Queued() {
				continue
			}
			kind := queueReady
			if seg.State == model.Preempted {
				kind = queuePreempted
			}
			switch {
			case int(seg.CPU) < len(q.changes):
				q.changes[seg.CPU].span(kind, seg.Range)
			case kind == queueReady:
				q.unknown.ready += seg.Overlap(r)
			default:
				q.unknown.preempted += seg.Overlap(r)
			}
		}
	}
	return q
}

// occupants are those who had a processor while threads queued for it.
func (q *queues) occupants(t *model.Trace, cpu model.CPU) map[model.Occupant]queueTime {
	p := &q.changes[cpu]
	if len(p.changes) == 0 && p.base == [kinds]int{} {
		return nil
	}
	p.byTime()
	sums := map[model.Occupant]queueTime{}
	now, n, k := p.From, p.base, 0
	for s := range t.Slices(cpu, q.r) {
		end := min(s.To, q.r.To)
		sum := sums[s.Occupant]
		for now < end {
			next := end
			if k < len(p.changes) {
				next = min(end, p.From+model.Time(p.changes[k]>>2))
			}
			sum.ready += (next - now) * model.Time(n[queueReady])
			sum.preempted += (next - now) * model.Time(n[queuePreempted])
			for now = next; k < len(p.changes) && p.From+model.Time(p.changes[k]>>2) == now; k++ {
				n[p.changes[k]>>1&1] += 1 - 2*int(p.changes[k]&1)
			}
		}
		if sum != (queueTime{}) {
			sums[s.Occupant] = sum
		}
	}
	return sums
}
