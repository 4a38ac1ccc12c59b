package report

import (
	"cmp"
	"slices"
	"strings"

	"threadlens/model"
	"threadlens/model/measure"
)

// CountNames are the hardware counters of a trace, in the order of their names.
func CountNames(t *model.Trace) (names []string) {
	for i := range t.Counts {
		if n := counterName(t, &t.Counts[i]); !slices.Contains(names, n) {
			names = append(names, n)
		}
	}
	slices.Sort(names)
	return names
}

// counterName is the name of a counter without its modifier.
func counterName(t *model.Trace, s *model.CountSeries) string {
	name, _, _ := strings.Cut(t.String(s.Name), ":")
	return name
}

// Work is what counters counted for a thread, or for one of its slices.
type Work struct {
	Slices    int
	Time      model.Time
	Counts    map[string]int64
	Backwards int // readings below the previous one, which are left out
	// Enabled and Running are for how long the counters were enabled, and counted.
	Enabled, Running model.Time
}

// IPC is the number of instructions per cycle; ok is false where it is not known.
func (w *Work) IPC() (ipc float64, ok bool) {
	return perUnit(w.Counts[model.CounterInstructions], w.Counts[model.CounterCycles])
}

// CPI is the number of cycles per instruction.
func (w *Work) CPI() (cpi float64, ok bool) {
	return perUnit(w.Counts[model.CounterCycles], w.Counts[model.CounterInstructions])
}

func perUnit(a, b int64) (float64, bool) {
	if a <= 0 || b <= 0 {
		return 0, false
	}
	return float64(a) / float64(b), true
}

func (w *Work) add(name string, s *model.CountStep) {
	if s.Backwards {
		w.Backwards++
		return
	}
	w.Counts[name] += s.Count
	w.Enabled += s.Enabled
	w.Running += s.Running
}

// ThreadWork is what the counters counted for each thread in the slices that end in
// r, by thread; nil for those without.
func ThreadWork(t *model.Trace, r model.Range) []*Work {
	work := make([]*Work, len(t.Threads))
	var first string // the counter by which slices are counted
	for i := range t.Counts {
		s := &t.Counts[i]
		name := counterName(t, s)
		if first == "" {
			first = name
		}
		for step := range t.Steps(s, r) {
			if step.Thread == model.NoThread {
				continue
			}
			if work[step.Thread] == nil {
				work[step.Thread] = &Work{Counts: map[string]int64{}}
			}
			w := work[step.Thread]
			w.add(name, &step)
			if name == first {
				w.Slices++
				w.Time += step.Len()
			}
		}
	}
	return work
}

// hardware has one row per thread with what hardware counters counted for it.
func hardware(t *model.Trace, s measure.Scope, table *Table) error {
	table.Name, table.Title = "hardware", "Hardware counters"
	names := CountNames(t)
	table.Columns = []Column{
		{Name: "thread", Title: "Thread", Kind: KindThread},
		{Name: "slices", Title: "Slices", Kind: KindCount},
		{Name: "time_ns", Title: "Time", Kind: KindDuration},
	}
	for _, n := range names {
		table.Columns = append(table.Columns, Column{Name: strings.ReplaceAll(n, "-", "_"), Title: n, Kind: KindCount})
	}
	table.Columns = append(table.Columns,
		Column{Name: "ipc", Title: "IPC", Kind: KindNumber, Digits: 3},
		Column{Name: "cpi", Title: "CPI", Kind: KindNumber, Digits: 3},
		Column{Name: "backwards", Title: "Decreasing readings", Kind: KindCount, Sparse: true},
		Column{Name: "counted_percent", Title: "Time counted", Kind: KindPercent, Digits: 1, Sparse: true},
	)
	work := ThreadWork(t, s.Range)
	rows := slices.DeleteFunc(slices.Clone(s.Threads), func(ix model.ThreadIx) bool { return work[ix] == nil })
	slices.SortStableFunc(rows, func(a, b model.ThreadIx) int { return cmp.Compare(work[b].Time, work[a].Time) })
	for _, ix := range rows {
		table.Rows = append(table.Rows, work[ix].row(thread(t, ix), names))
	}
	if len(t.Counts) == 0 {
		return nil
	}
	table.Notes = []string{
		s.Shown(t) + ". Counts include only time slices that end in " + measure.Window(s.Range) + " and have counter readings at both ends.",
		"IPC: instructions per cycle. CPI: cycles per instruction. Decreasing readings: readings below the previous one, because other software set the register; they are left out. Time counted: the share of the time in which the counters had a hardware register and counted.",
	}
	return nil
}

func (w *Work) row(name Value, names []string) []Value {
	row := []Value{name, count(w.Slices), duration(w.Time)}
	for _, n := range names {
		row = append(row, count(w.Counts[n]))
	}
	for _, ratio := range []func() (float64, bool){w.IPC, w.CPI} {
		if v, ok := ratio(); ok {
			row = append(row, Value{Kind: KindNumber, Float: v})
		} else {
			row = append(row, Value{})
		}
	}
	row = append(row, count(w.Backwards))
	if w.Enabled == 0 {
		return append(row, Value{})
	}
	return append(row, percent(w.Running, w.Enabled))
}
