package measure

import (
	"slices"

	"threadlens/model"
)

// ThreadSamples are the samples of a thread in order of time, with the place of each.
type ThreadSamples struct {
	Times  []model.Time
	Stacks []model.StackID
}

// AllSamples are the samples of all threads, one thread after the other: in the
// trace those of a thread are far apart, and would have to be fetched one by one.
// Those that stand for time themselves (Sampled) are not included.
type AllSamples struct {
	ThreadSamples
	first []int32 // where each thread's samples start, and the end
}

// Of are the samples of a thread.
func (s *AllSamples) Of(ix model.ThreadIx) ThreadSamples {
	from, to := s.first[ix], s.first[ix+1]
	return ThreadSamples{s.Times[from:to], s.Stacks[from:to]}
}

// keptSamples is the key under which a trace keeps its samples by thread.
type keptSamples struct{}

// SamplesByThread sorts the samples by thread; they are kept with the trace.
func SamplesByThread(t *model.Trace) *AllSamples {
	if s, ok := t.Kept(keptSamples{}).(*AllSamples); ok {
		return s
	}
	s := &AllSamples{first: make([]int32, len(t.Threads)+1)}
	for i := range t.Samples {
		if x := &t.Samples[i]; int(x.Thread) < len(t.Threads) && !standsForTime(t, x) {
			s.first[x.Thread+1]++
		}
	}
	for ix := range t.Threads {
		s.first[ix+1] += s.first[ix]
	}
	n := s.first[len(t.Threads)]
	s.Times, s.Stacks = make([]model.Time, n), make([]model.StackID, n)
	next := slices.Clone(s.first)
	for i := range t.Samples {
		x := &t.Samples[i]
		if int(x.Thread) < len(t.Threads) && !standsForTime(t, x) {
			at := next[x.Thread]
			s.Times[at], s.Stacks[at] = x.Time, x.Stack
			next[x.Thread]++
		}
	}
	t.Keep(keptSamples{}, s)
	return s
}
