// Package harm tests the program from outside, as the system and other people treat it:
// system calls fail, it is killed, memory is short, files are links, pipes or of others.
// Whatever happens, it says in one line what is wrong, leaves what the user had, and
// leaves nothing else behind.
//
// harness_test.go builds and starts the program; inject_test.go makes one system call of
// it fail, fault_test.go tries that with all calls of all verbs.
//
// THREADLENS_KILLS is how often each verb is killed.
package harm
