// Package observer computes what the waits of any program are for a second time,
// from a recording of all system calls that another tool made of the same run: the
// category that the number of the call, its arguments and its result name, and what
// its descriptor refers to, by truth.md A. It shares no code with the model, which it
// judges; the only thing that both have in common are the names of categories.
//
// Read events.go first (the recording, as perf script prints it), then files.go and
// snapshot.go (what descriptors refer to), calls.go (what calls mean), truth.go (what
// a wait is for).
package observer
