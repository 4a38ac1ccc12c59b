package timeline

import (
	"sort"

	"threadlens/model"
)

// Samples on CPUs without context switches are all that is known about their threads: each is a
// tick on its thread's lane, over the hatch of the unknown time around it, in the colour of
// execution with the dots of sampled use. A column with several samples has one tick, so that a
// lane has no more of them than columns, however many samples there are.

// tickPart is the height of a tick as a part of its lane's height, from the lower
// edge.
const tickPart = 0.7

// sampleTimes are the samples that stand for themselves, by thread and by process, in
// order.
type sampleTimes struct{ threads, processes [][]model.Time }

// keptSampleTimes is the key under which a trace keeps its sampleTimes.
type keptSampleTimes struct{}

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

// ticks fills the ticks of the lane of a thread or of a collapsed process.
func (w *laneWorker) ticks(s *laneSlot, row *Row) {
	f := w.frame
	var times []model.Time
	switch all := sampleTimesOf(f.Trace); {
	case row.Kind == RowThread:
		times = all.thread(row.Thread)
	case row.Kind == RowProcess && !row.Expanded:
		times = all.process(row.Proc)
	}
	if len(times) == 0 {
		return
	}
	at := f.p.cols.At
	i := seek(times, 0, at[0])
	if i >= len(times) || times[i] > at[f.View.Width] {
		return
	}
	a, width := &s.ticks, f.View.Width
	if len(a.Low) != width {
		a.Low, a.High = make([]int32, width), make([]int32, width)
	}
	clear(a.High)
	l := &s.lane
	a.Name, a.X, a.Bottom, a.Look = "samples", l.X, l.Y+l.Height, f.styles.sample
	tick, high := f.Metrics.Line(), max(1, int32(tickPart*float64(l.Height)+0.5))
	for i < len(times) && times[i] < at[width] {
		x := f.p.cols.X(times[i])
		for k := x; k < min(x+tick, width); k++ {
			a.High[k] = high
		}
		s.ticked = true
		i = seek(times, i, at[x+1])
	}
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
