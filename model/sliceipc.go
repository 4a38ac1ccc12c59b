package model

import (
	"cmp"
	"slices"
	"strings"
)

// Names of the counters from which IPC is computed, as perf writes them; a modifier
// may follow, as in "cycles:u".
const (
	CounterCycles       = "cycles"
	CounterInstructions = "instructions"
)

// SliceIPC is what a CPU counted in a slice whose counters were read at both its
// ends.
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

// HasIPC reports whether the CPUs counted both cycles and instructions.
func (t *Trace) HasIPC() bool {
	var cycles, instructions bool
	for i := range t.Counts {
		c, n := t.countsFor(&t.Counts[i])
		cycles, instructions = cycles || c, instructions || n
	}
	return cycles && instructions
}

// countsFor is which half of IPC a series counts.
func (t *Trace) countsFor(s *CountSeries) (cycles, instructions bool) {
	name, _, _ := strings.Cut(t.String(s.Name), ":")
	return name == CounterCycles, name == CounterInstructions
}

// SlicesIPC are the slices of a CPU whose counters were read, in order of time.
// Counters that shared their registers with others are scaled up, both alike, so
// that the ratio is not affected.
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
