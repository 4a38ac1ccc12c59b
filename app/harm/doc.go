// Package harm tests the program from outside, as the system and other people treat it:
// system calls fail, it is killed, memory is short, files are links, pipes or of others.
// Whatever happens, it says in one line what is wrong, leaves what the user had, and
// leaves nothing else behind.
//
// harness_test.go builds and starts the program; inject_test.go makes one system call of
// it fail, fault_test.go tries that with the calls of all verbs. full_test.go fills the
// disk, kill_test.go kills, memory_test.go leaves little memory.
//
// THREADLENS_KILLS is how often each verb is killed, THREADLENS_FAULTS how many calls of
// each fail at most, THREADLENS_MEGABYTES how large a trace is of which memory holds a
// part.
package harm
