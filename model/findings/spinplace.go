package findings

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"threadlens/model"
	"threadlens/model/measure"
)

// A spin loop in the program's own code cannot be recognized by name. It is one place
// in the code, as a loop that computes may be; but a thread leaves it only when
// another thread of the program does what it waits for. Stores to memory are not
// recorded: the other thread is seen only when it starts, stops or wakes a thread,
// and if that happens all the time anyway, it proves nothing. Nor do stretches that
// end because the thread itself stops: threads that meet at a barrier do that
// together.

const (
	// maxPlaced is how many threads that run in one place are examined, the longest
	// first.
	maxPlaced = 2 * maxFindings
	// maxGaps is how many intervals between samples are examined for each: those in
	// which the thread leaves the place, and others, evenly spread.
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
	first, last int    // samples of the thread
	lo, hi      uint64 // the place
}

// has reports whether a sample is in the place.
func (s *placeStretch) has(sample *spinSample) bool {
	return sample.addr != 0 && s.lo <= sample.addr && sample.addr <= s.hi
}

func (p *placed) length() (sum model.Time) {
	for i := range p.stretches {
		sum += p.stretches[i].Len()
	}
	return sum
}

// ranges are its stretches.
func (p *placed) ranges() []model.Range {
	list := make([]model.Range, len(p.stretches))
	for i := range p.stretches {
		list[i] = p.stretches[i].Range
	}
	return list
}

// inPlace are the stretches between samples of a thread, which are in order, that
// are in one place of its own code.
func (l *ruleContext) inPlace(ix model.ThreadIx, list []spinSample) placed {
	found := placed{thread: ix}
	size := uint64(l.number("E12.place"))
	for i := 0; i < len(list); i++ {
		if list[i].addr == 0 {
			continue
		}
		lo, hi := list[i].addr, list[i].addr
		end, n := i, 0
		for k := i; k < len(list) && float64(n+1) >= l.part("E12.samples")*float64(k-i+1); k++ {
			if k > i && !l.unbroken(ix, list[k-1].at, list[k].at) {
				break
			}
			a, z := min(lo, list[k].addr), max(hi, list[k].addr)
			if list[k].addr != 0 && z-a < size {
				lo, hi = a, z
				n, end = n+1, k
			}
		}
		if r := (model.Range{From: list[i].at, To: list[end].at}); l.runsNearlyAll(ix, r) {
			found.stretches = append(found.stretches, placeStretch{r, i, end, lo, hi})
		}
		i = end
	}
	return found
}

// spinningInPlace are the findings about threads that run in one place.
func (l *ruleContext) spinningInPlace(list []placed, samples map[model.ThreadIx][]spinSample) (found []Finding) {
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

func (l *ruleContext) placeFinding(p *placed, samples []spinSample) (f Finding, ok bool) {
	leaves, stays := l.leaves(p, samples)
	with, of := l.withActs(p.thread, leaves)
	chance, among := l.withActs(p.thread, stays)
	if float64(of) < l.number("E12.leaves") || quotient(with, of) < l.part("E12.ends") || byChance(with, of, chance, among) > l.part("E12.chance") {
		return l.tinyLoop(p, samples)
	}
	f, worst := l.spinFinding(p.thread, p.ranges())
	leaf := l.ownFrame(samples[p.stretches[0].first].stack)
	f.Sentence = fmt.Sprintf("%s ran in one small loop in %s for %s in total (longest interval: %s). It mostly left the loop just after another thread of the program started running, stopped running or woke a thread, so it probably waited for that.",
		l.name(p.thread), measure.FrameName(l.t, leaf), measure.Duration(f.Cost), measure.Duration(worst))
	f.Details = append(f.Details,
		Detail{"Loop exits", fmt.Sprintf("%d of %d", with, of), "times, the thread left the loop just after another thread of the program " +
			"started running, stopped running or woke a thread"},
		Detail{"Expected by chance", measure.Percent(100*quotient(chance, among), 0), "of the intervals between samples in which the thread stayed in the loop contain such activity of other threads"})
	return f, true
}

// byChance is the probability that at least with of of intervals have a hit, if all hits, with
// + chance, are distributed at random over of + among intervals: the one-sided p-value of
// Fisher's exact test. It is valid for small numbers too.
func byChance(with, of, chance, among int) (p float64) {
	hits := with + chance
	for k := with; k <= min(of, hits); k++ {
		p += math.Exp(lnChoose(of, k) + lnChoose(among, hits-k) - lnChoose(of+among, hits))
	}
	return p
}

// lnChoose is the logarithm of the number of ways to choose k of n, -Inf where there is none.
func lnChoose(n, k int) float64 {
	if k < 0 || k > n {
		return math.Inf(-1)
	}
	lnFactorial := func(n int) float64 { v, _ := math.Lgamma(float64(n) + 1); return v }
	return lnFactorial(n) - lnFactorial(k) - lnFactorial(n-k)
}

// leaves are the intervals between two samples in which a thread left its place, and
// stays those in which it did not. It ran throughout each. Samples with only kernel
// frames show nothing: the thread may have been interrupted.
func (l *ruleContext) leaves(p *placed, samples []spinSample) (leaves, stays []model.Range) {
	for i := range p.stretches {
		s := &p.stretches[i]
		in := -1 // the last sample of the place
		for k := s.first; k < len(samples) && (k <= s.last || in == s.last); k++ {
			switch here := s.has(&samples[k]); {
			case samples[k].addr == 0:
				in = -1
				continue
			case in >= 0:
				r := model.Range{From: samples[in].at, To: samples[k].at}
				if l.t.Sums(p.thread, r)[model.Execution]+l.t.Sums(p.thread, r)[model.Interrupt] < r.Len() || !l.clear(r.From, r.To) {
					break
				}
				if here {
					stays = append(stays, r)
				} else {
					leaves = append(leaves, r)
				}
			}
			if in = -1; s.has(&samples[k]) {
				in = k
			}
		}
	}
	return leaves, stays
}

// withActs is in how many of some intervals another thread of the target acts, and
// how many were examined.
func (l *ruleContext) withActs(ix model.ThreadIx, list []model.Range) (with, of int) {
	of = min(len(list), maxGaps)
	for k := range of {
		r := list[k*len(list)/of]
		if slices.ContainsFunc(l.target, func(other model.ThreadIx) bool { return other != ix && l.acts(ix, other, r) }) {
			with++
		}
	}
	return with, of
}

// seenLate is how late a thread may be noticed on a CPU that was idle: two samples at
// the default sampling rate.
const seenLate = model.Time(2e6)

// acts reports whether in an interval a thread leaves its CPU, is given one, or is
// woken by a thread other than the given one.
func (l *ruleContext) acts(but, ix model.ThreadIx, r model.Range) bool {
	for e := range l.t.Episodes(ix, model.Range{From: r.From, To: math.MaxInt64}) {
		if e.Out >= r.To {
			break
		}
		if r.Contains(e.Out) || e.Cut || !e.Open && l.comesBack(&e, but, r) {
			return true
		}
	}
	return false
}

// comesBack reports whether in an interval a thread is given its CPU again, or is woken by a
// thread other than the given one. If no wake is recorded, since the CPU was idle, the thread
// is often noticed late, by a sample: it may have had the CPU before.
func (l *ruleContext) comesBack(e *model.Episode, but model.ThreadIx, r model.Range) bool {
	if e.Flags&model.WakeMissing != 0 {
		return r.From <= e.In && max(e.Out, e.In-seenLate) < r.To
	}
	woken := e.Kind == model.EpisodeWait && e.Unblocker != model.NoThread && l.ours(e.Unblocker)
	return e.Unblocker != but && (r.Contains(e.In) || woken && r.Contains(e.Ready))
}
