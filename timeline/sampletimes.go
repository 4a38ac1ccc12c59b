package timeline

import (
	"sort"

	"threadlens/model"
)

// keptSampleTimes is the key under which a trace keeps its sampleTimes.
type keptSampleTimes struct{}

// sampleTimes are the samples that stand for themselves, by thread and by process, in
// order.
type sampleTimes struct{ threads, processes [][]model.Time }

// sampleTimesOf finds the samples on CPUs without context switches; they are kept with
// the trace.
func sampleTimesOf(t *model.Trace) *sampleTimes {
	if s, ok := t.Kept(keptSampleTimes{}).(*sampleTimes); ok {
		return s
	}
	s := &sampleTimes{}
	bare := false
	for i := range t.Cores {
		bare = bare || t.Cores[i].Switches == 0
	}
	if bare && len(t.Samples) > 0 {
		s.threads, s.processes = make([][]model.Time, len(t.Threads)), make([][]model.Time, len(t.Processes))
		for i := range t.Samples {
			if x := &t.Samples[i]; standsAlone(t, x) {
				at, p := tickTime(t, x), t.Threads[x.Thread].Proc
				s.threads[x.Thread] = append(s.threads[x.Thread], at)
				s.processes[p] = append(s.processes[p], at)
			}
		}
	}
	t.Keep(keptSampleTimes{}, s)
	return s
}

// standsAlone reports whether only a sample shows what its CPU did.
func standsAlone(t *model.Trace, s *model.Sample) bool {
	return int(s.CPU) < len(t.Cores) && t.Cores[s.CPU].Switches == 0 && int(s.Thread) < len(t.Threads)
}

// tickTime is the instant of the tick of a sample: one at the very end of the trace
// is moved 1 ns earlier, so that it is inside.
func tickTime(t *model.Trace, s *model.Sample) model.Time { return min(s.Time, max(t.End-1, 0)) }

// thread are the times of a thread's samples.
func (s *sampleTimes) thread(ix model.ThreadIx) []model.Time {
	if int(ix) >= len(s.threads) {
		return nil
	}
	return s.threads[ix]
}

// process are the times of the samples of all threads of a process.
func (s *sampleTimes) process(p model.ProcIx) []model.Time {
	if int(p) >= len(s.processes) {
		return nil
	}
	return s.processes[p]
}

// seek is the index from i on of the first time that is not before at. It searches
// near i first: the next column is not far.
func seek(times []model.Time, i int, at model.Time) int {
	step := 1
	for i+step < len(times) && times[i+step] < at {
		i += step
		step *= 2
	}
	end := min(i+step+1, len(times))
	return i + sort.Search(end-i, func(k int) bool { return times[i+k] >= at })
}

// SampleAt is the sample nearest to an instant on the lane of a thread, of those that
// have ticks there, if one is near enough.
func (s *Scene) SampleAt(ix model.ThreadIx, at model.Time) (sample model.Sample, ok bool) {
	reach := s.View.TimeAt(s.Metrics.Px(sampleReach)) - s.View.TimeAt(0)
	times := sampleTimesOf(s.Trace).thread(ix)
	k := seek(times, 0, at)
	if k > 0 && (k == len(times) || at-times[k-1] < times[k]-at) {
		k--
	}
	if k >= len(times) || max(times[k]-at, at-times[k]) > max(reach, 1) {
		return sample, false
	}
	list := s.Trace.Samples
	for i := sort.Search(len(list), func(i int) bool { return tickTime(s.Trace, &list[i]) >= times[k] }); i < len(list) && tickTime(s.Trace, &list[i]) == times[k]; i++ {
		if list[i].Thread == ix && standsAlone(s.Trace, &list[i]) {
			return list[i], true
		}
	}
	return sample, false
}

// sampleReach is the distance from its tick up to which a sample is hit, dp.
const sampleReach = 4
