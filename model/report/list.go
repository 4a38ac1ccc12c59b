package report

import (
	"threadlens/model/measure/calltree"
)

// List returns all reports, in the order in which they are offered.
func List() []Report {
	var list []Report
	for _, e := range []entry{
		{"profile", "time of the threads shown by category, with shares", profile, OfThreads, targetThreads, nil},
		{"threads", "one row per thread: time by category, switches, wake-up latency", threads, OfThreads, targetThreads, nil},
		{"cpu", "CPU scheduling summary: processes and their threads, by CPU time", cpu, OfCPUs, machineFirst, nil},
		{"utilization", "CPUs in use by class (target, other, system, idle, interrupts), one row per bucket (--bucket 10ms, for example)", utilization, OfCPUs, machineOnly, nil},
		{"cores", "one row per CPU: running, idle, interrupts, switches", coreTable, OfCPUs, machineOnly, nil},
		{"interrupts", "one row per interrupt routine or vector: count, time, longest", interruptTable, OfCPUs, machineOnly, []needs{needInterrupts}},
		{"migrations", "one row per thread: migrations to another CPU", migrations, OfThreads, machineFirst, []needs{needSwitches}},
		{"smt", "one row per thread: run time while the SMT sibling of its CPU was also busy", smt, OfThreads, machineFirst, nil},
		{"preemption", "who preempted whom, and for how long", preemption, OfCPUs, targetThreads, []needs{needSwitches}},
		{"antagonists", "who ran while the threads were ready or preempted", antagonists, OfCPUs, targetThreads, []needs{needSwitches}},
		{"contention", "who waited for whom, for which lock, and what the lock's owner did meanwhile", contention, OfLocks, targetThreads, contentionNeeds},
		{"blocked-on", "what the threads were blocked on, by wait reason and object: number and length of the waits", blockedOn, OfWaits, targetThreads, []needs{needSwitches}},
		{"peers", "who waits for whom: groups of threads, what ended their waits, and how long the waits were", peers, OfWaits, targetThreads, []needs{needSwitches, needWakes}},
		{"locks", "one row per lock: waits, holds, inherited delay, convoys", lockTable, OfLocks, targetThreads, []needs{needCalls}},
		{"holds", "one row per lock hold, as far as recorded calls show it: thread, start, end and length", holds, OfLocks, targetThreads, []needs{needCalls}},
		{"inherited", "inherited delay: waits for synchronization, split by what their unblockers did meanwhile, such as queueing for a CPU; one row per waiter (--by thread, process, name, lock or span)", inherited, OfWaits, targetThreads, []needs{needSwitches, needWakes, needReasons}},
		{"queue", "run-queue length: time at each length, lost parallelism", queue, OfCPUs, machineFirst, nil},
		{"delays", "queue delay: ready times (from being made ready to running) and preempted times (from losing the CPU to running again)", delays, OfThreads, targetThreads, []needs{needSwitches}},
		{"ready", "one row each time a thread was ready: when it was made ready, when it was switched in, and its waker", readyTimes, OfThreads, targetThreads, []needs{needSwitches, needWakes}},
		{"preempted", "one row per preemption: switch-out, switch-in, preempted by whom", preemptedTimes, OfThreads, targetThreads, []needs{needSwitches}},
		{"runs", "one row per time slice: switch-in, switch-out, and why it ended", runs, OfThreads, targetThreads, []needs{needSwitches}},
		{"slices", "time slices by length, and how they ended", sliceTable, OfThreads, targetThreads, []needs{needSwitches}},
		{"concurrency", "time for which exactly 0, 1, 2, … of the threads ran", concurrency, OfCPUs, targetThreads, nil},
		{"sampling", "exact CPU time next to what a clock tick would have sampled (--tick, --phase)", sampling, OfSampling, targetThreads, nil},
		{"intervals", "exact and sampled CPU use, one row per interval (--bucket 100ms, for example)", intervals, OfSampling, targetThreads, nil},
		{"clumps", "threads made ready together after a clock tick, one row per tick", clumps, OfWaits, targetThreads, []needs{needSwitches, needWakes}},
		{"ratios", "CPU use as a share of all CPUs, and share of the time with at least one thread running, one row per bucket (--bucket 10ms, for example)", ratios, OfCPUs, targetThreads, nil},
		{"critical-path", "critical path of a thread: what its time was spent on, one row per thread on the path (--follow-causes stays with the thread that ended a wait)", criticalPath, OfWaits, targetThreads, []needs{needSwitches}},
		{"critical-hops", "one row per hop of the critical path, in time order", criticalHops, OfWaits, targetThreads, []needs{needSwitches}},
		{"wait-chains", "who waited for whom at the start of the window (--from 250ms, for example)", waitChains, OfWaits, targetThreads, []needs{needSwitches, needWakes}},
		{"execution", "call tree of execution samples: the functions in which the threads ran (--noise 2, for example)", treeReport(calltree.TreeExecution), OfCode, targetThreads, treeNeeds(calltree.TreeExecution)},
		{"blocking", "call trees of waits and preemptions: where the threads stopped (--category io, for example)", treeReport(calltree.TreeBlocking), OfCode, targetThreads, treeNeeds(calltree.TreeBlocking)},
		{"unblocking", "call trees of the threads that ended the waits (--category synchronization, for example)", treeReport(calltree.TreeUnblocking), OfCode, targetThreads, treeNeeds(calltree.TreeUnblocking)},
		{"waits", "one row per wait: when, why, who ended it, and the evidence", waits, OfWaits, targetThreads, []needs{needSwitches}},
		{"counters", "counters of other tools (--counters FILE) next to the exact figures from the trace", counters, OfGuests, machineOnly, nil},
		{"vm", "CPU use of the processes of a virtual machine, corrected by its host's figures (--host 88, for example)", vm, OfGuests, machineFirst, nil},
		{"host", "one row per interval of the host's figures: the guest's CPU use in its own trace, and as the host measured it", hostTable, OfGuests, machineOnly, nil},
		{"steal", "one row per bucket: CPU time taken by the host", stealTable, OfGuests, machineFirst, nil},
		{"vcpus", "virtual machines of a traced host: how long their virtual CPUs were ready, and how unevenly they ran", vcpus, OfGuests, machineFirst, nil},
		{"boxplot", "quartiles, whiskers and outliers of a metric by group (--metric slice --by process, for example)", boxplot, OfSampling, targetThreads, nil},
		{"histogram", "histogram of a metric by group (--metric ready --by process, for example)", histogram, OfSampling, targetThreads, nil},
		{"hardware", "one row per thread: instructions, cycles and other hardware counters", hardware, OfThreads, targetThreads, []needs{needHardware}},
		{"syscalls", "one row per thread and system call: count, errors, total and blocked time, percentiles", syscalls, OfThreads, targetThreads, []needs{needCalls}},
		{"spans", "one row per marker span: elapsed time, CPU time and waits, with its steps", spans, OfSpans, targetThreads, []needs{needMarkers}},
		{"span-names", "one row per span name: count, lengths, percentiles, CPU and waits", spanNames, OfSpans, targetThreads, []needs{needMarkers}},
		{"span-groups", "one row per group of spans with the same correlation ID, across threads", spanCorrelations, OfSpans, targetThreads, []needs{needMarkers}},
		{"disk", "one row per disk transfer: issuer, service time, bytes, file", diskTransfers, OfDisks, machineFirst, []needs{needDisk}},
		{"disks", "one row per device and direction: transfers, busy time, service times", disks, OfDisks, machineOnly, []needs{needDisk}},
		{"monitor", "CPU use of processes as rolling averages at the end of the window, as in a CPU monitor (--to 60s, for example)", monitor, OfThreads, machineFirst, nil},
		{"symbols", "one row per module: stack frames, resolved frames, and what is missing", symbols, OfCode, machineOnly, []needs{needStacks}},
		{"health", "quality of the trace: what was lost, inferred or not recorded", health, OfTrace, machineOnly, nil},
	} {
		list = append(list, e.report())
	}
	return list
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
