// Package spaces finds what was at an address of a process at a time, even though half of the
// changes were not recorded: images, compiled methods, mapped files.
//
// A History gathers the contents of events, in any order (history.go: from events to lives, each a
// stay of one thing at its place). NewIndex turns it into something quick to search (builder.go,
// index.go).
//
// Nothing in a trace is trusted: what overlaps too many others is left out and counted, and a
// look-up is a few binary searches. The caller who adds records bounds their number.
package spaces
