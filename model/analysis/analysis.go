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
}

// List returns all analyses, in the order in which they are offered.
func List() []Analysis {
	return []Analysis{
		{"profile", "time by category of the threads shown, and its share", prepared(profile)},
		{"threads", "one row a thread: time by category, switches, ready latency", prepared(threads)},
		{"cpu", "CPU scheduling summary: process, then its threads, by CPU time", prepared(cpu)},
		{"utilization", "cores in use by class, one row a bucket (--bucket 10ms)", prepared(utilization)},
		{"cores", "one row a processor: running, idle, interrupts, switches", prepared(coreTable)},
		{"migrations", "one row a thread: switches onto another processor", prepared(migrations)},
		{"smt", "one row a thread: its time while the SMT sibling was busy too", prepared(smt)},
		{"preemption", "who took the processor from whom, and for how long", prepared(preemption)},
		{"antagonists", "who ran while the threads were ready or preempted", prepared(antagonists)},
		{"contention", "who waited for whom, for which lock, and what its owner did meanwhile", contention},
		{"peers", "who waits for whom: groups of threads, what ended their waits, how long", prepared(peers)},
		{"locks", "one row a lock: waits, holds, inherited delay, convoys", prepared(lockTable)},
		{"holds", "one row a time during which a thread held a lock, as far as calls tell", prepared(holds)},
		{"inherited", "what waits waited for, by thread (--by thread, process, name, lock or span)", prepared(inherited)},
		{"queue", "run-queue length: time at each length, lost parallelism", prepared(queue)},
		{"delays", "CPU queue time after being made ready and after losing the processor", prepared(delays)},
		{"slices", "time slices by length, and how they ended", prepared(sliceTable)},
		{"concurrency", "time during which exactly k of the threads ran at once", prepared(concurrency)},
		{"sampling", "exact CPU time beside what a clock tick would have sampled (--tick, --phase)", prepared(sampling)},
		{"intervals", "exact and sampled CPU use, one row an interval (--bucket 100ms)", prepared(intervals)},
		{"clumps", "threads made ready together by the timer, one row a tick", prepared(clumps)},
		{"ratios", "ratio and antiratio, one row a bucket (--bucket 10ms)", prepared(ratios)},
		{"critical-path", "what each instant of a thread's window was spent on, by thread (--follow-causes)", prepared(criticalPath)},
		{"critical-hops", "one row a hop of the critical path, in order of time", prepared(criticalHops)},
		{"wait-chains", "who waited for whom at the begin of the window (--from 250ms)", prepared(waitChains)},
		{"execution", "call tree of execution samples: where the threads ran (--noise 2)", treeReport(TreeExecution)},
		{"blocking", "call trees of waits and preemptions: where the threads stood (--category io)", treeReport(TreeBlocking)},
		{"unblocking", "call trees of those who ended the waits (--category synchronization)", treeReport(TreeUnblocking)},
		{"waits", "one row a wait: when, why, who ended it, and what of it is known", prepared(waits)},
		{"counters", "counters that other tools sampled (--counters FILE) beside the exact figures", prepared(counters)},
		{"vm", "processes of a virtual machine, corrected by what its host saw (--host 88)", prepared(vm)},
		{"host", "one row an interval of the host's figures: use inside and outside of the guest", prepared(hostTable)},
		{"steal", "one row a bucket: CPU time taken by the host", prepared(stealTable)},
		{"vcpus", "virtual machines of a traced host: ready time and skew of their processors", prepared(vcpus)},
		{"boxplot", "quartiles, whiskers and outliers of a metric (--metric slice) by group (--by process)", prepared(boxplot)},
		{"histogram", "how often a metric (--metric ready) has which size, by group", prepared(histogram)},
		{"hardware", "one row a thread: instructions, cycles and what else the hardware counted", prepared(hardware)},
		{"spans", "one row a span of markers: elapsed, CPU and waits, with its steps", prepared(spans)},
		{"span-names", "one row a name of spans: count, lengths, percentiles, CPU and waits", prepared(spanNames)},
		{"span-groups", "one row a correlation of spans, across threads", prepared(spanCorrelations)},
		{"disk", "one row a disk transfer: who issued it, service time, bytes, file", prepared(diskTransfers)},
		{"disks", "one row a device and direction: transfers, busy time, service times", prepared(disks)},
		{"monitor", "processes as a rolling monitor shows them at the end of the window (--to 60s)", prepared(monitor)},
		{"symbols", "one row a module: frames of stacks, those with names, and what would find the others", prepared(symbols)},
		{"health", "what was lost, guessed or not recorded", prepared(health)},
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
