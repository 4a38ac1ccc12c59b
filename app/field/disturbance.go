package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"threadlens/ingest"
	"threadlens/model"
	"threadlens/model/report"
)

// disturbance is what programs outside the case did to it. The kernel's threads and the recorder do
// not count.
type disturbance struct {
	// waited is the part of the case's demand for CPU that waited while such a program had the CPU,
	// 0 to 1; where the demand is less than one CPU for the whole recording, the part of that,
	// since a program that nearly always waits then loses little of its time.
	waited float64
	// taken is the part of the CPU time not used by the case that they took, 0 to 1.
	taken float64
}

// disturbance is disturbanceOf for the trace and the processes in files.
func (f *recordedFiles) disturbance(ctx context.Context) (d disturbance, err error) {
	ids, err := readIDs(f.own)
	if err != nil {
		return d, err
	}
	t, err := ingest.Load(ctx, f.trace, ingest.Options{})
	if err != nil {
		return d, err
	}
	return disturbanceOf(t, ids), nil
}

func disturbanceOf(t *model.Trace, ids []int) (d disturbance) {
	own := ofCase(t, ids)
	var threads []model.ThreadIx
	isForeign := func(ix model.ThreadIx) bool {
		p := t.Process(ix)
		return !own[t.Threads[ix].Proc] && !p.Recorder && p.Class != model.ClassSystem && p.Class != model.ClassIdle
	}
	var demand, waited, taken model.Time
	for i := range t.Threads {
		ix := model.ThreadIx(i)
		ran := t.Sums(ix, t.Whole())[model.Execution]
		if own[t.Threads[i].Proc] {
			demand += ran
			threads = append(threads, ix)
		} else if isForeign(ix) {
			taken += ran
		}
	}
	whole := t.Whole().Len()
	if left := model.Time(len(t.Cores))*whole - demand; left > 0 {
		d.taken = float64(taken) / float64(left)
	}
	for _, a := range report.Antagonists(t, threads, t.Whole()) {
		queued := a.Ready + a.Preempted
		demand += queued
		if ix, ok := a.Who.Thread(); ok && isForeign(ix) {
			waited += queued
		}
	}
	if demand = max(demand, whole); demand > 0 {
		d.waited = float64(waited) / float64(demand)
	}
	return d
}

// disturbedBy describes which limit was exceeded, "" for none; usual is how much of its demand, in
// percent, may wait where the case does not set that.
func (c *fieldCase) disturbedBy(d disturbance, usual float64) string {
	if 100*d.waited > cmp.Or(c.disturbed, usual) {
		return fmt.Sprintf("%.0f %% of its demand for CPU, or of the time, waited for other programs", 100*d.waited)
	}
	if 100*(1-d.taken) < c.idle {
		return fmt.Sprintf("other programs took %.0f %% of the CPU time that it left", 100*d.taken)
	}
	return ""
}

// ofCase are the processes of a case: the recorded command or process and its descendants, and
// those with the ids and their descendants.
func ofCase(t *model.Trace, ids []int) map[model.ProcIx]bool {
	own := map[model.ProcIx]bool{}
	for _, p := range t.DeclaredTargets() {
		own[p] = true
	}
	for i := range t.Processes {
		if p := &t.Processes[i]; p.Known && slices.Contains(ids, int(p.PID)) {
			own[model.ProcIx(i)] = true
		}
	}
	for grown := true; grown; {
		grown = false
		for i := range t.Processes {
			ix, p := model.ProcIx(i), &t.Processes[i]
			if !own[ix] && p.Parent != model.NoProc && own[p.Parent] && !p.Recorder {
				own[ix], grown = true, true
			}
		}
	}
	return own
}
