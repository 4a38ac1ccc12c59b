// Package find searches the names of a trace (find.Index) for typed text, ranks the matches, and
// locates a hit in the trace.
package find
