package findings

import (
	"cmp"
	"fmt"
	"slices"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/report"
)

var migrationLimits = []Limit{
	{"E7.share", 30, "%", "minimum share of a thread's context switches that move it to another CPU"},
	{"E7.rate", 100, "1/s", "minimum number of migrations per second of the thread's lifetime: with 50 µs of cold caches after each, 100 " +
		"per second cost half a percent of its time"},
	{"E7.count", 30, "", "minimum number of migrations of the thread: fewer may be coincidence"},
	{"E7.slice", 1, "ms", "the thread's mean time slice must be shorter than this: if time slices are longer, a migration costs only a small part of them"},
}

// migration is E7: threads move from CPU to CPU for short slices.
var migration = Rule{
	ID: "E7", Name: "Thread migration",
	Doc:    "a thread often migrates to another CPU and runs only briefly there",
	Report: "migrations",
	limits: migrationLimits,
	check:  findMigration,
}

// mover is a thread that moves often.
type mover struct {
	ix model.ThreadIx
	model.Scheduling
	rate  float64 // migrations per second
	ran   model.Time
	slice model.Time // on average
}

func findMigration(l *ruleContext) []Finding {
	var movers []mover
	var total mover // of all movers, with the highest rate
	for i, s := range report.SchedulingOf(l.t, l.target, l.Range) {
		if s.Cross == 0 {
			continue
		}
		m := mover{ix: l.target[i], Scheduling: s}
		m.rate = 1e9 * quotient(s.Cross, l.t.Threads[m.ix].Life.Clip(l.Range).Len())
		sums := l.t.Sums(m.ix, l.Range)
		ran := sums[model.Execution] + sums[model.Interrupt]
		m.ran, m.slice = ran, ran/model.Time(s.In)
		if float64(s.Cross) < l.number("E7.count") || quotient(s.Cross, s.In+l.lost(s.In)) < l.part("E7.share") || m.rate < l.number("E7.rate") ||
			(ran+l.hidden[m.ix])/model.Time(s.In) >= l.time("E7.slice") {
			continue
		}
		movers = append(movers, m)
		total.In += s.In
		total.Cross += s.Cross
		total.CrossSocket += s.CrossSocket
		total.CrossNode += s.CrossNode
		total.ran += m.ran
		total.rate = max(total.rate, m.rate)
	}
	if len(movers) == 0 {
		return nil
	}
	slices.SortStableFunc(movers, func(a, b mover) int { return cmp.Compare(b.Cross, a.Cross) })
	f := Finding{Severity: Warning, Range: l.Range}
	if total.CrossSocket+total.CrossNode > 0 {
		f.Severity = Problem // the thread's data are left behind in the memory of the other node
	}
	idle := 0
	for _, m := range movers {
		f.Threads = append(f.Threads, m.ix)
		n, e := needless(l, m.ix)
		idle += n
		if e.Len() > 0 {
			f.Evidence = append(f.Evidence, e)
		}
	}
	who := measure.ThreadName(l.t, movers[0].ix)
	if len(movers) > 1 {
		who = plural(len(movers), "thread", "threads")
	}
	f.Sentence = fmt.Sprintf("%s migrated to another CPU in %s of the context switches, up to %.0f times per second, and ran for %s per time slice on average.",
		who, measure.Percent(100*quotient(total.Cross, total.In), 1), total.rate, measure.Duration(total.ran/model.Time(total.In)))
	f.Details = migrationDetails(l, movers, &total.Scheduling, idle)
	f.Try = "Hand over fewer, larger pieces of work between threads, or pin the threads to CPUs."
	return []Finding{f}
}

func migrationDetails(l *ruleContext, movers []mover, total *model.Scheduling, idle int) (list []Detail) {
	for _, m := range movers[:min(len(movers), MaxNamed)] {
		list = append(list, Detail{
			measure.ThreadName(l.t, m.ix), plural(m.Cross, "migration", "migrations"),
			fmt.Sprintf("%s of %s, %.0f migrations per second, mean time slice %s",
				measure.Percent(100*quotient(m.Cross, m.In), 1), plural(m.In, "context switch", "context switches"), m.rate, measure.Duration(m.slice)),
		})
	}
	list = append(list, Detail{"Needless migrations", measure.Count(int64(idle)), "migrations although the previous CPU was idle at that time"})
	socket, node, _ := l.t.Info.Knows()
	if socket || node {
		list = append(list, Detail{"Across CPU sockets", measure.Count(int64(max(total.CrossSocket, total.CrossNode))), "migrations to another socket or NUMA node"})
	}
	threads := make([]model.ThreadIx, len(movers))
	for i := range movers {
		threads[i] = movers[i].ix
	}
	return append(list, l.affinityDetail(threads))
}

// needless counts the migrations of a thread at which its last CPU was idle. The
// evidence is the shortest run after such a move.
func needless(l *ruleContext, ix model.ThreadIx) (n int, e Evidence) {
	from := model.NoCPU
	for run := range l.t.Runs(ix, l.Range) {
		if l.ctx.Err() != nil {
			break
		}
		if from != model.NoCPU && run.CPU != from {
			if s, ok := l.t.SliceAt(from, run.From); ok && s.Occupant == model.OccupantIdle {
				n++
			}
			if d := run.Len(); d > 0 && (e.Len() == 0 || d < e.Len()) {
				e = Evidence{ix, run.Range.Clip(l.Range)}
			}
		}
		from = run.CPU
	}
	return n, e
}
