package query

import (
	"context"
	"strconv"

	"threadlens/app/grid"
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/measure/runqueue"
	"threadlens/model/report"
)

// Measurement is the result of Measure.
type Measurement struct {
	Measure
	CPUs int // known ones

	Length    model.Time        // of an interval
	Intervals []report.Interval // of Window, of the target's threads

	Reader    measure.Clock       // when the queue is read
	Queue     runqueue.QueueChart // of Window, of all threads
	QueueMean float64             // exact, in Scope
	ReadMean  float64             // of Reads reads in Scope
	Reads     int64

	Exact, Sampled model.Time // CPU time of the target in Scope
	Ticks          int64      // of each CPU in Scope
	Table          *grid.Content

	Concurrency measure.Concurrency // of the target's threads in Scope
	Uses        []ProcessUse        // of Scope, most first
}

// ProcessUse is the CPU time of a process.
type ProcessUse struct {
	Title string
	Used  model.Time
}

// Run computes the result. It is stopped by ctx, and fails with a window outside the trace.
func (q Measure) Run(ctx context.Context) (*Measurement, error) {
	m := &Measurement{Measure: q, Reader: reader(q.Window.Len(), runqueue.QueueClock(q.Trace, q.Tick, q.PhaseGiven))}
	for i := range q.Trace.Cores {
		if q.Trace.Cores[i].Known {
			m.CPUs++
		}
	}
	m.Ticks = q.Tick.Ticks(q.Scope)
	for _, step := range []func(context.Context) error{m.intervals, m.queue, m.simultaneity, m.table, m.uses} {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// Limits on the intervals and reads in a window.
const (
	mostIntervals = 50
	ticksAtLeast  = 6 // in an interval
	mostReads     = 24
)

// intervalLength is the shortest of 1, 2 or 5 times a power of ten that contains some ticks and
// makes at most mostIntervals of a window.
func intervalLength(window, tick model.Time) model.Time {
	least := max(window/mostIntervals, ticksAtLeast*tick)
	for p := model.Time(1000); ; p *= 10 {
		for _, m := range []model.Time{1, 2, 5} {
			if m*p >= least || p > 1e15 {
				return m * p
			}
		}
	}
}

// reader is the clock that reads the queue: every so many ticks of the clock, a power of two, so
// that there are not too many in a window.
func reader(window model.Time, tick measure.Clock) measure.Clock {
	for tick.Tick < window/mostReads {
		tick.Tick *= 2
	}
	return tick
}

func (m *Measurement) intervals(ctx context.Context) (err error) {
	m.Length = intervalLength(m.Window.Len(), m.Tick.Tick)
	m.Intervals, err = report.Intervals(ctx, m.Trace, m.threads(), m.Window, m.Length, m.Tick)
	return err
}

func (m *Measurement) queue(ctx context.Context) (err error) {
	all := measure.Visible(m.Trace)
	if m.Queue, err = runqueue.QueueChartOf(m.Trace, all, m.Window, m.Columns, m.Reader); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	q := runqueue.QueueOf(m.Trace, all, m.Scope, m.Reader)
	m.QueueMean = q.Mean()
	m.ReadMean, m.Reads = q.Read()
	return nil
}

func (m *Measurement) simultaneity(context.Context) error {
	m.Concurrency = measure.ConcurrencyOf(m.Trace, m.threads(), m.Scope)
	return nil
}

// table makes the table of what a sampling tool would have shown, and takes the
// figures of the target from it.
func (m *Measurement) table(context.Context) error {
	find, _ := report.Find("sampling")
	table, err := find.Run(m.Trace, measure.Scope{
		Range: m.Scope, Percent: m.Percent, Tick: m.Tick.Tick, Phase: m.Tick.Phase,
		Target: measure.Target{Procs: append([]model.ProcIx{}, m.Targets...)},
	})
	if err != nil {
		return err
	}
	r := newErrorTable(&m.Measure, table)
	m.Table = r.content()
	for _, p := range r.processes {
		if p.target {
			m.Exact += p.exact
			m.Sampled += p.sampled
		}
	}
	return nil
}

// uses takes the CPU time of processes from the report that corrects it.
func (m *Measurement) uses(context.Context) error {
	find, _ := report.Find("vm")
	table, err := find.Run(m.Trace, measure.Scope{Range: m.Scope})
	if err != nil {
		return err
	}
	process, pid, used := table.Column("process"), table.Column("pid"), table.Column("cpu_ns")
	for _, row := range table.Rows {
		title := row[process].Text
		if id := row[pid]; id.Kind != report.KindNone {
			title += " " + strconv.FormatInt(id.Int, 10)
		}
		m.Uses = append(m.Uses, ProcessUse{title, model.Time(row[used].Int)})
	}
	return nil
}
