// Package harm tests the program from outside, under adverse conditions: system calls fail, it is
// killed, memory is short, files are links, pipes or belong to others. Whatever happens, it reports
// in one line what is wrong, keeps what the user had, and leaves nothing else behind.
//
// harness_test.go builds and starts the program; inject_test.go makes one system call of it fail,
// fault_test.go does that with the calls of all verbs. full_test.go fills the disk, kill_test.go
// kills, memory_test.go leaves little memory.
//
// THREADLENS_KILLS is how often each verb is killed, THREADLENS_FAULTS how many calls of each fail
// at most, THREADLENS_MEGABYTES the size of a trace that does not fit into memory.
package harm
