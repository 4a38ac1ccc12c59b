// Package query asks for the content of a pane. A question is a plain value: the trace, the
// window, the threads and whatever else the answer depends on. Its method Run makes the answer,
// on any goroutine, from nothing but the value. The session makes the questions (queries.go
// there), and the window runs them in the background.
//
//	question     answer             pane
//	Profile      *grid.Content      the profile report (profile.go)
//	AnyReport    *grid.Content      a report that the command line has too (anyreport.go)
//	Calls        *CallTrees         call trees (calls.go, calltrees.go; their rows in calltable.go)
//	Contention   *grid.Content      who waited for whom (contention.go)
//	CPU          *grid.Content      the CPU scheduling summary (cpu.go, cpusummary.go)
//	Findings     *Found             findings (findings.go)
//	Measure      *Measurement       the Measurement view (measure.go, measurement.go)
//	Migrations   *grid.Content      switches and migrations (migrations.go)
//	Path         *grid.Content      the hops of a critical path (path.go)
//
// A Measurement makes its charts (measureplots.go), what stands above them (measurewords.go) and
// its table (errortable.go); figures.go reads what a person types there. MonitorContent and
// LiveContent (replay.go) make the table of a monitor. shares.go says of what shares of CPU time
// are shares.
//
// Some questions have a method Same, by which an answer is kept as long as it is the same, and
// Cost or Quick, by which the window decides whether to make it at once.
//
// Begin with profile.go, the plainest: it runs a report and lays out its columns.
package query
