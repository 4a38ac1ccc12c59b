package blocking

import (
	"cmp"
	"slices"

	"threadlens/model"
)

// Solo is a stretch in which one of several processes was the only one that ran or was
// runnable: apart from short interruptions no thread of any other was running, ready or
// preempted.
type Solo struct {
	model.Range
	Proc model.ProcIx
	// Pieces are the parts of the stretch in which no other process was active, Alone is
	// their sum.
	Pieces []model.Range
	Alone  model.Time
}

// Solos are the stretches in r of at least the given length in which one of the threads'
// processes was the only active one for the given part of the time, in order of start.
// Where it is unknown what a thread did, no process is alone.
func Solos(t *model.Trace, threads []model.ThreadIx, r model.Range, part float64, least model.Time) []Solo {
	var list []Solo
	open := map[model.ProcIx]int{} // the newest stretch of each process
	alone(activeEdges(t, threads, r), func(p model.ProcIx, piece model.Range) {
		if i, ok := open[p]; ok {
			s := &list[i]
			if sum := s.Alone + piece.Len(); float64(sum) >= part*float64(piece.To-s.From) {
				s.To, s.Pieces, s.Alone = piece.To, append(s.Pieces, piece), sum
				return
			}
		}
		open[p] = len(list)
		list = append(list, Solo{piece, p, []model.Range{piece}, piece.Len()})
	})
	return slices.DeleteFunc(list, func(s Solo) bool { return s.Len() < least })
}

// edge is the start or the end of a time in which a process is active.
type edge struct {
	at   model.Time
	proc model.ProcIx
	step int32 // 1 or -1
}

// activeEdges are the times in r at which threads become active and cease to be, in order.
// A thread whose state is unknown counts as active for no process.
func activeEdges(t *model.Trace, threads []model.ThreadIx, r model.Range) (edges []edge) {
	for _, ix := range threads {
		var last edge // the end of what was added last
		for s := range t.Segments(ix, r) {
			proc := t.Threads[ix].Proc
			switch {
			case s.State == model.Unknown && s.Sub != model.SubNotSeen:
				proc = model.NoProc
			case s.State != model.Running && !s.State.Queued():
				continue
			}
			part := s.Clip(r)
			if n := len(edges); n > 0 && last.proc == proc && last.at == part.From && edges[n-1] == last {
				edges = edges[:n-1]
			} else {
				edges = append(edges, edge{part.From, proc, 1})
			}
			last = edge{part.To, proc, -1}
			edges = append(edges, last)
		}
	}
	slices.SortFunc(edges, func(a, b edge) int { return cmp.Compare(a.at, b.at) }) // simultaneous ones count together
	return edges
}

// alone yields, in order, the pieces in which one process was the only active one.
func alone(edges []edge, found func(model.ProcIx, model.Range)) {
	count := map[model.ProcIx]int32{}
	piece := edge{proc: model.NoProc}
	for i := 0; i < len(edges); {
		at := edges[i].at
		for ; i < len(edges) && edges[i].at == at; i++ {
			e := &edges[i]
			if count[e.proc] += e.step; count[e.proc] == 0 {
				delete(count, e.proc)
			}
		}
		now := model.NoProc
		if len(count) == 1 {
			for p := range count {
				now = p
			}
		}
		if now == piece.proc {
			continue
		}
		if piece.proc != model.NoProc {
			found(piece.proc, model.Range{From: piece.at, To: at})
		}
		piece = edge{at: at, proc: now}
	}
}

// IdleIn is how long at least one CPU was idle in r.
func IdleIn(t *model.Trace, r model.Range) (sum model.Time) {
	var list []model.Range
	for c := range t.Cores {
		for s := range t.Slices(model.CPU(c), r) {
			if s.Occupant == model.OccupantIdle {
				list = append(list, s.Clip(r))
			}
		}
	}
	slices.SortFunc(list, func(a, b model.Range) int { return cmp.Compare(a.From, b.From) })
	at := r.From
	for _, s := range list {
		if s.To > at {
			sum += s.To - max(s.From, at)
			at = s.To
		}
	}
	return sum
}
