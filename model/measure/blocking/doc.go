// Package blocking says who kept whom from going on: locks with their waits, holds and
// convoys, who waited for whom and through what, chains of waits, and the critical path of
// a thread.
//
// Read on in this order:
//
//   - locks.go and lockhistory.go: what calls and stacks tell of a lock;
//   - contention.go, peers.go, channel.go: waits summed up, by lock and by peer;
//   - criticalpath.go: what each instant of a thread's window was spent on.
package blocking
