package report

import "threadlens/model"

// sliceColumns are the columns of migrations about the slices between switches.
func sliceColumns() []Column {
	return []Column{
		{Name: "preempted", Title: "Preempted", Kind: KindCount},
		{Name: "cpu_ns", Title: "CPU", Kind: KindDuration, Group: "time"},
		{Name: "mean_slice_ns", Title: "Mean time slice", Kind: KindDuration},
		{Name: "process", Title: "Process", Kind: KindText},
	}
}

// sliceCells are the cells of sliceColumns: how often a thread lost its CPU, its
// time on CPUs including the interrupts served in it, and that time per switch;
// empty if it has none.
func sliceCells(c *model.Scheduling, cpu model.Time, process Value) []Value {
	mean := Value{}
	if c.In > 0 {
		mean = duration(cpu / model.Time(c.In))
	}
	return []Value{count(c.Involuntary), duration(cpu), mean, process}
}

// onCPU is the time of a thread on CPUs in r.
func onCPU(t *model.Trace, ix model.ThreadIx, r model.Range) model.Time {
	sums := t.Sums(ix, r)
	return sums[model.Execution] + sums[model.Interrupt]
}
