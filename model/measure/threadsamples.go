package measure

import (
	"slices"

	"threadlens/model"
)

// threadSamples are the samples of a thread in order of time: when, and where it was.
type threadSamples struct {
	times  []model.Time
	stacks []model.StackID
}

// allSamples are the samples of all threads, one thread after the other: in the
// trace those of a thread stand far apart, and would have to be fetched one by one.
// Those that stand for time themselves (Sampled) are not among them.
type allSamples struct {
	threadSamples
	first []int32 // of each thread, and the end
}

func (s *allSamples) of(ix model.ThreadIx) threadSamples {
	from, to := s.first[ix], s.first[ix+1]
	return threadSamples{s.times[from:to], s.stacks[from:to]}
}

// keptSamples is the key under which a trace keeps its samples by thread.
type keptSamples struct{}

// samplesByThread sorts the samples by thread; they are kept with the trace.
func samplesByThread(t *model.Trace) *allSamples {
	if s, ok := t.Kept(keptSamples{}).(*allSamples); ok {
		return s
	}
	s := &allSamples{first: make([]int32, len(t.Threads)+1)}
	for i := range t.Samples {
		if x := &t.Samples[i]; int(x.Thread) < len(t.Threads) && !standsForTime(t, x) {
			s.first[x.Thread+1]++
		}
	}
	for ix := range t.Threads {
		s.first[ix+1] += s.first[ix]
	}
	n := s.first[len(t.Threads)]
	s.times, s.stacks = make([]model.Time, n), make([]model.StackID, n)
	next := slices.Clone(s.first)
	for i := range t.Samples {
		x := &t.Samples[i]
		if int(x.Thread) < len(t.Threads) && !standsForTime(t, x) {
			at := next[x.Thread]
			s.times[at], s.stacks[at] = x.Time, x.Stack
			next[x.Thread]++
		}
	}
	t.Keep(keptSamples{}, s)
	return s
}
