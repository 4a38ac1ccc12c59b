package report

import (
	"fmt"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/measure/runqueue"
)

// queue is the table of QueueOf.
func queue(t *model.Trace, s measure.Scope, table *Table) error {
	table.Name, table.Title = "queue", "Run-queue length"
	table.Columns = []Column{
		{Name: "length", Title: "Length", Kind: KindCount},
		{Name: "time_ns", Title: "Time", Kind: KindDuration, Group: "time"},
		{Name: "percent", Title: "Share", Kind: KindPercent, Digits: 1},
		{Name: "idle_ns", Title: "Time with idle CPU", Kind: KindDuration, Group: "time"},
		{Name: "ticks", Title: "Samples before tick", Kind: KindCount},
		{Name: "reads", Title: "Samples at tick", Kind: KindCount},
	}
	clock := runqueue.QueueClock(t, s.Clock(), s.PhaseGiven)
	q := runqueue.QueueOf(t, s.Threads, s.Range, clock)
	for k, d := range q.H {
		table.Rows = append(table.Rows, []Value{
			count(k), duration(d), percent(d, s.Range.Len()), duration(q.Starved[k]), count(q.Ticks[k]), count(q.Reads[k]),
		})
	}
	before, ticks := q.Sampled()
	at, reads := q.Read()
	table.Total = []Value{text("Total"), duration(q.Window()), percent(q.Window(), s.Range.Len()), duration(q.Lost()), count(ticks), count(reads)}
	table.Notes = []string{
		"Length: the number of threads that were ready or preempted simultaneously; " + s.Shown(t) + " in " + measure.Window(s.Range) + ".",
		fmt.Sprintf("Run-queue length: mean %.5f, min %d, max %d; total queue delay %s.", q.Mean(), q.Min(), q.Max(), measure.Duration(q.Integral())),
		fmt.Sprintf("A sampling tool would have read a mean run-queue length of %.3f just before the clock ticks. At the ticks, it would have read %.3f, "+
			"including the threads that the ticks wake (%s).",
			before, at, clock),
		lostParallelism(&q, s.Range),
		q.OwnSentence(),
	}
	table.Notes = append(table.Notes, latencyNotes(t, s)...)
	return nil
}

func lostParallelism(q *runqueue.Queue, r model.Range) string {
	return "Lost parallelism (threads queued while a CPU was idle): " + measure.Duration(q.Lost()) + " (" + measure.Share(q.Lost(), r.Len()) + ")."
}

// latencyNotes give the latencies of all the threads together.
func latencyNotes(t *model.Trace, s measure.Scope) []string {
	dispatch, again := measure.Latencies(t, s.Threads, s.Range)
	var notes []string
	for _, l := range []struct {
		name string
		measure.Latency
	}{{"Ready to running", dispatch}, {"Preempted to running", again}} {
		if l.N > 0 {
			notes = append(notes, fmt.Sprintf("%s: %s, mean %s, p50 %s, p90 %s, p95 %s, p99 %s, p99.9 %s, max %s.",
				l.name, measure.Plural(l.N, "time", "times"), measure.Duration(l.Mean), measure.Duration(l.P50), measure.Duration(l.P90),
				measure.Duration(l.P95), measure.Duration(l.P99), measure.Duration(l.P99_9), measure.Duration(l.Max)))
		}
	}
	return notes
}
