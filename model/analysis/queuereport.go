package analysis

import (
	"fmt"

	"threadlens/model"
)

// queue is the table of QueueOf.
func queue(t *model.Trace, s Scope, table *Table) error {
	table.Name, table.Title = "queue", "Run-queue length"
	table.Columns = []Column{
		{Name: "length", Title: "Length", Kind: KindCount},
		{Name: "time_ns", Title: "Time", Kind: KindDuration, Group: "time"},
		{Name: "percent", Title: "Share", Kind: KindPercent, Digits: 1},
		{Name: "idle_ns", Title: "With an idle CPU", Kind: KindDuration, Group: "time"},
		{Name: "ticks", Title: "Before a tick", Kind: KindCount},
		{Name: "reads", Title: "At a tick", Kind: KindCount},
	}
	clock := QueueClock(t, s.clock(), s.PhaseGiven)
	q := QueueOf(t, s.Threads, s.Range, clock)
	for k, d := range q.H {
		table.Rows = append(table.Rows, []Value{
			count(k), duration(d), percent(d, s.Range.Len()), duration(q.Starved[k]), count(q.Ticks[k]), count(q.Reads[k]),
		})
	}
	before, ticks := q.Sampled()
	at, reads := q.Read()
	table.Total = []Value{text("Total"), duration(q.Window()), percent(q.Window(), s.Range.Len()), duration(q.Lost()), count(ticks), count(reads)}
	table.Notes = []string{
		"Threads ready or preempted at once; " + s.shown(t) + " in " + Window(s.Range) + ".",
		fmt.Sprintf("Mean %.5f, min %d, max %d; queue time in all %s.", q.Mean(), q.Min(), q.Max(), Duration(q.Integral())),
		fmt.Sprintf("A sampling tool would have read a mean of %.3f just before the clock ticks, of %.3f at them, after what they wake (%s).",
			before, at, clock),
		lostParallelism(&q, s.Range),
		q.ownSentence(),
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
