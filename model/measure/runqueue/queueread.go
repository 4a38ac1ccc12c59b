package runqueue

import (
	"slices"
	"sort"

	"threadlens/model"
	"threadlens/model/measure"
)

// The emulated queue counter has a reader that the clock tick wakes, together with the
// other threads that the tick's interrupt wakes: it finds them in the queue.

// wakeGap is the maximum time between the tick, or one of its wakes, and the next
// wake by the same interrupt, ns.
const wakeGap model.Time = 50e3

// lateTicks finds the ticks in r whose own interrupts wake threads after them, and
// when they woke the last one, both in r: events after r affect when that was.
func lateTicks(t *model.Trace, r model.Range, c measure.Clock) (list []lateRead) {
	var now lateRead
	flush := func() {
		if now.at > now.tick && r.Contains(now.tick) && r.Contains(now.at) {
			list = append(list, now)
		}
	}
	now.tick, now.at = -1, -1
	for _, wake := range interruptWakes(t, model.Range{From: r.From, To: r.To + ClumpWindow}) {
		at := model.Time(wake)
		if tick := c.At(c.Number(at)); tick != now.tick {
			flush()
			now = lateRead{tick: tick, at: tick}
		}
		if at-now.at <= wakeGap && at-now.tick < ClumpWindow {
			now.at = at
		}
	}
	flush()
	return list
}

// interruptWakes are the times in r at which interrupts that may be the clock's made
// threads ready, in order.
func interruptWakes(t *model.Trace, r model.Range) []uint64 {
	threads := measure.Visible(t)
	parts := make([][]uint64, len(threads))
	measure.Each(len(threads), func() func(int) {
		return func(i int) {
			for ctx, at := range t.Wakes(threads[i], r) {
				switch ctx {
				case model.CtxTimer, model.CtxIsr, model.CtxDpc:
					parts[i] = append(parts[i], uint64(at))
				}
			}
		}
	})
	return measure.MergeSorted(parts, uint64(r.To))
}

// lateReads are the reads of the queue in r that are later than their ticks.
func (w *QueueSweep) lateReads(r model.Range, c measure.Clock) []lateRead {
	if ix := w.index(); ix != nil && ix.clock == c && ix.late != nil {
		from := sort.Search(len(ix.late), func(i int) bool { return ix.late[i].tick >= r.From })
		list := slices.Clone(ix.late[from:])
		return slices.DeleteFunc(list, func(l lateRead) bool { return l.at >= r.To })
	}
	list := lateTicks(w.Trace, r, c)
	at := make([]model.Time, 0, 2*len(list))
	for _, l := range list {
		at = append(at, l.tick, l.at)
	}
	lengths := w.lengthsAt(at)
	for i := range list {
		list[i].before, list[i].after = lengths[2*i], lengths[2*i+1]
	}
	return list
}

// lengthsAt is the length of the queue after the events at some instants, which are
// ascending.
func (w *QueueSweep) lengthsAt(at []model.Time) []int32 {
	lengths := make([]int32, len(at))
	if len(at) > 0 {
		w.run(model.Range{From: at[0], To: at[len(at)-1] + 1}, func() sink { return &lengthSink{at, lengths} })
	}
	return lengths
}

// lengthSink reads the length of the queue at ascending instants. Workers read at
// different instants, so that they can share them.
type lengthSink struct {
	at      []model.Time
	lengths []int32
}

func (s *lengthSink) steps(list []queueStep, to model.Time) {
	i, _ := slices.BinarySearch(s.at, list[0].from)
	for k, step := range list {
		end := to
		if k+1 < len(list) {
			end = list[k+1].from
		}
		for ; i < len(s.at) && s.at[i] < end; i++ {
			s.lengths[i] = step.length
		}
	}
}

// queueClockKey is the key under which a trace keeps the phase of a QueueClock.
type queueClockKey struct{ tick model.Time }

// QueueClock is the clock that reads the emulated queue counter: c if its phase was
// given, otherwise with the phase at which the wakes of the trace clump, if they do.
func QueueClock(t *model.Trace, c measure.Clock, given bool) measure.Clock {
	if given {
		return c
	}
	key := queueClockKey{c.Tick}
	phase, ok := t.Kept(key).(model.Time)
	if !ok {
		if found, ok := ClumpsBy(t, measure.Visible(t), t.Whole(), c.Tick, &DefaultClumpTest); ok {
			phase = found.Phase
		}
		t.Keep(key, phase)
	}
	return measure.Clock{Tick: c.Tick, Phase: phase}
}
