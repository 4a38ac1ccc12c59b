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
	"context switches from a thread other than the one known to be running on the CPU",
	"threads switched in while running on another CPU",
	"switch-outs recorded up to 1 ms after the thread's switch-in on another CPU (clock skew)",
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
	"context switches from the idle task that were not recorded, but inferred from other events",
	"timestamps of one CPU that went backward by at most 1 ms; replaced by the time of the event before",
	"timestamps of one CPU that went backward by more than 1 ms; treated as lost events",
	"wait reasons that contradict the thread state",
	"switch-outs with an unknown wait reason or thread state",
	"wake-up events recorded in a thread other than the one known to be running on the CPU",
	"context switches from a thread to itself",
	"migrations of running threads",
	"DPCs and softirqs without an end before the next context switch; treated as ended there",
	"events with an invalid CPU number; left out",
	"events that came too late, when later events had been processed; moved to the time of those later events",
	"intervals in which a thread had a CPU but did not execute: unrecorded interrupts or, in a virtual machine, the host used the CPU",
	"total length of the intervals in which a thread had a CPU but did not execute, ns",
	"CPUs on which the recording ended earlier than on the others",
	"disk transfers and page faults whose recorded end is before their start; their length was set to 0",
	"intervals whose events had been overwritten in a CPU's ring buffer",
}

// String is the counter's name in data output.
func (c Counter) String() string { return name(counterNames[:], int(c)) }

// Doc describes in words what the counter counts.
func (c Counter) Doc() string { return name(counterDocs[:], int(c)) }

// Counters holds the value of every Counter.
type Counters [NumCounters]int64
