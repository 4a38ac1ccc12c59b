// Package runqueue says how many threads stood in line for a CPU at each instant, and how
// the wakes of timers clump.
//
// queuesweep.go finds the lengths, queue.go adds them up, queueread.go reads them as a clock
// that ticks would, clump.go tests whether wakes come together.
package runqueue
