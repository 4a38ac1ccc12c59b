package main

import (
	"fmt"
	"maps"
	"slices"

	"threadlens/model"
)

// monotonic is the clock of the logs.
const monotonic = "CLOCK_MONOTONIC"

// recorded is a recording of a program together with its log.
type recorded struct {
	*model.Trace
	log *programLog
	// threads are the incarnations of each thread id.
	threads map[model.TID][]model.ThreadIx
	// own are the processes of the program and its children.
	own []model.ProcIx
}

// align puts a trace and a log on one clock.
func align(t *model.Trace, log *programLog) (*recorded, error) {
	if c := t.Info.Clock.Name; c != monotonic {
		return nil, fmt.Errorf("%s has times of %s, not of %s", t.Info.File, c, monotonic)
	}
	r := &recorded{Trace: t, log: log, threads: map[model.TID][]model.ThreadIx{}}
	for i := range t.Threads {
		if th := &t.Threads[i]; !th.Idle {
			r.threads[th.TID] = append(r.threads[th.TID], model.ThreadIx(i))
		}
	}
	r.own = r.processes()
	if len(r.own) == 0 {
		return nil, fmt.Errorf("%s does not show process %d", t.Info.File, log.PID)
	}
	return r, nil
}

// processes are those of the program and its children: they log waits.
func (r *recorded) processes() []model.ProcIx {
	ours := map[model.ProcIx]bool{}
	for i := range r.log.Waits {
		w := &r.log.Waits[i]
		if th := r.thread(w.TID, r.at(w.From)); th != model.NoThread {
			ours[r.Threads[th].Proc] = true
		}
	}
	for i := range r.Processes {
		if r.Processes[i].PID == r.log.PID {
			ours[model.ProcIx(i)] = true
		}
	}
	return slices.Sorted(maps.Keys(ours))
}

// at is an instant of the log in the trace. What never ended ends with the trace.
func (r *recorded) at(clock int64) model.Time {
	if clock == forever {
		return r.End
	}
	return model.Time(clock - r.Info.Clock.StartNS)
}

// span is a time of the log in the trace.
func (r *recorded) span(from, to int64) model.Range {
	return model.Range{From: r.at(from), To: r.at(to)}
}

// thread is who had a thread id at an instant, NoThread where the trace knows none.
func (r *recorded) thread(id model.TID, at model.Time) model.ThreadIx {
	for _, ix := range r.threads[id] {
		if r.Threads[ix].Life.Contains(at) {
			return ix
		}
	}
	return model.NoThread
}

// tid is the id of a thread, 0 of none.
func (r *recorded) tid(ix model.ThreadIx) model.TID {
	if ix == model.NoThread {
		return 0
	}
	return r.Threads[ix].TID
}

// disturbance is the part of the time in which the program's threads ran or wanted to,
// in which one of them wanted to while another program had a CPU, 0 to 1. The kernel's
// own threads and the recorder do not count.
func (r *recorded) disturbance(recorder string) float64 {
	var foreign []model.Range
	for c := range r.Cores {
		for s := range r.Slices(model.CPU(c), r.Whole()) {
			ix, ok := s.Occupant.Thread()
			if !ok || r.kernels(ix) || slices.Contains(r.own, r.Threads[ix].Proc) {
				continue
			}
			if p := r.Process(ix); !p.Recorder && p.Name != recorder {
				foreign = append(foreign, s.Range)
			}
		}
	}
	foreign = union(foreign)
	var ran, queued, disturbed model.Time
	for _, p := range r.own {
		for _, ix := range r.Trace.Processes[p].Threads {
			var wanted []model.Range
			for s := range r.Segments(ix, r.Whole()) {
				switch s.State {
				case model.Running:
					ran += s.Len()
				case model.Ready, model.Preempted:
					wanted = append(wanted, s.Range)
				}
			}
			queued += length(wanted)
			disturbed += length(intersect(wanted, foreign))
		}
	}
	if ran+queued == 0 {
		return 0
	}
	return float64(disturbed) / float64(ran+queued)
}

// judgement is what was found out about one recording, or about all of a kind.
type judgement struct {
	waits  waitTally
	owners ownerTally
	found  findingTally
	// disturbed are the findings of recordings in which other programs took too much
	// from the program: what they do to it is no fault of its own.
	disturbed findingTally
	// strange are recordings that could not be judged, and why.
	strange []string
	// mismatches are context switches that leave another thread than ran, gaps are
	// windows of lost events.
	mismatches, gaps int64
	programs         int
}

func newJudgement() *judgement {
	return &judgement{waits: newWaitTally(), owners: ownerTally{By: map[string]ownership{}}, found: newFindingTally(), disturbed: newFindingTally()}
}

// add adds what another recording showed.
func (j *judgement) add(o *judgement) {
	j.waits.add(&o.waits)
	j.owners.add(&o.owners)
	j.found.add(&o.found)
	j.disturbed.add(&o.disturbed)
	j.strange = append(j.strange, o.strange...)
	j.mismatches += o.mismatches
	j.gaps += o.gaps
	j.programs += o.programs
}
