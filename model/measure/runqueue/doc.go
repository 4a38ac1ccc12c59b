// Package runqueue computes the run-queue length at each instant, and how the wakes of
// timers clump.
//
// queuesweep.go finds the lengths, queue.go adds them up, queueread.go reads them as a
// ticking clock would, clump.go tests whether wakes come together.
package runqueue
