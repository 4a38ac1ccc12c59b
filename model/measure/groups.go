package measure

import (
	"errors"

	"threadlens/model"
)

// Group is one group of values of a metric. Which of its fields identify it depends
// on the grouping.
type Group struct {
	Range  model.Range    // GroupTime
	Proc   model.ProcIx   // GroupProcess, GroupThread
	Thread model.ThreadIx // GroupThread
	Name   string         // GroupName
	Values []float64      // ns, or percent
}

// The number of groups into which a window is divided by default, and the number of
// shares of CPU time that are taken from each group.
const (
	timeGroups = 24
	cpuSamples = 60
)

var errGroupBy = errors.New("metrics can be grouped by time, process, thread or name, or not at all (“all”)")

var errCounters = errors.New("the metric “counter” can be grouped by name, or by time if there is only one counter")

// Groups collects the values of a metric over the window, group by group: groups of
// time in order of time, the others in the order of the threads. The values of a
// group are in order of threads and then time.
func Groups(t *model.Trace, s Scope) ([]Group, error) {
	s, err := s.In(t)
	if err != nil {
		return nil, err
	}
	if s.GroupBy > GroupAll {
		return nil, errGroupBy
	}
	if !s.Metric.narrows(&s.Kind) {
		return nil, errKind
	}
	if s.Metric == MetricCounter {
		return counterGroups(t, s)
	}
	if s.GroupBy == GroupTime {
		b, err := groupBuckets(s)
		if err != nil {
			return nil, err
		}
		if s.Metric == MetricCPU {
			return cpuByTime(t, s, b), nil
		}
		return eventsByTime(t, s, b), nil
	}
	groups, threads := threadGroups(t, s)
	if s.Metric != MetricCPU {
		eventsByThread(t, s, groups, threads)
		return groups, nil
	}
	Each(len(groups), func() func(int) {
		return func(i int) { groups[i].Values = cpuShares(t, s, threads[i], s.Range) }
	})
	return groups, nil
}

func groupBuckets(s Scope) (Buckets, error) {
	length := s.Bucket
	if length == 0 {
		length = bucketFor(s.Range.Len(), timeGroups)
	}
	return BucketsOf(s.Range, length)
}

func timeGroupsOf(b Buckets) []Group {
	groups := make([]Group, len(b.Use))
	for i := range groups {
		groups[i] = Group{Range: b.Span(i), Proc: model.NoProc, Thread: model.NoThread}
	}
	return groups
}

// threadGroups sorts the threads shown into groups.
func threadGroups(t *model.Trace, s Scope) (groups []Group, threads [][]model.ThreadIx) {
	type key struct {
		proc   model.ProcIx
		thread model.ThreadIx
		name   string
	}
	index := map[key]int{}
	for _, ix := range s.Threads {
		k := key{model.NoProc, model.NoThread, ""}
		switch s.GroupBy {
		case GroupThread:
			k.proc, k.thread = t.Threads[ix].Proc, ix
		case GroupName:
			k.name = t.Threads[ix].Name()
		case GroupAll:
		default:
			k.proc = t.Threads[ix].Proc
		}
		i, ok := index[k]
		if !ok {
			i = len(groups)
			index[k] = i
			groups = append(groups, Group{Proc: k.proc, Thread: k.thread, Name: k.name})
			threads = append(threads, nil)
		}
		threads[i] = append(threads[i], ix)
	}
	return groups, threads
}

// cpuShares are the shares of CPU time that threads used in each of equal stretches
// of r, by the scope's denominator.
func cpuShares(t *model.Trace, s Scope, threads []model.ThreadIx, r model.Range) []float64 {
	b := stretches(r)
	for _, ix := range threads {
		b.addThread(t, ix)
	}
	return cpuValues(t, s, b)
}

// cpuByTime is cpuShares of the threads shown, for each bucket. What all threads
// together used is what the CPUs ran, which is known without walking the threads.
func cpuByTime(t *model.Trace, s Scope, b Buckets) []Group {
	groups := timeGroupsOf(b)
	everything := showsAll(t, s.Threads)
	Each(len(groups), func() func(int) {
		return func(i int) {
			g := &groups[i]
			if !everything {
				g.Values = cpuShares(t, s, s.Threads, g.Range)
				return
			}
			fine := stretches(g.Range)
			for k := range fine.Use {
				for c := range t.Cores {
					if t.Cores[c].Known {
						ct := t.CoreTime(model.CPU(c), fine.Span(k))
						fine.Use[k].Target += ct.Run
					}
				}
			}
			g.Values = cpuValues(t, s, fine)
		}
	})
	return groups
}

// showsAll reports whether no thread that ran is left out.
func showsAll(t *model.Trace, threads []model.ThreadIx) bool {
	shown := InSet(t, threads)
	for i := range t.Threads {
		if !shown[i] && !t.Threads[i].Idle && t.Threads[i].Len() > 0 {
			sums := t.Sums(model.ThreadIx(i), t.Whole())
			if sums[model.Execution] > 0 {
				return false
			}
		}
	}
	return true
}

// stretches divides a range into the parts that each give one share of CPU time.
func stretches(r model.Range) Buckets {
	length := max(1, (r.Len()+cpuSamples-1)/cpuSamples)
	return Buckets{r, length, make([]Use, (r.Len()+length-1)/length)}
}

func cpuValues(t *model.Trace, s Scope, b Buckets) []float64 {
	cpus := KnownCores(t)
	values := make([]float64, len(b.Use))
	for i := range b.Use {
		d := DenominatorsOf(b.Use[i].Target, b.Span(i).Len(), cpus)
		values[i] = [...]float64{d.Machine, d.Core, d.Cores}[s.Percent]
	}
	return values
}

// counterGroups are the values of counters, on the scale of the other shares if
// they are shares.
func counterGroups(t *model.Trace, s Scope) ([]Group, error) {
	value := func(c *model.CounterSeries, p model.CounterPoint) float64 {
		share, ok := CounterShare(c, p, KnownCores(t))
		if !ok {
			return p.Value
		}
		return s.Percent.In(share, CounterCPUs(c, KnownCores(t)))
	}
	series := s.Counters.Series
	switch {
	case s.GroupBy == GroupName:
		groups := make([]Group, len(series))
		for i := range series {
			groups[i] = Group{Name: series[i].Name, Proc: model.NoProc, Thread: model.NoThread}
			for _, p := range series[i].In(s.Range) {
				groups[i].Values = append(groups[i].Values, value(&series[i], p))
			}
		}
		return groups, nil
	case s.GroupBy != GroupTime || len(series) != 1:
		return nil, errCounters
	}
	b, err := groupBuckets(s)
	if err != nil {
		return nil, err
	}
	groups := timeGroupsOf(b)
	for _, p := range series[0].In(s.Range) {
		at := min(max(p.To-1, s.Range.From), s.Range.To-1)
		g := &groups[b.index(at)]
		g.Values = append(g.Values, value(&series[0], p))
	}
	return groups, nil
}
