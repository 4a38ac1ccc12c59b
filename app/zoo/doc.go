// Command zoo compares what Threadlens shows with what programs logged about themselves.
//
// The programs (folder programs) know why each of their threads waits, who ends the wait, who holds
// which lock and what is wrong with them, and log it with times of CLOCK_MONOTONIC. The command
// builds them, records each in several ways, and prints how far the recordings agree with the logs:
// categories of waits, unblockers, lock owners, and findings. make zoo runs it; it needs Linux,
// root, perf and a C compiler. README.md describes the log and the tables.
//
// With -debian it records programs that log nothing instead, and compares the
// categories of their waits with what a second observer (folder observer) sees of
// the same run: debian.go, observation.go.
//
// Read main.go first, then log.go (what programs log), record.go (how they are recorded),
// recorded.go (a recording and its log on one clock), judge.go (comparing them), waits.go, owners.go
// and findings.go (the three comparisons), disturbance.go (what other programs did), report.go (the
// tables).
package main
