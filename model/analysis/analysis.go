package analysis

import (
	"fmt"

	"threadlens/model"
	"threadlens/model/filter"
)

// Analysis is one question that can be asked of any trace.
type Analysis struct {
	Name string // as the command line spells it
	Doc  string // one line: what the rows are and what they tell
	// Run answers it. It reads only its arguments and fails only when the
	// Scope makes no sense for the trace.
	Run func(t *model.Trace, s Scope) (*Table, error)
	// Topic is what it belongs to, where all are offered.
	Topic Topic
}

// Topic is a group of analyses.
type Topic uint8

// Topics, in the order in which they are offered.
const (
	OfThreads Topic = iota
	OfCPUs
	OfWaits
	OfLocks
	OfCode
	OfSpans
	OfDisks
	OfSampling
	OfGuests
	OfTrace
)

var topicTitles = [...]string{
	"Threads", "CPUs", "Waits", "Locks", "Code", "Spans of markers", "Disks", "Sampling and distributions", "Virtual machines", "The trace",
}

// Title is what people read.
func (t Topic) Title() string { return topicTitles[t] }

// List returns all analyses, in the order in which they are offered.
func List() []Analysis {
	return []Analysis{
		{"profile", "time by category of the threads shown, and its share", prepared(profile), OfThreads},
		{"threads", "one row a thread: time by category, switches, ready latency", prepared(threads), OfThreads},
		{"cpu", "CPU scheduling summary: process, then its threads, by CPU time", prepared(cpu), OfCPUs},
		{"utilization", "cores in use by class, one row a bucket (--bucket 10ms)", prepared(utilization), OfCPUs},
		{"cores", "one row a processor: running, idle, interrupts, switches", prepared(coreTable), OfCPUs},
		{"migrations", "one row a thread: switches onto another processor", prepared(migrations), OfThreads},
		{"smt", "one row a thread: its time while the SMT sibling was busy too", prepared(smt), OfThreads},
		{"preemption", "who took the processor from whom, and for how long", prepared(preemption), OfCPUs},
		{"antagonists", "who ran while the threads were ready or preempted", prepared(antagonists), OfCPUs},
		{"contention", "who waited for whom, for which lock, and what its owner did meanwhile", contention, OfLocks},
		{"peers", "who waits for whom: groups of threads, what ended their waits, how long", prepared(peers), OfWaits},
		{"locks", "one row a lock: waits, holds, inherited delay, convoys", prepared(lockTable), OfLocks},
		{"holds", "one row a time during which a thread held a lock, as far as calls tell", prepared(holds), OfLocks},
		{"inherited", "what waits waited for, by thread (--by thread, process, name, lock or span)", prepared(inherited), OfWaits},
		{"queue", "run-queue length: time at each length, lost parallelism", prepared(queue), OfCPUs},
		{"delays", "CPU queue time after being made ready and after losing the processor", prepared(delays), OfThreads},
		{"slices", "time slices by length, and how they ended", prepared(sliceTable), OfThreads},
		{"concurrency", "time during which exactly k of the threads ran at once", prepared(concurrency), OfCPUs},
		{"sampling", "exact CPU time beside what a clock tick would have sampled (--tick, --phase)", prepared(sampling), OfSampling},
		{"intervals", "exact and sampled CPU use, one row an interval (--bucket 100ms)", prepared(intervals), OfSampling},
		{"clumps", "threads made ready together by the timer, one row a tick", prepared(clumps), OfWaits},
		{"ratios", "ratio and antiratio, one row a bucket (--bucket 10ms)", prepared(ratios), OfCPUs},
		{"critical-path", "what each instant of a thread's window was spent on, by thread (--follow-causes)", prepared(criticalPath), OfWaits},
		{"critical-hops", "one row a hop of the critical path, in order of time", prepared(criticalHops), OfWaits},
		{"wait-chains", "who waited for whom at the begin of the window (--from 250ms)", prepared(waitChains), OfWaits},
		{"execution", "call tree of execution samples: where the threads ran (--noise 2)", treeReport(TreeExecution), OfCode},
		{"blocking", "call trees of waits and preemptions: where the threads stood (--category io)", treeReport(TreeBlocking), OfCode},
		{"unblocking", "call trees of those who ended the waits (--category synchronization)", treeReport(TreeUnblocking), OfCode},
		{"waits", "one row a wait: when, why, who ended it, and what of it is known", prepared(waits), OfWaits},
		{"counters", "counters that other tools sampled (--counters FILE) beside the exact figures", prepared(counters), OfGuests},
		{"vm", "processes of a virtual machine, corrected by what its host saw (--host 88)", prepared(vm), OfGuests},
		{"host", "one row an interval of the host's figures: use inside and outside of the guest", prepared(hostTable), OfGuests},
		{"steal", "one row a bucket: CPU time taken by the host", prepared(stealTable), OfGuests},
		{"vcpus", "virtual machines of a traced host: ready time and skew of their processors", prepared(vcpus), OfGuests},
		{"boxplot", "quartiles, whiskers and outliers of a metric (--metric slice) by group (--by process)", prepared(boxplot), OfSampling},
		{"histogram", "how often a metric (--metric ready) has which size, by group", prepared(histogram), OfSampling},
		{"hardware", "one row a thread: instructions, cycles and what else the hardware counted", prepared(hardware), OfThreads},
		{"spans", "one row a span of markers: elapsed, CPU and waits, with its steps", prepared(spans), OfSpans},
		{"span-names", "one row a name of spans: count, lengths, percentiles, CPU and waits", prepared(spanNames), OfSpans},
		{"span-groups", "one row a correlation of spans, across threads", prepared(spanCorrelations), OfSpans},
		{"disk", "one row a disk transfer: who issued it, service time, bytes, file", prepared(diskTransfers), OfDisks},
		{"disks", "one row a device and direction: transfers, busy time, service times", prepared(disks), OfDisks},
		{"monitor", "processes as a rolling monitor shows them at the end of the window (--to 60s)", prepared(monitor), OfThreads},
		{"symbols", "one row a module: frames of stacks, those with names, and what would find the others", prepared(symbols), OfCode},
		{"health", "what was lost, guessed or not recorded", prepared(health), OfTrace},
	}
}

// Find returns the analysis of the given name.
func Find(name string) (Analysis, bool) {
	for _, a := range List() {
		if a.Name == name {
			return a, true
		}
	}
	return Analysis{}, false
}

// Scope is what an analysis looks at. The zero Scope is the whole trace, the
// threads shown by default, and the target that FindTarget picks.
type Scope struct {
	// Range is the window; the zero Range is the whole trace. It is clipped to
	// the trace.
	Range model.Range
	// Threads are the visible threads, without repetition. Nil: Visible(t).
	Threads []model.ThreadIx
	// Target is whose view it is.
	Target Target
	// Percent is the denominator of CPU shares.
	Percent Denominator
	// Bucket is the length of a row of utilization in ns; 0 lets it choose.
	Bucket model.Time
	// Tick and Phase are those of the emulated clock interrupt, ns; without a
	// Tick it is 64 Hz.
	Tick, Phase model.Time
	// PhaseGiven is set where Phase, also 0, was asked for: else the queue is read at
	// the phase at which wakes clump.
	PhaseGiven bool
	// Counters are what other tools sampled, Guest what the user knows of the
	// virtual machine that was traced.
	Counters CounterInput
	Guest    GuestFigures
	// Metric and GroupBy say what boxplot and histogram are of.
	Metric  Metric
	GroupBy Grouping
	// FollowCauses has critical paths go from cause to cause without coming back.
	FollowCauses bool
	// Tree says what is shown of call trees.
	Tree TreeChoice
}

// Visible returns the threads that are shown by default: not the idle threads,
// and not those of which nothing is known but that they exist. Those that were
// sampled are, whether or not their states are known.
func Visible(t *model.Trace) []model.ThreadIx {
	list := make([]model.ThreadIx, 0, len(t.Threads))
	for i := range t.Threads {
		if th := &t.Threads[i]; th.Idle || th.Len() == 0 {
			continue
		} else if th.Len() == 1 && t.Segment(model.ThreadIx(i), 0).Sub == model.SubNotSeen && !th.Sampled {
			continue
		}
		list = append(list, model.ThreadIx(i))
	}
	return list
}

// prepared completes the scope before f sees it, and the table after.
func prepared(f func(*model.Trace, Scope, *Table) error) func(*model.Trace, Scope) (*Table, error) {
	return func(t *model.Trace, s Scope) (*Table, error) {
		s, err := s.In(t)
		if err != nil {
			return nil, err
		}
		table := &Table{Range: s.Range}
		if err := f(t, s, table); err != nil {
			return nil, err
		}
		table.Notes = append(table.Notes, Partial(t, s.Range)...)
		if table.Scope = s.Title(t); wholeMachine[table.Name] {
			table.Scope = "the machine"
		}
		return table, nil
	}
}

// In fills the scope's defaults from the trace and checks it.
func (s Scope) In(t *model.Trace) (Scope, error) {
	if s.Range == (model.Range{}) {
		s.Range = t.Whole()
	}
	if s.Range.To < s.Range.From || s.Bucket < 0 || int(s.Percent) >= len(percentNames) {
		return s, fmt.Errorf("analysis: impossible scope %+v", s)
	}
	if err := s.clock().check(); err != nil {
		return s, err
	}
	if r := s.Range.Clip(t.Whole()); r.Len() > 0 || t.End == 0 {
		s.Range = r
	} else {
		return s, fmt.Errorf("nothing to show in %s: the trace is %s", Window(s.Range), Window(t.Whole()))
	}
	if s.Threads == nil {
		s.Threads = Visible(t)
	}
	for _, ix := range s.Threads {
		if int(ix) >= len(t.Threads) {
			return s, fmt.Errorf("analysis: no thread with index %d", ix)
		}
	}
	if s.Target.Procs == nil {
		var err error
		if s.Target, err = FindTarget(t, filter.Filter{}); err != nil {
			return s, err
		}
	}
	return s, nil
}

// knownCores counts the processors of which the trace tells anything: the
// others stay out of denominators.
func knownCores(t *model.Trace) int {
	n := 0
	for i := range t.Cores {
		if t.Cores[i].Known {
			n++
		}
	}
	return n
}

// capacity is the time of all known processors in the window, ns.
func (s Scope) capacity(t *model.Trace) model.Time {
	return s.Range.Len() * model.Time(knownCores(t))
}

// shown says how many threads a table speaks of.
func (s Scope) shown(t *model.Trace) string {
	n := 0
	for i := range t.Threads {
		if !t.Threads[i].Idle {
			n++
		}
	}
	if len(s.Threads) == n {
		return plural(n, "thread", "threads")
	}
	return Count(int64(len(s.Threads))) + " of " + plural(n, "thread", "threads")
}
