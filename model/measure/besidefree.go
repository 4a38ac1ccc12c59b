package measure

import "threadlens/model"

// BesideFree is how long a thread ran in r while another CPU was free, ns: one that
// was idle, or that only the recorder used.
func BesideFree(t *model.Trace, ix model.ThreadIx, r model.Range) (sum model.Time) {
	const running, free = 0, 1
	var parts [concurrencyPieces]model.Time
	sweepInPieces(r.Clip(t.Whole()), func(p *SweepPiece) {
		for s := range t.Segments(ix, p.Range) {
			if s.State == model.Running && !p.Span(running, s.Range) {
				return
			}
		}
		for cpu := range t.Cores {
			for s := range t.Slices(model.CPU(cpu), p.Range) {
				if isFree(t, s.Occupant) && !p.Span(free, s.Range) {
					return
				}
			}
		}
	}, func(i int) func(level) {
		return func(l level) {
			if l.n[running] > 0 && l.n[free] > 0 {
				parts[i] += l.Len()
			}
		}
	})
	for _, d := range parts {
		sum += d
	}
	return sum
}

// isFree reports whether a CPU with this occupant is available to a program.
func isFree(t *model.Trace, who model.Occupant) bool {
	ix, ok := who.Thread()
	return who == model.OccupantIdle || ok && t.Process(ix).Recorder
}
