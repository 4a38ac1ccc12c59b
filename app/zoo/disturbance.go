package main

import (
	"slices"

	"threadlens/model"
)

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
