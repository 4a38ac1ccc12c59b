// Package cut selects the events of a window of a trace, so that a file with them gives the same
// answers for that window as the whole trace.
//
// Besides the events in the window it selects, from before it, those that show the states at its
// beginning: what is known about threads, processes, and CPUs, each thread's last switch-out with
// the wakes since, each CPU's last switch, frequency and idle state, the calls, transfers, interrupts
// and spans under way. From after the window it selects those that show what ended then: each CPU's
// next switch, and for each thread the wakes up to its next switch-in, and the returns of its calls.
// From the whole trace it selects the highest frequency of each CPU. All events keep their times.
//
// Read [Cutter] first, then thread.go and cpu.go: what is remembered of each. order.go puts the
// events in order of time.
package cut
