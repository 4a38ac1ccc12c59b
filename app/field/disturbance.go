package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"threadlens/ingest"
	"threadlens/model"
	"threadlens/model/analysis"
)

// disturbance is disturbanceOf the trace and the processes that files hold.
func (f *recordedFiles) disturbance(ctx context.Context) (float64, error) {
	ids, err := readIDs(f.own)
	if err != nil {
		return 0, err
	}
	t, err := ingest.Load(ctx, f.trace, ingest.Options{})
	if err != nil {
		return 0, err
	}
	return disturbanceOf(t, ids), nil
}

// disturbanceOf is the part of a case's demand for CPU that waited while a program that
// is none of its own had the CPU; where the demand is less than one CPU for the whole
// recording, the part of that, since what a program that nearly always waits loses then
// is little of its time. The kernel's threads and the recorder do not count.
func disturbanceOf(t *model.Trace, ids []int) float64 {
	own := ofCase(t, ids)
	var threads []model.ThreadIx
	var demand, foreign model.Time
	for i := range t.Threads {
		if ix := model.ThreadIx(i); own[t.Threads[i].Proc] {
			s := t.Sums(ix, t.Whole())
			demand += s[model.Execution]
			threads = append(threads, ix)
		}
	}
	for _, a := range analysis.Antagonists(t, threads, t.Whole()) {
		queued := a.Ready + a.Preempted
		demand += queued
		ix, ok := a.Who.Thread()
		if !ok || own[t.Threads[ix].Proc] {
			continue
		}
		if p := t.Process(ix); !p.Recorder && p.Class != model.ClassSystem && p.Class != model.ClassIdle {
			foreign += queued
		}
	}
	if demand = max(demand, t.Whole().Len()); demand == 0 {
		return 0
	}
	return float64(foreign) / float64(demand)
}

// ofCase are the processes of a case: the recorded command or process and what those
// started, and those with the ids and what they started.
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

// writeIDs writes a process id a line.
func writeIDs(path string, ids []int) error {
	var b strings.Builder
	slices.Sort(ids)
	for _, id := range slices.Compact(ids) {
		fmt.Fprintln(&b, id)
	}
	return os.WriteFile(path, []byte(b.String()), 0o600)
}

func readIDs(path string) (ids []int, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	for word := range strings.FieldsSeq(string(text)) {
		id, err := strconv.Atoi(word)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		ids = append(ids, id)
	}
	return ids, nil
}
