package report

import (
	"strconv"

	"threadlens/model"
	"threadlens/model/measure"
)

// coarseStep is the step from which a clock is too coarse for scheduling: that of
// clocks that only count ticks.
const coarseStep model.Time = 1_000_000

// coarseSwitches is how many switches are needed to conclude that: a few may just be far
// apart.
const coarseSwitches = 64

// clockRows describe the clock: what the source reports about it, its shortest
// observed step, and how far the clocks of CPUs are known to disagree.
func clockRows(t *model.Trace) [][]Value {
	row := func(name string, severity model.Severity, n Value, s string) []Value {
		return []Value{text("clock"), text(name), text(severity.String()), n, {}, {}, text(s)}
	}
	c := t.Info.Clock
	source := "unknown"
	if c.Name != "" {
		source = c.Name
		if c.ResolutionNS > 0 {
			source += ", resolution " + measure.Duration(model.Time(c.ResolutionNS))
		}
	}
	rows := [][]Value{row("source", model.SeverityInfo, Value{}, source)}
	switch step := t.ClockStep(); {
	case step == 0:
		rows = append(rows, row("step", model.SeverityInfo, Value{}, "unknown: the trace has fewer than two context switches"))
	case step >= coarseStep && t.SwitchCount() >= coarseSwitches:
		rows = append(rows, row("step", model.SeverityWarning, count(step),
			"timestamps step by "+measure.Duration(step)+" or more: shorter times cannot be seen"))
	default:
		rows = append(rows, row("step", model.SeverityInfo, count(step), "the shortest time between two context switches is "+measure.Duration(step)))
	}
	for _, s := range t.Skews {
		rows = append(rows, row(measure.CpuList([]model.CPU{s.A, s.B}), model.SeverityWarning, count(s.Count),
			"the clocks of these CPUs differ by at least "+measure.Duration(s.AtLeast)+": by these clocks, a thread ran on one of the CPUs "+
				"before its switch-out on the other"))
	}
	return rows
}

// overheadRows show what the recorder's own threads took, if the trace identifies them,
// and what recording took of the machine, or an estimate of that for each CPU.
func overheadRows(t *model.Trace) [][]Value {
	rows := recorderRows(t)
	add := func(name string, n int64, s string) {
		rows = append(rows, []Value{text("overhead"), text(name), text(model.SeverityInfo.String()), count(n), {}, {}, text(s)})
	}
	if s, n := measure.RecordingCost(t); s != "" {
		add("all CPUs", n, s)
		return rows
	}
	for c := range t.Cores {
		if n := t.Cores[c].Events; n > 0 && t.End > 0 {
			add("CPU "+strconv.Itoa(c), n, measure.Percent(measure.Overhead(n, 1, t.End, measure.EventCost), 1)+" of the CPU, at "+measure.Duration(measure.EventCost)+" per event (estimated)")
		}
	}
	return rows
}

// recorderRows show the CPU time of the recorder.
func recorderRows(t *model.Trace) (rows [][]Value) {
	for i := range t.Processes {
		p := &t.Processes[i]
		if !p.Recorder || t.End == 0 {
			continue
		}
		used := RecorderTime(t, p)
		rows = append(rows, []Value{
			text("overhead"), text(measure.ProcessName(p)), text(model.SeverityInfo.String()),
			{},
			{},
			{},
			text("the recorder used " + measure.Duration(used) + " of CPU time, " + measure.Percent(100*measure.Quotient(used, t.End), 1) +
				" of one CPU; to exclude the recorder: --process '!recorder', or !recorder in the filter"),
		})
	}
	return rows
}

// RecorderTime is the CPU time of a process in the whole trace, including
// interrupts.
func RecorderTime(t *model.Trace, p *model.Process) model.Time {
	sums := t.Profile(p.Threads, t.Whole())
	return sums[model.Execution] + sums[model.Interrupt]
}
