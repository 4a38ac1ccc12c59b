//go:build !linux && !windows

package scenario

import "time"

// ThreadCPU is the CPU time of the calling thread; unknown here, and 0.
func ThreadCPU() time.Duration { return 0 }

// threadID is the calling thread; unknown here.
func threadID() int { return 0 }

// processor is the CPU that executes this; unknown here.
func processor() int { return 0 }

func monotonic() (name string, ns int64) { return "", 0 }
