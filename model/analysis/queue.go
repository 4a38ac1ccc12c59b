package analysis

import (
	"fmt"

	"threadlens/model"
)

// Tick is the period of the clock interrupt by which sampling counters read
// the queue: 64 a second.
const Tick model.Time = 15_625_000

// Queue is the run-queue length of some threads over a window: how many were
// ready or preempted (thread_model 6.5).
type Queue struct {
	H []model.Time // ns at each length; adds up to the window
	// Starved[k] is the part of H[k] in which a processor was idle although
	// k > 0 threads could have run: lost parallelism.
	Starved []model.Time
	// Ticks[k] counts the clock ticks that would have read k (thread_model 6.6):
	// the instants just before the multiples of Tick in (From, To].
	Ticks []int64
}

// QueueOf computes the queue of the threads over r.
func QueueOf(t *model.Trace, list []model.ThreadIx, r model.Range) Queue {
	r = r.Clip(t.Whole())
	q := Queue{H: make([]model.Time, 1), Starved: make([]model.Time, 1), Ticks: make([]int64, 1)}
	w := sweeper{
		fill: func(p *piece) {
			_ = fillQueued(t, list, p) && fillIdle(t, p)
		},
		visit: q.visit,
	}
	w.run(r)
	return q
}

func fillQueued(t *model.Trace, list []model.ThreadIx, p *piece) bool {
	for _, ix := range list {
		for s := range t.Segments(ix, p.Range) {
			if s.State.Queued() && !p.span(0, s.Range) {
				return false
			}
		}
	}
	return true
}

func fillIdle(t *model.Trace, p *piece) bool {
	for c := range t.Cores {
		for s := range t.Slices(model.CPU(c), p.Range) {
			if s.Occupant == model.OccupantIdle && !p.span(1, s.Range) {
				return false
			}
		}
	}
	return true
}

func (q *Queue) visit(l level) {
	k, d := l.n[0], l.Len()
	addTo(&q.H, k, d)
	for len(q.Ticks) < len(q.H) {
		q.Ticks = append(q.Ticks, 0)
		q.Starved = append(q.Starved, 0)
	}
	q.Ticks[k] += int64(l.To/Tick - l.From/Tick)
	if k > 0 && l.n[1] > 0 {
		q.Starved[k] += d
	}
}

// Integral is the sum of the queue times of the threads, ns.
func (q *Queue) Integral() model.Time { return Concurrency{H: q.H}.Running() }

// Window is the length of the window, ns.
func (q *Queue) Window() model.Time { return Concurrency{H: q.H}.Window() }

// Mean is the time-weighted mean length.
func (q *Queue) Mean() float64 { return quotient(q.Integral(), q.Window()) }

// Max is the greatest length that lasted at all.
func (q *Queue) Max() int { return len(q.H) - 1 }

// Lost is the time in which threads queued while a processor was idle, ns.
func (q *Queue) Lost() model.Time {
	var sum model.Time
	for _, d := range q.Starved {
		sum += d
	}
	return sum
}

// Sampled is the mean that sampling at the ticks would have read, and the
// number of ticks.
func (q *Queue) Sampled() (mean float64, ticks int64) {
	var sum int64
	for k, n := range q.Ticks {
		sum += int64(k) * n
		ticks += n
	}
	return quotient(model.Time(sum), model.Time(ticks)), ticks
}

// queue is the table of QueueOf.
func queue(t *model.Trace, s Scope, table *Table) error {
	table.Name, table.Title = "queue", "Run-queue length"
	table.Columns = []Column{
		{Name: "length", Title: "Length", Kind: KindCount},
		{Name: "time_ns", Title: "Time", Kind: KindDuration, Group: "time"},
		{Name: "percent", Title: "Share", Kind: KindPercent, Digits: 1},
		{Name: "idle_ns", Title: "With an idle CPU", Kind: KindDuration, Group: "time"},
		{Name: "ticks", Title: "64 Hz samples", Kind: KindCount},
	}
	q := QueueOf(t, s.Threads, s.Range)
	for k, d := range q.H {
		table.Rows = append(table.Rows, []Value{
			count(k), duration(d), percent(d, s.Range.Len()), duration(q.Starved[k]), count(q.Ticks[k]),
		})
	}
	mean, ticks := q.Sampled()
	table.Total = []Value{text("Total"), duration(q.Window()), percent(q.Window(), s.Range.Len()), duration(q.Lost()), count(ticks)}
	table.Notes = []string{
		"Threads ready or preempted at once; " + s.shown(t) + " in " + Window(s.Range) + ".",
		fmt.Sprintf("Mean %.5f, max %d; queue time in all %s. A sampling tool would have read a mean of %.3f.",
			q.Mean(), q.Max(), Duration(q.Integral()), mean),
		lostParallelism(&q, s.Range),
	}
	table.Notes = append(table.Notes, latencyNotes(t, s)...)
	return nil
}

func lostParallelism(q *Queue, r model.Range) string {
	return "Lost parallelism, threads queued while a processor was idle: " + Duration(q.Lost()) + " (" + share(q.Lost(), r.Len()) + ")."
}

// latencyNotes tells the latencies of all the threads together.
func latencyNotes(t *model.Trace, s Scope) []string {
	dispatch, again := Latencies(t, s.Threads, s.Range)
	var notes []string
	for _, l := range []struct {
		name string
		Latency
	}{{"Ready to running", dispatch}, {"Preempted to running", again}} {
		if l.N > 0 {
			notes = append(notes, fmt.Sprintf("%s: %s, mean %s, p50 %s, p90 %s, p95 %s, p99 %s, p99.9 %s, max %s.",
				l.name, plural(l.N, "time", "times"), Duration(l.Mean), Duration(l.P50), Duration(l.P90),
				Duration(l.P95), Duration(l.P99), Duration(l.P99_9), Duration(l.Max)))
		}
	}
	return notes
}
