// Package analysis asks questions of a frozen trace and answers them with
// tables.
//
// An Analysis is a name and a pure function of a model.Trace and a Scope: which
// window, which threads, whose view. Its answer is a Table of plain typed
// values, which the writers of app/export turn into text, CSV or JSON and which
// a window shows as a grid, so that a number shown in two places is computed in
// one.
//
// A report (locksreport.go, threads.go, waits.go, …) fills a Table; what it measures
// (locks.go, contention.go, queue.go, criticalpath.go, calltree.go, …) is in files of its own,
// which findings and pictures use too and which know no report.
//
// Read on in this order:
//
//   - table.go, words.go: what an answer looks like, and how durations, instants and
//     shares are written for people;
//   - scope.go: what an analysis looks at; analysis.go and list.go: all of them, the
//     table of contents;
//   - target.go: whose view a trace is; partial.go: what is said about a trace that is
//     not complete;
//   - any report, with the definition that it implements.
//
// A new analysis is one file here and one line in List.
package measure
