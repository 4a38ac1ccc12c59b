// Package marktext understands the texts that programs write to the trace_marker of
// Linux: the lines of package scenario, those of Android's systrace, and any other
// as a plain message.
//
// parse.go takes one text apart; number.go gives spans the numbers by which the
// model tells them apart.
package marktext
