package model

import (
	"cmp"
	"slices"
	"strings"
)

// Names of the counters of which IPC is made, as perf writes them; a modifier may
// follow, such as in "cycles:u".
const (
	CounterCycles       = "cycles"
	CounterInstructions = "instructions"
)

// SliceIPC is what a processor counted in a slice whose counters were read at both
// its ends.
type SliceIPC struct {
	Range
	Cycles, Instructions int64
}

// IPC is the number of instructions per cycle; ok is false where it is not known.
func (s *SliceIPC) IPC() (ipc float64, ok bool) {
	if s.Cycles <= 0 || s.Instructions <= 0 {
		return 0, false
	}
	return float64(s.Instructions) / float64(s.Cycles), true
}

// HasIPC reports whether processors counted both cycles and instructions.
func (t *Trace) HasIPC() bool {
	var cycles, instructions bool
	for i := range t.Counts {
		c, n := t.countsFor(&t.Counts[i])
		cycles, instructions = cycles || c, instructions || n
	}
	return cycles && instructions
}

// countsFor tells which half of IPC a series counts.
func (t *Trace) countsFor(s *CountSeries) (cycles, instructions bool) {
	name, _, _ := strings.Cut(t.String(s.Name), ":")
	return name == CounterCycles, name == CounterInstructions
}

// SlicesIPC are the slices of a processor whose counters were read, by time. What
// counters did not count because their registers were others' is scaled up alike
// for both and does not matter.
func (t *Trace) SlicesIPC(cpu CPU) []SliceIPC {
	found := map[Range]*SliceIPC{}
	for i := range t.Counts {
		s := &t.Counts[i]
		cycles, instructions := t.countsFor(s)
		if s.CPU != cpu || !cycles && !instructions {
			continue
		}
		for step := range t.Steps(s, t.Whole()) {
			slice, ok := t.SliceAt(cpu, step.From)
			if !ok || step.Thread == NoThread || step.Backwards || slice.Range != step.Range {
				continue
			}
			f := found[step.Range]
			if f == nil {
				f = &SliceIPC{Range: step.Range}
				found[step.Range] = f
			}
			if cycles {
				f.Cycles += step.Count
			} else {
				f.Instructions += step.Count
			}
		}
	}
	list := make([]SliceIPC, 0, len(found))
	for _, f := range found {
		list = append(list, *f)
	}
	slices.SortFunc(list, func(a, b SliceIPC) int { return cmp.Compare(a.From, b.From) })
	return list
}
