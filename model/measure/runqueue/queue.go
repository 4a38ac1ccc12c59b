package runqueue

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"threadlens/model"
	"threadlens/model/measure"
)

// Queue is the run-queue length of some threads over a window: how many were ready
// or preempted.
type Queue struct {
	H measure.Lengths
	// Starved[k] is the part of H[k] in which a CPU was idle although k > 0 threads
	// were runnable: lost parallelism.
	Starved []model.Time
	// Ticks[k] counts the clock ticks that would have read k: the instants just
	// before the ticks in (From, To].
	Ticks []int64
	// Reads[k] counts the reads of k at the ticks in [From, To), after the wakes that
	// the tick's own interrupt issues: what a reader sees that the tick wakes together
	// with the threads that it then finds in the queue. If those wakes end outside the
	// window, the queue is read after the events at the tick itself.
	Reads []int64
	// Own is the queue of each CPU, and Unplaced that of threads whose queue is
	// unknown. Systems that do not record queues are taken to queue a thread where
	// it ran last.
	Own      []measure.Lengths
	Unplaced measure.Lengths
}

// lateRead is a read of the queue later than its tick: after the last wake that the
// tick's own interrupt issues.
type lateRead struct {
	tick, at      model.Time
	before, after int32 // lengths after the events at the tick, and after those at at
}

func newQueue(t *model.Trace) Queue {
	q := Queue{Own: make([]measure.Lengths, len(t.Cores)), Unplaced: make(measure.Lengths, 1)}
	q.grow(0)
	for i := range q.Own {
		q.Own[i] = make(measure.Lengths, 1)
	}
	return q
}

// grow makes room for length k.
func (q *Queue) grow(k int) {
	for len(q.H) <= k {
		q.H = append(q.H, 0)
		q.Starved = append(q.Starved, 0)
		q.Ticks = append(q.Ticks, 0)
		q.Reads = append(q.Reads, 0)
	}
}

func (q *Queue) add(o *Queue) {
	q.grow(len(o.H) - 1)
	for k := range o.H {
		q.H[k] += o.H[k]
		q.Starved[k] += o.Starved[k]
		q.Ticks[k] += o.Ticks[k]
		q.Reads[k] += o.Reads[k]
	}
	for i := range q.Own {
		q.Own[i].Add(o.Own[i])
	}
	q.Unplaced.Add(o.Unplaced)
}

// queueSink adds up what a worker sweeps over.
type queueSink struct {
	Queue
	ticks tickCounter
}

func newQueueSink(t *model.Trace, c measure.Clock) *queueSink {
	return &queueSink{Queue: newQueue(t), ticks: tickCounter{Clock: c, to: -1}}
}

func (q *queueSink) steps(list []queueStep, to model.Time) {
	for i, s := range list {
		r := model.Range{From: s.from, To: to}
		if i+1 < len(list) {
			r.To = list[i+1].from
		}
		k := int(s.length)
		if k >= len(q.H) {
			q.grow(k)
		}
		q.H[k] += r.Len()
		if k > 0 && s.idle > 0 {
			q.Starved[k] += r.Len()
		}
		if q.ticks.meets(r) {
			q.Ticks[k] += q.ticks.Ticks(r)
			q.Reads[k] += q.ticks.Ticks(model.Range{From: r.From - 1, To: r.To - 1})
		}
	}
}

func (q *queueSink) queues() []*measure.Lengths {
	list := []*measure.Lengths{&q.Unplaced}
	for i := range q.Own {
		list = append(list, &q.Own[i])
	}
	return list
}

// tickCounter quickly determines, for stretches that are mostly consecutive,
// whether there is a tick in them or at their ends.
type tickCounter struct {
	measure.Clock
	to, next model.Time // the end of the last stretch, and the first tick not before it
}

func (c *tickCounter) meets(r model.Range) bool {
	if r.From != c.to {
		c.next = c.At(c.Number(r.From-1) + 1)
	}
	c.to = r.To
	if r.To < c.next {
		return false
	}
	c.next = c.At(c.Number(r.To-1) + 1)
	return true
}

// Integral is the sum of the queue times of the threads, ns.
func (q *Queue) Integral() model.Time { return q.H.Integral() }

// Window is the length of the window, ns.
func (q *Queue) Window() model.Time { return q.H.Window() }

// Mean is the time-weighted mean length.
func (q *Queue) Mean() float64 { return q.H.Mean() }

// Min is the least length that lasted for any time.
func (q *Queue) Min() int { return q.H.Min() }

// Max is the greatest length that lasted for any time.
func (q *Queue) Max() int { return q.H.Max() }

// Lost is the time in which threads were queued while a CPU was idle, ns.
func (q *Queue) Lost() model.Time {
	var sum model.Time
	for _, d := range q.Starved {
		sum += d
	}
	return sum
}

// Sampled is the mean that sampling just before the ticks would have read, and
// the number of ticks.
func (q *Queue) Sampled() (mean float64, ticks int64) { return meanOf(q.Ticks) }

// Read is the mean that reading at the ticks would have given, and their number.
func (q *Queue) Read() (mean float64, reads int64) { return meanOf(q.Reads) }

func meanOf(counts []int64) (mean float64, n int64) {
	var sum int64
	for k, c := range counts {
		sum += int64(k) * c
		n += c
	}
	return measure.Quotient(model.Time(sum), model.Time(n)), n
}

// OwnSentence reports the longest queues of CPUs.
func (q *Queue) OwnSentence() string {
	const most = 8
	cpus := make([]int, len(q.Own))
	for i := range cpus {
		cpus[i] = i
	}
	slices.SortStableFunc(cpus, func(a, b int) int { return cmp.Compare(q.Own[b].Integral(), q.Own[a].Integral()) })
	var list []string
	for _, i := range cpus[:min(most, len(cpus))] {
		list = append(list, fmt.Sprintf("CPU %d: %.5f and %d", i, q.Own[i].Mean(), q.Own[i].Max()))
	}
	if q.Unplaced.Max() > 0 {
		list = append(list, fmt.Sprintf("unknown CPU: %.5f and %d", q.Unplaced.Mean(), q.Unplaced.Max()))
	}
	return "Mean and maximum run-queue length by CPU: " + strings.Join(list, "; ") + "."
}
