package report

import (
	"threadlens/model/measure/calltree"
)

// List returns all reports, in the order in which they are offered.
func List() []Report {
	return []Report{
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
		{"blocked-on", "what the threads were blocked on, by reason and object: how many, how long", prepared(blockedOn), OfWaits},
		{"peers", "who waits for whom: groups of threads, what ended their waits, how long", prepared(peers), OfWaits},
		{"locks", "one row a lock: waits, holds, inherited delay, convoys", prepared(lockTable), OfLocks},
		{"holds", "one row a time during which a thread held a lock, as far as calls tell", prepared(holds), OfLocks},
		{"inherited", "what waits waited for, by thread (--by thread, process, name, lock or span)", prepared(inherited), OfWaits},
		{"queue", "run-queue length: time at each length, lost parallelism", prepared(queue), OfCPUs},
		{"delays", "CPU queue time after being made ready and after losing the processor", prepared(delays), OfThreads},
		{"ready", "one row a ready time: when made ready, when it ran, the waker", prepared(readyTimes), OfThreads},
		{"slices", "time slices by length, and how they ended", prepared(sliceTable), OfThreads},
		{"concurrency", "time during which exactly k of the threads ran at once", prepared(concurrency), OfCPUs},
		{"sampling", "exact CPU time beside what a clock tick would have sampled (--tick, --phase)", prepared(sampling), OfSampling},
		{"intervals", "exact and sampled CPU use, one row an interval (--bucket 100ms)", prepared(intervals), OfSampling},
		{"clumps", "threads made ready together by the timer, one row a tick", prepared(clumps), OfWaits},
		{"ratios", "ratio and antiratio, one row a bucket (--bucket 10ms)", prepared(ratios), OfCPUs},
		{"critical-path", "what each instant of a thread's window was spent on, by thread (--follow-causes)", prepared(criticalPath), OfWaits},
		{"critical-hops", "one row a hop of the critical path, in order of time", prepared(criticalHops), OfWaits},
		{"wait-chains", "who waited for whom at the begin of the window (--from 250ms)", prepared(waitChains), OfWaits},
		{"execution", "call tree of execution samples: where the threads ran (--noise 2)", treeReport(calltree.TreeExecution), OfCode},
		{"blocking", "call trees of waits and preemptions: where the threads stood (--category io)", treeReport(calltree.TreeBlocking), OfCode},
		{"unblocking", "call trees of those who ended the waits (--category synchronization)", treeReport(calltree.TreeUnblocking), OfCode},
		{"waits", "one row a wait: when, why, who ended it, and what of it is known", prepared(waits), OfWaits},
		{"counters", "counters that other tools sampled (--counters FILE) beside the exact figures", prepared(counters), OfGuests},
		{"vm", "processes of a virtual machine, corrected by what its host saw (--host 88)", prepared(vm), OfGuests},
		{"host", "one row an interval of the host's figures: use inside and outside of the guest", prepared(hostTable), OfGuests},
		{"steal", "one row a bucket: CPU time taken by the host", prepared(stealTable), OfGuests},
		{"vcpus", "virtual machines of a traced host: ready time and skew of their processors", prepared(vcpus), OfGuests},
		{"boxplot", "quartiles, whiskers and outliers of a metric (--metric slice) by group (--by process)", prepared(boxplot), OfSampling},
		{"histogram", "how often a metric (--metric ready) has which size, by group", prepared(histogram), OfSampling},
		{"hardware", "one row a thread: instructions, cycles and what else the hardware counted", prepared(hardware), OfThreads},
		{"syscalls", "one row a thread and system call: count, errors, time, of that blocked, percentiles", prepared(syscalls), OfThreads},
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

// Find returns the report of the given name.
func Find(name string) (Report, bool) {
	for _, a := range List() {
		if a.Name == name {
			return a, true
		}
	}
	return Report{}, false
}
