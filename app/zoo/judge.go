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

// thread is the thread with an id at an instant, NoThread where the trace knows none.
func (r *recorded) thread(id model.TID, at model.Time) model.ThreadIx {
	for _, ix := range r.threads[id] {
		if r.Threads[ix].Life.Contains(at) {
			return ix
		}
	}
	return model.NoThread
}

// tid is the id of a thread, 0 for none.
func (r *recorded) tid(ix model.ThreadIx) model.TID {
	if ix == model.NoThread {
		return 0
	}
	return r.Threads[ix].TID
}

// foreign are the times, by CPU, in which other programs ran. The kernel's own threads and
// the recorder do not count.
func (r *recorded) foreign(recorder string) [][]model.Range {
	list := make([][]model.Range, len(r.Cores))
	for c := range r.Cores {
		for s := range r.Slices(model.CPU(c), r.Whole()) {
			ix, ok := s.Occupant.Thread()
			if !ok || r.kernels(ix) || slices.Contains(r.own, r.Threads[ix].Proc) {
				continue
			}
			if p := r.Process(ix); !p.Recorder && p.Name != recorder {
				list[c] = append(list[c], s.Range)
			}
		}
	}
	return list
}

// disturbance is the part of the time in which the program's threads ran or were ready, in which
// one of them was ready while another program had a CPU, 0 to 1.
func (r *recorded) disturbance(recorder string) float64 {
	foreign := union(slices.Concat(r.foreign(recorder)...))
	ran, wanted := r.demand()
	var queued, disturbed model.Time
	for _, list := range wanted {
		queued += length(list)
		disturbed += length(intersect(list, foreign))
	}
	if ran+queued == 0 {
		return 0
	}
	return float64(disturbed) / float64(ran+queued)
}

// demand is how long the program's threads ran, and when each of them was ready.
func (r *recorded) demand() (ran model.Time, wanted [][]model.Range) {
	for _, p := range r.own {
		for _, ix := range r.Trace.Processes[p].Threads {
			var list []model.Range
			for s := range r.Segments(ix, r.Whole()) {
				switch s.State {
				case model.Running:
					ran += s.Len()
				case model.Ready, model.Preempted:
					list = append(list, s.Range)
				}
			}
			wanted = append(wanted, list)
		}
	}
	return ran, wanted
}

// taken is the part of the CPU time not used by the program, from the start of its first thread to
// the end of its last, that other programs take, 0 to 1.
func (r *recorded) taken(recorder string) float64 {
	life := model.Range{From: r.End}
	for _, p := range r.own {
		for _, ix := range r.Trace.Processes[p].Threads {
			l := r.Threads[ix].Life
			life.From, life.To = min(life.From, l.From), max(life.To, l.To)
		}
	}
	ran, _ := r.demand()
	left := model.Time(len(r.Cores))*life.Len() - ran
	if left <= 0 {
		return 0
	}
	var took model.Time
	for _, list := range r.foreign(recorder) {
		took += length(intersect(list, []model.Range{life}))
	}
	return float64(took) / float64(left)
}

// judgement is the result for one recording, or for all of a kind.
type judgement struct {
	waits  waitTally
	owners ownerTally
	found  findingTally
	// disturbed are the findings of recordings in which other programs took too much from the
	// program, which is no fault of its own.
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

// add adds another recording's results.
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
