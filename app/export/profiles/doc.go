// Package profiles writes call stacks and what threads did as files that other tools open.
//
// stacks.go is what is written. pprof.go and folded.go write call trees: sums without times. lives.go
// follows each thread through the window, and firefox.go and speedscope.go write that. formats.go lists
// the formats.
package profiles
