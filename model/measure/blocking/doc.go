// Package blocking finds which threads blocked which: locks with their waits, holds and
// convoys, waits between threads and through which channel, chains of waits, and the
// critical path of a thread.
//
// Read on in this order:
//
//   - locks.go, findlocks.go, lockhistory.go: what calls and stacks show about a lock;
//   - waitend.go, contention.go, peers.go, channel.go: waits summed up, by lock and by peer;
//   - criticalpath.go: what each instant of a thread's window was spent on.
package blocking
