// Package marktext parses the texts that programs write to Linux's trace_marker: the lines of
// package scenario, those of Android's systrace, and any other as a plain message.
//
// parse.go parses a text; number.go assigns the numbers by which the model distinguishes spans.
package marktext
