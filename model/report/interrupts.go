package report

import (
	"cmp"
	"slices"

	"threadlens/model"
	"threadlens/model/measure"
)

// routine is what served interrupts: a kind, and a name, "" where the trace has none.
type routine struct {
	level model.Level
	name  model.StringID
}

// served is the interrupts of a routine.
type served struct {
	routine
	own     model.Time // in the window, without the interrupts inside
	lengths []model.Time
	cpus    map[model.CPU]bool
}

// openInterrupt is an interrupt while those inside it are walked.
type openInterrupt struct {
	to model.Time
	of *served
}

// servedOn adds up the interrupts of a CPU in r. An interrupt that begins inside another one takes its time.
func servedOn(t *model.Trace, cpu model.CPU, r model.Range, of func(routine) *served) {
	var open []openInterrupt
	for span := range t.Interrupts(cpu, r) {
		at := span.Range.Clip(r)
		for len(open) > 0 && open[len(open)-1].to <= at.From {
			open = open[:len(open)-1]
		}
		s := of(routine{span.Level, span.Name})
		s.own += at.Len()
		s.cpus[cpu] = true
		if span.To <= r.To {
			s.lengths = append(s.lengths, span.Len())
		}
		for from := at.From; len(open) > 0; { // what it takes from those around it
			outer := &open[len(open)-1]
			to := min(at.To, outer.to)
			outer.of.own -= to - from
			if from = to; at.To <= outer.to {
				break
			}
			open = open[:len(open)-1] // it ends before this one does
		}
		open = append(open, openInterrupt{at.To, s})
	}
}

// interruptTable is a row for each routine or vector, the most time first.
func interruptTable(t *model.Trace, s measure.Scope, table *Table) error {
	table.Name, table.Title = "interrupts", "Interrupts"
	table.Columns = []Column{
		{Name: "kind", Title: "Kind", Kind: KindText},
		{Name: "routine", Title: "Routine", Kind: KindText},
		{Name: "count", Title: "Count", Kind: KindCount},
		{Name: "total_ns", Title: "Total", Kind: KindDuration, Group: "total"},
		{Name: "percent", Title: "Share", Kind: KindPercent, Digits: 2},
		{Name: "mean_ns", Title: "Mean", Kind: KindDuration, Group: "time"},
		{Name: "p99_ns", Title: "p99", Kind: KindDuration, Group: "time"},
		{Name: "max_ns", Title: "Max", Kind: KindDuration, Group: "time"},
		{Name: "cpus", Title: "CPUs", Kind: KindCount},
	}
	index := map[routine]*served{}
	var list []*served
	of := func(r routine) *served {
		x := index[r]
		if x == nil {
			x = &served{routine: r, cpus: map[model.CPU]bool{}}
			index[r] = x
			list = append(list, x)
		}
		return x
	}
	for i := range t.Cores {
		if t.Cores[i].Known {
			servedOn(t, model.CPU(i), s.Range, of)
		}
	}
	slices.SortFunc(list, func(a, b *served) int {
		return cmp.Or(cmp.Compare(b.own, a.own), cmp.Compare(b.level, a.level), cmp.Compare(t.String(a.name), t.String(b.name)))
	})
	capacity := s.Range.Len() * model.Time(measure.KnownCores(t))
	lost := t.LossIn(model.AllCPUs, s.Range)
	for _, x := range list {
		row := []Value{
			text(KindOfInterrupt(t, x.level)), optional(t.String(x.name)), count(len(x.lengths)), duration(x.own), percent(x.own, capacity), {}, {}, {}, count(len(x.cpus)),
		}
		if l, _ := measure.LatencyOf(x.lengths); l.N > 0 {
			row[5], row[6], row[7] = duration(l.Mean), duration(l.P99), duration(l.Max)
		}
		if lost {
			boundAll(row[2:5])
		}
		table.Rows = append(table.Rows, row)
	}
	table.Notes = []string{
		"Total: time in the window, without the time of nested interrupts; share: of " + measure.Plural(measure.KnownCores(t), "CPU", "CPUs") +
			". Count, mean, p99 and maximum are of whole interrupts that ended in the window.",
	}
	return nil
}

// KindOfInterrupt is the kind in the words of the system.
func KindOfInterrupt(t *model.Trace, l model.Level) string {
	linux := t.Info.OS.Family == "linux"
	switch {
	case l == model.LevelNmi:
		return "NMI"
	case l == model.LevelIsr && linux:
		return "Interrupt"
	case l == model.LevelIsr:
		return "ISR"
	case linux:
		return "Soft interrupt"
	}
	return "DPC"
}

// interruptColumn is the title of the column of a level's time: short, so that in narrow terminals no
// column of time gives way to it.
func interruptColumn(t *model.Trace, l model.Level) string {
	switch linux := t.Info.OS.Family == "linux"; {
	case linux && l == model.LevelDpc:
		return "Softirq"
	case linux:
		return "IRQ"
	}
	return KindOfInterrupt(t, l)
}

// The row of all time in interrupts, in the words of the system.
const (
	InterruptsAndDPCs = "Interrupts and DPCs"
	InterruptsAndSoft = "Interrupts and soft interrupts"
)

// interruptsTitle is the title of that row for a trace.
func interruptsTitle(t *model.Trace) string {
	if t.Info.OS.Family == "linux" {
		return InterruptsAndSoft
	}
	return InterruptsAndDPCs
}
