package report

import (
	"strconv"

	"threadlens/model"
	"threadlens/model/measure"
)

// speedColumns are the columns of speedCells: none for a trace without frequencies.
func speedColumns(t *model.Trace) []Column {
	if !t.HasFrequencies() {
		return nil
	}
	return []Column{
		{Name: "max_frequency_percent", Title: "Share of max. frequency", Kind: KindPercent, Digits: 1},
		{Name: "frequency_known_percent", Title: "Frequency known", Kind: KindPercent, Digits: 1, Minor: true},
	}
}

// speedCells are at which share of their highest frequencies CPUs ran, and for how much of the time
// that is known.
func speedCells(t *model.Trace, s *measure.Speed) []Value {
	if !t.HasFrequencies() {
		return nil
	}
	cells := make([]Value, 2)
	if share, ok := s.Share(); ok {
		cells[0] = Value{Kind: KindPercent, Float: 100 * share}
	}
	if s.Ran > 0 {
		cells[1] = percent(s.Known, s.Ran)
	}
	return cells
}

// speedNote explains the columns of speedCells.
const speedNote = "Share of max. frequency: the mean frequency of the CPUs while the thread was on them; 100% is the highest recorded frequency of each CPU. The frequency of a CPU is unknown before its first frequency event, and from lost events to its next frequency event."

// coreStepColumns are the columns of coreStepCells: none for a trace without frequencies and idle
// states.
func coreStepColumns(t *model.Trace) (cols []Column) {
	if t.HasFrequencies() {
		cols = append(cols,
			Column{Name: "mean_frequency_mhz", Title: "Mean MHz", Kind: KindNumber, Digits: 0},
			Column{Name: "highest_frequency_mhz", Title: "Highest MHz", Kind: KindNumber, Digits: 0},
			Column{Name: "max_frequency_percent", Title: "Share of max. frequency", Kind: KindPercent, Digits: 1},
			Column{Name: "frequency_known_percent", Title: "Frequency known", Kind: KindPercent, Digits: 1, Minor: true})
	}
	for _, i := range idleStatesOf(t) {
		name := "idle_state_" + strconv.Itoa(i-1) + "_ns"
		cols = append(cols, Column{Name: name, Title: model.StateTitle(i), Kind: KindDuration, Group: "time", Minor: true})
	}
	return cols
}

// idleStatesOf are the places in StepSums.States of the idle states that occur in a trace.
func idleStatesOf(t *model.Trace) (list []int) {
	for i, d := range t.IdleTimes() {
		if i > 0 && d > 0 {
			list = append(list, i)
		}
	}
	return list
}

// coreStepCells are the frequency of a CPU in r, and its time in each idle state; empty where they are
// unknown.
func coreStepCells(t *model.Trace, cpu model.CPU, r model.Range, states []int) (cells []Value) {
	if t.HasFrequencies() {
		cells = make([]Value, 4)
		f := t.Frequency(cpu)
		if sums := f.Sums(r); sums.Known > 0 {
			cells[0] = Value{Kind: KindNumber, Float: sums.Mean() / 1e6}
			cells[1] = Value{Kind: KindNumber, Float: float64(f.Most()) / 1e6}
			cells[2] = Value{Kind: KindPercent, Float: 100 * sums.Mean() / float64(f.Most())}
			cells[3] = percent(sums.Known, r.Len())
		}
	}
	idle := t.IdleStates(cpu).Sums(r)
	for _, i := range states {
		v := Value{}
		if idle.Known > 0 {
			v = atLeast(duration(idle.States[i]), idle.Known < r.Len() && idle.States[i] > 0)
		}
		cells = append(cells, v)
	}
	return cells
}
