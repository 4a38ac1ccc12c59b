// Package observer determines independently what the waits of any program are for, from another
// tool's recording of all system calls in the same run: the category follows from the number of the
// call, its arguments, its result, and what its descriptor refers to. It shares no code with the
// model, which it judges; they only have the names of categories in common.
//
// Read events.go first (the recording, as perf script prints it), then files.go and snapshot.go
// (what descriptors refer to), calls.go (the meaning of calls), truth.go (what a wait is for).
package observer
