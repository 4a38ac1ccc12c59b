package findings

import (
	"cmp"
	"fmt"
	"slices"

	"threadlens/model"
	"threadlens/model/analysis"
)

// A loop that waits in the program's own code is known by no name. It is one place in
// the code, as a loop that computes may be; but it ends as another thread of the
// program does what it waits for. Nothing records a store to memory: that thread is
// seen only as it stops or wakes somebody, and where that happens all the time
// anyway, it tells nothing.

const (
	// maxPlaced is how many threads that run in one place are looked at, those first
	// that do so for longest.
	maxPlaced = 2 * maxFindings
	// maxGaps is how many times between samples are looked at for each: those in
	// which stretches end, and others, evenly spread.
	maxGaps = 64
)

// placed is a thread that runs in one place of the code.
type placed struct {
	thread    model.ThreadIx
	stretches []placeStretch
}

// placeStretch is a stretch in one place.
type placeStretch struct {
	model.Range
	first, last int // samples of the thread
}

func (p *placed) length() (sum model.Time) {
	for i := range p.stretches {
		sum += p.stretches[i].Len()
	}
	return sum
}

// inPlace are the stretches between samples of a thread, which are in order, that
// lie in one place of its own code.
func (l *look) inPlace(ix model.ThreadIx, list []spinSample) placed {
	found := placed{thread: ix}
	size := uint64(l.number("E12.place"))
	for i := 0; i < len(list); i++ {
		if list[i].addr == 0 {
			continue
		}
		lo, hi := list[i].addr, list[i].addr
		end, n := i, 0
		for k := i; k < len(list) && float64(n+1) >= l.part("E12.samples")*float64(k-i+1); k++ {
			a, z := min(lo, list[k].addr), max(hi, list[k].addr)
			if list[k].addr != 0 && z-a < size {
				lo, hi = a, z
				n, end = n+1, k
			}
		}
		if r := (model.Range{From: list[i].at, To: list[end].at}); l.burns(ix, r) {
			found.stretches = append(found.stretches, placeStretch{r, i, end})
		}
		i = end
	}
	return found
}

// spinningInPlace are the findings among the threads that run in one place.
func (l *look) spinningInPlace(list []placed, samples map[model.ThreadIx][]spinSample) (found []Finding) {
	slices.SortStableFunc(list, func(a, b placed) int { return cmp.Compare(b.length(), a.length()) })
	for _, p := range list[:min(len(list), maxPlaced)] {
		if l.ctx.Err() != nil {
			break
		}
		if f, ok := l.placeFinding(&p, samples[p.thread]); ok {
			found = append(found, f)
		}
	}
	return found
}

func (l *look) placeFinding(p *placed, samples []spinSample) (f Finding, ok bool) {
	var ends, others []model.Range
	for i := range p.stretches {
		s := &p.stretches[i]
		if r, ok := l.gap(p.thread, samples, s.last); ok {
			ends = append(ends, r)
		}
		for k := s.first; k < s.last; k++ {
			if r, ok := l.gap(p.thread, samples, k); ok {
				others = append(others, r)
			}
		}
	}
	with, of := l.withActs(p.thread, ends)
	chance, among := l.withActs(p.thread, others)
	if of == 0 || quotient(with, of) < l.part("E12.ends") || quotient(chance, among) > l.part("E12.chance") {
		return f, false
	}
	ranges := make([]model.Range, len(p.stretches))
	for i := range p.stretches {
		ranges[i] = p.stretches[i].Range
	}
	f, worst := l.spun(p.thread, ranges)
	_, leaf := l.t.Tables.Stacks.Node(samples[p.stretches[0].first].stack)
	f.Sentence = fmt.Sprintf("%s ran in one small loop, in %s, for %s, up to %s at a stretch, and left it as other threads of the program acted.",
		l.name(p.thread), analysis.FrameName(l.t, leaf), analysis.Duration(f.Cost), analysis.Duration(worst))
	f.Details = append(f.Details,
		Detail{"Left as others acted", fmt.Sprintf("%d of %d", with, of), "another thread of the program stopped or woke somebody just then"},
		Detail{"By chance", analysis.Percent(100*quotient(chance, among), 0), "of the other times between samples have that too"})
	return f, true
}

// gap is the time from a sample of a thread to its next one, or to when it leaves its
// processor, if that is known to lie in the window.
func (l *look) gap(ix model.ThreadIx, samples []spinSample, i int) (r model.Range, ok bool) {
	r = model.Range{From: samples[i].at, To: l.Range.To}
	if i+1 < len(samples) {
		r.To = samples[i+1].at
	}
	for s := range l.t.Segments(ix, r) {
		if s.State != model.Running {
			r.To = s.From
			break
		}
	}
	return r, r.To < l.Range.To && r.Len() > 0
}

// withActs is in how many of some times another thread of the target's stops or wakes
// somebody, and how many were looked at.
func (l *look) withActs(ix model.ThreadIx, list []model.Range) (with, of int) {
	of = min(len(list), maxGaps)
	for k := range of {
		r := list[k*len(list)/of]
		if slices.ContainsFunc(l.target, func(other model.ThreadIx) bool { return other != ix && l.acts(ix, other, r) }) {
			with++
		}
	}
	return with, of
}

// acts reports whether a thread leaves its processor in a time, or is woken in it by
// another than the first, or may for all that is known.
func (l *look) acts(but, ix model.ThreadIx, r model.Range) bool {
	for e := range l.t.Episodes(ix, r) {
		woken := e.Kind == model.EpisodeWait && !e.Open && e.Unblocker != model.NoThread && e.Unblocker != but && l.ours(e.Unblocker)
		if r.Contains(e.Out) || e.Cut || woken && r.Contains(e.Ready) {
			return true
		}
	}
	return false
}
