// Package ftracetext reads the text of ftrace: trace and trace_pipe of tracefs, what trace-cmd report
// prints, and the text inside of Android's atrace and systrace files.
//
// Open finds the ftrace text in the file (open.go, sections.go) and scans its lines (scan.go,
// notes.go): the columns of each event's line (line.go, columns.go) make a record of 48 bytes, which
// refers to the payload in the file. The lines of a trace are nearly in the order of time; the
// records are sorted. Then feed.go passes them to linuxsched, with the payloads read by schedtext and
// the stacks by frames.go. Texts that have no lines of events are refused with the reason
// (refuse.go). What the user must know about the trace becomes its info (info.go).
package ftracetext
