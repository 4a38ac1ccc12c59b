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
	"switches whose outgoing thread was not the one known to run",
	"threads switched in while running elsewhere",
	"late switch-outs explained by clock skew",
	"waits that ended without a wake being seen",
	"waits that were over before they began (wake before switch-out)",
	"wakes of running threads",
	"wakes of threads already runnable",
	"wakes of threads that had ended",
	"threads whose end was not recorded",
	"threads that acted after their end: taken for new ones",
	"windows of lost events",
	"total length of lost windows, ns",
	"interrupt entries or exits without their partner",
	"stacks that could not be matched to their event",
	"missing switches out of idle, closed from other evidence",
	"timestamps that ran backwards inside one processor's stream",
	"larger steps back in time, treated as lost events",
	"wait reasons that contradict the thread state",
	"wait reasons or states in no table",
	"wakes whose header names another thread than the one running",
	"switches of a thread to itself",
	"migrations of running threads",
	"soft interrupts cut by a switch",
	"events on processors that do not exist",
	"events older than what was already settled",
	"times that a running thread did not execute: taken by the host or by interrupts not recorded",
	"their total length, ns",
	"processors whose record ends before the others'",
	"transfers and faults that end before they begin: their length was set to 0",
	"stretches outside what a ring buffer of a processor kept",
}

// String is the counter's name in data output.
func (c Counter) String() string { return name(counterNames[:], int(c)) }

// Doc describes in words what the counter counts.
func (c Counter) Doc() string { return name(counterDocs[:], int(c)) }

// Counters holds the value of every Counter.
type Counters [NumCounters]int64
