package measure

import (
	"iter"
	"slices"

	"threadlens/model"
)

// Metric is what box plots and histograms show.
type Metric uint8

// Metrics: shares of CPU time over short stretches, durations by the instant at
// which they end, or the values of counters of other tools.
const (
	MetricCPU       Metric = iota // share of CPU time
	MetricSlice                   // how long a thread kept its CPU
	MetricReady                   // from being made ready to running
	MetricPreempted               // from losing the CPU to having it again
	MetricWait                    // length of a wait, of any category
	MetricSync
	MetricIO
	MetricSleep
	MetricMemory
	MetricUI
	MetricCounter // of Scope.Counters
)

var metrics = [...]struct{ name, title string }{
	{"cpu", "CPU share"},
	{"slice", "Time slice"},
	{"ready", "Ready time"},
	{"preempted", "Preempted time"},
	{"wait", "Wait duration"},
	{"sync", "Synchronization wait duration"},
	{"io", "I/O wait duration"},
	{"sleep", "Sleep duration"},
	{"memory", "Memory wait duration"},
	{"ui", "UI-processing wait duration"},
	{"counter", "Counter values"},
}

// waitMetrics are the categories of the metrics of waits.
var waitMetrics = map[Metric]model.Category{
	MetricSync: model.Synchronization, MetricIO: model.IO, MetricSleep: model.Sleep,
	MetricMemory: model.MemoryManagement, MetricUI: model.UIProcessing,
}

// String is the metric's name on the command line.
func (m Metric) String() string { return metrics[m].name }

// Title is the metric's name for people.
func (m Metric) Title() string { return metrics[m].title }

// ParseMetric reads a name that String prints.
func ParseMetric(s string) (Metric, bool) {
	for i := range metrics {
		if metrics[i].name == s {
			return Metric(i), true
		}
	}
	return 0, false
}

// MetricNames are the names of all metrics.
func MetricNames() []string {
	var names []string
	for _, m := range metrics {
		names = append(names, m.name)
	}
	return names
}

// IsTime reports whether values are durations in ns.
func (m Metric) IsTime() bool { return m != MetricCPU && m != MetricCounter }

// narrows reports whether there are values of the kind alone.
func (m Metric) narrows(k *WaitKind) bool {
	_, one := waitMetrics[m]
	return one || m == MetricWait || m == MetricPreempted || k.Categories == nil && k.Reasons == nil && (m == MetricSlice || k.Function == "")
}

// Grouping is what the values of a metric are grouped by.
type Grouping uint8

// Groupings.
const (
	GroupTime    Grouping = iota // buckets of the window
	GroupProcess                 // one process a group
	GroupThread                  // one thread a group
	GroupName                    // threads of one name, of any process; a counter
	GroupAll                     // one group of all
	GroupLock                    // one lock a group, of inherited delay
	GroupSpan                    // one span of markers a group, of inherited delay
)

var groupNames = [...]string{"time", "process", "thread", "name", "all", "lock", "span"}

// String is the grouping's name on the command line.
func (g Grouping) String() string { return groupNames[g] }

// ParseGrouping reads a name that String prints.
func ParseGrouping(s string) (Grouping, bool) {
	i := slices.Index(groupNames[:], s)
	return Grouping(max(0, i)), i >= 0
}

// Each passes the values of a thread that end in r, in order, with their ends.
func (m Metric) Each(t *model.Trace, ix model.ThreadIx, r model.Range, f func(at, v model.Time)) {
	if m == MetricSlice {
		EachSlice(t, ix, r, func(s model.Range) { f(s.To-1, s.Len()) })
		return
	}
	category, one := waitMetrics[m]
	for e := range t.EpisodeTimes(ix, r) {
		var v model.Time
		var ok bool
		switch m {
		case MetricReady:
			v, ok = lengthOf(DispatchOf(t, &e))
		case MetricPreempted:
			v, ok = lengthOf(PreemptedOf(&e))
		default:
			v, ok = lengthOf(WaitOf(t, &e))
			ok = ok && (!one || e.Category == category)
		}
		if ok {
			f(e.In, v)
		}
	}
}

func lengthOf(r model.Range, ok bool) (model.Time, bool) { return r.Len(), ok }

// WaitOf is the wait of an episode, if its start is known and no lost events cut it:
// to the instant at which the wait is over, if that is known, not until the thread has
// a CPU.
func WaitOf(t *model.Trace, e *model.EpisodeTimes) (r model.Range, ok bool) {
	if e.Kind != model.EpisodeWait || e.Cut || e.NoOut || e.Flags&model.OpenStart != 0 {
		return r, false
	}
	if e.Flags&model.WakeMissing != 0 || t.NoWakeEvents {
		return model.Range{From: e.Out, To: e.In}, true
	}
	return model.Range{From: e.Out, To: e.Ready}, true
}

// PreemptedOf is the time for which an episode's thread was preempted, if no lost events
// cut it.
func PreemptedOf(e *model.EpisodeTimes) (r model.Range, ok bool) {
	return model.Range{From: e.Out, To: e.In}, !e.Cut && (e.Kind == model.EpisodePreempt || e.Kind == model.EpisodeYield)
}

// DispatchOf is the dispatch latency of an episode, from being made ready to running, if
// it has a valid one.
func DispatchOf(t *model.Trace, e *model.EpisodeTimes) (r model.Range, ok bool) {
	if e.Kind != model.EpisodeWait && e.Kind != model.EpisodeNew {
		return r, false
	}
	bad := model.WakeMissing | model.LossOverlap
	if !e.Queued || e.Cut || t.NoWakeEvents || e.Flags&bad != 0 {
		return r, false
	}
	return model.Range{From: e.Ready, To: e.In}, true
}

// EachSlice passes the runs of a thread whose last instant is in r. Runs that lost
// events cut are left out.
func EachSlice(t *model.Trace, ix model.ThreadIx, r model.Range, f func(model.Range)) {
	for run := range Slices(t, ix, r) {
		f(run.Range)
	}
}

// Slices yields the runs that EachSlice passes.
func Slices(t *model.Trace, ix model.ThreadIx, r model.Range) iter.Seq[model.Run] {
	return func(yield func(model.Run) bool) {
		for run := range t.Runs(ix, model.Range{From: r.From + 1, To: r.To + 1}) {
			if run.Next != model.Unknown && !yield(run) {
				return
			}
		}
	}
}

// ValuesExpected is how many values a thread may have in r: in most traces every
// third segment starts or ends one.
func ValuesExpected(t *model.Trace, ix model.ThreadIx, r model.Range) int {
	return int(Quotient(r.Len(), t.End) * float64(t.Threads[ix].Len()/3))
}
