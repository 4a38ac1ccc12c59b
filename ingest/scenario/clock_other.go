//go:build !linux && !windows

package scenario

import "time"

// ThreadCPU is the CPU time of the calling thread; here it is not known, and 0.
func ThreadCPU() time.Duration { return 0 }

// threadID is the calling thread; here it is not known.
func threadID() int { return 0 }

// processor is where this is executed; here it is not known.
func processor() int { return 0 }

func monotonic() (name string, ns int64) { return "", 0 }
