// Package runqueue computes the run-queue length at each instant, and how the wakes of
// timers clump.
//
// queuesweep.go finds the lengths, queueindex.go keeps them for a whole trace, queue.go adds
// them up, queueread.go reads them as a ticking clock would, queueof.go computes a queue from
// all of these. clump.go tests whether wakes come together.
package runqueue
