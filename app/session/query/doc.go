// Package query computes the contents of panes. A query is a plain value: the trace, the window,
// the threads and whatever else the result depends on. Its method Run computes the result, on any
// goroutine, from nothing but the value. The session makes the queries (queries.go there), and the
// window runs them in the background.
//
//	query        result             pane
//	Profile      *grid.Content      the profile report (profile.go)
//	AnyReport    *grid.Content      one of the command line's reports (anyreport.go)
//	Calls        *CallTrees         call trees (calls.go, calltrees.go; their rows in calltable.go)
//	Contention   *grid.Content      who waited for whom (contention.go)
//	CPU          *grid.Content      the CPU scheduling summary (cpu.go, cpusummary.go)
//	Findings     *Found             findings (findings.go)
//	Measure      *Measurement       the Measurement view (measure.go, measurement.go)
//	Migrations   *grid.Content      switches and migrations (migrations.go)
//	Path         *grid.Content      the hops of a critical path (path.go)
//
// A Measurement makes its charts (measureplots.go), the text above them (measurewords.go) and its
// table (errortable.go); figures.go parses typed figures. MonitorContent and LiveContent
// (replay.go) make the table of a monitor. shares.go has the denominators of shares of CPU time.
//
// Some queries have a method Same, which reports whether a result is still valid, and Cost or
// Quick, by which the window decides whether to run them immediately.
//
// Begin with profile.go, the simplest: it runs a report and lays out its columns.
package query
