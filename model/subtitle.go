package model

import (
	"strings"
	"unicode"
)

// subTitles are the titles of sub-reasons whose name alone does not read well.
var subTitles = map[Sub]string{
	SubNotSeen:         "no event of the thread yet",
	SubLoss:            "events lost",
	SubGap:             "events lost",
	SubRace:            "the trace ended too early to show the state",
	SubHotplug:         "CPU offline",
	SubNew:             "new thread",
	SubRunnable:        "still runnable",
	SubUnknown:         "not recorded",
	SubNotHigher:       "same or lower priority",
	SubSliceEnd:        "time slice ended",
	SubQuantumEnd:      "time slice ended",
	SubToIdle:          "CPU went idle",
	SubThrottled:       "CPU quota used up",
	SubStolen:          StolenWords,
	SubYield:           "yielded",
	SubCpuRateLimited:  "CPU rate limit",
	SubInterruptible:   "interruptible wait",
	SubUninterruptible: "uninterruptible wait",
	SubFutexTimeout:    "futex with timeout",
	SubPollTimeout:     "poll with timeout",
	SubIpc:             "message queue or semaphore",
	SubIpcCall:         "LPC call",
	SubIpcServerIdle:   "LPC server idle",
	SubBlock:           "block device",
	SubRcu:             "RCU",
	SubMdlCache:        "MDL cache",
	SubGcAssist:        "GC assist",
	SubGcSweep:         "GC sweep",
	SubGcEnd:           "waiting for GC to end",
	SubGcWeak:          "weak-to-strong pointer (waiting for GC)",
	SubGcSuspend:       "suspended by GC",
	SubGcWait:          "GC wait",
	SubAlloc:           "memory allocation",
	SubTimed:           "timed wait",
	SubGenericWait:     "wait",
}

// titles is indexed by Sub: reports and lanes name a reason for each of millions of rows.
var titles = func() (all [NumSubs]string) {
	for s := range NumSubs {
		title, ok := subTitles[s]
		if !ok {
			title = spaced(s.String())
		}
		all[s] = title
	}
	return all
}()

// spaced is a name in lower case, with a space before each capital letter: "page in".
func spaced(name string) string {
	var b strings.Builder
	for i, r := range name {
		if unicode.IsUpper(r) && i > 0 {
			b.WriteByte(' ')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// Title is the sub-reason as people read it, "same or lower priority", "page in"; "" for SubNone.
func (s Sub) Title() string {
	if s < NumSubs {
		return titles[s]
	}
	return s.String()
}
