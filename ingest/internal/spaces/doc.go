// Package spaces says who was at an address of a process at a time, although
// half of what happened there was not recorded: images, compiled methods, mapped
// files.
//
// A History gathers what events told, in any order (history.go: from events to
// lives, each a stay of one thing at its place). NewIndex makes of it something
// quick to search (builder.go, index.go).
//
// Nothing in a trace is trusted: what overlaps too many others is left out and
// counted, and a question is a few searches by bisection. Whoever adds records
// bounds their number.
package spaces
