package timeline

import (
	"cmp"
	"slices"

	"threadlens/model"
)

// Hues are the threads or processes with their own hue, the busiest of the targets,
// each with the number of its hue. One that had a hue before gets it again.
type Hues map[uint32]int

const numHues = 10

// assign gives the first n hues to the first of a list.
func (h Hues) assign(list []uint32, n int) map[uint32]int {
	now := map[uint32]int{}
	used := make([]bool, n)
	list = list[:min(len(list), n)]
	for _, x := range list {
		if hue, ok := h[x]; ok && hue < n && !used[hue] {
			now[x], used[hue] = hue, true
		}
	}
	for _, x := range list {
		if _, ok := now[x]; ok {
			continue
		}
		hue := slices.Index(used, false)
		now[x], used[hue] = hue, true
		if _, ok := h[x]; !ok {
			h[x] = hue
		}
	}
	return now
}

// ownHues is the number of threads of the target that get a hue however busy other processes are,
// and otherProcess marks such a process in a list of threads.
const (
	ownHues      = 7
	otherProcess = 1 << 31
)

// busiestOf are what colours by thread distinguish: the busiest threads of the targets, and after
// these their further threads and the other processes by CPU time.
func busiestOf(t *model.Trace, targets []model.ProcIx) []uint32 {
	list := busiestThreads(t, targets)
	rest := list[min(len(list), ownHues):]
	ran := map[uint32]model.Time{}
	for _, ix := range rest {
		ran[ix] = t.Sums(model.ThreadIx(ix), t.Whole())[model.Execution]
	}
	for _, p := range busiestProcesses(t) {
		if !slices.Contains(targets, model.ProcIx(p)) {
			list = append(list, p|otherProcess)
			ran[p|otherProcess] = execution(t, model.ProcIx(p))
		}
	}
	rest = list[len(list)-len(ran):]
	slices.SortStableFunc(rest, func(a, b uint32) int { return cmp.Compare(ran[b], ran[a]) })
	return list
}
