package timeline

import (
	"fmt"

	"threadlens/model"
)

// CoreOptions chooses the rows of the Cores view.
type CoreOptions struct {
	Colours *CoreColours
	// Expanded records which heads the user expanded or collapsed; the others are
	// expanded.
	Expanded map[RowKey]bool
	// Plain leaves only the lanes of CPUs: no frequencies, no run queue, and no head if
	// there is only one.
	Plain bool
}

// BuildCoreRows places a lane for each known CPU, grouped by socket and NUMA node, each
// above its frequency and idle states, and the run queue below them all.
func BuildCoreRows(t *model.Trace, opts CoreOptions, m Metrics) *Rows {
	var list []Row
	groups := socketsOf(t)
	shown := 0
	for _, g := range groups {
		shown += len(g.cpus)
	}
	pitch := pitchOf(shown)
	for _, g := range groups {
		head := Row{
			Kind: RowSocket, Proc: model.NoProc, Thread: model.NoThread, Common: g.key, Name: g.name, ID: g.detail,
			CPUs: g.cpus, Shown: len(g.cpus), Total: len(g.cpus), Expanded: true,
		}
		if choice, ok := opts.Expanded[head.Key()]; ok {
			head.Expanded = choice
		}
		if !opts.Plain || len(groups) > 1 {
			list = append(list, head)
		}
		for i := range g.cpus {
			if head.Expanded {
				list = append(list, Row{
					Kind: RowCore, Proc: model.NoProc, Thread: model.NoThread, Name: fmt.Sprintf("CPU %d", g.cpus[i]),
					CPUs: g.cpus[i : i+1], pitch: pitch,
				})
				if strips := stepStrips(t, g.cpus[i]); len(strips) > 0 && !opts.Plain {
					list = append(list, Row{
						Kind: RowSteps, Proc: model.NoProc, Thread: model.NoThread, Name: stepsName(t, g.cpus[i]),
						CPUs: g.cpus[i : i+1], strips: strips,
					})
				}
			}
		}
	}
	if len(list) > 0 && !opts.Plain {
		list = append(list, Row{Kind: RowQueue, Proc: model.NoProc, Thread: model.NoThread, Name: "Run queue"})
	}
	rows := newRows(list, len(t.Cores), SortStart, m)
	rows.Cores, rows.corePitch = opts.Colours, pitch
	return rows
}
