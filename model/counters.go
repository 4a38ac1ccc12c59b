package model

// Counter counts one kind of irregularity met while building.
type Counter uint8

// Counters, in the order in which they are printed.
const (
	CountMismatch Counter = iota
	CountDoubleRunning
	CountSkew
	CountWakeMissing
	CountRaceWake
	CountSpuriousWake
	CountDupWake
	CountWakeDead
	CountLostEnd
	CountReborn
	CountLoss   // loss windows
	CountLossNS // their total length, ns
	CountBadIrqNesting
	CountUnresolvedStack

	// Further counters.
	CountBrokenChain // switches out of idle that were missing and inferred from other evidence
	CountClampedTs
	CountStreamError
	CountStateReasonConflict
	CountUnknownReason
	CountWakeHeaderMismatch
	CountSelfSwitch
	CountMigrateRunning
	CountSoftirqPreempted
	CountBadCPU
	CountLate
	CountStolen
	CountStolenNS
	CountStopped
	CountNegative
	CountRing

	NumCounters
)

var counterNames = [NumCounters]string{
	"mismatch", "doubleRunning", "skew", "wakeMissing", "raceWake", "spuriousWake",
	"dupWake", "wakeDead", "lostEnd", "reborn", "loss", "lossNs", "badIrqNesting",
	"unresolvedStack", "brokenChain", "clampedTs", "streamError", "stateReasonConflict",
	"unknownReason", "wakeHeaderMismatch", "selfSwitch", "migrateRunning",
	"softirqPreempted", "badCpu", "late", "stolen", "stolenNs", "stopped", "negative", "ring",
}

var counterDocs = [NumCounters]string{
	"context switches away from a thread that was not known to be running",
	"threads switched in while running on another CPU",
	"switch-outs recorded after the thread's switch-in on another CPU, but within the tolerated clock skew",
	"waits that ended without a recorded wake-up",
	"waits that ended before they began (wake-up before switch-out)",
	"wake-ups of running threads",
	"wake-ups of threads that were already runnable",
	"wake-ups of threads that had ended",
	"threads whose end was not recorded",
	"threads with events after their end; treated as new threads",
	"gaps in which events were lost",
	"total length of the gaps in which events were lost, ns",
	"interrupt entries without an exit, or exits without an entry",
	"call stacks that could not be matched to an event",
	"missing context switches out of the idle task, inferred from other evidence",
	"timestamps of one CPU that went backward by less than the tolerated clock skew",
	"timestamps of one CPU that went backward by more than the tolerated clock skew, treated as lost events",
	"wait reasons that contradict the thread state",
	"switch-outs with an unknown wait reason or thread state",
	"wake-up events whose header names a thread other than the running one",
	"context switches from a thread to itself",
	"migrations of running threads",
	"soft interrupts cut short by a context switch",
	"events on CPUs that do not exist",
	"events that came out of order: later events had already been processed",
	"intervals in which a thread was switched in but did not execute: the virtual machine's host or unrecorded interrupts used the CPU",
	"total length of the intervals in which a thread was switched in but did not execute, ns",
	"CPUs whose recording ends before that of the other CPUs",
	"disk transfers and page faults whose recorded end is before their start; their length was set to 0",
	"intervals whose events were no longer in a CPU's ring buffer",
}

// String is the counter's name in data output.
func (c Counter) String() string { return name(counterNames[:], int(c)) }

// Doc describes in words what the counter counts.
func (c Counter) Doc() string { return name(counterDocs[:], int(c)) }

// Counters holds the value of every Counter.
type Counters [NumCounters]int64
